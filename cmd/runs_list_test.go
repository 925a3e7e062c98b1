package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs/documents"
)

// Without --limit, a printed list has the newest 50 runs and states that there are older ones. As
// JSON it has all runs.
func TestListOfManyRuns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "many.db")
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	const left = "Older runs are left out; --limit 0 lists all."
	for i := range shownRuns + 1 {
		if i == shownRuns {
			if text := runsList(t, path); strings.Count(text, "#") != shownRuns || strings.Contains(text, left) {
				t.Errorf("with %d runs:\n%s", shownRuns, text)
			}
		}
		name := fmt.Sprintf("#%d-%s", i, []string{"even", "odd"}[i%2])
		if _, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Engine: "risk", Strategy: "spsa", Name: name, Config: "engine: {name: risk}\n"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		flags  string
		rows   int
		oldest string
		left   bool
	}{
		{"", shownRuns, "#1-odd", true},
		{"--engine risk", shownRuns, "#1-odd", true},
		{"--search even", shownRuns/2 + 1, "#0-even", false},
		{"--limit 0", shownRuns + 1, "#0-even", false},
		{"--limit 3", 3, "#48-even", false},
	} {
		text := runsList(t, path, strings.Fields(c.flags)...)
		if strings.Count(text, "#") != c.rows || !strings.Contains(text, c.oldest) || !strings.Contains(text, "#50-even") || strings.Contains(text, left) != c.left {
			t.Errorf("%q:\n%s", c.flags, text)
		}
	}
	var list []documents.Run
	if err := json.Unmarshal([]byte(runsList(t, path, "--json")), &list); err != nil || len(list) != shownRuns+1 {
		t.Errorf("%d runs as JSON, %v", len(list), err)
	}
}

// runsList returns the output of runs for the store path.
func runsList(t *testing.T, path string, flags ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	args := append([]string{"runs", "--db", path}, flags...)
	if code := (Program{Games: games()}).Run(t.Context(), args, strings.NewReader(""), &out, &errOut); code != exitDone {
		t.Fatalf("%v: exit code %d: %s", args, code, errOut.String())
	}
	return out.String()
}
