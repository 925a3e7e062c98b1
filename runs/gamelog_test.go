package runs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// withholding is an executor that cancels the run during a batch. It withholds the first result of
// that batch and returns three later ones.
type withholding struct {
	tournament.Executor
	batch  string // name of the batch
	cancel context.CancelFunc
}

func (w withholding) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	stops, n := jobs.Batch() == w.batch, 0
	return func(yield func(tournament.Result, error) bool) {
		for r, err := range w.Executor.Execute(ctx, jobs) {
			if n++; stops && n == 1 {
				continue
			}
			if !yield(r, err) {
				return
			}
			if stops && n == 4 {
				w.cancel()
				return
			}
		}
	}
}

// lines returns the sorted lines of a file.
func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(strings.Lines(string(text)))
}

// plays plays a run of a kind, a search or a tournament, and returns its number of games.
func plays(ctx context.Context, kind results.Kind, o runs.Options) (int, error) {
	if kind == results.Tournament {
		r, err := both().Tournament(ctx, o, nil)
		return r.Table.Games, err
	}
	r, err := both().Tune(ctx, o, nil)
	return r.Record.Games + r.Verification.Games, err
}

// The file of games of a run that was stopped and resumed has every game once, with its moves, even
// if the run was stopped while later pairings waited for an earlier one.
func TestGamesFileOfAResumedRun(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind   results.Kind
		config string
		batch  string // batch during which the run is stopped
	}{
		"tournament":                    {results.Tournament, cup, ""},
		"the playoff of a verification": {results.Evolve, onRisk, "playoff"},
		"the match of a verification":   {results.Evolve, onRisk, "matches"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			whole := runs.Options{Text: c.config, Store: inStore(t), Workers: 1, GamesFile: filepath.Join(dir, "whole.json")}
			games, err := plays(t.Context(), c.kind, whole)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			o := runs.Options{Text: c.config, Store: inStore(t), GamesFile: filepath.Join(dir, "part.json")}
			o.NewExecutor = func(q runs.ExecutorRequest) (tournament.Executor, error) {
				arena, err := engines.NewArena(q.Game, engines.ArenaOptions{Moves: true, Evals: true})
				return withholding{tournament.Local{Arena: arena, Workers: 1}, c.batch, cancel}, err
			}
			var stopped *runs.InterruptedError
			if _, err := plays(ctx, c.kind, o); !errors.As(err, &stopped) {
				t.Fatal(err)
			}
			var warnings []string
			again := runs.Options{Resume: stopped.Run, Store: o.Store, Workers: 1, GamesFile: o.GamesFile}
			again.Events = tuning.Events{Warning: func(text string) { warnings = append(warnings, text) }}
			if _, err := plays(t.Context(), c.kind, again); err != nil {
				t.Fatal(err)
			}
			if n := len(lines(t, whole.GamesFile)); n != games {
				t.Errorf("%d games of %d are in the file of the whole run", n, games)
			}
			if diff := cmp.Diff(lines(t, whole.GamesFile), lines(t, o.GamesFile)); diff != "" {
				t.Errorf("games of the whole and of the resumed run: %s", diff)
			}
			if text := strings.Join(warnings, "\n"); strings.Contains(text, o.GamesFile) {
				t.Errorf("a warning about a complete file: %s", text)
			}
		})
	}
}

// A run whose file of games cannot be written stops with an error that names the run to resume.
func TestGamesFileOnAFullDisk(t *testing.T) {
	t.Parallel()
	const full = "/dev/full"
	if f, err := os.OpenFile(full, os.O_WRONLY, 0); err != nil {
		t.Skip(err)
	} else if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for kind, config := range map[results.Kind]string{results.Tournament: cup, results.Evolve: onTrack} {
		o := runs.Options{Text: config, Store: inStore(t), Workers: 1, GamesFile: full}
		_, err := plays(t.Context(), kind, o)
		var stopped *runs.InterruptedError
		if !errors.As(err, &stopped) || !runs.Unwritten(err) || !strings.HasSuffix(err.Error(), ": no space left on device") || strings.Count(err.Error(), full) != 1 {
			t.Fatalf("%s: %v", kind, err)
		}
		o.Text, o.Resume, o.GamesFile = "", stopped.Run, ""
		if _, err := plays(t.Context(), kind, o); err != nil {
			t.Errorf("%s, resumed: %v", kind, err)
		}
	}
}

// A resumed run warns if the file of games lacks games that are finished. It removes a part of a game,
// which a killed process may leave at the end.
func TestGamesFileLacksGames(t *testing.T) {
	t.Parallel()
	for kind, config := range map[results.Kind]string{results.Tournament: cup, results.Evolve: onTrack} {
		ctx, cancel := context.WithCancel(t.Context())
		file := filepath.Join(t.TempDir(), "games.json")
		o := runs.Options{Text: config, Store: inStore(t), Workers: 1, GamesFile: file, Events: stops(cancel, 0, 7)}
		if kind == results.Tournament {
			o.Events = stopAfter(cancel, 7)
		}
		var stopped *runs.InterruptedError
		_, err := plays(ctx, kind, o)
		cancel()
		if !errors.As(err, &stopped) {
			t.Fatal(err)
		}
		finished := lines(t, file)
		if err := os.WriteFile(file, []byte(strings.Join(finished[:2], "")+finished[2][:40]), 0o600); err != nil {
			t.Fatal(err)
		}
		var warnings []string
		again := runs.Options{Resume: stopped.Run, Store: o.Store, Workers: 1, GamesFile: file}
		again.Events = tuning.Events{Warning: func(text string) { warnings = append(warnings, text) }}
		if _, err := plays(t.Context(), kind, again); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("warning: %d of the %d finished games of the run are not in %s", len(finished)-2, len(finished), file)
		if text := strings.Join(warnings, "\n"); !strings.Contains(text, want) {
			t.Errorf("%s: warnings %q, want %q", kind, text, want)
		}
		for _, line := range lines(t, file) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: %s", kind, line)
			}
		}
	}
}

// A name that promises another format than the games are written in is a mistake.
func TestGamesFileFormats(t *testing.T) {
	t.Parallel()
	for ext, want := range map[string]string{
		".csv": "games cannot be written as csv; ", ".SGF": "games cannot be written as sgf; ", ".pgn": "cannot be written as PGN; ",
		".jsonl": "", ".json": "", ".games": "", "": "",
	} {
		file := filepath.Join(t.TempDir(), "games"+ext)
		_, err := both().Tournament(t.Context(), runs.Options{Text: cup, Store: inStore(t), GamesFile: file}, nil)
		var mistake *runs.MistakeError
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", ext, err)
		case want != "" && (!errors.As(err, &mistake) || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %s", ext, err, want)
		}
	}
}

// A file of games that cannot be written is a mistake that is found before the config is read, and
// leaves no file and no store behind.
func TestGamesFileMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, file := range []string{dir, filepath.Join(dir, "none", "a.pgn"), filepath.Join(dir, "unread.json")} {
		o := runs.Options{Source: filepath.Join(dir, "no.yaml"), Store: filepath.Join(dir, "runs.db"), GamesFile: file}
		var mistake *runs.MistakeError
		_, err := plays(t.Context(), results.Tournament, o)
		if writable := filepath.Ext(file) == ".json"; !errors.As(err, &mistake) || strings.Contains(err.Error(), "--games-file: open ") == writable {
			t.Errorf("%s: %v", file, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	_, err := plays(t.Context(), results.Tournament, runs.Options{Text: cup, Store: inStore(t), GamesFile: "-"})
	if err == nil || !strings.Contains(err.Error(), "--games-file -: standard output has the output of the verb") {
		t.Errorf("a file named -: %v", err)
	}
}

// A game is in the file only if its pairing is in the store, so that a run that is killed and resumed
// does not write it twice.
func TestGamesFileHasStoredGamesOnly(t *testing.T) {
	t.Parallel()
	for kind, config := range map[results.Kind]string{results.Tournament: cup, results.Evolve: onRisk} {
		o := runs.Options{Text: config, Store: inStore(t), Workers: 1, GamesFile: filepath.Join(t.TempDir(), "games.json")}
		most, finished := 0, 0
		o.Events.ResultFinished = func(phase tuning.Phase, _ tournament.Result) {
			if finished++; phase == tuning.Search || finished%5 != 0 {
				return
			}
			written := len(lines(t, o.GamesFile)) // before the store is read
			rec, err := runs.Record(t.Context(), o.Store, "last")
			if err != nil {
				t.Error(err)
				return
			}
			games := rec.Games
			for _, r := range stored(t, o.Store, "last") {
				if kind != results.Tournament {
					games += len(r.Games)
				}
			}
			if most = max(most, written); written > games {
				t.Errorf("%s: %d games are written, %d are stored", kind, written, games)
			}
		}
		games, err := plays(t.Context(), kind, o)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(lines(t, o.GamesFile)); n != games || most == 0 && kind == results.Evolve {
			t.Errorf("%s: %d games of %d are in the file, %d before the end", kind, n, games, most)
		}
	}
}

// failing is an executor whose every second pairing has a game that a program lost by failing.
type failing struct{ tournament.Executor }

func (x failing) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		for r, err := range x.Executor.Execute(ctx, jobs) {
			if err == nil && r.Index%2 == 1 && !strings.HasPrefix(jobs.Batch(), "round") {
				r.Games = slices.Clone(r.Games)
				r.Games[0] = engines.ForfeitRecord(2, engines.Forfeit{Kind: engines.ForfeitCrashed, Evidence: &engines.Evidence{Program: "bot", Seed: r.Pairing.Seed}})
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// The failures of programs are stored with their pairings, also if the run stops while an earlier
// pairing is played.
func TestFailuresOfAResumedRun(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind          results.Kind
		config, batch string
	}{
		"tournament":                  {results.Tournament, cup, ""},
		"the match of a verification": {results.Evolve, onRisk, "matches"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			o := runs.Options{Text: c.config, Store: inStore(t)}
			o.NewExecutor = func(q runs.ExecutorRequest) (tournament.Executor, error) {
				arena, err := engines.NewArena(q.Game, engines.ArenaOptions{})
				return failing{withholding{tournament.Local{Arena: arena, Workers: 1}, c.batch, cancel}}, err
			}
			var stopped *runs.InterruptedError
			if _, err := plays(ctx, c.kind, o); !errors.As(err, &stopped) {
				t.Fatal(err)
			}
			o.Text, o.Resume = "", stopped.Run
			o.NewExecutor = func(q runs.ExecutorRequest) (tournament.Executor, error) {
				arena, err := engines.NewArena(q.Game, engines.ArenaOptions{})
				return failing{tournament.Local{Arena: arena, Workers: 2}}, err
			}
			if _, err := plays(t.Context(), c.kind, o); err != nil {
				t.Fatal(err)
			}
			list, err := runs.Failures(t.Context(), o.Store, stopped.Run)
			if err != nil {
				t.Fatal(err)
			}
			forfeits := 0
			for _, r := range stored(t, o.Store, stopped.Run) {
				for _, g := range r.Games {
					if g.Forfeit != nil {
						forfeits++
					}
				}
			}
			if len(list) != forfeits || forfeits < 10 {
				t.Errorf("%d failures of %d forfeited games are stored", len(list), forfeits)
			}
		})
	}
}
