package cmd

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/serve/jobs"
)

// A command line that names what does not exist or cannot be used is a mistake of the user. A test of a
// file that finds no store is not, because the file may be a damaged store.
func TestExitCodesOfMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("text.db", "no store")
	write("empty.db", "")
	write("small.yaml", "engine: {name: risk, settings: {size: 3, depth: 1}}\nstrategy: {name: genetic, procedure: bred, population: 4, generations: 1}\nverification: {games: 0}\nseed: 1\n")
	call := func(line string) (int, string) {
		var stderr bytes.Buffer
		program := Program{Games: games()}
		code := program.Run(t.Context(), strings.Fields(strings.ReplaceAll(line, "DIR", dir)), strings.NewReader(""), io.Discard, &stderr)
		return code, stderr.String()
	}
	if code, text := call("evolve DIR/small.yaml --db DIR/runs.db --name first --no-progress"); code != exitDone {
		t.Fatalf("exit code %d: %s", code, text)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := checkStore(done, filepath.Join(dir, "runs.db")); err == nil || found != nil {
		t.Errorf("a store that cannot be read: %+v, error %v", found, err)
	}
	for line, want := range map[string]int{
		"evolve DIR/small.yaml --db DIR":                   exitUsage,
		"evolve DIR/small.yaml --db DIR/text.db":           exitUsage,
		"evolve DIR/small.yaml --db DIR/none/runs.db":      exitUsage,
		"evolve --resume first --db DIR/runs.db":           exitUsage,
		"runs --db DIR/text.db":                            exitUsage,
		"runs --db DIR/empty.db":                           exitUsage,
		"runs none --db DIR/runs.db":                       exitUsage,
		"serve --db DIR/text.db":                           exitUsage,
		"export first --db DIR/runs.db -o DIR/none/w.json": exitUsage,
		"chart first --db DIR/runs.db -o DIR/none/c.svg":   exitUsage,
		"report first --db DIR/runs.db -o DIR/none/r.html": exitUsage,
		"experiment DIR/small.yaml --csv DIR/none/t.csv":   exitUsage,
		"store copy first DIR/runs.db --db DIR/runs.db":    exitUsage,
		"store copy first DIR/text.db --db DIR/runs.db":    exitUsage,
		"store copy first DIR/none/to.db --db DIR/runs.db": exitUsage,
		"eval othello f5d6c3 --exact":                      exitUsage,
		"play risk --tally DIR/none/tally.json":            exitUsage,
		"bench --config risk-quick --strategy risk-paper":  exitUsage,
		"store check --db DIR/text.db":                     exitFailed,
		"store check --db DIR/runs.db":                     exitDone,
		"version --check-store DIR/text.db":                exitFailed,
		"store recover DIR/text.db DIR/to.db":              exitFailed,
		"evolve DIR/small.yaml --db DIR/a.db --listen :0 --insecure --tls-cert DIR/none --tls-key DIR/none": exitUsage,
	} {
		if code, text := call(line); code != want {
			t.Errorf("%s: exit code %d, want %d: %s", line, code, want, text)
		}
	}
}

// The server finds out from the exit code of a run's process how the run ended.
func TestExitCodesOfJobs(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]jobs.State{
		exitDone: jobs.Finished, exitRefuted: jobs.Finished, exitUndecided: jobs.Finished, exitInterrupted: jobs.Stopped,
		exitFailed: jobs.Failed, exitUsage: jobs.Failed,
	} {
		if got := jobs.StateOf(code); got != want {
			t.Errorf("exit code %d: %s, want %s", code, got, want)
		}
	}
}

// A run cannot have the name of a subcommand of "runs": 'runs NAME' would call it instead of showing the run.
func TestNamesOfRuns(t *testing.T) {
	t.Parallel()
	commands := newRuns(&app{}, nil).Commands()
	if len(commands) == 0 {
		t.Error("no subcommands")
	}
	for _, c := range commands {
		if results.CheckName(c.Name()) == nil {
			t.Errorf("%q is the name of a run", c.Name())
		}
	}
	if err := results.CheckName("deleted"); err != nil {
		t.Error(err)
	}
}
