package serve

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/pages"
)

// runsPerPage is the largest number of runs on a page.
const runsPerPage = 50

// runPages serves the list of runs and the page of each run.
type runPages struct{ server *Server }

func (s *runPages) register() {
	s.server.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/runs", http.StatusFound) })
	s.server.handle("GET /runs", s.runList)
	s.server.handle("GET /runs/{id}", s.runPage)
}

// runList shows the page that lists the runs of the store. The query of the request filters and
// sorts the runs; by default the newest come first.
func (s *runPages) runList(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	query := results.Query{
		Text: q.Get("q"), Engine: q.Get("engine"), Kind: results.Kind(q.Get("kind")), Status: results.Status(q.Get("status")),
		Tag: q.Get("tag"), After: q.Get("after"), Sort: results.Order(q.Get("sort")), Limit: runsPerPage + 1,
	}
	games := s.server.options.Catalog.Games.Names()
	if query.Engine != "" && !slices.Contains(games, query.Engine) { // the game of a program
		games = append(games, query.Engine)
	}
	list := pages.Runs{Query: query, Engines: games, Program: s.server.options.Program, Store: s.server.options.storeFlag(), Starts: s.server.starter.startsFor(r), Filtered: isFiltered(query), Asked: q["column"]}
	err := s.server.read(func(store *results.Store) error {
		brief := query
		brief.Brief = true
		all, err := store.List(r.Context(), brief)
		if err != nil {
			return err
		}
		if len(all) > runsPerPage {
			all = all[:runsPerPage]
			list.Next = nextPage(r.URL, all[runsPerPage-1].ID)
		}
		for _, run := range all {
			l := pages.ListedRun{Summary: run, Names: s.weightNames(run)}
			l.Planned, l.Left = s.server.live.expected(run)
			if run.Result != nil {
				l.Checkpoints = run.Result.Checkpoints
			} else if run.Kind == results.Evolve && run.Rounds > 0 {
				if l.Checkpoints, err = store.Checkpoints(r.Context(), run.ID); err != nil {
					return err
				}
			}
			list.Runs = append(list.Runs, l)
		}
		if list.All, list.Newer, err = store.Count(r.Context(), query); err != nil {
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
		return err
	}
	return s.server.page(w, r, "runs", pages.Page{Title: "Runs", Section: "/runs", Live: true, Data: list})
}

// weightNames returns the names of the weights that a run's game has with default settings. It
// returns nil if this program does not have the game.
func (s *runPages) weightNames(run results.Summary) []string {
	e, err := s.server.options.Catalog.Games.Find(run.Engine)
	if err != nil {
		return nil
	}
	return names(e.Spec().Weights)
}

func isFiltered(q results.Query) bool {
	return q.Text != "" || q.Engine != "" || q.Kind != "" || q.Status != "" || q.Tag != "" || q.After != ""
}

// nextPage returns the URL of the list page that begins after the run with the ID last.
func nextPage(u *url.URL, last string) string {
	q := u.Query()
	q.Set("after", last)
	q.Del("part")
	return u.EscapedPath() + "?" + q.Encode()
}

// runPage shows one run. The contents of the page depend on the kind of the run, such as
// tournament.
func (s *runPages) runPage(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	var page pages.Page
	name := "run"
	err := s.server.read(func(store *results.Store) error {
		rec, err := store.Get(ctx, r.PathValue("id"))
		if err != nil {
			return err
		}
		base := s.runBase(r, rec)
		page = pages.Page{
			Title: base.Title, Section: "/runs", Live: true, Scripts: []string{"run"},
			Libraries: []string{"vendor/uplot/uPlot.iife.min.js"}, Styles: []string{"figures.css", "charts.css", "vendor/uplot/uPlot.min.css"},
		}
		switch rec.Kind {
		case results.Tournament:
			name, page.Scripts, page.Libraries, page.Styles = "tournament", nil, nil, []string{"charts.css"}
			page.Data, err = s.tournamentView(ctx, store, base)
		case results.Grid:
			name, page.Scripts, page.Libraries, page.Styles = "grid", nil, nil, []string{"charts.css", "figures.css", "play.css"}
			grid := pages.NewGrid(base, r.URL.Query())
			if rec.Grid != nil {
				if grid.Misses, err = s.misses(ctx, rec); err == nil {
					grid.Misses.Starts = s.server.starter.startsFor(r)
				}
			}
			page.Data = grid
		case results.Fit:
			page.Scripts, page.Libraries, page.Styles = nil, nil, []string{"figures.css", "charts.css"}
			page.Data = pages.NewTuned(base, r.URL.Query().Has("all"))
		default:
			page.Data = pages.NewTuned(base, r.URL.Query().Has("all"))
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.server.page(w, r, name, page)
}

// runBase returns the page data that all kinds of runs have in common.
func (s *runPages) runBase(r *http.Request, rec results.Record) pages.Run {
	ctx := r.Context()
	b := pages.Run{
		Record: rec, Program: s.server.options.Program, Store: s.server.options.storeFlag(), Starts: s.server.starter.startsFor(r), Job: s.server.starter.jobOf(r, rec.ID),
		WeightTables: s.weightTables(ctx, rec),
	}
	game := rec.Engine
	if e, err := s.server.options.Catalog.Games.Find(rec.Engine); err == nil {
		game, b.Plays = e.Spec().Title, true
	}
	b.Title = pages.RunTitle(rec, game)
	b.Planned, b.Left = s.server.live.expected(rec.Summary)
	b.Steps = pages.NewSteps(rec.ID, runs.NextSteps(s.server.options.Catalog, rec), b.Program, b.Store, b.Starts)
	return b
}

// weightTables returns tables that arrange the weights of a run for people, such as by board
// square. It returns nil if the game defines no such tables or cannot be opened.
func (s *runPages) weightTables(ctx context.Context, rec results.Record) []show.WeightTable {
	c, err := runs.StoredConfig(rec.Summary)
	if err != nil {
		return nil
	}
	e, err := s.server.games.engine(ctx, rec.Engine, configs.Settings(c.Engine.Settings))
	if err != nil {
		return nil
	}
	return show.WeightTables(e)
}

func (s *runPages) tournamentView(ctx context.Context, store *results.Store, base pages.Run) (pages.Tournament, error) {
	view, err := s.server.boards.board(ctx, store, base.Summary)
	if err != nil {
		return pages.Tournament{}, err
	}
	if view.Planned > 0 {
		base.Planned = view.Planned
	}
	return pages.NewTournament(base, view.Table, view.Test), nil
}
