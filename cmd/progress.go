package cmd

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// progress returns a progress display on standard error. unit is the unit of the work, such as
// "games". With --no-progress the display shows nothing.
func (a *app) progress(unit string) *term.Progress {
	if a.noProgress {
		return &term.Progress{}
	}
	return a.err.Progress(unit, runs.RoughDuration)
}

// await reports from time to time that work without measurable progress is still running, until the
// caller calls stop. what is the name of the work.
func (a *app) await(ctx context.Context, what string) (stop func()) {
	if a.noProgress {
		return func() {}
	}
	return a.err.Await(ctx, what)
}

// events returns the callbacks for a run. They update the progress display, print warnings, and
// write the run's ID to the file of --run-file.
func (a *app) events(p *term.Progress) tuning.Events { return a.withWarnings(progressEvents(p)) }

// withWarnings returns a copy of e with callbacks that print warnings and write the run's ID to
// the file of --run-file.
func (a *app) withWarnings(e tuning.Events) tuning.Events {
	e.RunBegun = a.writeRunFile
	e.Warning = a.say
	return e
}

func progressEvents(p *term.Progress) tuning.Events {
	var checkpoint string // text of the latest checkpoint
	var space engines.Space
	var round int
	return tuning.Events{
		Progress: func(now tuning.Progress) {
			p.Count(now.Unit)
			switch now.Phase {
			case tuning.Search:
				if now.Round < round {
					checkpoint = "" // belongs to the previous run
				}
				round, space = now.Round, now.Space
				p.Describe(liveLine{now.Round, now.Space, now.Best.Weights, checkpoint}.String)
			case tuning.Verifying:
				p.Describe(func() string { return "verification" })
			case tuning.Playing:
				p.Describe(func() string { return "games to learn from" })
			case tuning.Fitting:
				p.Describe(func() string { return "towards the weights that predict best" })
			case tuning.Exact:
				p.Describe(func() string { return "the most correct etudes of any weights" })
			case tuning.Tournament:
				p.Describe(func() string { return leadersLine(now.Leaders()) + ratioText(now.Test) })
			}
			p.Resumed(now.Before)
			p.At(now.Done, now.Of)
		},
		RoundSaved: func(r tuning.Round) {
			p.Step("%s, %.0f games/s", liveLine{r.Number, space, r.Best.Weights, checkpoint}, float64(r.Games)/r.Elapsed.Seconds())
		},
		CheckpointMeasured: func(c tuning.Checkpoint) {
			checkpoint = checkpointLine(c)
			p.Note("%s", checkpointNote(c, checkpoint))
		},
		VerificationFinished: func(v tuning.Verification) { p.Step("verification: %d games", v.Games) },
	}
}

// fitProgressEvents returns callbacks that display the progress of a run that fits weights to
// positions. The line for a finished round states how many games the weights were fitted to, or
// that the positions come from a file. The other callbacks are those of progressEvents.
func fitProgressEvents(p *term.Progress) tuning.Events {
	e := progressEvents(p)
	e.RoundSaved = func(r tuning.Round) {
		if r.Total == 0 {
			p.Step("round %d: fitted to the positions of a file", r.Number)
			return
		}
		p.Step("round %d: fitted to %d games, %.0f games/s", r.Number, r.Total, float64(r.Games)/r.Elapsed.Seconds())
	}
	return e
}

// liveLine is the state of a tuning run that the line below the progress bar shows.
type liveLine struct {
	round      int
	space      engines.Space
	weights    engines.Weights
	checkpoint string // text on the latest checkpoint (interim measurement); "" before the first
}

// String returns the state of a tuning run as one line: the round, the latest interim measurement
// and the largest weights.
func (l liveLine) String() string {
	text := fmt.Sprintf("round %d", l.round)
	if l.checkpoint != "" {
		text += ": " + l.checkpoint
	}
	if w := heaviestWeights(l.space, l.weights); w != "" {
		text += "; " + w
	}
	return text
}

// heaviestWeights formats the four weights with the largest absolute values, in the order of space.
func heaviestWeights(space engines.Space, w engines.Weights) string {
	const most = 4
	if len(space) == 0 || len(space) != len(w) {
		return ""
	}
	order := make([]int, len(w))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(w[j]), math.Abs(w[i])) })
	order = order[:min(most, len(order))]
	slices.Sort(order)
	var parts []string
	for _, i := range order {
		if text := space[i].Value(w[i]).Choice; text != "" {
			parts = append(parts, space[i].Name+" "+text)
			continue
		}
		parts = append(parts, space[i].Name+" "+evidence.Brief(w[i]))
	}
	return strings.Join(parts, " ")
}

// checkpointLine formats a checkpoint, an interim measurement of a tuning run's best weights.
func checkpointLine(c tuning.Checkpoint) string {
	return fmt.Sprintf("%s Elo%s against %s by round %d", rating.FormatElo(c.Elo), formatInterval(c.Variety, c.Interval), c.Against, c.Round)
}

// checkpointNote returns a line about a checkpoint: the number of games so far, the given text from
// [checkpointLine], and the trend since earlier checkpoints if it is known.
func checkpointNote(c tuning.Checkpoint, line string) string {
	text := fmt.Sprintf("checkpoint after %s games: %s", evidence.Grouped(c.Games), line)
	if c.Trend != "" {
		text += "; " + c.Trend
	}
	return text
}

// leadersLine formats the scores of the three leading agents of a tournament, and the number of the
// other agents.
func leadersLine(list []tuning.Leader) string {
	const most = 3
	var parts []string
	for _, l := range list[:min(most, len(list))] {
		parts = append(parts, fmt.Sprintf("%s %.3f", l.Agent, l.Score))
	}
	if len(list) > most {
		parts = append(parts, fmt.Sprintf("and %d more", len(list)-most))
	}
	return strings.Join(parts, ", ")
}

// ratioText formats the log-likelihood ratio of a sequential test and its bounds, to be added to a
// line with the scores of a tournament. It returns "" if t is nil.
func ratioText(t *tuning.TestState) string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf("; LLR %.2f (%.2f, %.2f)", t.LLR, t.Bounds[0], t.Bounds[1])
}
