package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

// RunPath contains the ID of a run from the path of a request.
type RunPath struct {
	ID string `path:"id" doc:"an id, a name, a unique beginning or end of an id, or last" example:"last"`
}

// runAPI serves the API operations that read runs.
type runAPI struct{ server *Server }

func (s *runAPI) register() {
	operation(s.server, http.MethodGet, "/runs", "The runs, a page at a time", s.listRuns)
	huma.Register(s.server.api, newOperation(http.MethodGet, "/runs/{id}", "One run, without its history"), s.oneRun)
	operation(s.server, http.MethodGet, "/runs/{id}/history", "The rounds of a run", s.history)
	operation(s.server, http.MethodGet, "/runs/{id}/generations/{n}/genomes", "The population of a round, best first", s.genomes)
	download(s.server, "/runs/{id}/history.csv", "The rounds of a run, as a CSV table", s.historyTable, "text/csv")
	operation(s.server, http.MethodGet, "/runs/{id}/standings", "The standings of a tournament so far", s.standings)
	operation(s.server, http.MethodGet, "/runs/{id}/grid", "The result of a grid search", s.grid)
}

// runQuery contains the query parameters that filter and sort the list of runs.
type runQuery struct {
	Text     string `query:"q" doc:"part of the ID, the name or the note"`
	Engine   string `query:"engine" example:"risk"`
	Kind     string `query:"kind" enum:"evolve,tournament,grid,fit"`
	Strategy string `query:"strategy"`
	Status   string `query:"status" enum:"running,interrupted,finished"`
	Tag      string `query:"tag"`
	Sort     string `query:"sort" enum:"newest,oldest,games" default:"newest" doc:"order: newest, oldest or most games first"`
	Limit    int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	After    string `query:"after" doc:"next of the previous page"`
}

// runPage is the response that lists runs, one page at a time.
type runPage struct {
	Runs []documents.Run `json:"runs"`
	Next string          `json:"next,omitempty" doc:"value of after for the next page; absent on the last one"`
}

func (s *runAPI) listRuns(ctx context.Context, q *runQuery) (runPage, error) {
	page := runPage{Runs: []documents.Run{}}
	err := s.server.read(func(store *results.Store) error {
		list, err := store.List(ctx, results.Query{
			Text: q.Text, Engine: q.Engine, Kind: results.Kind(q.Kind), Strategy: q.Strategy, Status: results.Status(q.Status), Tag: q.Tag,
			After: q.After, Sort: results.Order(q.Sort), Limit: q.Limit + 1, Conclusions: true,
		})
		if len(list) > q.Limit {
			list = list[:q.Limit]
			page.Next = list[q.Limit-1].ID
		}
		for _, run := range list {
			page.Runs = append(page.Runs, s.listed(run))
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) { // there is no store yet, and no runs
		err = nil
	}
	return page, err
}

// listed returns the JSON document of a run in a list. If the run is running, it contains the
// planned games and the estimated remaining time.
func (s *runAPI) listed(run results.Summary) documents.Run {
	l := documents.Summary(run)
	l.PlannedGames, l.ETASeconds = s.server.live.expected(run)
	return l
}

// located is the response with a run and a header with its canonical URL. The request may contain
// an abbreviated ID.
type located struct {
	Location string `header:"Content-Location"`
	Body     documents.Run
}

func (s *runAPI) oneRun(ctx context.Context, in *RunPath) (*located, error) {
	out := &located{}
	err := s.server.read(func(store *results.Store) error {
		rec, err := store.Get(ctx, in.ID)
		if err != nil {
			return err
		}
		out.Location, out.Body = apiRoot+"/runs/"+rec.ID, documents.Detail(rec)
		out.Body.Next = runs.NextSteps(s.server.options.Catalog, rec)
		out.Body.PlannedGames, out.Body.ETASeconds = s.server.live.expected(rec.Summary)
		if rec.Kind == results.Tournament {
			b, err := s.server.boards.board(ctx, store, rec.Summary)
			if err != nil {
				return err
			}
			out.Body = out.Body.WithStandings(b.Table, b.Test)
		}
		return nil
	})
	if err != nil {
		return nil, s.server.explain(ctx, err)
	}
	return out, nil
}

type historyPath struct {
	RunPath
	After int `query:"after" minimum:"0" doc:"rounds after this one"`
}

func (s *runAPI) history(ctx context.Context, in *historyPath) (h documents.History, err error) {
	err = s.server.read(func(store *results.Store) error {
		rounds, err := store.RoundsSince(ctx, in.ID, in.After)
		if err != nil {
			return err
		}
		info, err := store.Info(ctx, in.ID)
		h = documents.NewHistory(in.After, info.Space, rounds)
		return err
	})
	return h, err
}

// historyTable returns the rounds of a run as a CSV file, one round per line.
func (s *runAPI) historyTable(ctx context.Context, in *historyPath) (out *file, err error) {
	err = s.server.read(func(store *results.Store) error {
		info, err := store.Info(ctx, in.ID)
		if err != nil {
			return err
		}
		rounds, err := store.RoundsSince(ctx, info.ID, in.After)
		if err != nil {
			return err
		}
		lines := [][]string{append([]string{"round", "games", "total", "best", "mean", "spread"}, names(info.Space)...)}
		for _, r := range rounds {
			line := []string{strconv.Itoa(r.Number), strconv.Itoa(r.Games), strconv.Itoa(r.Total), cell(r.BestFitness), cell(r.MeanFitness), cell(r.Spread)}
			lines = append(lines, append(line, cells(info.Space, r.Best.Weights)...))
		}
		out, err = csvFile(info.ID+"-history.csv", lines)
		return err
	})
	return out, err
}

type roundPath struct {
	RunPath
	N int `path:"n" minimum:"1" doc:"the round" example:"1"`
}

func (s *runAPI) genomes(ctx context.Context, in *roundPath) (documents.Genomes, error) {
	out := documents.Genomes{Genomes: []documents.Genome{}}
	err := s.server.read(func(store *results.Store) error {
		info, err := store.Info(ctx, in.ID)
		if err != nil {
			return err
		}
		if in.N > info.Rounds {
			return notFound(fmt.Sprintf("the run has %d rounds; there is no round %d", info.Rounds, in.N))
		}
		out.Weights = names(info.Space)
		members, err := store.Population(ctx, info.ID, in.N)
		for _, m := range members {
			out.Genomes = append(out.Genomes, documents.NewGenome(m))
		}
		return err
	})
	return out, err
}

func names(space engines.Space) []string {
	list := make([]string, len(space))
	for i, w := range space {
		list[i] = w.Name
	}
	return list
}

func (s *runAPI) standings(ctx context.Context, in *RunPath) (d documents.Table, err error) {
	err = s.server.read(func(store *results.Store) error {
		info, err := store.Info(ctx, in.ID)
		if err != nil {
			return err
		}
		if info.Kind != results.Tournament {
			return notFound("the run is not a tournament and has no standings")
		}
		b, err := s.server.boards.board(ctx, store, info)
		if err == nil {
			d = documents.NewTable(b.Table, b.Test, b.Planned)
		}
		return err
	})
	return d, err
}

// gridPath contains the parameters of a request for a slice of the results of a grid search.
type gridPath struct {
	RunPath
	Fix []string `query:"fix,explode" doc:"fixed axis as NAME:INDEX or NAME=VALUE; all axes but two must be fixed" example:"Kp:5"`
}

func (s *runAPI) grid(ctx context.Context, in *gridPath) (m documents.Grid, err error) {
	err = s.server.read(func(store *results.Store) error {
		rec, err := store.Get(ctx, in.ID)
		if err != nil {
			return err
		}
		if rec.Grid == nil {
			return notFound("the run has no grid, or none yet")
		}
		m = *documents.NewGrid(*rec.Grid)
		if len(in.Fix) == 0 {
			m.WithHits(*rec.Grid)
			return nil
		}
		at, err := heldAxes(*rec.Grid, in.Fix)
		if err == nil {
			err = m.Cut(*rec.Grid, at)
		}
		if err != nil {
			return newProblem(http.StatusUnprocessableEntity, codeBadRequest, err.Error(), mistake{"query.fix", err.Error()})
		}
		return nil
	})
	return m, err
}

// heldAxes parses the parameters by which a request fixes axes of a grid: NAME:INDEX or NAME=VALUE.
// It returns the index of the fixed value for each named axis. It returns an error for any other
// form, and for NAME=VALUE if the grid lacks the axis or the value.
func heldAxes(g results.GridResult, fix []string) (map[string]int, error) {
	at := make(map[string]int)
	for _, text := range fix {
		name, place, byPlace := strings.Cut(text, ":")
		k, err := strconv.Atoi(place)
		if !byPlace || err != nil {
			var value string
			var byValue bool
			if name, value, byValue = strings.Cut(text, "="); !byValue {
				return nil, newProblem(http.StatusUnprocessableEntity, codeBadRequest, "fix is NAME:INDEX or NAME=VALUE, not "+strconv.Quote(text))
			}
			if k, err = placeOf(g, name, value); err != nil {
				return nil, err
			}
		}
		at[name] = k
	}
	return at, nil
}

// placeOf returns the index of a value, given as text, on the axis with the given name. It returns
// an error if the grid has no such axis, or if the axis has no such value.
func placeOf(g results.GridResult, name, value string) (int, error) {
	v, err := strconv.ParseFloat(value, 64)
	for _, a := range g.Axes {
		if a.Name == name && err == nil {
			if k, ok := documents.Nearest(a, v); ok {
				return k, nil
			}
		}
	}
	return 0, newProblem(http.StatusUnprocessableEntity, codeBadRequest, "the grid has no value "+strconv.Quote(value)+" of "+strconv.Quote(name))
}
