package cmd

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanista/lanista/cmd/internal/term"
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
		{"evolve", "risk-quick", "--set", "budget.games=100", "--set", "verification.games=20", "--no-progress", "--db", dir + "/c.db"},
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

// Messages are wrapped to the width of the screen, except commands to copy.
func TestMessagesAreWrapped(t *testing.T) {
	t.Parallel()
	columns := "30"
	a := &app{name: "lanista", err: term.New(io.Discard, func(name string) string {
		if name == "COLUMNS" {
			return columns
		}
		return ""
	})}
	const text = "interrupted; what is finished is saved. Resume with: lanista evolve --resume risk-20261129-754c --db 'my runs.db'\n  Seeds 2-3 had not begun"
	want := "lanista: interrupted; what is\nfinished is saved. Resume\nwith:\n  lanista evolve --resume risk-20261129-754c --db 'my runs.db'\n  Seeds 2-3 had not begun"
	if got := a.message(text); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	columns = ""
	if got := a.message(text); got != "lanista: "+text {
		t.Errorf("without a terminal: %s", got)
	}
}

// Sentences of rate are wrapped to the width of the screen.
func TestSentencesOfRateFit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "few.csv", "first,second,result\na,b,1-0\nb,a,0-1\na,b,1/2-1/2\n")
	write(t, dir, "circle.csv", "first,second,result\na,b,1-0\nb,c,1-0\nc,a,1-0\nd,e,1-0\n")
	for _, args := range [][]string{{"few.csv", "--sprt", "0,5"}, {"circle.csv", "--model", "davidson", "--first-seat"}} {
		var out bytes.Buffer
		a := Program{}.app(strings.NewReader(""), io.Discard, io.Discard)
		a.out = term.New(&out, func(name string) string { return map[string]string{"COLUMNS": "60"}[name] })
		root := newRoot(a)
		root.SetArgs(append([]string{"rate", filepath.Join(dir, args[0])}, args[1:]...))
		err := root.ExecuteContext(t.Context())
		if code := exitCode(err); code != exitDone && code != exitUndecided || out.Len() == 0 {
			t.Errorf("%q: %v", args, err)
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 60 && strings.Contains(line, " ") {
				t.Errorf("%q: %s", args, line)
			}
		}
	}
}

// A line break in the name of a player does not break a line of rate.
func TestLineBreaksInNamesOfRate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "two.csv", "first,second,result\n\"a\nx\",b,1-0\nb,\"a\nx\",0-1\n\"a\nx\",b,1/2-1/2\n")
	write(t, dir, "circle.csv", "first,second,result\n"+strings.Repeat("\"a\nx\",b,1-0\nb,c,1-0\nc,\"a\nx\",1-0\n", 20))
	for _, args := range [][]string{{"two.csv", "--sprt", "0,5"}, {"circle.csv", "--matrix"}} {
		var out bytes.Buffer
		a := Program{}.app(strings.NewReader(""), &out, io.Discard)
		root := newRoot(a)
		root.SetArgs(append([]string{"rate", filepath.Join(dir, args[0])}, args[1:]...))
		err := root.ExecuteContext(t.Context())
		if code := exitCode(err); code != exitDone && code != exitUndecided {
			t.Errorf("%q: %v", args, err)
		}
		if text := out.String(); strings.Contains(text, "a\nx") || strings.Count(text, `a\nx`) < 2 {
			t.Errorf("%q: %s", args, text)
		}
	}
}
