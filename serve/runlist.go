package serve

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/serve/pages"
)

// runsPerPage is how many runs a page lists.
const runsPerPage = 50

// runPages adds the pages that show runs.
func (s *Server) runPages() {
	s.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/runs", http.StatusFound) })
	s.mux.HandleFunc("GET /runs", s.runList)
	s.mux.HandleFunc("GET /runs/{id}", s.runPage)
	s.mux.HandleFunc("GET /compare", s.comparePage)
}

// runList shows the runs of the store, newest first.
func (s *Server) runList(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	query := results.Query{
		Text: q.Get("q"), Engine: q.Get("engine"), Kind: results.Kind(q.Get("kind")), Status: results.Status(q.Get("status")),
		Tag: q.Get("tag"), After: q.Get("after"), Sort: results.Order(q.Get("sort")), Limit: runsPerPage + 1,
	}
	list := pages.Runs{Query: query, Engines: s.options.Catalog.Games.Names(), Program: s.options.Program, Store: s.storeFlag(), Filtered: isFiltered(query)}
	err := s.read(func(store *results.Store) error {
		all, err := store.List(r.Context(), query)
		if len(all) > runsPerPage {
			all = all[:runsPerPage]
			list.Next = nextPage(r.URL, all[runsPerPage-1].ID)
		}
		for _, run := range all {
			l := pages.ListedRun{Summary: run}
			l.Planned, l.Left = s.expected(r.Context(), store, run)
			list.Runs = append(list.Runs, l)
		}
		if err == nil {
			list.All, list.Newer, err = store.Count(r.Context(), query)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		list.NoStore, err = true, nil
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.page(w, r, "runs", pages.Page{Title: "Runs", Section: "/runs", Live: true, Data: list})
}

func isFiltered(q results.Query) bool {
	return q.Text != "" || q.Engine != "" || q.Kind != "" || q.Status != "" || q.Tag != "" || q.After != ""
}

// nextPage is the address of the page that begins after a run.
func nextPage(u *url.URL, last string) string {
	q := u.Query()
	q.Set("after", last)
	q.Del("part")
	return u.Path + "?" + q.Encode()
}
