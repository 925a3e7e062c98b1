package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/lanista/lanista/cmd/internal/term/termtest"
)

// screens lists command lines whose final screens are tested. Later ones use the runs of earlier
// ones. Those before "all" are the short form of the test.
const screens = `
evolve tune.yaml --name first
runs
runs first
all
evolve risk-quick --name bred
fit fit.yaml --name fitted
tournament cup.yaml --name cup
grid hare-grid --name grid
experiment duel.yaml
runs
runs bred
runs cup
runs fitted
compare first bred --games 200
replay cup --game 3
rate games.csv
rate few.csv --matrix --sprt 0,5
rate circle.csv --model davidson --first-seat
tournament pair.yaml --sprt 0,100 --name pair --lengths
runs pair
bench --config tune.yaml --strategy spsa --seeds 1-2 --budget 40 --games 4
engines
engines risk
engines hare
engines minesweeper --set model=classic
agents
agents othello
presets
evolve risk --dry-run
tournament othello-league --dry-run
bench --strategy spsa --seeds 2 --budget 400
check risk --games 2
eval othello f5d6c3 --set depth=1
eval risk 'A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3'
perft othello --depth 4
etudes check hare-20
notation risk
help
help evolve
help strategies
config show tune.yaml
version
evolve wrong.yaml
evolv risk
`

// onScreen runs a command on a terminal and returns its screen after a prompt of the shell, and the
// number of progress bars that were drawn.
func onScreen(t *testing.T, dir, line string, width int, slow bool) (screen string, bars int) {
	t.Helper()
	terminal := termtest.Open(t, width, slow)
	c := exec.CommandContext(t.Context(), "sh", "-c", "lanista "+line)
	c.Dir, c.Stdout, c.Stderr = dir, terminal.Out, terminal.Err
	c.Env = append(os.Environ(), "TERM=xterm-256color", promptly)
	_ = c.Run() // some of them fail
	fmt.Fprint(terminal.Out, "$ ")
	terminal.Close()
	for _, long := range terminal.Long() {
		if !strings.HasPrefix(long, "lanista ") && !strings.HasPrefix(long, "  lanista ") { // a command, to be copied
			t.Errorf("%d columns: %s: a line is longer than the terminal is wide: %s", width, line, long)
		}
	}
	return terminal.Screen(), terminal.Bars()
}

// piped runs a command without a terminal and returns its output: at a width, or 0 for lines of
// any length.
func piped(t *testing.T, dir, line string, width int) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "sh", "-c", "lanista "+line)
	c.Dir, c.Env = dir, append(os.Environ(), "LANISTA_NO_PROGRESS=true", promptly)
	if width > 0 {
		c.Env = append(c.Env, "COLUMNS="+strconv.Itoa(width))
	}
	out, _ := c.CombinedOutput() // some of them fail
	return string(out)
}

// words returns the words of a text without what differs between two runs.
func words(text string) []string {
	return strings.Fields(strings.Join(masked([]string{strings.Join(strings.Fields(text), " ")}, false), " "))
}

// The final screen of every verb is what the verb prints without a terminal, and a prompt in a line
// of its own: nothing is left of a progress bar, no line but a command to copy is longer than the
// terminal is wide, no value of a table is cut, and all colours are reset.
func TestFinalScreens(t *testing.T) {
	t.Parallel()
	for _, width := range []int{60, 80, 130} {
		for _, loaded := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d columns, loaded: %v", width, loaded), func(t *testing.T) {
				t.Parallel()
				if !exhaustive && (width != 80 || loaded) {
					t.Skip("with LANISTA_EXHAUSTIVE=1")
				}
				if loaded {
					var done atomic.Bool
					defer done.Store(true)
					for range 4 * runtime.NumCPU() {
						go func() {
							for !done.Load() {
							}
						}()
					}
				}
				var folders [3]string
				for i := range folders {
					folders[i] = t.TempDir()
					for name, text := range typedFiles {
						write(t, folders[i], name, text)
					}
					write(t, folders[i], "few.csv", "first,second,result\na,b,1-0\nb,a,0-1\na,b,1/2-1/2\n")
					write(t, folders[i], "circle.csv", "first,second,result\na,b,1-0\nb,c,1-0\nc,a,1-0\nd,e,1-0\n")
				}
				bars := 0
				for line := range strings.Lines(strings.TrimSpace(screens)) {
					if line = strings.TrimSpace(line); line == "all" {
						if !exhaustive {
							return
						}
						continue
					}
					screen, drawn := onScreen(t, folders[0], line, width, loaded)
					bars += drawn
					compareScreens(t, line, width, screen, piped(t, folders[1], line, width), piped(t, folders[2], line, 0))
				}
				if bars == 0 {
					t.Error("no progress bar was drawn")
				}
			})
		}
	}
}

// compareScreens compares the screen of a command with its output at the same width, and its words with
// those of the output at any width.
func compareScreens(t *testing.T, line string, width int, screen, narrow, wide string) {
	t.Helper()
	shown, prompt := strings.CutSuffix(screen, "\n$")
	if !prompt {
		t.Errorf("%d columns: %s: the prompt is not in a line of its own:\n%s", width, line, screen)
	}
	got, want := words(shown), words(narrow)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d columns: %s: the screen shows\n%s\nwithout a terminal the output is\n%s", width, line, shown, narrow)
	}
	whole := make(map[string]bool)
	for _, word := range words(wide) {
		whole[word] = true
	}
	for _, word := range got {
		if !whole[word] && !strings.HasPrefix(word, "|") && !strings.Contains(shown, "(columns left out: ") {
			t.Errorf("%d columns: %s: %q is not in the output at any width:\n%s", width, line, word, shown)
		}
	}
}

// Ctrl-Z erases the bar before the shell writes, and the run continues in the foreground. In the
// background it draws no bar. Ctrl-Z also suspends a program whose output no pager reads.
func TestJobsOfAShell(t *testing.T) {
	t.Parallel()
	type typing func(terminal *termtest.Terminal, dir string)
	shell := func(script string, typed ...typing) (*termtest.Terminal, string) {
		terminal := termtest.Open(t, 80, false)
		dir := t.TempDir()
		ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
		defer cancel()
		c := exec.CommandContext(ctx, "sh", "-c", "set -m; "+script)
		c.Dir, c.Stdin, c.Stdout, c.Stderr = dir, terminal.Out, terminal.Out, terminal.Err
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
		c.Env = append(os.Environ(), "TERM=xterm-256color", promptly)
		if err := c.Start(); err != nil {
			t.Skip(err)
		}
		for _, types := range typed {
			types(terminal, dir)
		}
		_ = c.Wait() // ends with an error, because the run is interrupted
		terminal.Close()
		return terminal, terminal.Screen()
	}
	const run = "lanista evolve risk-quick --workers 1 --set verification.games=10000000"
	terminal, screen := shell(run+"; echo paused; sleep 0.2; fg", func(terminal *termtest.Terminal, _ string) {
		terminal.Await(func(e *termtest.Emulator) bool { return e.Bars() > 0 })
		terminal.Type("\x1a")
		before := -1
		terminal.Await(func(e *termtest.Emulator) bool { // a bar after the pause
			if before < 0 && strings.Contains(e.Screen(), "paused") {
				before = e.Bars()
			}
			return before >= 0 && e.Bars() > before
		})
		terminal.Type("\x03")
	})
	if !strings.HasPrefix(screen, "paused\n") || !strings.Contains(screen, "Resume with:") || strings.Contains(screen, "|") || terminal.Bars() < 1 {
		t.Errorf("%d bars; the screen shows\n%s", terminal.Bars(), screen)
	}
	terminal, screen = shell("lanista evolve risk-quick & wait")
	if !strings.Contains(screen, "better than default") || terminal.Bars() > 0 {
		t.Errorf("in the background: %d bars; the screen shows\n%s", terminal.Bars(), screen)
	}
	_, screen = shell("lanista config schema | { touch begun; exec sleep 600; }; echo paused; kill -KILL %1", func(terminal *termtest.Terminal, dir string) {
		for !stored(filepath.Join(dir, "begun")) && t.Context().Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(500 * time.Millisecond) // the program writes until the pipe is full
		terminal.Type("\x1a")
	})
	if !strings.HasSuffix(strings.TrimSpace(screen), "paused") {
		t.Errorf("with a pager: the screen shows\n%s", screen)
	}
}

// A program whose output goes into a pipe leaves what another program, such as a pager, has written on
// the terminal.
func TestTheEndErasesNothing(t *testing.T) {
	t.Parallel()
	terminal := termtest.Open(t, 80, false)
	for range 20 {
		Program{Games: games()}.Run(t.Context(), []string{"version"}, nil, nil, terminal.Err)
		fmt.Fprint(terminal.Out, "pager ")
	}
	time.Sleep(20 * time.Millisecond) // for goroutines of the program
	terminal.Close()
	if got, want := terminal.Screen(), strings.TrimSpace(strings.Repeat("pager ", 20)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Paragraphs of help texts, topics and notations are wrapped as a whole: no line of a paragraph ends long
// before the width of the screen.
func TestParagraphsAreWrappedAsAWhole(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"help play":        "Several people play at one terminal if --seat lists their seats, such as --seat\n1,2. Use --tally FILE to count your results in a file.\n",
		"help exit-codes":  "2    the command line or a config is invalid, or names what does not exist or\n     cannot be used, such as an unknown or a finished run, or a file that is not\n     a store\n",
		"notation othello": "  Black (seat 1) begins. A move places a disc on an empty square. It must\n  enclose at least one line of the opponent's discs between itself and another\n",
	} {
		if got := piped(t, t.TempDir(), line, 80); !strings.Contains(got, want) {
			t.Errorf("%s:\n%s", line, got)
		}
	}
}

// Questions on a terminal end with an interrupt.
func TestQuestionsAreInterrupted(t *testing.T) {
	t.Parallel()
	in, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = in.Close() }()
	for name, ask := range map[string]func(context.Context, *app) error{
		"runs delete": func(ctx context.Context, a *app) error { return a.confirm(ctx, "Delete a?") },
		"init":        func(ctx context.Context, a *app) error { return a.init(ctx, initOptions{given: map[string]bool{}}) },
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		a := Program{}.app(in, io.Discard, io.Discard)
		if err := ask(ctx, a); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}
