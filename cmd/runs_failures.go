package cmd

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// replayFailure repeats a game that an external program lost by failing, such as by a crash or an
// illegal move. It prints the result of the repetition beside the stored one.
func (a *app) replayFailure(ctx context.Context, o runsOptions) error {
	rec, err := runs.Record(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	if o.trace == "" {
		o.trace = fmt.Sprintf("%s-failure-%d", rec.ID, o.replay)
	}
	again, err := runs.ReplayFailure(ctx, a.catalog, runs.Options{Source: o.config, Resume: rec.ID, Store: o.db, Trace: o.trace}, o.replay)
	if err != nil {
		return err
	}
	for _, name := range again.Changed {
		if !a.json { // the document has it
			a.warn("%s has changed since the run began", name)
		}
	}
	if a.json {
		return a.writeJSON(newReplayedFailureDocument(again))
	}
	return printReplayedFailure(a.out, again)
}

// failureDocument describes a game that an external program lost by failing, in the JSON output of
// "runs --failures".
type failureDocument struct {
	Number  int             `json:"number" doc:"among those of the run, from 1"`
	Kind    string          `json:"kind" enum:"error,illegal,timeout,panic,malformed,stalled,crashed"`
	Round   int             `json:"round" doc:"0 in a tournament or a verification"`
	Pairing int             `json:"pairing" doc:"of the round, from 1"`
	Game    int             `json:"game" doc:"of the pairing, from 1"`
	Agents  []string        `json:"agents,omitempty" doc:"by seat"`
	Forfeit engines.Forfeit `json:"forfeit"`
}

// newFailureDocument returns the JSON document of a game that an external program lost by failing.
// number is the number of the failure in the run, counted from 1.
func newFailureDocument(number int, f results.Failure) failureDocument {
	return failureDocument{number, f.Forfeit.Kind.String(), f.Round, f.Pairing + 1, f.Game, f.Agents, f.Forfeit}
}

// newFailureDocuments returns the JSON documents of the games that external programs lost by
// failing in a run.
func newFailureDocuments(list []results.Failure) []failureDocument {
	out := make([]failureDocument, 0, len(list))
	for i, f := range list {
		out = append(out, newFailureDocument(i+1, f))
	}
	return out
}

// printFailures prints the games of a run that external programs lost by failing.
func printFailures(w *term.Screen, list []results.Failure) error {
	if len(list) == 0 {
		w.Println("no program has lost a game by failing")
	}
	for i, f := range list {
		if i > 0 {
			w.Println()
		}
		printFailure(w, i+1, f)
	}
	return w.Err()
}

// printFailure prints the details of the n-th game that an external program lost by failing.
func printFailure(w *term.Screen, n int, f results.Failure) {
	where := fmt.Sprintf("pairing %d, game %d", f.Pairing+1, f.Game)
	if f.Round > 0 {
		where = fmt.Sprintf("round %d, %s", f.Round, where)
	}
	if f.Agents != nil {
		where += " of " + strings.Join(f.Agents, " against ")
	}
	e := f.Forfeit.Evidence
	w.Paragraph("%d. %s, seat %d, lost (%s): %s", n, e.Program, f.Forfeit.Seat+1, f.Forfeit.Kind, f.Forfeit.Reason)
	w.Paragraph("  %s, seed %d", where, e.Seed)
	if e.Status != "" {
		w.Paragraph("  it ended: %s", e.Status)
	}
	var weights []string
	for _, name := range slices.Sorted(maps.Keys(e.Weights)) {
		weights = append(weights, fmt.Sprintf("%s %s", name, formatValue(e.Weights[name])))
	}
	if weights != nil {
		w.Paragraph("  weights: %s", strings.Join(weights, ", "))
	}
	for _, line := range e.Lines {
		w.Printf("  %s\n", line)
	}
	for line := range strings.Lines(e.Stderr) {
		w.Printf("  ! %s\n", strings.TrimSuffix(line, "\n"))
	}
}

// replayedFailureDocument is the JSON output of "runs --replay", which plays a game again that an
// external program lost by failing.
type replayedFailureDocument struct {
	Run     string          `json:"run"`
	Failure failureDocument `json:"failure"`
	Played  playedDocument  `json:"played" doc:"the game as it was played again"`
	Same    bool            `json:"same" doc:"the same seat failed in the same way"`
	Traces  []string        `json:"traces" doc:"files with all lines that went in or out"`
	Changed []string        `json:"changed,omitempty" doc:"programs that have changed since the run began"`
}

// playedDocument contains the result and the moves of a game that was played a second time, in the
// JSON output of "runs --replay".
type playedDocument struct {
	Outcome engines.Outcome  `json:"outcome"`
	Plies   int              `json:"plies" doc:"moves after the opening"`
	Ending  engines.Ending   `json:"ending"`
	Reason  string           `json:"reason,omitempty" doc:"why the game ended, in a word of the game"`
	Forfeit *engines.Forfeit `json:"forfeit,omitempty"`
	Moves   []engines.Move   `json:"moves,omitempty" doc:"of the opening and of the game, as numbers of the game"`
	Written []string         `json:"written,omitempty" doc:"the moves in the notation of the game"`
}

func newReplayedFailureDocument(r runs.ReplayFailureResult) replayedFailureDocument {
	return replayedFailureDocument{
		r.Run, newFailureDocument(r.Number, r.Failure),
		playedDocument{
			r.Played.Outcome, r.Played.Plies, r.Played.Ending, r.Played.Reason(), r.Played.Forfeit, r.Played.Moves(), r.Played.Written(),
		},
		r.Same(), append([]string{}, r.Traces...), r.Changed,
	}
}

// printReplayedFailure prints a game that an external program lost by failing, and what happened
// when it was played again.
func printReplayedFailure(w *term.Screen, again runs.ReplayFailureResult) error {
	printFailure(w, again.Number, again.Failure)
	w.Println()
	if f := again.Played.Forfeit; f != nil {
		w.Paragraph("played again: seat %d lost (%s): %s", f.Seat+1, f.Kind, f.Reason)
	} else {
		w.Paragraph("played again: no program failed; places by seat: %s, %d plies", again.Played.Outcome, again.Played.Plies)
	}
	for _, file := range again.Traces {
		w.Printf("every line: %s\n", file)
	}
	return w.Err()
}
