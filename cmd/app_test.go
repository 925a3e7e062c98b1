package cmd

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// cut is a writer that accepts a number of bytes and then returns errors.
type cut struct{ left int }

var errCut = errors.New("no space left on device")

func (c *cut) Write(p []byte) (int, error) {
	n := min(len(p), c.left)
	c.left -= n
	if n < len(p) {
		return n, errCut
	}
	return n, nil
}

// Every verb fails if its output cannot be written.
func TestOutputThatIsCutOff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, args := range [][]string{
		{"version"},
		{"help"},
		{"help", "settings"},
		{"engines"},
		{"engines", "risk", "--json"},
		{"presets"},
		{"presets", "risk"},
		{"perft", "othello", "--depth", "2"},
		{"eval", "othello", "f5d6c3", "--set", "depth=1"},
		{"completion", "bash"},
		{"tournament", "risk-baselines", "--set", "schedule.cycles=1", "--no-progress", "--db", dir + "/a.db"},
		{"grid", "hare-grid", "--no-progress", "--db", dir + "/b.db"},
		{"evolve", "risk-quick", "--set", "budget.games=100", "--no-progress", "--db", dir + "/c.db"},
		{"runs", "last", "--db", dir + "/c.db"},
		{"export", "last", "--db", dir + "/c.db"},
		{"report", "last", "--db", dir + "/c.db"},
	} {
		var stderr bytes.Buffer
		program := Program{Games: games()}
		if code := program.Run(t.Context(), args, strings.NewReader(""), &cut{10}, &stderr); code != exitFailed || !strings.Contains(stderr.String(), errCut.Error()) {
			t.Errorf("%v: exit code %d, %q", args, code, stderr.String())
		}
	}
}

// A program with a nil game ends with an error, whatever it is asked for.
func TestANilGame(t *testing.T) {
	t.Parallel()
	p := Program{Name: "nim", Games: append(games(), nil)}
	for _, line := range []string{"engines", "evolve risk-quick", "--help"} {
		var stderr bytes.Buffer
		if code := p.Run(t.Context(), strings.Fields(line), strings.NewReader(""), io.Discard, &stderr); code != exitFailed || !strings.Contains(stderr.String(), "of the registry is nil") {
			t.Errorf("%s: exit code %d, %s", line, code, stderr.String())
		}
	}
}
