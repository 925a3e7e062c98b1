package charts

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/lanista/lanista/results"
)

// Strength draws how the answer grew during the search: its Elo above the first
// opponent of the verification after some rounds, each with its 95% interval, all by
// games that the search has not seen; the last is the answer as it was verified.
func Strength(rec results.Record) (Picture, error) {
	if rec.Answer == nil || rec.Answer.Rating == nil || len(rec.Answer.Strength) == 0 {
		return Picture{}, errors.New("the run has not measured how its answer grew")
	}
	against := rec.Answer.Rating.Against
	p := newPlot(title(rec, "Strength of the answer"), "games of the search", "Elo above "+against)
	var at plotter.XYs
	var errs plotter.YErrors
	for _, m := range rec.Answer.Strength {
		if !m.Rating.Known() {
			continue
		}
		y := float64(m.Rating)
		at = append(at, plotter.XY{X: float64(m.Games), Y: y})
		errs = append(errs, struct{ Low, High float64 }{y - bounded(m.Interval.Low, y), bounded(m.Interval.High, y) - y})
	}
	if err := growth(p, at, errs); err != nil {
		return Picture{}, err
	}
	zero := plotter.NewFunction(func(float64) float64 { return 0 })
	zero.LineStyle = draw.LineStyle{Color: palette[6], Width: vg.Points(0.8), Dashes: []vg.Length{vg.Points(4), vg.Points(3)}}
	p.Add(zero)
	p.Legend.Add(against, zero)
	p.X.Min, p.X.Max = 0, 1.04*p.X.Max
	low, high := min(p.Y.Min, 0), max(p.Y.Max, 0)
	p.Y.Min, p.Y.Max = low-0.06*(high-low), high+0.06*(high-low)
	headroom(p, 0.2)
	return single(p), nil
}

// growth draws the points with their intervals and a line through them.
func growth(p *plot.Plot, at plotter.XYs, errs plotter.YErrors) error {
	through, err := plotter.NewLine(at)
	if err != nil {
		return err
	}
	through.LineStyle = lineStyle(0)
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{at, errs})
	if err != nil {
		return err
	}
	bars.LineStyle, bars.CapWidth = lineStyle(0), vg.Points(6)
	bars.LineStyle.Width = vg.Points(1)
	dots, err := plotter.NewScatter(at)
	if err != nil {
		return err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: palette[0], Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
	p.Add(through, bars, dots)
	p.Legend.Add("answer so far, with its 95% interval", dots)
	return nil
}

// bounded is the end of an interval, or, where that is open, 400 Elo further on.
func bounded(end, from float64) float64 {
	if math.IsInf(end, 0) || math.IsNaN(end) {
		return from + math.Copysign(400, end)
	}
	return end
}

// title names a picture of a run, and says what the run has come to.
func title(rec results.Record, what string) string {
	name := fmt.Sprintf("%s of %s", what, rec.ID)
	if v := rec.Verdict(); v != nil {
		name += "\n" + v.Text
	}
	return name
}
