package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// The fixtures of this test were made by the first version of the program: a
// store, store-v1.db, and beside it what that version said of it. Its runs are
// a finished search, one killed in its search and one killed in its
// verification, one that trains against opponents and was interrupted, a
// tournament, one that was killed, and a grid. Files NAME.end.json hold what
// that version printed when it resumed the run to its end.

// firstStore copies the store of the first version into a folder of its own.
func firstStore(t *testing.T) (dir string) {
	t.Helper()
	data, err := os.ReadFile(fixture(t, "store-v1.db"))
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "lanista.db"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// fixture is the path of a file in the testdata of results.
func fixture(t *testing.T, name string) string {
	t.Helper()
	for dir := "."; ; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			path, err := filepath.Abs(filepath.Join(dir, "results", "testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			return path
		}
		if len(dir) > 30 {
			t.Fatal("no go.mod above the tests")
		}
	}
}

// TestFirstStoreShows lists, shows, exports and draws the runs of a store of the
// first version, each as that version did.
func TestFirstStoreShows(t *testing.T) {
	t.Parallel()
	dir := firstStore(t)
	says(t, "runs", output(t, lanista(t, dir, "runs", "--json")))
	for _, run := range []string{"finished", "auto", "verifying", "pool", "cup", "half-cup", "grid"} {
		says(t, run+".show", output(t, lanista(t, dir, "runs", run, "--json")))
	}
	for _, run := range []string{"finished", "auto", "verifying", "pool"} {
		says(t, run+".export", output(t, lanista(t, dir, "export", run)))
	}
	for run, kind := range map[string]string{"finished": "convergence", "auto": "weights", "cup": "crosstable", "grid": "grid"} {
		output(t, lanista(t, dir, "chart", run, "--kind", kind, "--output", run+".svg"))
		output(t, lanista(t, dir, "report", run, "--output", run+".html"))
	}
}

// TestFirstStoreResumes takes the interrupted runs of a store of the first
// version to their ends, which are those that that version reached.
func TestFirstStoreResumes(t *testing.T) {
	t.Parallel()
	dir := firstStore(t)
	for _, c := range []struct{ verb, run string }{
		{"evolve", "auto"}, {"evolve", "verifying"}, {"evolve", "pool"}, {"tournament", "half-cup"},
	} {
		says(t, c.run+".end", output(t, lanista(t, dir, c.verb, "--resume", c.run, "--json")))
		says(t, c.run+".end.show", output(t, lanista(t, dir, "runs", c.run, "--json")))
		switch {
		case c.run == "auto", c.run == "verifying":
			says(t, c.run+".end.export", output(t, lanista(t, dir, "export", c.run, "--candidate", "candidate")))
		case c.verb == "evolve":
			says(t, c.run+".end.export", output(t, lanista(t, dir, "export", c.run)))
		}
	}
}

// says checks that a document says all that the first version's said. It may
// say more: keys that came later.
func says(t *testing.T, name string, got []byte) {
	t.Helper()
	data, err := os.ReadFile(fixture(t, filepath.Join("store-v1", name+".json")))
	if err != nil {
		t.Fatal(err)
	}
	var was, is any
	if err := json.Unmarshal(data, &was); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got, &is); err != nil {
		t.Fatalf("%v in %s", err, got)
	}
	inGames(name, was)
	if strings.HasPrefix(name, "auto.end") || strings.HasPrefix(name, "verifying.end") {
		refused(was.(map[string]any))
	}
	for _, d := range missing("", was, is) {
		t.Errorf("%s%s", name, d)
	}
}

// refused removes from the documents of a run what its verification found. The first version
// handed out its candidate, which is refused today for having lost to the start.
func refused(doc map[string]any) {
	for _, key := range []string{"best", "verification", "standings", "rating", "interval", "against", "games"} {
		delete(doc, key)
	}
}

// renamed is an answer of auto that the first version gave another name: rounds that it
// stored keep it.
var renamed = regexp.MustCompile("^the average of a walk after a survey of ([0-9]+) games$")

// inGames corrects the one thing that the first version said otherwise: of a run
// that trains against opponents it counted comparisons, which are two games each.
func inGames(name string, doc any) {
	switch doc := doc.(type) {
	case []any:
		for _, run := range doc {
			inGames(name, run)
		}
	case map[string]any:
		reworded(doc)
		if doc["name"] != "pool" && name != "pool.end" {
			return
		}
		if _, shown := doc["kind"]; shown { // what a search printed of itself was in games
			doc["games"] = 2 * doc["games"].(float64)
		}
		rounds, _ := doc["generations"].([]any)
		for _, round := range rounds {
			round := round.(map[string]any)
			round["games"] = 2 * round["games"].(float64)
			if best, ok := round["best"].(map[string]any); ok {
				best["games"] = 2 * best["games"].(float64)
			}
		}
	}
}

// reworded brings the keys of a run to those of today: a list of rounds is called
// generations in every document, their number rounds.
func reworded(doc map[string]any) {
	if n, counted := doc["generations"].(float64); counted {
		doc["rounds"] = n
		delete(doc, "generations")
	}
	if list, ok := doc["history"]; ok {
		doc["generations"] = list
		delete(doc, "history")
	}
}

// missing lists where a document does not say what an earlier one said.
func missing(path string, was, is any) (differences []string) {
	switch was := was.(type) {
	case map[string]any:
		now, ok := is.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s was an object and is %v", path, is)}
		}
		for key, value := range was {
			differences = append(differences, missing(path+"."+key, value, now[key])...)
		}
	case []any:
		now, ok := is.([]any)
		if !ok || len(now) != len(was) {
			return []string{fmt.Sprintf("%s was a list of %d and is %v", path, len(was), is)}
		}
		for i := range was {
			differences = append(differences, missing(fmt.Sprintf("%s[%d]", path, i), was[i], now[i])...)
		}
	default:
		if text, ok := was.(string); ok && renamed.ReplaceAllString(text, "the average of SPSA after $1 games of RSM") == is {
			return nil
		}
		if !reflect.DeepEqual(was, is) {
			return []string{fmt.Sprintf("%s was %v and is %v", path, was, is)}
		}
	}
	return differences
}
