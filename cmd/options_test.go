package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

func TestFromStoreCanBeTyped(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		runs.DefaultStore: "", "a/b.db": " --db a/b.db", "my runs.db": " --db 'my runs.db'", "it's": ` --db 'it'\''s'`,
	} {
		if got := storeArgument(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// The command that resumes a run repeats the flags of its command line. It leaves out the flags that
// the stored config contains, unless the config must be given because of its programs, and the flags
// that a resumed run cannot have.
func TestResumeCommand(t *testing.T) {
	t.Parallel()
	a := &app{name: "lanista"}
	evolve := func(to *typedCommand) *cobra.Command {
		return newEvolve(a, func(_ context.Context, o evolveOptions) error { *to = o.run.typed; return nil })
	}
	contest := func(to *typedCommand) *cobra.Command {
		return newTournament(a, func(_ context.Context, o tournamentOptions) error { *to = o.run.typed; return nil })
	}
	fit := func(to *typedCommand) *cobra.Command {
		return newFit(a, func(_ context.Context, o fitOptions) error { *to = o.run.typed; return nil })
	}
	match := func(to *typedCommand) *cobra.Command {
		return newMatch(a, func(_ context.Context, o matchOptions) error { *to = o.run.typed; return nil })
	}
	for _, c := range []struct {
		verb     string
		command  func(*typedCommand) *cobra.Command
		line     string
		programs string // with programs
		stored   string // without
	}{
		{
			"evolve", evolve, "a.yaml --budget 40 --strategy genetic --set strategy.x={y:1} --set b=1 --seed 0 --games-file it's.pgn --name n --json",
			`lanista evolve a.yaml --budget 40 --seed 0 --set 'strategy.x={y:1}' --set b=1 --strategy genetic --games-file 'it'\''s.pgn' --resume chess-1 --db y.db`,
			`lanista evolve --games-file 'it'\''s.pgn' --resume chess-1 --db y.db`,
		},
		{
			"evolve", evolve, "a.yaml --seeds 6-8 --workers 2 --affinity --force=false",
			"lanista evolve a.yaml --seed 7 --affinity --force=false --workers 2 --resume chess-1 --db y.db",
			"lanista evolve --affinity --force=false --workers 2 --resume chess-1 --db y.db",
		},
		{
			"evolve", evolve, "a.yaml --resume last --changed-programs --trace folder --run-file f",
			"lanista evolve a.yaml --changed-programs --resume chess-1 --db y.db",
			"lanista evolve --changed-programs --resume chess-1 --db y.db",
		},
		{
			"tournament", contest, "a.yaml --sprt 0,10 --cycles 9 --lengths --local-workers 2",
			"lanista tournament a.yaml --cycles 9 --sprt 0,10 --lengths --local-workers 2 --resume chess-1 --db y.db",
			"lanista tournament --lengths --local-workers 2 --resume chess-1 --db y.db",
		},
		{
			"fit", fit, "a.yaml --from x.csv --workers 1",
			"lanista fit a.yaml --from x.csv --workers 1 --resume chess-1 --db y.db",
			"lanista fit --workers 1 --resume chess-1 --db y.db",
		},
		{
			"match", match, "./old ./new --tc 8+0.08 --option Hash=16 --option Style=$x --old-option A=b --force --json --name x --set seed=3 --openings book.epd --concurrency 3",
			"lanista match ./old ./new --old-option A=b --openings book.epd --option Hash=16 --option 'Style=$x' --set seed=3 --tc 8+0.08 --workers 3 --force --resume chess-1 --db y.db",
			"lanista tournament --workers 3 --force --resume chess-1 --db y.db",
		},
	} {
		var line typedCommand
		if err := typed(c.command(&line), c.line+" --db y.db"); err != nil {
			t.Errorf("%s %s: %v", c.verb, c.line, err)
			continue
		}
		for programs, want := range map[bool]string{true: c.programs, false: c.stored} {
			err := a.resumable(&runs.InterruptedError{Run: "chess-1", Seed: 7, Programs: programs}, new(term.Progress), c.verb, "y.db", line)
			if got := err.Error(); got != "interrupted; what is finished is saved. Resume with: "+want {
				t.Errorf("%s %s, with programs %t: %s\nwant %s", c.verb, c.line, programs, got, want)
			}
		}
		for programs, want := range map[bool]string{true: c.programs, false: c.stored} {
			failed := &runs.StoppedError{Run: "chess-1", Seed: 7, Games: 20, Err: &tournament.ForfeitsError{Agent: "a", Games: 20, Reason: "b"}, Programs: programs}
			err := a.resumable(failed, new(term.Progress), c.verb, "y.db", line)
			if got := err.Error(); got != "stopped after 20 games: agent a forfeited 20 games in a row; reason of the last: b\n  resume: "+want {
				t.Errorf("%s %s, an agent failed: %s\nwant %s", c.verb, c.line, got, want)
			}
		}
		want := c.programs
		if !strings.Contains(c.line, "--changed-programs") {
			want += "; after a change of the program, add --changed-programs"
		}
		for reason, see := range map[error]string{&tournament.BrokenError{}: "see: lanista runs chess-1 --failures --db y.db; ", &tournament.JobError{}: ""} {
			err := a.resumable(&runs.StoppedError{Run: "chess-1", Seed: 7, Err: reason, Programs: true}, new(term.Progress), c.verb, "y.db", line)
			if !strings.HasSuffix(err.Error(), "\n  "+see+"resume: "+want) {
				t.Errorf("%s %s: %v, want %s", c.verb, c.line, err, want)
			}
		}
		err := a.resumable(&runs.InterruptedError{Run: "chess-1", Seed: 7, Early: true}, new(term.Progress), c.verb, "y.db", line)
		if !strings.HasSuffix(err.Error(), "Resume with: "+c.programs) {
			t.Errorf("%s %s, stopped early: %v, want %s", c.verb, c.line, err, c.programs)
		}
	}
	full := fmt.Errorf("y.db: %w", results.ErrFull)
	for _, seeds := range []*runs.Seeds{nil, {First: 8, Last: 9}} {
		err := a.resumable(&runs.InterruptedError{Run: "chess-1", Seed: 7, RemainingSeeds: seeds, Err: full}, new(term.Progress), "evolve", "y.db", typedCommand{})
		want := "y.db: no space left. Resume with: lanista evolve --resume chess-1 --db y.db"
		if seeds != nil {
			want += "\n  Seeds 8-9 had not begun: the same command with --seeds 8-9 plays them"
		}
		if err.Error() != want || exitCode(err) != 1 {
			t.Errorf("a full disk: exit code %d, %v\nwant %s", exitCode(err), err, want)
		}
	}
	var experiment experimentOptions
	for line, want := range map[string]string{
		"a.yaml --budget 100 --seeds 1-3 --name x --figure a.svg": "lanista experiment a.yaml --budget 100 --seeds 1-3 --figure a.svg --resume duel --db y.db",
		"--resume duel --csv t.csv":                               "lanista experiment --csv t.csv --resume duel --db y.db",
	} {
		if err := typed(newExperiment(a, took(&experiment)), line+" --db y.db"); err != nil {
			t.Errorf("experiment %s: %v", line, err)
			continue
		}
		err := a.resumableExperiment(&runs.ExperimentInterruptedError{Experiment: "duel", Programs: true}, experiment)
		if !strings.HasSuffix(err.Error(), "Resume with: "+want) {
			t.Errorf("experiment %s: %v, want %s", line, err, want)
		}
	}
	err := a.resumableExperiment(&runs.ExperimentInterruptedError{Experiment: "duel", Err: full}, experimentOptions{options: runs.Options{Store: "y.db"}})
	if want := "y.db: no space left. Resume with: lanista experiment --resume duel --db y.db"; err.Error() != want || exitCode(err) != 1 {
		t.Errorf("a full disk: exit code %d, %v\nwant %s", exitCode(err), err, want)
	}
}

// An error about a flag that sets a config key names the flag and not the override for which it stands.
func TestShortcutInError(t *testing.T) {
	t.Parallel()
	cause := errors.New("--set budget.games=1: budget.games: 1 games are less than one round\n--set seed=3: seed: no")
	c := newEvolve(&app{name: "lanista"}, func(context.Context, evolveOptions) error { return cause })
	c.SetArgs([]string{"a.yaml", "--budget", "1", "--set", "seed=3"})
	c.SilenceErrors, c.SilenceUsage = true, true
	want := "--budget 1: budget.games: 1 games are less than one round\n--set seed=3: seed: no"
	if err := c.Execute(); !errors.Is(err, cause) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A wrong name or tag is a mistake of the command line; a store that cannot be written is none.
func TestExitCodeOfChangedRuns(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]int{
		nil: exitDone, results.ErrNameTaken: exitUsage, errors.New("the run has no tag x"): exitUsage,
		results.ErrFull: exitFailed, results.ErrUnwritable: exitFailed, results.ErrLocked: exitFailed, results.ErrDamaged: exitFailed,
	} {
		wrapped := err
		if err != nil {
			wrapped = fmt.Errorf("y.db: %w", err)
		}
		if got := exitCode(wordsError(wrapped)); got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
	}
}

// An error about what was typed ends the program with the exit code for mistakes, however deep it
// arose; an exit code that a verb chose stays.
func TestExitCodeOfTypedMistakes(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]int{
		results.ErrUnknownRun: exitUsage, results.ErrAmbiguous: exitUsage, results.ErrFinished: exitUsage, results.ErrNoWeights: exitUsage,
		results.ErrStored: exitUsage, results.ErrSameStore: exitUsage, results.ErrNotStore: exitUsage, results.ErrFormat: exitUsage,
		results.ErrFull: exitFailed, results.ErrLocked: exitFailed, results.ErrDamaged: exitFailed, results.ErrInUse: exitFailed,
		withExitCode(exitFailed, results.ErrNotStore): exitFailed,
	} {
		a := &app{name: "lanista", err: term.New(io.Discard, os.Getenv), out: term.New(io.Discard, os.Getenv)}
		if got := a.reportError(fmt.Errorf("y.db: %w", err)); got != want {
			t.Errorf("%v: exit code %d, want %d", err, got, want)
		}
	}
}

// The printed error for an unknown run names the verb that lists the runs, unless the store has none
// or a config names the run.
func TestUnknownRunNamesTheList(t *testing.T) {
	t.Parallel()
	unknown := fmt.Errorf("y.db: %w: %q", results.ErrUnknownRun, "x")
	for _, c := range []struct {
		err  error
		want string
	}{
		{unknown, "lanista: y.db: no such run: \"x\"; 'lanista runs' lists the runs of a store\n"},
		{fmt.Errorf("y.db: %w", results.ErrNoRuns), "lanista: y.db: no such run: the store is empty\n"},
		{&runs.MistakeError{Err: unknown}, "lanista: y.db: no such run: \"x\"\n"},
	} {
		var errOut strings.Builder
		a := &app{name: "lanista", err: term.New(&errOut, os.Getenv), out: term.New(io.Discard, os.Getenv)}
		a.reportError(c.err)
		if errOut.String() != c.want {
			t.Errorf("%q, want %q", errOut.String(), c.want)
		}
	}
}

// A damaged store that does not exist, and a new one that does, are mistakes of the command line.
func TestExitCodeOfRecovery(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	if err := os.WriteFile(there, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, o := range []storeOptions{{db: filepath.Join(dir, "none.db"), to: filepath.Join(dir, "new.db")}, {db: there, to: there}} {
		if err := (&app{noProgress: true}).recoverStore(t.Context(), o); exitCode(err) != exitUsage {
			t.Errorf("%s to %s: exit code %d, %v", o.db, o.to, exitCode(err), err)
		}
	}
}
