//go:build unix

package workers_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// compare, bench and tournament have the same results with and without local workers.
func TestVerbsOnLocalWorkers(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a dozen processes")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "config.yaml"), "engine: {name: risk, settings: {size: 4, depth: 1}}\nbudget: {games: 40}\nverification: {games: 8}\n")
	verbs := []string{
		"bench --strategy spsa --budget 30 --seeds 1-2 --games 20 --config ./config.yaml",
		"tournament match.yaml",
	}
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		for seed, name := range map[string]string{"1": "one", "2": "two"} {
			output(t, dir, "evolve", "config.yaml", "--name", name, "--seed", seed, "--workers", "1", "--json")
		}
		verbs = append(verbs, "compare one two --games 80")
	}
	write(t, filepath.Join(dir, "match.yaml"), "engine: {name: risk, settings: {size: 4, depth: 1}}\nagents: [default, random, first]\nschedule: {cycles: 8}\n")
	for _, verb := range verbs {
		args := append(strings.Fields(verb), "--json")
		alone := timeless(string(output(t, dir, append(args, "--workers", "1")...)))
		if diff := cmp.Diff(alone, timeless(string(output(t, dir, append(args, "--local-workers", "2")...)))); diff != "" {
			t.Errorf("%s on local workers: %s", verb, diff)
		}
	}
}

// changing matches the values in which two equal runs differ: IDs, times and durations.
var changing = regexp.MustCompile(`"(run|started|ended|seconds|time)":("[^"]*"|[0-9.e-]+)`)

// playedBy matches the workers of a document, which a run of one process does not have.
var playedBy = regexp.MustCompile(`"workers":\[[^\]]*\],`)

// timeless returns a document without these values, and without the workers that played.
func timeless(text string) string {
	return playedBy.ReplaceAllString(changing.ReplaceAllString(text, `"$1":-`), "")
}
