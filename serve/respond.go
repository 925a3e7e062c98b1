package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/serve/etudes"
	"github.com/lanista/lanista/serve/jobs"
	"github.com/lanista/lanista/serve/pages"
)

// handle adds the handler of a page or a form. If the handler returns an error, the response is a page
// that describes it.
func (s *Server) handle(pattern string, respond func(http.ResponseWriter, *http.Request) error) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		if err := respond(w, r); err != nil {
			s.fail(w, r, err)
		}
	})
}

// page responds with an HTML page, or only with the part that the query requests. It renders the
// page completely before it sends anything, so that it can return an error if rendering fails.
func (s *Server) page(w http.ResponseWriter, r *http.Request, name string, p pages.Page) error {
	part := r.URL.Query().Get("part")
	if part != "" && !pages.Has(name, part) {
		return notFound("this page has no such part")
	}
	if p.Live { // a store opened as unchanging has no live updates
		_ = s.read(func(store *results.Store) error {
			p.Still = !store.Live()
			return nil
		})
	}
	text, err := s.render(name, part, p)
	if err != nil {
		return err
	}
	tag := tagOf(text)
	w.Header().Set("ETag", tag)
	if isKnown(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	writeHTML(w, http.StatusOK, text)
	return nil
}

func readForm(r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return newProblem(http.StatusBadRequest, codeBadRequest, "the form cannot be read")
	}
	return nil
}

// tagOf returns the entity tag (ETag) of a document, a hash of its contents.
func tagOf(text []byte) string {
	sum := sha256.Sum256(text)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// isKnown reports whether the client already has the version of the page with the given entity
// tag (ETag).
func isKnown(r *http.Request, tag string) bool {
	return strings.Contains(r.Header.Get("If-None-Match"), tag)
}

// render renders a page as HTML. It first adds the data that all pages share, such as the menu.
func (s *Server) render(name, part string, p pages.Page) ([]byte, error) {
	p.Program, p.Version, p.Store = s.options.Program, runs.BuildInfo().Version, filepath.Base(s.options.Store)
	return pages.Render(name, part, p)
}

func (s *Server) failPage(w http.ResponseWriter, r *http.Request, p *problem) {
	text, err := s.render("problem", "", pages.Page{Title: p.Title, Data: p})
	if err != nil {
		s.options.log("%s: %v", r.URL.Path, err)
		text = []byte("<!DOCTYPE html><title>Lanista</title><p>Internal error; the log of the server contains details.</p>")
	}
	w.Header().Set("Cache-Control", "no-store")
	writeHTML(w, p.Status, text)
}

// refusedForm responds with a page whose form contains mistakes of the user.
func (s *Server) refusedForm(w http.ResponseWriter, name string, p pages.Page) error {
	text, err := s.render(name, "", p)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	writeHTML(w, http.StatusUnprocessableEntity, text)
	return nil
}

func writeHTML(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(text) // an error means that the client has gone
}

// fail responds with an error: as JSON for the API, as an HTML page otherwise.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	p := s.explain(r.Context(), err)
	maps.Copy(w.Header(), p.header)
	if isAPI(r) {
		writeProblem(w, p)
		return
	}
	s.failPage(w, r, p)
}

// refusals lists the errors of other packages that clients may see, with the HTTP status, the error
// code and the Retry-After header of the response. The response contains the message of the error.
var refusals = []struct {
	err    error
	status int
	code   errorCode
	retry  string
}{
	{results.ErrUnknownRun, http.StatusNotFound, codeNotFound, ""},
	{results.ErrUnknownExperiment, http.StatusNotFound, codeNotFound, ""},
	{results.ErrAmbiguous, http.StatusConflict, codeAmbiguous, ""},
	{etudes.ErrUnknown, http.StatusNotFound, codeNotFound, ""},
	{etudes.ErrReadOnly, http.StatusForbidden, codeReadOnly, ""},
	{etudes.ErrInvalid, http.StatusConflict, codeConflict, ""},
	{etudes.ErrChanged, http.StatusPreconditionFailed, codeConflict, ""},
	{jobs.ErrUnknown, http.StatusNotFound, codeNotFound, ""},
	{jobs.ErrOver, http.StatusConflict, codeConflict, ""},
	{jobs.ErrQueued, http.StatusConflict, codeConflict, ""},
	{jobs.ErrQueueFull, http.StatusTooManyRequests, codeBusy, "60"},
	{jobs.ErrClosed, http.StatusServiceUnavailable, codeBusy, ""},
}

// explain converts an error to a problem document without internals of the server. It logs
// internal errors.
func (s *Server) explain(ctx context.Context, err error) *problem {
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			p := newProblem(r.status, r.code, s.withoutPaths(err.Error()))
			if r.retry != "" {
				p.retry(r.retry)
			}
			return p
		}
	}
	var known *problem
	var config *configError
	var seat *etudes.RefusedError
	var asked *runs.MistakeError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &config):
		return config.problem()
	case errors.As(err, &seat):
		return newProblem(http.StatusUnprocessableEntity, codeBadRequest, err.Error(), mistake{"body.winner", err.Error()})
	case errors.Is(err, errNoStore):
		return notFound("there is no store yet").retry("5")
	case errors.Is(err, results.ErrLocked):
		return newProblem(http.StatusServiceUnavailable, codeBusy, "the store is locked by another program").retry("2")
	case errors.Is(err, results.ErrDamaged):
		s.options.log("%v", err)
		return newProblem(http.StatusInternalServerError, codeInternal, "the store is damaged; 'lanista store recover' writes what is left of it to a new store")
	case errors.As(err, &asked):
		return newProblem(http.StatusUnprocessableEntity, codeBadRequest, s.withoutPaths(asked.Error()))
	case ctx.Err() != nil:
		return newProblem(http.StatusServiceUnavailable, codeTooSlow, "the request was cancelled or took too long")
	}
	s.options.log("%v", err)
	return newProblem(http.StatusInternalServerError, codeInternal, "internal error; the log of the server contains details")
}

// withoutPaths removes the folder of the store file from an error message.
func (s *Server) withoutPaths(text string) string {
	text = strings.ReplaceAll(text, s.options.Store+": ", "")
	return strings.ReplaceAll(text, s.options.Store, filepath.Base(s.options.Store))
}

// configMistakes returns all config mistakes that an error contains. A mistake in a preset has the
// line number 0.
func (s *Server) configMistakes(err error) []configMistake {
	var list []configMistake
	for _, e := range strict.All(err) {
		m := configMistake{Line: e.Line, Key: e.Key, Message: s.withoutPaths(e.Err.Error())}
		if !strings.HasPrefix(e.Source, "the config") && e.Source != "" { // the line is one of a preset, not of the text
			m.Line, m.Message = 0, e.Where()+": "+m.Message
		}
		list = append(list, m)
	}
	return list
}

func writeProblem(w http.ResponseWriter, p *problem) {
	w.Header().Set("Content-Type", p.ContentType(""))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // an error means that the client has gone
}

func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }
