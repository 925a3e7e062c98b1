package serve

import (
	"net/http"
	"strings"
	"testing"

	"github.com/lanista/lanista/runs/documents"
)

func TestRunsAreComparedSideBySide(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	c := get[documents.Comparison](t, s, "/api/v1/compare?run=cup&run=duel")
	if len(c.Runs) != 2 || len(c.Differences) == 0 || c.Against != "" {
		t.Errorf("%d runs, %d differences, against %v", len(c.Runs), len(c.Differences), c.Against)
	}
	for _, path := range []string{"", "?run=cup", "?run=cup&run=cup", "?run=cup&run=duel&run=bred&run=lattice&run=last"} {
		code, p := refusal(t, ask(t, s, http.MethodGet, "/api/v1/compare"+path, ""))
		if code != http.StatusBadRequest || len(p.Errors) != 1 || p.Errors[0].Location != "query.run" {
			t.Errorf("compare%s: %d %+v", path, code, p)
		}
	}
	for path, want := range map[string]string{
		"/compare": "Choose two to four runs", "/compare?run=bred": "Choose another", "/compare?run=cup&run=duel": "cannot be compared",
		"/compare?run=bred&run=cup": "schedule.cycles", "/compare?a=bred&b=cup": `href="/compare?a=risk-`,
	} {
		if w := ask(t, s, http.MethodGet, path, ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, and no %q", path, w.Code, want)
		}
	}
	if w := ask(t, s, http.MethodGet, "/compare?run=nobody", ""); w.Code != http.StatusNotFound {
		t.Errorf("a run that is not there: %d", w.Code)
	}
}
