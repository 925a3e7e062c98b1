package serve

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/url"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/pages"
)

// runsPerPage is the number of runs on a page.
const runsPerPage = 50

// runPages shows the list of runs, and each of them.
type runPages struct{ server *Server }

// register adds the pages.
func (s *runPages) register() {
	s.server.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/runs", http.StatusFound) })
	s.server.mux.HandleFunc("GET /runs", s.runList)
	s.server.mux.HandleFunc("GET /runs/{id}", s.runPage)
}

// runList shows the runs of the store, newest first.
func (s *runPages) runList(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	query := results.Query{
		Text: q.Get("q"), Engine: q.Get("engine"), Kind: results.Kind(q.Get("kind")), Status: results.Status(q.Get("status")),
		Tag: q.Get("tag"), After: q.Get("after"), Sort: results.Order(q.Get("sort")), Limit: runsPerPage + 1,
	}
	list := pages.Runs{Query: query, Engines: s.server.options.Catalog.Games.Names(), Program: s.server.options.Program, Store: s.server.options.storeFlag(), Filtered: isFiltered(query)}
	err := s.server.read(func(store *results.Store) error {
		all, err := store.List(r.Context(), query)
		if len(all) > runsPerPage {
			all = all[:runsPerPage]
			list.Next = nextPage(r.URL, all[runsPerPage-1].ID)
		}
		for _, run := range all {
			l := pages.ListedRun{Summary: run}
			l.Planned, l.Left = s.server.live.expected(r.Context(), store, run)
			if run.Result != nil {
				l.Checkpoints = run.Result.Checkpoints
			} else if run.Kind == results.Evolve && run.Rounds > 0 {
				if l.Checkpoints, err = store.Checkpoints(r.Context(), run.ID); err != nil {
					return err
				}
			}
			list.Runs = append(list.Runs, l)
		}
		if err == nil {
			list.All, list.Newer, err = store.Count(r.Context(), query)
		}
		if err != nil {
			return err
		}
		experiments, err := store.Experiments(r.Context())
		list.Experiments = len(experiments) > 0
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		list.NoStore, err = true, nil
	}
	if err != nil {
		s.server.fail(w, r, err)
		return
	}
	s.server.page(w, r, "runs", pages.Page{Title: "Runs", Section: "/runs", Live: true, Data: list})
}

func isFiltered(q results.Query) bool {
	return q.Text != "" || q.Engine != "" || q.Kind != "" || q.Status != "" || q.Tag != "" || q.After != ""
}

// nextPage returns the path of the page that begins after a run.
func nextPage(u *url.URL, last string) string {
	q := u.Query()
	q.Set("after", last)
	q.Del("part")
	return u.Path + "?" + q.Encode()
}

// runPage shows one run, according to its kind.
func (s *runPages) runPage(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	var page pages.Page
	name := "run"
	err := s.server.read(func(store *results.Store) error {
		rec, err := store.Get(ctx, r.PathValue("id"))
		if err != nil {
			return err
		}
		base := s.runBase(ctx, store, rec)
		page = pages.Page{
			Title: base.Title, Section: "/runs", Live: true, Scripts: []string{"run"},
			Libraries: []string{"vendor/uplot/uPlot.iife.min.js"}, Styles: []string{"figures.css", "charts.css", "vendor/uplot/uPlot.min.css"},
		}
		switch rec.Kind {
		case results.Tournament:
			name, page.Scripts, page.Libraries, page.Styles = "tournament", nil, nil, []string{"charts.css"}
			page.Data, err = s.tournamentView(ctx, store, base)
		case results.Grid:
			name, page.Scripts, page.Libraries, page.Styles = "grid", nil, nil, []string{"charts.css"}
			page.Data = pages.NewGrid(base, r.URL.Query())
		default:
			page.Data = pages.NewTuned(base, r.URL.Query().Has("all"))
		}
		return err
	})
	if err != nil {
		s.server.fail(w, r, err)
		return
	}
	s.server.page(w, r, name, page)
}

// runBase returns the data that the pages of all kinds of runs share.
func (s *runPages) runBase(ctx context.Context, store *results.Store, rec results.Record) pages.Run {
	game := rec.Engine
	if e, err := s.server.options.Catalog.Games.Find(rec.Engine); err == nil {
		game = e.Spec().Title
	}
	b := pages.Run{Record: rec, Title: pages.RunTitle(rec, game), Program: s.server.options.Program, Store: s.server.options.storeFlag(), Starts: s.server.starter.queue != nil}
	b.Planned, b.Left = s.server.live.expected(ctx, store, rec.Summary)
	b.Steps = pages.NewSteps(runs.NextSteps(s.server.options.Catalog, rec), b.Program, b.Store, b.Starts)
	return b
}

func (s *runPages) tournamentView(ctx context.Context, store *results.Store, base pages.Run) (pages.Tournament, error) {
	view, err := s.server.boards.board(ctx, s.server.options.Catalog, store, base.Summary)
	if err != nil {
		return pages.Tournament{}, err
	}
	if view.Planned > 0 {
		base.Planned = view.Planned
	}
	return pages.NewTournament(base, view.Table, view.Test), nil
}
