package charts

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// mostLines is the largest number of weights that one chart contains, so that a reader can
// distinguish the lines.
const mostLines = 20

// drawTrajectories draws the path of every weight during the search. A value is a fraction of the
// weight's range, or of the sum of all weights if only their ratios matter. If there are more than
// twenty weights, the chart contains those that moved most, and its title states their number.
func drawTrajectories(rec results.Record) (Picture, error) {
	if len(rec.Generations) == 0 {
		return Picture{}, errNoRounds
	}
	y := "% of the weight's range"
	if rec.ScaleFree {
		y = "% of the sum of all weights"
	}
	rec.Generations = roundsToResult(rec)
	drawn := mostMoved(rec)
	what := "Weights"
	if n := len(rec.Space.Free()); n > len(drawn) {
		what = fmt.Sprintf("The %d of %d weights that moved most", len(drawn), n)
	}
	p := newPlot(title(rec, what), "round", y)
	p.X.Tick.Marker = ticks{}
	longest := 0
	for i, k := range drawn {
		var at plotter.XYs
		for _, g := range rec.Generations {
			at = append(at, plotter.XY{X: float64(g.Number), Y: 100 * relativeValue(rec, g.Best.Weights, k)})
		}
		if err := line(p, rec.Space[k].Name, at, i); err != nil {
			return Picture{}, err
		}
		longest = max(longest, len(rec.Space[k].Name))
	}
	room := 0.05 * (p.Y.Max - p.Y.Min)
	p.Y.Min, p.Y.Max = max(p.Y.Min-room, -100), min(p.Y.Max+room, 100)
	return beside(p, vg.Points(40)+vg.Length(longest)*vg.Points(5)), nil
}

// roundsToResult returns the rounds up to the one whose best weights became the result. This need
// not be the last round: a verification may choose the weights of an earlier round. It returns all
// rounds if the result has no such round.
func roundsToResult(rec results.Record) []results.Generation {
	const near = 0.01 // of the ranges
	if a := rec.Result; a != nil && !a.KeptStart {
		for i := len(rec.Generations) - 1; i >= 0; i-- {
			if Distance(rec.Space, rec.Generations[i].Best.Weights, a.Weights) <= near {
				return rec.Generations[:i+1]
			}
		}
	}
	return rec.Generations
}

// Distance returns the root mean square difference of two weight vectors, relative to the ranges of
// the weights. For weights of kind [engines.Log], values and ranges are compared as logarithms. It
// returns NaN if a vector does not fit the space, or if the space is empty.
func Distance(space engines.Space, a, b engines.Weights) float64 {
	if len(a) != len(space) || len(b) != len(space) {
		return math.NaN()
	}
	sum := 0.0
	for i, w := range space {
		d := w.Unit(a[i]) - w.Unit(b[i])
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(space)))
}

// relativeValue returns the value of weight k as a fraction of the weight's range. If only the
// ratios of the weights matter, it returns the fraction of the sum of all weights.
func relativeValue(rec results.Record, w engines.Weights, k int) float64 {
	if !rec.ScaleFree {
		return rec.Space[k].Unit(w[k])
	}
	return w[k] / max(floats.Norm(w, 1), math.SmallestNonzeroFloat64)
}

// mostMoved returns the free weights that changed most during the search, at most mostLines of
// them, as indices in rec.Space in ascending order. The change of a weight is the sum of its
// changes from round to round, divided by its range.
func mostMoved(rec results.Record) []int {
	free := rec.Space.Free()
	travel := make(map[int]float64)
	for _, k := range free {
		w := rec.Space[k]
		for i := 1; i < len(rec.Generations); i++ {
			travel[k] += math.Abs(w.Unit(rec.Generations[i].Best.Weights[k]) - w.Unit(rec.Generations[i-1].Best.Weights[k]))
		}
	}
	for len(free) > mostLines {
		least := 0
		for i, k := range free {
			if travel[k] < travel[free[least]] {
				least = i
			}
		}
		free = append(free[:least], free[least+1:]...)
	}
	return free
}

// drawImportance draws the importance of every weight with 95% intervals, largest first. The
// importance is the predicted loss in Elo if the weight moves by a quarter of its range from the
// result. The chart states how many weights have an unknown importance.
func drawImportance(rec results.Record) (Picture, error) {
	best, ok := rec.Best()
	if !ok || len(best.Importance) == 0 {
		return Picture{}, errors.New("the run has no importances; a search by rsm or auto has them, unless the result is the start")
	}
	var known []int
	for i, v := range best.Importance {
		if i < len(rec.Space) && rec.Space[i].Free() && !math.IsNaN(v) {
			known = append(known, i)
		}
	}
	if len(known) == 0 {
		return Picture{}, errors.New("the importance of every weight is unknown: the run has too few games")
	}
	slices.SortStableFunc(known, func(a, b int) int { return cmp.Compare(best.Importance[a], best.Importance[b]) })
	what := "Importance of the weights"
	if left := len(rec.Space.Free()) - len(known); left > 0 {
		what = fmt.Sprintf("Importance of %d of %d weights (the rest is unknown)", len(known), len(known)+left)
	}
	p := newPlot(title(rec, what), "Elo lost by moving the weight a quarter of its range, "+rating.FormatConfidence(rating.Confidence), "")
	names := make([]string, len(known))
	values := make(plotter.Values, len(known))
	var at plotter.XYs
	var errs plotter.XErrors
	for k, i := range known {
		names[k], values[k] = label(rec.Space[i].Name), best.Importance[i]
		at = append(at, plotter.XY{X: values[k], Y: float64(k)})
		if i < len(best.ImportanceError) {
			off := rating.Z() * best.ImportanceError[i]
			errs = append(errs, struct{ Low, High float64 }{min(off, values[k]), off})
		}
	}
	height := vg.Length(max(high, vg.Length(len(known))*vg.Points(16)+vg.Points(90)))
	bars, err := plotter.NewBarChart(values, min(vg.Points(18), 0.6*(height-vg.Points(80))/vg.Length(len(known)+1)))
	if err != nil {
		return Picture{}, err
	}
	bars.Horizontal, bars.Color, bars.LineStyle.Width = true, faded(palette[0]), 0
	p.Add(bars)
	if len(errs) == len(at) {
		whiskers, err := plotter.NewXErrorBars(struct {
			plotter.XYs
			plotter.XErrors
		}{at, errs})
		if err != nil {
			return Picture{}, err
		}
		whiskers.LineStyle = lineStyle(0)
		p.Add(whiskers)
	}
	p.NominalY(names...)
	p.X.Min, p.X.Max = 0, 1.05*p.X.Max
	p.Y.Min, p.Y.Max = -0.7, float64(len(known))-0.3
	return framed(p.Title.Text, wide, height, fitted(p)), nil
}
