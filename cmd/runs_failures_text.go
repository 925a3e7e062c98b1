package cmd

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// failure prints the details of the n-th failure of a run.
func (w textWriter) failure(n int, f results.Failure) {
	where := fmt.Sprintf("pairing %d, game %d", f.Pairing+1, f.Game)
	if f.Round > 0 {
		where = fmt.Sprintf("round %d, %s", f.Round, where)
	}
	if f.Agents != nil {
		where += " of " + strings.Join(f.Agents, " against ")
	}
	e := f.Forfeit.Evidence
	w.Printf("%d. %s, seat %d, lost (%s): %s\n", n, e.Program, f.Forfeit.Seat+1, f.Forfeit.Kind, f.Forfeit.Reason)
	w.Printf("  %s, seed %d\n", where, e.Seed)
	if e.Status != "" {
		w.Printf("  it ended: %s\n", e.Status)
	}
	var weights []string
	for _, name := range slices.Sorted(maps.Keys(e.Weights)) {
		weights = append(weights, fmt.Sprintf("%s %s", name, formatNumber(e.Weights[name])))
	}
	if weights != nil {
		w.Printf("  weights: %s\n", strings.Join(weights, ", "))
	}
	for _, line := range e.Lines {
		w.Printf("  %s\n", line)
	}
	for line := range strings.Lines(e.Stderr) {
		w.Printf("  ! %s\n", strings.TrimSuffix(line, "\n"))
	}
}

// failures prints the games of a run that programs forfeited.
func (w textWriter) failures(list []results.Failure) error {
	if len(list) == 0 {
		w.Println("no program has lost a game by failing")
	}
	for i, f := range list {
		if i > 0 {
			w.Println()
		}
		w.failure(i+1, f)
	}
	return w.Err()
}

// replayedFailure prints a forfeited game and the result of playing it again.
func (w textWriter) replayedFailure(again runs.ReplayFailureResult) error {
	w.failure(again.Number, again.Failure)
	if f := again.Played.Forfeit; f != nil {
		w.Printf("\nplayed again: seat %d lost (%s): %s\n", f.Seat+1, f.Kind, f.Reason)
	} else {
		w.Printf("\nplayed again: no program failed; places by seat: %s, %d plies\n", again.Played.Outcome, again.Played.Plies)
	}
	for _, file := range again.Traces {
		w.Printf("every line: %s\n", file)
	}
	return w.Err()
}
