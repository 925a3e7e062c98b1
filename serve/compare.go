package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/serve/pages"
)

// mostCompared is the largest number of runs that one page compares.
const mostCompared = 4

// comparePath contains the query parameters of a comparison: the IDs of the runs.
type comparePath struct {
	Runs []string `query:"run,explode" doc:"two to four runs" example:"last"`
}

// comparisons serves the API operation and the page that show several runs side by side.
type comparisons struct{ server *Server }

func (s *comparisons) register() {
	s.server.handle("GET /compare", s.comparePage)
	operation(s.server, http.MethodGet, "/compare", "Two to four runs side by side", func(ctx context.Context, in *comparePath) (documents.Comparison, error) {
		records, err := s.compared(ctx, in.Runs)
		if err == nil && len(records) < 2 {
			err = wrongNumber(len(records))
		}
		return documents.Compare(records), err
	})
}

// wrongNumber returns the problem document of a request to compare too few or too many runs.
func wrongNumber(runs int) *problem {
	text := fmt.Sprintf("two to four different runs are needed, not %d", runs)
	return newProblem(http.StatusBadRequest, codeBadRequest, text, mistake{"query.run", text})
}

// compared reads the records of the runs to compare. A run that is listed twice is returned once.
func (s *comparisons) compared(ctx context.Context, ids []string) (records []results.Record, err error) {
	if len(ids) > mostCompared {
		return nil, wrongNumber(len(ids))
	}
	err = s.server.read(func(store *results.Store) error {
		for _, id := range ids {
			rec, err := store.Get(ctx, id)
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(records, func(r results.Record) bool { return r.ID == rec.ID }) {
				records = append(records, rec)
			}
		}
		return nil
	})
	return records, err
}

// chosenRuns returns the run IDs in the query of a URL: the values of the parameters a, b, c and
// d, and all values of the parameter run.
func chosenRuns(query url.Values) []string {
	all := slices.Concat(query["a"], query["b"], query["c"], query["d"], query["run"])
	return slices.DeleteFunc(all, func(id string) bool { return id == "" })
}

// comparePage shows the compared runs, or a form for choosing them if the query names fewer than
// two.
func (s *comparisons) comparePage(w http.ResponseWriter, r *http.Request) error {
	records, err := s.compared(r.Context(), chosenRuns(r.URL.Query()))
	if err != nil {
		return err
	}
	c := pages.NewCompare(records, s.tableOf(records), s.server.options.Program, s.server.options.storeFlag())
	if c.Starts = s.server.starter.startsFor(r); c.Starts && c.Config != "" {
		if plan, err := s.server.plan(r.Context(), c.Config, nil); err == nil {
			c.Games, c.Price = plan.Games, s.server.price(r.Context(), plan.Engine, plan.Strategy, plan.Games)
		}
	}
	if len(records) < mostCompared {
		err = s.server.read(func(store *results.Store) (err error) {
			query := results.Query{Limit: runsPerPage}
			if len(records) > 0 {
				query.Engine = records[0].Engine
			}
			others, err := store.List(r.Context(), query)
			c.Others = slices.DeleteFunc(others, func(o results.Summary) bool {
				return slices.ContainsFunc(records, func(r results.Record) bool { return r.ID == o.ID })
			})
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.server.page(w, r, "compare", pages.Page{
		Title: "Compare runs", Section: "/runs", Scripts: []string{"charts"}, Data: c,
		Libraries: []string{"vendor/uplot/uPlot.iife.min.js"}, Styles: []string{"charts.css", "vendor/uplot/uPlot.min.css"},
	})
}

// tableOf returns the game settings with which the page plays the game of the compared runs. They
// are the settings of the first run that differ from their defaults, without settings of players.
func (s *comparisons) tableOf(records []results.Record) map[string]string {
	if len(records) == 0 {
		return nil
	}
	e, err := s.server.options.Catalog.Games.Find(records[0].Engine)
	if err != nil {
		return nil
	}
	c, err := runs.StoredConfig(records[0].Summary)
	if err != nil {
		return nil
	}
	table := make(map[string]string)
	for _, setting := range e.Spec().Settings {
		if value, ok := c.Engine.Settings[setting.Name]; ok && !setting.Player && string(value) != setting.Default {
			table[setting.Name] = string(value)
		}
	}
	return table
}
