package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/pages"
)

// page answers with a page, or with the part of it in the query. The page is complete
// before anything is sent, so that an error is never half a page.
func (s *Server) page(w http.ResponseWriter, r *http.Request, name string, p pages.Page) {
	part := r.URL.Query().Get("part")
	if part != "" && !pages.Has(name, part) {
		s.fail(w, r, notFound("this page has no such part"))
		return
	}
	if p.Live { // a store that is read as it is has no news
		_ = s.read(func(store *results.Store) error {
			p.Still = !store.Live()
			return nil
		})
	}
	text, err := s.render(name, part, p)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "no-cache")
	if isKnown(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	writeHTML(w, http.StatusOK, text)
}

// isKnown reports whether the client has the version with this tag.
func isKnown(r *http.Request, tag string) bool {
	return strings.Contains(r.Header.Get("If-None-Match"), tag)
}

// render adds the common parts to a page.
func (s *Server) render(name, part string, p pages.Page) ([]byte, error) {
	p.Program, p.Version, p.Store = s.options.Program, runs.BuildInfo().Version, filepath.Base(s.options.Store)
	return pages.Render(name, part, p)
}

// failPage answers with a page about a problem.
func (s *Server) failPage(w http.ResponseWriter, r *http.Request, p *problem) {
	text, err := s.render("problem", "", pages.Page{Title: p.Title, Data: p})
	if err != nil {
		s.options.log("%s: %v", r.URL.Path, err)
		text = []byte("<!DOCTYPE html><title>Lanista</title><p>Something went wrong inside the server.</p>")
	}
	w.Header().Set("Cache-Control", "no-store")
	writeHTML(w, p.Status, text)
}

func writeHTML(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(text) // a client that has gone needs no answer
}
