package results

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/results/evidence"
)

// Continuation records that a run was continued with another budget. Without this record, the run
// could not be explained: a new run with the last budget may play other rounds.
type Continuation struct {
	From        string `json:"from" doc:"budget of the rounds so far, as YAML"`
	To          string `json:"to" doc:"budget of the rounds that follow, as YAML"`
	Rounds      int    `json:"rounds" doc:"rounds that were finished when the run was continued"`
	Games       int    `json:"games" doc:"games of these rounds"`
	Interrupted bool   `json:"interrupted,omitempty" doc:"the run had not finished with the earlier budget, so that no commands repeat the run"`
}

var continuations = runText{"continued", "data", `CREATE TABLE IF NOT EXISTS continued ( -- runs that were continued with another budget
	run  INTEGER PRIMARY KEY REFERENCES run,
	data TEXT NOT NULL,              -- JSON: a list of continuations
	sum  INTEGER
) STRICT`}

// addContinued sets r.Continued to the stored continuations of the run with other budgets. It
// changes nothing for a run that was not continued.
func addContinued(ctx context.Context, q querier, r *Record) error {
	return continuations.readJSON(ctx, q, r.key, "its continuations", &r.Continued)
}

func saveContinued(ctx context.Context, tx transaction, key int64, c Continuation) error {
	var before Record
	before.key = key
	if err := addContinued(ctx, tx, &before); err != nil {
		return err
	}
	return continuations.saveJSON(ctx, tx, key, append(before.Continued, c))
}

// ContinuedText returns sentences that describe how the run was continued with other budgets, or ""
// if it was not.
func (r Record) ContinuedText() string {
	var b strings.Builder
	for i, c := range r.Continued {
		if i == 0 {
			fmt.Fprintf(&b, "begun with %s", budgetName(c.From))
		}
		state := "continued"
		if c.Interrupted {
			state = "interrupted and continued"
		}
		fmt.Fprintf(&b, ", %s after round %d (%s games) with %s", state, c.Rounds, evidence.Grouped(c.Games), budgetName(c.To))
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + ". A new run with the last budget may play other rounds, because a strategy may plan them for its whole budget"
}

// RepeatCommands returns the commands, one a line, that repeat a run which was continued with other
// budgets. program is the name of the program, config the argument for the run's config, and store
// the flag that selects the store, with a leading space, or "". Commands of external programs are
// never started from a store. If the run has such programs and config is a stored run, the commands
// contain the placeholder CONFIG for the user's config file.
//
// RepeatCommands returns "" for a run that was not continued. It also returns "" if the run was
// interrupted before it was continued, because no command stops a run after the same round, and if
// an earlier budget lacks a limit that the last one has, because no command removes a limit.
func (r Record) RepeatCommands(program, config, store string) string {
	if len(r.Continued) == 0 {
		return ""
	}
	limits := limitsOf(r.Continued[len(r.Continued)-1].To)
	for _, c := range r.Continued {
		earlier := limitsOf(c.From)
		if c.Interrupted || slices.ContainsFunc(limits, func(l string) bool { return !slices.Contains(earlier, l) }) {
			return ""
		}
	}
	resume := "--resume last"
	if strings.Contains("\n"+r.Config, "\nprograms:") {
		if strings.HasPrefix(config, "run:") {
			config = "CONFIG"
		}
		resume = config + " " + resume
	}
	command := func(run, budget string) string {
		return fmt.Sprintf("%s %s %s --set 'budget=%s'%s", program, r.Kind, run, budget, store)
	}
	lines := []string{command(config, r.Continued[0].From)}
	for _, c := range r.Continued {
		lines = append(lines, command(resume, c.To))
	}
	return strings.Join(lines, "\n")
}

// limitsOf returns the keys in the text of a budget. For example, it returns "rounds" and "games"
// for "{rounds: 20, games: 1000}", which is the form in a [Continuation].
func limitsOf(budget string) []string {
	var list []string
	for part := range strings.SplitSeq(strings.Trim(budget, "{}"), ", ") {
		key, _, _ := strings.Cut(part, ":")
		list = append(list, key)
	}
	return list
}

// budgetName returns words for a budget, which has the form of YAML in one line, such as "the
// budget {games: 1000}".
func budgetName(budget string) string {
	if budget == "{}" {
		return "no limit in the budget"
	}
	return "the budget " + budget
}
