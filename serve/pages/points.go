package pages

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// Points contains the data of the page that shows the weight vectors that a run has evaluated.
// The page has a plot per weight, a plot of all weights, and a table.
type Points struct {
	Run         string
	Round, Last int // round that is shown, 0 for all; the run's last round
	Names       []string
	Trials      []results.Trial // vectors with a known score
	Weight      string          // the only weight that has a plot; "" for all
	Plots       []Chart
	Lines       lines
	Luck        string // why the plots show means of many points; "" if they show single points
}

// Many reports whether the run has too many weights for a plot of each.
func (p Points) Many() bool { return len(p.Names) >= manyWeights }

// lines is a parallel-coordinates plot of weight vectors. It has an axis for every weight and one
// for the score, and a line for every vector. The best tenth of the vectors comes last, so that
// these lines are drawn on top.
type lines struct {
	Axes  []axis
	Lines []brokenLine
	Best  float64 // smallest score of the best tenth
}

// axis is an axis of a parallel-coordinates plot.
type axis struct {
	Name      string
	Low, High float64
	At        float64 // horizontal position in percent of the width
	log       bool    // logarithmic scale
}

// brokenLine is the line of one weight vector in a parallel-coordinates plot.
type brokenLine struct {
	Path string // SVG points: 1 unit from axis to axis, 1000 units of height
	Best bool   // among the best tenth
}

// NewPoints returns the data of the page that shows the evaluated weight vectors of a round. The
// round 0 means all rounds. If weight is not "", the page contains only the plot of this weight.
// Otherwise it contains the plots of all weights, unless there are too many.
func NewPoints(run string, space engines.Space, trials []results.Trial, round, last int, weight string) Points {
	p := Points{Run: run, Round: round, Last: last, Weight: weight}
	p.Trials = slices.DeleteFunc(slices.Clone(trials), func(t results.Trial) bool { return math.IsNaN(t.Score) || len(t.Weights) != len(space) })
	for i, w := range space {
		p.Names = append(p.Names, w.Name)
		if weight != w.Name && (weight != "" || len(space) >= manyWeights) {
			continue
		}
		line := Line{Name: "score"}
		for _, t := range p.Trials {
			line.Points = append(line.Points, [2]float64{t.Weights[i], t.Score})
		}
		p.Plots = append(p.Plots, Chart{Title: w.Name, X: w.Name, Y: "score", Dots: true, Small: true, First: i, Lines: []Line{line}})
	}
	if !p.Many() {
		p.Lines = parallel(space, p.Trials, true)
	}
	p.showMeans(space)
	return p
}

// parallel returns the parallel-coordinates plot of the weight vectors in trials. If scores is
// true, the last axis is the score, and the best tenth of the vectors is marked.
func parallel(space engines.Space, trials []results.Trial, scores bool) lines {
	var out lines
	if len(trials) == 0 {
		return out
	}
	ranked := slices.Clone(trials)
	slices.SortStableFunc(ranked, func(a, b results.Trial) int { return cmp.Compare(a.Score, b.Score) })
	n := float64(len(space))
	if scores {
		n++
	}
	for i, w := range space {
		out.Axes = append(out.Axes, axis{w.Name, w.Min, w.Max, 100 * (float64(i) + 0.5) / n, w.Kind.Has(engines.Log) && w.Min > 0})
	}
	if scores {
		out.Axes = append(out.Axes, axis{"score", ranked[0].Score, ranked[len(ranked)-1].Score, 100 * (n - 0.5) / n, false})
	}
	out.Best = ranked[len(ranked)-(len(ranked)+9)/10].Score
	for _, t := range ranked {
		var path []byte
		for i, axis := range out.Axes {
			v := t.Score
			if i < len(t.Weights) {
				v = t.Weights[i]
			}
			path = append(strconv.AppendInt(path, int64(i), 10), ".5,"...)
			path = append(strconv.AppendInt(path, int64(math.Round(1000*(1-axis.part(v)))), 10), ' ')
		}
		out.Lines = append(out.Lines, brokenLine{string(path), scores && t.Score >= out.Best})
	}
	return out
}

// part returns the place of the value v on the axis, from 0 at the lower end to 1 at the upper end.
func (a axis) part(v float64) float64 {
	switch {
	case !(a.High > a.Low):
		return 0.5
	case a.log:
		return math.Log(v/a.Low) / math.Log(a.High/a.Low)
	}
	return (v - a.Low) / (a.High - a.Low)
}
