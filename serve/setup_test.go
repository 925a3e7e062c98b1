package serve

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

var catalog = runs.Catalog{Games: engines.Registry{risk.New(), hare.New()}}

// stored is a store with a run of each kind, made once: an evolve run named
// "bred", a tournament "cup", a test "duel" and a grid "lattice".
var stored = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "serve")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	o := runs.Options{Store: filepath.Join(dir, "runs.db"), Workers: 2}
	with := func(name, text string) runs.Options {
		c := o
		c.Name, c.Text = name, text
		return c
	}
	ctx := context.Background()
	if _, err = catalog.Tune(ctx, with("bred", bredText), nil); err != nil {
		return nil, err
	}
	if _, err = catalog.Tournament(ctx, with("cup", cupText), nil); err != nil {
		return nil, err
	}
	if _, err = catalog.Tournament(ctx, with("duel", duelText), nil); err != nil {
		return nil, err
	}
	if _, err = catalog.Grid(ctx, with("lattice", latticeText), runs.GridOptions{}); err != nil {
		return nil, err
	}
	return os.ReadFile(o.Store)
})

const (
	bredText = `{engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}, seed: 1, budget: {games: 240},
  strategy: {name: genetic, procedure: bred}, verification: {games: 40, opponents: [default]}}`
	cupText = `{engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}, seed: 1,
  agents: [{name: default}, {name: random}, {name: "<b>first", weights: first}], schedule: {cycles: 3}}`
	duelText = `{engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}, seed: 1,
  agents: [default, random], schedule: {cycles: 40, sprt: [0, 100]}}`
	latticeText = `{engine: {name: hare, settings: {depth: 1}}, etudes: hare-20, strategy: {name: grid, weights: {Ks: {from: 0, to: 3, step: 1}, Kc: {from: 0, to: 2, step: 1}, Kp: {from: 0, to: 3, step: 1}}}}`
)

// copied returns the path of a copy of that store.
func copied(t *testing.T) string {
	t.Helper()
	text, err := stored()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "runs.db")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// newServer returns a server of a copy of the store. It limits neither the time of searches nor
// their number, unless change sets such limits: on a busy machine a search may need much more than
// the usual time, and others would be refused.
func newServer(t *testing.T, change func(*Options)) *Server {
	t.Helper()
	o := Options{Program: "lanista", Catalog: catalog, Think: maxThink, Searches: 64, Log: func(line string) { t.Errorf("logged: %s", line) }}
	if change != nil {
		change(&o)
	}
	if o.Store == "" {
		o.Store = copied(t)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// inSpan matches a word of a command.
var inSpan = regexp.MustCompile(`<span class="word">([^<]*)</span>`)

// withoutSpans returns a page with its commands as plain text.
func withoutSpans(page string) string { return inSpan.ReplaceAllString(page, "$1") }

// ask sends a request and returns the response. body "" means no body.
func ask(t *testing.T, s *Server, method, path, body string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	var from io.Reader
	if body != "" {
		from = strings.NewReader(body)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, path, from)
	r.Host = "localhost:7171"
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// get requests a document and decodes it.
func get[T any](t *testing.T, s *Server, path string) T {
	t.Helper()
	w := ask(t, s, http.MethodGet, path, "")
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	var v T
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatalf("%s: %v in %s", path, err, w.Body)
	}
	return v
}

// refusal returns the status and the problem of a response.
func refusal(t *testing.T, w *httptest.ResponseRecorder) (int, problem) {
	t.Helper()
	var p problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("%d: %v in %s", w.Code, err, w.Body)
	}
	if kind := w.Header().Get("Content-Type"); kind != "application/problem+json" || p.OK || p.Status != w.Code {
		t.Errorf("%d %s: %+v", w.Code, kind, p)
	}
	return w.Code, p
}
