package serve

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// TestHostileTextsOnPages stores a run of which every text that a stranger chooses is markup, and
// checks that no page contains it as markup. The API sends it as JSON, which no browser runs.
func TestHostileTextsOnPages(t *testing.T) {
	const hostile = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`
	path := filepath.Join(t.TempDir(), "runs.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	info := results.Info{
		Kind: results.Tournament, Name: hostile, Engine: hostile, Strategy: hostile, Config: "engine: {name: " + hostile + "}\n", Version: hostile, Host: hostile,
		Space: engines.Space{{Name: hostile, Doc: hostile, Max: 1}}, Field: []engines.Agent{{Name: hostile, Player: hostile, Settings: engines.Settings{hostile: hostile}}, {Name: "b"}},
	}
	run, err := store.Begin(t.Context(), info)
	if err != nil {
		t.Fatal(err)
	}
	id := run.ID()
	if err := run.Dispute(t.Context(), hostile, nil); err != nil {
		t.Fatal(err)
	}
	failed := engines.Forfeit{Kind: engines.ForfeitCrashed, Reason: hostile, Evidence: &engines.Evidence{
		Program: hostile, Weights: map[string]engines.Value{hostile: {}}, Lines: []string{hostile}, Stderr: hostile, Status: hostile,
	}}
	if err := run.SaveFailures(t.Context(), []results.Failure{{Game: 1, Agents: []string{hostile}, Forfeit: failed}}); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{run.Close(), store.Tag(t.Context(), id, "<script>alert(3)</script>"), store.Note(t.Context(), id, hostile), store.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s := newServer(t, func(o *Options) { o.Store, o.Log = path, func(string) {} })
	shown := 0
	for _, at := range []string{
		"/", "/runs", "/runs?q=%3Cscript%3Ealert(1)%3C/script%3E", "/runs/last", "/runs/last/games", "/compare?run=last&run=last", "/runs/%3Cscript%3E",
		"/play/%3Cscript%3E", "/elo", "/new?run=last", "/api/v1/runs/last", "/api/v1/runs", "/api/v1/runs/last/report", "/api/v1/runs/last/failures",
	} {
		w := ask(t, s, http.MethodGet, at, "")
		body, kind := w.Body.String(), w.Header().Get("Content-Type")
		if w.Header().Get("Content-Security-Policy") == "" && strings.HasPrefix(kind, "text/html") {
			t.Errorf("%s: no content security policy", at)
		}
		if w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: a browser may guess its type", at)
		}
		if !strings.HasPrefix(kind, "text/html") {
			if strings.Contains(body, "alert(1)") && !strings.Contains(kind, "json") {
				t.Errorf("%s: %s", at, kind)
			}
			continue
		}
		if strings.Contains(body, "alert(1)") {
			shown++
		}
		for _, bad := range []string{"<script>alert", "<img src=x", "onerror=alert(2)>"} {
			if i := strings.Index(body, bad); i >= 0 {
				t.Errorf("%s: %s", at, body[max(0, i-100):min(len(body), i+100)])
			}
		}
	}
	if shown < 3 {
		t.Errorf("only %d pages show the texts", shown)
	}
}
