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
		return a.writeJSON(append([]results.Failure{}, list...))
	}
	if len(list) == 0 {
		fmt.Fprintln(a.out, "no program has lost a game by failing")
		return nil
	}
	for i, f := range list {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		a.printFailure(f)
	}
	return nil
}

// printFailure prints all that is known of one failure.
func (a *app) printFailure(f results.Failure) {
	where := fmt.Sprintf("pairing %d, game %d", f.Pairing, f.Game)
	if f.Round > 0 {
		where = fmt.Sprintf("round %d, %s", f.Round, where)
	}
	if f.Agents != nil {
		where += " of " + strings.Join(f.Agents, " against ")
	}
	e := f.Forfeit.Evidence
	fmt.Fprintf(a.out, "%s, seat %d, lost by %s: %s\n", e.Program, f.Forfeit.Seat+1, f.Forfeit.Kind.Verdict(), f.Forfeit.Reason)
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
