package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

// showFailures shows the games of a run that programs have lost by failing.
func (a *app) showFailures(ctx context.Context, db, id string) error {
	list, err := runs.Failures(ctx, db, id)
	if errors.Is(err, fs.ErrNotExist) {
		err = a.noStore(db)
	}
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(documents.Failures(list))
	}
	if len(list) == 0 {
		fmt.Fprintln(a.out, "no program has lost a game by failing")
		return nil
	}
	for i, f := range list {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		a.printFailure(i+1, f)
	}
	return nil
}

// replayFailure plays a game that a program has lost by failing again.
func (a *app) replayFailure(ctx context.Context, o runsOptions) error {
	rec, err := a.record(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	if o.trace == "" {
		o.trace = fmt.Sprintf("%s-failure-%d", rec.ID, o.replay)
	}
	again, err := a.catalog.ReplayFailure(ctx, runs.Options{Config: o.config, Resume: rec.ID, Store: o.db, Trace: o.trace}, int(o.replay))
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(documents.ReplayedFailure(again))
	}
	for _, name := range again.Changed {
		a.warn("%s has changed since the run began", name)
	}
	a.printFailure(again.Number, again.Failure)
	if f := again.Played.Forfeit; f != nil {
		fmt.Fprintf(a.out, "\nplayed again: seat %d lost by %s: %s\n", f.Seat+1, f.Kind.Verdict(), f.Reason)
	} else {
		fmt.Fprintf(a.out, "\nplayed again: no program failed; places by seat: %s, %d plies\n", again.Played.Outcome, again.Played.Plies)
	}
	for _, file := range again.Traces {
		fmt.Fprintf(a.out, "every line: %s\n", file)
	}
	return nil
}

// printFailure prints all that is known of the n-th failure of a run.
func (a *app) printFailure(n int, f results.Failure) {
	where := fmt.Sprintf("pairing %d, game %d", f.Pairing, f.Game)
	if f.Round > 0 {
		where = fmt.Sprintf("round %d, %s", f.Round, where)
	}
	if f.Agents != nil {
		where += " of " + strings.Join(f.Agents, " against ")
	}
	e := f.Forfeit.Evidence
	fmt.Fprintf(a.out, "%d. %s, seat %d, lost by %s: %s\n", n, e.Program, f.Forfeit.Seat+1, f.Forfeit.Kind.Verdict(), f.Forfeit.Reason)
	fmt.Fprintf(a.out, "  %s, seed %d\n", where, e.Seed)
	if e.Status != "" {
		fmt.Fprintf(a.out, "  it ended: %s\n", e.Status)
	}
	var weights []string
	for _, name := range slices.Sorted(maps.Keys(e.Weights)) {
		weights = append(weights, fmt.Sprintf("%s %s", name, number(e.Weights[name])))
	}
	if weights != nil {
		fmt.Fprintf(a.out, "  weights: %s\n", strings.Join(weights, ", "))
	}
	for _, line := range e.Lines {
		fmt.Fprintf(a.out, "  %s\n", line)
	}
	for line := range strings.Lines(e.Stderr) {
		fmt.Fprintf(a.out, "  ! %s\n", strings.TrimSuffix(line, "\n"))
	}
}
