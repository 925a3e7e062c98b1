package runs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// ReplayFailureResult compares a stored game that a program lost by failing with a replay of the
// same game.
type ReplayFailureResult struct {
	Run     string
	Number  int // number of the failure in the run, from 1
	Failure results.Failure
	Played  engines.Record // replayed game, with its moves
	Traces  []string       // files with every line that the programs read or wrote
	Changed []string       // names of programs whose files differ from those at the beginning of the run
}

// Same reports whether the same seat failed in the same way in the replay.
func (r ReplayFailureResult) Same() bool {
	f := r.Played.Forfeit
	return f != nil && f.Seat == r.Failure.Forfeit.Seat && f.Kind == r.Failure.Forfeit.Kind
}

// ReplayFailure replays the n-th game that a program of a stored run lost by failing, counted from
// 1. Agents and deal (game start) are the same. o.Resume selects the run, o.Source is a config with
// the commands of its programs, and o.Trace is a folder for protocol traces. The programs may be
// newer than the run, for example to test a corrected program.
func ReplayFailure(ctx context.Context, c Catalog, o Options, n int) (ReplayFailureResult, error) {
	o = o.withDefaults()
	store, err := OpenReadOnly(o.Store)
	if err != nil {
		return ReplayFailureResult{}, err
	}
	defer func() { _ = store.Close() }()
	rec, err := store.Get(ctx, o.Resume)
	if err != nil {
		return ReplayFailureResult{}, err
	}
	list, err := store.Failures(ctx, rec.ID)
	if err != nil {
		return ReplayFailureResult{}, err
	}
	if n < 1 || n > len(list) {
		return ReplayFailureResult{}, mistakef("run %s has %d failures; there is no failure %d", rec.ID, len(list), n)
	}
	out := ReplayFailureResult{Run: rec.ID, Number: n, Failure: list[n-1]}
	known := out.Failure.Forfeit.Evidence
	own, err := gameOfRun(ctx, c, rec, o)
	if err != nil || own.Programs == nil {
		return out, err
	}
	defer own.Close()
	if missing := slices.DeleteFunc(slices.Sorted(maps.Keys(own.Config.Programs)), own.Programs.Has); len(missing) > 0 {
		return out, mistakef("run %s uses %s, which the config does not name", rec.ID, programNames(missing))
	}
	out.Changed = changedPrograms(own.Config, own.lender.Config)
	arena := own.terms().Arena
	arena.Moves = true
	a, err := engines.NewArena(own.Engine, arena)
	if err != nil {
		return out, err
	}
	if out.Played, err = a.Play(ctx, known.Agents, known.Seed); err != nil {
		return out, err
	}
	own.Close() // which ends the traces
	if err := own.Programs.TraceError(); err != nil {
		return out, fmt.Errorf("the trace is incomplete: %w", err)
	}
	out.Traces, err = traceFiles(o.Trace)
	return out, err
}

// traceFiles returns the paths of the protocol traces in a folder, sorted by name. It returns nil
// if folder is "" or does not exist.
func traceFiles(folder string) (paths []string, err error) {
	if folder == "" {
		return nil, nil
	}
	list, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, entry := range list {
		if filepath.Ext(entry.Name()) == ".txt" {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths, err
}
