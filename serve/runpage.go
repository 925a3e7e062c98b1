package serve

import (
	"context"
	"net/http"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/serve/pages"
)

// runPage shows one run, by its kind.
func (s *Server) runPage(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	var page pages.Page
	name := "run"
	err := s.read(func(store *results.Store) error {
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
		s.fail(w, r, err)
		return
	}
	s.page(w, r, name, page)
}

// runBase is what the pages of all kinds of runs show.
func (s *Server) runBase(ctx context.Context, store *results.Store, rec results.Record) pages.Run {
	game := rec.Engine
	if e, err := s.options.Catalog.Games.Find(rec.Engine); err == nil {
		game = e.Spec().Title
	}
	b := pages.Run{Record: rec, Title: pages.RunTitle(rec, game), Program: s.options.Program, Store: s.storeFlag(), Starts: s.queue != nil}
	b.Planned, b.Left = s.expected(ctx, store, rec.Summary)
	return b
}

// storeFlag names the store in a command to type, where it is needed.
func (s *Server) storeFlag() string {
	if s.options.StoreFlag == "" {
		return ""
	}
	return " " + s.options.StoreFlag
}

func (s *Server) tournamentView(ctx context.Context, store *results.Store, base pages.Run) (pages.Tournament, error) {
	view, err := s.boards.board(ctx, s.options.Catalog, store, base.Summary)
	if err != nil {
		return pages.Tournament{}, err
	}
	if view.Planned > 0 {
		base.Planned = view.Planned
	}
	return pages.NewTournament(base, view.Table, view.Test), nil
}
