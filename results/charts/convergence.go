package charts

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

var errNoRounds = errors.New("the run has no finished round")

// drawConvergence draws the fitness of a strategy's population by generation: the best, the mean, and a
// band of one standard deviation. If the run was verified, the chart also contains the score in
// fresh games with its 95% interval. For strategies without a population, the chart contains the
// distance between the best weights so far and the final weights, and the scores of the
// verification.
func drawConvergence(rec results.Record) (Picture, error) {
	if len(rec.Generations) == 0 {
		return Picture{}, errNoRounds
	}
	if math.IsNaN(rec.Generations[0].BestFitness) {
		return approach(rec)
	}
	p := newPlot(title(rec, "Convergence"), "generation", "score of its games, 0 to 1")
	p.X.Tick.Marker = ticks{}
	var best, mean, upper, lower plotter.XYs
	for _, g := range rec.Generations {
		if math.IsNaN(g.BestFitness) || math.IsNaN(g.MeanFitness) {
			continue // a round without a population
		}
		x := float64(g.Number)
		best = append(best, plotter.XY{X: x, Y: g.BestFitness})
		mean = append(mean, plotter.XY{X: x, Y: g.MeanFitness})
		upper = append(upper, plotter.XY{X: x, Y: g.MeanFitness + g.Spread})
		lower = append(lower, plotter.XY{X: x, Y: g.MeanFitness - g.Spread})
	}
	if err := band(p, lower, upper); err != nil {
		return Picture{}, err
	}
	for i, l := range []struct {
		name string
		at   plotter.XYs
	}{{"best", best}, {"mean", mean}} {
		if err := line(p, l.name, l.at, i); err != nil {
			return Picture{}, err
		}
	}
	if err := verified(p, rec); err != nil {
		return Picture{}, err
	}
	headroom(p, 0.4)
	return single(p), nil
}

func band(p *plot.Plot, lower, upper plotter.XYs) error {
	var ring plotter.XYs
	ring = append(ring, upper...)
	for i := len(lower) - 1; i >= 0; i-- {
		ring = append(ring, lower[i])
	}
	area, err := plotter.NewPolygon(ring)
	if err != nil {
		return err
	}
	area.Color = faded(palette[1])
	area.LineStyle.Width = 0
	p.Add(area)
	p.Legend.Add("mean ± 1 sd", area)
	return nil
}

// line draws a line through points on a plot and adds its name to the legend. style is the number
// of the line's style. A line of one point is drawn as a dot.
func line(p *plot.Plot, name string, at plotter.XYs, style int) error {
	l, err := plotter.NewLine(at)
	if err != nil {
		return err
	}
	l.LineStyle = lineStyle(style)
	p.Add(l)
	p.Legend.Add(name, l)
	if len(at) > 1 {
		return nil
	}
	_, err = addDots(p, at, style, 3) // a line of one point cannot be seen
	return err
}

// verified draws the scores of the result in the games of the verification, to the right of the
// last generation.
func verified(p *plot.Plot, rec results.Record) error {
	matches := matchesOf(rec)
	if len(matches) == 0 {
		return nil
	}
	last := float64(rec.Generations[len(rec.Generations)-1].Number)
	dot, err := intervals(p, matches[:1], func(int) float64 { return last + 0.03*last + 0.5 })
	if err != nil {
		return err
	}
	p.Legend.Add(fmt.Sprintf("result against %s on fresh games, %s", matches[0].Agent, rating.FormatConfidence(rating.Confidence)), dot)
	return nil
}

// matchesOf returns the matches of a result against the opponents of its verification. Matches without a
// score are left out.
func matchesOf(rec results.Record) []rating.Standing {
	if rec.Result == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(rec.Result.Standings), func(s rating.Standing) bool { return !s.Score.Known() })
}

// intervals draws the scores of matches with their 95% intervals. x returns the horizontal
// position of the i-th match.
func intervals(p *plot.Plot, matches []rating.Standing, x func(i int) float64) (plot.Thumbnailer, error) {
	var at plotter.XYs
	var errs plotter.YErrors
	for i, s := range matches {
		score := float64(s.Score)
		at = append(at, plotter.XY{X: x(i), Y: score})
		errs = append(errs, struct{ Low, High float64 }{score - rating.Score(s.Interval.Low), rating.Score(s.Interval.High) - score})
	}
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{at, errs})
	if err != nil {
		return nil, err
	}
	bars.LineStyle = lineStyle(2)
	bars.CapWidth = vg.Points(7)
	p.Add(bars)
	return addDots(p, at, 2, 3)
}

func approach(rec results.Record) (Picture, error) {
	p := newPlot("Convergence of "+rec.ID, "round", "distance to the result, % of ranges")
	p.Y.Tick.Marker = ticks{}
	p.X.Tick.Marker = ticks{}
	final, _ := rec.Best()
	var at plotter.XYs
	for _, g := range roundsToResult(rec) {
		at = append(at, plotter.XY{X: float64(g.Number), Y: 100 * Distance(rec.Space, g.Best.Weights, final.Weights)})
	}
	if err := line(p, "result so far", at, 0); err != nil {
		return Picture{}, err
	}
	p.Y.Min = 0
	headroom(p, 0.1)
	matches := matchesOf(rec)
	if len(matches) == 0 {
		return single(p), nil
	}
	side, width, err := verification(matches)
	if err != nil {
		return Picture{}, err
	}
	return framed(p.Title.Text, wide, high, func(c draw.Canvas) {
		fitted(p)(draw.Crop(c, 0, -width, 0, 0))
		side.Draw(draw.Crop(c, c.Max.X-c.Min.X-width+margin, 0, 0, 0))
	}), nil
}

// verification draws the score of a run's result against each of its opponents in the verification.
// It returns the plot and the width that the plot needs. A single opponent's name is written in
// full if it fits into half of a picture, and shortened otherwise.
func verification(matches []rating.Standing) (p *plot.Plot, width vg.Length, err error) {
	p = newPlot("Verification", "opponent", "score on fresh games, "+rating.FormatConfidence(rating.Confidence))
	if _, err := intervals(p, matches, func(i int) float64 { return float64(i) }); err != nil {
		return nil, 0, err
	}
	even := plotter.NewFunction(func(float64) float64 { return 0.5 })
	even.LineStyle = draw.LineStyle{Color: palette[6], Width: vg.Points(0.5), Dashes: []vg.Length{vg.Points(3), vg.Points(3)}}
	p.Add(even)
	names := make([]string, len(matches))
	for i, s := range matches {
		names[i] = label(s.Agent)
	}
	width = min(vg.Length(3+len(matches))*vg.Centimeter, wide/2)
	if len(names) == 1 {
		const space = 0.3 * vg.Centimeter // beside the name, which begins below the vertical axis
		for r := []rune(names[0]); p.X.Tick.Label.Width(names[0]) > wide/2-space; r = r[:len(r)-1] {
			names[0] = string(r[:len(r)-1]) + "…"
		}
		width = max(width, p.X.Tick.Label.Width(names[0])+space)
	}
	p.X.Min, p.X.Max = -0.5, float64(len(matches))-0.5
	lo, hi := min(p.Y.Min, 0.49), max(p.Y.Max, 0.51)
	p.Y.Min, p.Y.Max = lo-0.04*(hi-lo), hi+0.04*(hi-lo)
	nominalAxis(p, names, 2)
	return p, width, nil
}
