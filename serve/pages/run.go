package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

// Run contains the data that the pages of all kinds of runs have in common.
type Run struct {
	results.Record
	Title   string
	Program string   // name of the program in a command
	Store   string   // flag of the store in a command, with a leading space; "" if it is the default
	Planned int      // planned games of an unfinished run; 0 if unknown
	Left    *float64 // estimated time to the end in seconds; nil if unknown
	Plays   bool     // the program has the game of the run
	Starts  bool     // the client may start and stop runs
	Job     string   // ID of the job that plays the run and that the client may stop; "" if there is none
	// WeightTables contains tables that arrange the game's weights for people, such as by board
	// square. It is nil if the game defines none.
	WeightTables []show.WeightTable
	Steps        []Step // next steps after the run
}

// RunTitle returns a description of a run, such as "Risk by spsa". The argument game is the
// title of the game.
func RunTitle(rec results.Record, game string) string {
	game, _, _ = strings.Cut(game, " (")
	switch rec.Kind {
	case results.Tournament:
		return fmt.Sprintf("%s: a tournament of %d agents", game, len(rec.Field))
	case results.Grid:
		return game + ": grid of weights"
	case results.Fit:
		return game + ": weights fitted to positions"
	}
	return game + " by " + rec.Strategy
}

// HasPrograms reports whether external programs play in the run. The server does not start
// programs, so it cannot play more games of such a run.
func (r Run) HasPrograms() bool { return runs.HasPrograms(r.Summary) }

// MeasureAgain returns the shell command that plays new games to compare the weights in a file with
// the result of the run.
func (r Run) MeasureAgain(file string) string {
	return runs.MeasureAgain(r.Record, file).Command(r.Program, r.Store)
}

// Percent returns the percentage of the planned games that have been played.
func (r Run) Percent() int { return percent(r.Games, r.Planned) }

func percent(games, planned int) int {
	if planned == 0 {
		return 0
	}
	return min(100, 100*games/planned)
}

func (r Run) Resumes() bool { return r.Status == results.Interrupted && r.Kind != results.Grid }

// OffersResume reports whether one of the next steps resumes the run.
func (r Run) OffersResume() bool {
	return slices.ContainsFunc(r.Steps, func(s Step) bool { return s.Kind == string(runs.ResumeStep) })
}

// ResumePrice returns, as text, the number of games that resuming the run takes and, if known,
// their duration. It returns "" if the number of games is unknown.
func (r Run) ResumePrice() string {
	for _, s := range r.Steps {
		if s.Kind == string(runs.ResumeStep) && s.Price != "" {
			return s.Price
		}
	}
	if r.Planned > r.Games {
		return evidence.Grouped(r.Planned-r.Games) + " games"
	}
	return ""
}

// Tunes reports whether the run tunes the weights of an agent. The type [Tuned], which embeds Run,
// returns true instead.
func (Run) Tunes() bool { return false }

func (r Run) Hash() string { return results.Hash(r.Config) }

// Tuned contains the data of the page of a run that tunes weights by playing games or fits
// weights to positions.
type Tuned struct {
	Run
	Lead     *evidence.Rating // rating of the result from the verification; nil before it, or if the result has not played the first opponent
	Verified bool
	Best     *results.Result // result, or best weights so far
	Weights  []weightRow
	Share    bool          // weights are shown as shares of their sum
	Tables   []weightTable // weights in the arrangement of the game; nil if it has none
	Rows     []results.Generation
	Thinned  bool // Rows contains only some of the rounds
	Whole    bool // the user asked for all rounds
	Matches  []eloRow
	Other    []eloRow // the matches with verification.settings
	Rejected []eloRow // the matches of the refused candidate; nil if there is none, or if it has played none
	Matrix   [][]cell
}

// Tunes returns true, because the run tunes weights.
func (Tuned) Tunes() bool { return true }

// Earlier returns a checkpoint (an interim measurement) that was better than the final result. It
// returns nil if there is none.
func (t Tuned) Earlier() *results.Checkpoint {
	if t.Result == nil {
		return nil
	}
	return t.Result.Earlier()
}

// Vector formats a weight vector of the run: the values in the order of the weights, separated by
// commas.
func (t Tuned) Vector(w engines.Weights) string {
	parts := make([]string, len(w))
	for i, v := range w {
		parts[i] = brief(v)
		if i < len(t.Space) && t.Space[i].Kind.Has(engines.Choices) {
			parts[i] = t.Space[i].Format(v)
		}
	}
	return strings.Join(parts, ", ")
}

// Many reports whether the run has too many weights to show all of them expanded.
func (t Tuned) Many() bool { return len(t.Weights) >= manyWeights }

// Folded reports whether the table of rounds is so long that it is collapsed at first.
func (t Tuned) Folded() bool { return len(t.Rows) > openRows && !t.Whole }

// HasFitness reports whether any round of the run has a fitness, the measure by which the genetic
// strategy compares the members of its population.
func (t Tuned) HasFitness() bool {
	return slices.ContainsFunc(t.Rows, func(g results.Generation) bool { return !math.IsNaN(g.BestFitness) })
}

// HasError reports whether the result contains a standard error for any weight.
func (t Tuned) HasError() bool {
	return slices.ContainsFunc(t.Weights, func(w weightRow) bool { return w.Error != "" })
}

// HasImportance reports whether the result contains, for any weight, its importance: how much the
// weight matters to the strength, in Elo.
func (t Tuned) HasImportance() bool {
	return slices.ContainsFunc(t.Weights, func(w weightRow) bool { return w.Importance != "" })
}

// weightRow is the table row of a weight in the result of a run.
type weightRow struct {
	Name, Doc  string
	Value      engines.Value
	Part       float64 // share of the sum of the absolute weights, or position in the range from 0 to 1; NaN for a choice or an empty range
	Edge       string  // end of its range at which the weight lies, such as "at its minimum"; "" if it lies at none
	Error      string  // "± 0.1"; "" if unknown
	Importance string  // importance with its error; "" if unknown
	Bar        float64 // importance in percent of the largest end of an interval
	From, To   float64 // interval of the importance, in the unit of Bar
}

// openRows is the number of rows above which the table of rounds is collapsed at first.
const openRows = 12

// roundRows is the largest number of rounds in the table, unless the user asks for all rounds.
const roundRows = 50

// NewTuned returns the page data of a run that tunes weights. If all is true, the table contains
// all rounds.
func NewTuned(base Run, all bool) Tuned {
	t := Tuned{Run: base, Share: base.ScaleFree, Whole: all}
	if best, ok := base.Best(); ok {
		t.Best = &best
		t.Weights = weightRows(base.Record, best)
		t.Tables = weightTables(base.WeightTables, t.Weights)
		t.Matrix = interactions(best)
	}
	if a := base.Result; a != nil {
		if t.Verified = a.Rating != nil; t.Verified && a.Rating.Games > 0 {
			t.Lead = a.Rating
		}
		t.Matches, t.Other = eloRows(a.Standings), eloRows(a.OtherStandings)
		if a.Refused != nil {
			t.Rejected = eloRows(a.Refused.Standings)
		}
	}
	t.Rows, t.Thinned = thinned(base.Generations, all)
	return t
}

// thinned returns the rounds to show, the newest first. If whole is true or there are at most
// roundRows rounds, it returns all of them and false. Otherwise it returns roundRows evenly spaced
// rounds, including the first and the last, and true.
func thinned(all []results.Generation, whole bool) (rows []results.Generation, thinned bool) {
	n := len(all)
	if whole || n <= roundRows {
		rows = slices.Clone(all)
		slices.Reverse(rows)
		return rows, false
	}
	for k := range roundRows {
		rows = append(rows, all[(n-1)*(roundRows-1-k)/(roundRows-1)])
	}
	return rows, true
}

// weightRows returns the table rows of the weights in a result. A row has the weight's standard
// error and its importance: its effect on strength, in Elo.
func weightRows(rec results.Record, best results.Result) (rows []weightRow) {
	sum, most := floats.Norm(best.Weights, 1), 0.0
	for i, v := range best.Importance {
		if !math.IsNaN(v) {
			most = math.Max(most, v+errorOf(best, i))
		}
	}
	for i, d := range rec.Space {
		if i >= len(best.Weights) {
			break
		}
		row := weightRow{Name: d.Name, Doc: d.Doc, Value: d.Value(best.Weights[i]), Part: math.NaN(), Edge: d.Edge(best.Weights[i])}
		if rec.ScaleFree && sum > 0 {
			row.Part = best.Weights[i] / sum
		} else if d.Max > d.Min && !d.Kind.Has(engines.Choices) {
			row.Part = (best.Weights[i] - d.Min) / (d.Max - d.Min)
		}
		if i < len(best.Error) && !math.IsNaN(best.Error[i]) && best.Error[i] != 0 { // 0 for a weight at a bound
			row.Error = "± " + evidence.Brief(best.Error[i])
		}
		if i < len(best.Importance) && !math.IsNaN(best.Importance[i]) {
			row.Importance = fmt.Sprintf("%.1f", best.Importance[i])
			if i < len(best.ImportanceError) {
				row.Importance = evidence.WithError(best.Importance[i], best.ImportanceError[i])
			}
			if most > 0 {
				at := func(elo float64) float64 { return 100 * math.Max(0, elo) / most }
				row.Bar = at(best.Importance[i])
				row.From, row.To = at(best.Importance[i]-errorOf(best, i)), at(best.Importance[i]+errorOf(best, i))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// errorOf returns the margin of error of a weight's importance (its effect on strength, in Elo):
// half the width of the confidence interval. i is the index of the weight. The margin is 0 if it is
// unknown.
func errorOf(best results.Result, i int) float64 {
	if i >= len(best.ImportanceError) || math.IsNaN(best.ImportanceError[i]) {
		return 0
	}
	return rating.Z() * best.ImportanceError[i]
}

// signed formats a number with its sign and one decimal. A number that rounds to 0 has no sign.
func signed(v float64) string {
	if math.Abs(v) < 0.05 {
		return "0.0"
	}
	return fmt.Sprintf("%+.1f", v)
}

// interactions returns a table of the interaction between every two weights, in Elo. The
// interaction is the loss if both weights move up by a quarter of their range, minus the losses if
// only one of them does. The colour of a cell shows its size and sign. A cell on the diagonal or
// with an unknown interaction is empty. interactions returns nil if all interactions are 0 except
// for rounding errors, as in a model without interactions.
func interactions(best results.Result) [][]cell {
	most := 0.0
	for i, row := range best.Interaction {
		for j, v := range row {
			if i != j && !math.IsNaN(v) {
				most = math.Max(most, math.Abs(v))
			}
		}
	}
	if roundingErrors := most < 1e-9; roundingErrors {
		return nil
	}
	var out [][]cell
	for i, row := range best.Interaction {
		var cells []cell
		for j, v := range row {
			c := cell{}
			if i != j && !math.IsNaN(v) && v != 0 {
				c = cell{Text: signed(v), Class: "v" + strconv.Itoa(step(0.5+v/(2*most)))}
			}
			cells = append(cells, c)
		}
		out = append(out, cells)
	}
	return out
}

// cell is a table cell with a background colour.
type cell struct {
	Text  string
	Class string // CSS class of the colour, v0 to v20
	Games int    // number of games that the value comes from
}

// step converts a number from 0 to 1 to a step from 0 to 20 of the colour scale.
func step(v float64) int { return int(math.Round(20 * math.Min(1, math.Max(0, v)))) }

// eloRow is a rating with its interval, drawn on an axis that all rows of the table share.
type eloRow struct {
	rating.Standing
	From, To, Dot, Zero float64 // positions in percent of the axis
	Known               bool    // the rating is known
}
