package serve

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/runs"
)

// The description of the API is complete, and its page shows all of it.
func TestEveryOperationIsDescribed(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	page := ask(t, s, http.MethodGet, "/api", "").Body.String()
	all := operations(s.api.OpenAPI())
	if len(all) < 15 {
		t.Fatalf("%d operations", len(all))
	}
	for _, op := range all {
		if op.Summary == "" || len(op.Tags) == 0 || !strings.HasPrefix(op.Path, apiRoot+"/") {
			t.Errorf("%s %s: %+v", op.Method, op.Path, op)
		}
		if !strings.Contains(page, `id="`+op.OperationID+`"`) {
			t.Errorf("%s %s is not on the page", op.Method, op.Path)
		}
	}
}

// The example of every operation is accepted, and its response has the documented shape.
func TestExamplesOfTheAPIAnswer(t *testing.T) {
	t.Parallel()
	s := starting(t, func(o *Options) { o.Catalog, o.Etudes = allGames, t.TempDir() })
	doc := s.api.OpenAPI()
	for _, op := range operations(doc) {
		path := strings.TrimPrefix(op.Path, apiRoot)
		if path == "/events" {
			continue
		}
		answered := false
		for _, run := range []string{"bred", "cup", "duel", "lattice"} { // a run of each kind
			w := askExample(t, s, op, run)
			hasShape(t, doc, op, w)
			if w.Code == http.StatusOK {
				answered = true
			} else if code, p := refusal(t, w); code == http.StatusInternalServerError || code == http.StatusBadRequest && path != "/compare" { // which needs two runs
				t.Errorf("%s %s: %d %+v", op.Method, path, code, p)
			}
		}
		// The example of these operations needs a job, a second run or an experiment, which the store
		// does not have.
		refused := []string{"/runs/{id}/resume", "/runs/{id}/next", "/jobs/{id}/stop", "/compare", "/experiments/{name}", "/experiments/{name}/figure"}
		if slices.Contains(refused, path) == answered {
			t.Errorf("%s %s answered: %v", op.Method, path, answered)
		}
	}
}

// askExample sends the example of an operation, for a run.
func askExample(t *testing.T, s *Server, op *huma.Operation, run string) *httptest.ResponseRecorder {
	t.Helper()
	shown := describeOperation(s.api.OpenAPI(), op)
	path := op.Path
	for _, p := range shown.Params {
		if p.In != "path" {
			continue
		}
		if p.Example == "" {
			t.Errorf("%s: %s has no example", op.Path, p.Name)
		}
		if p.Example == "last" {
			p.Example = run
		}
		path = strings.ReplaceAll(path, "{"+p.Name+"}", p.Example)
	}
	return ask(t, s, op.Method, path, shown.Body)
}

// hasShape checks a response against its documented schema. Of a response in lines it checks
// each line.
func hasShape(t *testing.T, doc *huma.OpenAPI, op *huma.Operation, w *httptest.ResponseRecorder) {
	t.Helper()
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	answer := op.Responses[strconv.Itoa(w.Code)]
	if answer == nil {
		answer = op.Responses["default"]
	}
	if answer == nil {
		t.Errorf("%s %s answers with %d", op.Method, op.Path, w.Code)
		return
	}
	media := answer.Content[kind]
	if media == nil {
		t.Errorf("%s %s answers with %s", op.Method, op.Path, kind)
		return
	}
	if !strings.HasSuffix(kind, "json") {
		return
	}
	for values := json.NewDecoder(bytes.NewReader(w.Body.Bytes())); values.More(); {
		var value any
		if err := values.Decode(&value); err != nil {
			t.Errorf("%s %s: %v", op.Method, op.Path, err)
			return
		}
		found := &huma.ValidateResult{}
		huma.Validate(doc.Components.Schemas, media.Schema, huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, found)
		for _, err := range found.Errors {
			t.Errorf("%s %s: %v", op.Method, op.Path, err)
		}
	}
}

// The description of the API equals the golden file, which LANISTA_UPDATE=1 rewrites.
func TestTheDescriptionOfTheAPI(t *testing.T) {
	t.Parallel()
	w := ask(t, newServer(t, nil), http.MethodGet, "/api/v1/openapi.json", "")
	var text bytes.Buffer
	if err := json.Indent(&text, w.Body.Bytes(), "", " "); err != nil {
		t.Fatal(err)
	}
	golden(t, "openapi.json", bytes.Replace(text.Bytes(), []byte(`"version": "`+runs.BuildInfo().Version), []byte(`"version": "VERSION`), 1))
}

// golden compares a text with a file in testdata, or writes the file with LANISTA_UPDATE=1.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("LANISTA_UPDATE") != "" {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s has changed (LANISTA_UPDATE=1 writes it):\n%s", name, cmp.Diff(string(want), string(got)))
	}
}
