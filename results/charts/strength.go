package charts

import (
	"cmp"
	"errors"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// drawStrength draws how the strength of the best weights grew during the search. Each point is the
// difference in Elo from the first opponent of the verification, with a 95% interval, measured in
// separate games. The last point is the verified result.
func drawStrength(rec results.Record) (Picture, error) {
	if rec.Result == nil || rec.Result.Rating == nil || len(rec.Result.Checkpoints) == 0 {
		return Picture{}, errors.New("the run has no checkpoints, which show the growth of its result")
	}
	name := "result so far, with its " + rating.FormatConfidence(rating.Confidence) + " interval"
	return strengths(title(rec, "Strength of the result"), []results.Record{rec}, func(results.Record) string { return name })
}

// Overlay draws in one chart how the strength of the best weights grew in several runs. The
// opponents in the runs' verifications must have the same name.
func Overlay(runs []results.Record) (Picture, error) {
	if err := measuredAlike(runs); err != nil {
		return Picture{}, err
	}
	return strengths("Strength of the results", runs, func(rec results.Record) string { return cmp.Or(rec.Name, rec.ID) })
}

// strengths draws how the strength of the best weights grew in several runs, which must have been
// measured against one opponent. name returns the text of a run in the legend.
func strengths(title string, runs []results.Record, name func(results.Record) string) (Picture, error) {
	against := runs[0].Result.Rating.Against
	p := newPlot(title, "games of the search", "Elo above "+against)
	for i, rec := range runs {
		at, errs := checkpointsOf(rec)
		if err := growth(p, i, name(rec), at, errs); err != nil {
			return Picture{}, err
		}
	}
	p.Y.Tick.Marker = ticks{}
	zeroLine(p, against)
	headroom(p, 0.1*float64(len(runs)+1))
	return single(p), nil
}

// measuredAlike returns an error if the runs cannot be drawn in one chart of their strength. Every
// run must have checkpoints (interim measurements), and all runs must have been measured against an
// opponent of the same name.
func measuredAlike(runs []results.Record) error {
	for _, rec := range runs {
		if rec.Result == nil || rec.Result.Rating == nil || len(rec.Result.Checkpoints) == 0 {
			return fmt.Errorf("run %s has no checkpoints, which show the growth of its result", rec.ID)
		}
		if a, b := runs[0].Result.Rating.Against, rec.Result.Rating.Against; a != b {
			return fmt.Errorf("run %s is measured against %s, run %s against %s", runs[0].ID, a, rec.ID, b)
		}
	}
	return nil
}

func checkpointsOf(rec results.Record) (at plotter.XYs, errs plotter.YErrors) {
	for _, m := range rec.Result.Checkpoints {
		if !m.Rating.Known() {
			continue
		}
		y := float64(m.Rating)
		at = append(at, plotter.XY{X: float64(m.Games), Y: y})
		errs = append(errs, barsOf(y, m.Interval))
	}
	return at, errs
}

// zeroLine draws a horizontal line at 0, the strength of the opponent, and extends the axes so that
// all lines fit.
func zeroLine(p *plot.Plot, against string) {
	zero := plotter.NewFunction(func(float64) float64 { return 0 })
	zero.LineStyle = draw.LineStyle{Color: palette[6], Width: vg.Points(0.8), Dashes: []vg.Length{vg.Points(4), vg.Points(3)}}
	p.Add(zero)
	p.Legend.Add(against, zero)
	p.X.Min, p.X.Max = 0, 1.04*p.X.Max
	low, high := min(p.Y.Min, 0), max(p.Y.Max, 0)
	p.Y.Min, p.Y.Max = low-0.06*(high-low), high+0.06*(high-low)
}

// growth draws the checkpoints (interim measurements) of the i-th run with their intervals, and a
// line through them. An open end of an interval is drawn to the edge of the chart.
func growth(p *plot.Plot, i int, name string, at plotter.XYs, errs plotter.YErrors) error {
	through, err := plotter.NewLine(at)
	if err != nil {
		return err
	}
	through.LineStyle = lineStyle(i)
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{at, errs})
	if err != nil {
		return err
	}
	bars.LineStyle, bars.CapWidth = lineStyle(i), vg.Points(6)
	bars.LineStyle.Width = vg.Points(1)
	p.Add(through, clippedBars{bars})
	for k, e := range errs {
		if e.Low < openEnd {
			p.Y.Min = min(p.Y.Min, at[k].Y-e.Low)
		}
		if e.High < openEnd {
			p.Y.Max = max(p.Y.Max, at[k].Y+e.High)
		}
	}
	dots, err := addDots(p, at, i, 3)
	if err != nil {
		return err
	}
	p.Legend.Add(name, dots)
	return nil
}

// openEnd is the length in Elo of the bar of an open end of an interval. It exceeds every axis, so the
// bar ends at the edge of the chart and has no cap.
const openEnd = 1e6

// barsOf returns the lengths of the bars from an estimate to the ends of its interval, in Elo. The
// bar of an open end has the length [openEnd].
func barsOf(estimate float64, interval rating.Interval) (bars struct{ Low, High float64 }) {
	bars.Low, bars.High = openEnd, openEnd
	if rating.Float(interval.Low).Known() {
		bars.Low = estimate - interval.Low
	}
	if rating.Float(interval.High).Known() {
		bars.High = interval.High - estimate
	}
	return bars
}

// clippedBars draws bars without extending the axis to their ends.
type clippedBars struct{ bars *plotter.YErrorBars }

func (b clippedBars) Plot(c draw.Canvas, p *plot.Plot) { b.bars.Plot(c, p) }

func title(rec results.Record, what string) string {
	name := fmt.Sprintf("%s of %s", what, rec.ID)
	if v := rec.Verdict(); v != nil {
		name += "\n" + v.Text
	}
	return name
}
