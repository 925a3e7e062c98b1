package serve

import (
	"net/http"
	"strings"
	"testing"
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

// What the page offers to send can be sent: every question with its examples is
// understood.
func TestExamplesOfTheAPIAnswer(t *testing.T) {
	t.Parallel()
	s := starting(t)
	for _, op := range operations(s.api.OpenAPI()) {
		if op.Method != http.MethodGet || strings.HasSuffix(op.Path, "/events") {
			continue
		}
		path := op.Path
		for _, p := range describeOperation(s.api.OpenAPI(), op).Params {
			if p.In != "path" {
				continue
			}
			if p.Example == "" {
				t.Errorf("%s: %s has no example", op.Path, p.Name)
			}
			path = strings.ReplaceAll(path, "{"+p.Name+"}", p.Example)
		}
		switch w := ask(t, s, http.MethodGet, path, ""); w.Code {
		case http.StatusOK:
		case http.StatusNotFound: // the newest run is of another kind
			_, _ = refusal(t, w)
		case http.StatusUnprocessableEntity: // something is needed that has no example
			if _, p := refusal(t, w); op.Path != apiRoot+"/compare" {
				t.Errorf("%s: %+v", path, p)
			}
		default:
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}
