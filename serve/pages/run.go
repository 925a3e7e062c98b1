package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
)

// Run is what the pages of all kinds of runs show.
type Run struct {
	results.Record
	Title   string
	Program string   // what a person types
	Store   string   // the flag that names the store in a command, "" where none is needed
	Planned int      // games, while it runs; 0 if it is not known
	Left    *float64 // seconds, likewise
	Starts  bool     // runs are started here
}

// RunTitle says what a run is: "Risk bred by genetic", "Risk tuned by spsa".
func RunTitle(rec results.Record, game string) string {
	game, _, _ = strings.Cut(game, " (")
	switch rec.Kind {
	case results.Tournament:
		return fmt.Sprintf("%s: a tournament of %d agents", game, len(rec.Field))
	case results.Grid:
		return game + ": a grid of weights"
	case results.Fit:
		return game + ": weights fitted to positions"
	}
	how := " tuned by "
	if rec.Strategy == "genetic" {
		how = " bred by "
	}
	return game + how + rec.Strategy
}

// Percent is how much of the planned games is played.
func (r Run) Percent() int { return percent(r.Games, r.Planned) }

func percent(games, planned int) int {
	if planned == 0 {
		return 0
	}
	return min(100, 100*games/planned)
}

// Verb is the verb that makes runs of this kind.
func (r Run) Verb() string { return string(r.Kind) }

// Resumes reports whether the run can be gone on with.
func (r Run) Resumes() bool { return r.Status == results.Interrupted && r.Kind != results.Grid }

// Tunes reports whether the run looks for weights, and so has an answer that plays.
func (Run) Tunes() bool { return false }

// Hash is the identity of its config.
func (r Run) Hash() string { return results.Hash(r.Config) }

// Tuned is what the page of a run that tunes shows.
type Tuned struct {
	Run
	Lead     *evidence.Rating // by fresh games; nil before the verification, and if the result has not met the first opponent
	Verified bool
	Best     *results.Answer // the answer, or the answer so far
	Weights  []weightRow
	Share    bool // values are shares, since only the direction matters
	Rows     []results.Generation
	Thinned  bool // there are more rounds than rows
	Matches  []eloRow
	Matrix   [][]cell
}

// Tunes is true.
func (Tuned) Tunes() bool { return true }

// Earlier returns a checkpoint that was better than the result; nil if none was.
func (t Tuned) Earlier() *results.Checkpoint {
	if t.Answer == nil {
		return nil
	}
	return t.Answer.Earlier()
}

// HasError reports whether any weight has a standard error.
func (t Tuned) HasError() bool {
	return slices.ContainsFunc(t.Weights, func(w weightRow) bool { return w.Error != "" })
}

// HasImportance reports whether the strategy's model says what weights matter.
func (t Tuned) HasImportance() bool {
	return slices.ContainsFunc(t.Weights, func(w weightRow) bool { return w.Importance != "" })
}

// weightRow is a weight of the answer.
type weightRow struct {
	Name, Doc  string
	Value      float64
	Part       float64 // share of the sum of all, or part of the range
	Error      string  // "" where it is not known
	Importance string  // with its error, "" where it is not known
	Bar        float64 // of the importance, in per cent of the largest
}

// roundRows is how many rounds a page lists unless all are asked for.
const roundRows = 50

// NewTuned is the page of a run that tunes.
func NewTuned(base Run, all bool) Tuned {
	t := Tuned{Run: base, Share: base.ScaleFree}
	if best, ok := base.Best(); ok {
		t.Best = &best
		t.Weights = weightRows(base.Record, best)
		t.Matrix = interactions(best)
	}
	if a := base.Answer; a != nil {
		if t.Verified = a.Rating != nil; t.Verified && a.Rating.Games > 0 {
			t.Lead = a.Rating
		}
		t.Matches = eloRows(a.Standings)
	}
	t.Rows, t.Thinned = thinned(base.Generations, all)
	return t
}

// thinned lists rounds newest first: all, or fifty evenly spread ones with the
// newest and the first.
func thinned(all []results.Generation, whole bool) (rows []results.Generation, thinned bool) {
	n := len(all)
	if whole || n <= roundRows {
		for i := n - 1; i >= 0; i-- {
			rows = append(rows, all[i])
		}
		return rows, false
	}
	for k := range roundRows {
		rows = append(rows, all[(n-1)*(roundRows-1-k)/(roundRows-1)])
	}
	return rows, true
}

func weightRows(rec results.Record, best results.Answer) (rows []weightRow) {
	sum, most := 0.0, 0.0
	for i, v := range best.Weights {
		sum += math.Abs(v)
		if i < len(best.Importance) {
			most = math.Max(most, best.Importance[i])
		}
	}
	for i, d := range rec.Space {
		if i >= len(best.Weights) {
			break
		}
		row := weightRow{Name: d.Name, Doc: d.Doc, Value: best.Weights[i]}
		if rec.ScaleFree && sum > 0 {
			row.Part = row.Value / sum
		} else if d.Max > d.Min {
			row.Part = (row.Value - d.Min) / (d.Max - d.Min)
		}
		if i < len(best.Error) && !math.IsNaN(best.Error[i]) && best.Error[i] != 0 { // 0 at a wall
			row.Error = "± " + twoDigits(best.Error[i])
		}
		if i < len(best.Importance) && !math.IsNaN(best.Importance[i]) {
			row.Importance = fmt.Sprintf("%.1f", best.Importance[i])
			if i < len(best.ImportanceError) {
				row.Importance = evidence.WithError(best.Importance[i], best.ImportanceError[i])
			}
			if most > 0 {
				row.Bar = math.Max(0, 100*best.Importance[i]/most)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// interactions are the cells of the matrix, coloured by their size.
func interactions(best results.Answer) [][]cell {
	most := 0.0
	for i, row := range best.Interaction {
		for j, v := range row {
			if i != j && !math.IsNaN(v) {
				most = math.Max(most, math.Abs(v))
			}
		}
	}
	var out [][]cell
	for i, row := range best.Interaction {
		var cells []cell
		for j, v := range row {
			c := cell{}
			if i != j && !math.IsNaN(v) && most > 0 {
				c = cell{Text: fmt.Sprintf("%+.1f", v), Class: "v" + strconv.Itoa(step(0.5+v/(2*most)))}
			}
			cells = append(cells, c)
		}
		out = append(out, cells)
	}
	return out
}

// cell is a cell of a coloured table.
type cell struct {
	Text  string
	Class string // v0 to v20: from one end of the scale to the other
	Games int    // behind it
}

// step is a number from 0 to 1 as one of the 21 steps of a scale.
func step(v float64) int { return int(math.Round(20 * math.Min(1, math.Max(0, v)))) }

// eloRow is a rating with its interval on an axis that all rows share.
type eloRow struct {
	rating.Standing
	From, To, Dot, Zero float64 // in per cent of the axis
	Known               bool    // whether there is a rating
}
