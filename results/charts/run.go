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
	"github.com/lanista/lanista/tournament"
)

// errNoRounds says that there is nothing to draw yet.
var errNoRounds = errors.New("charts: the run has no finished generation")

// Convergence draws the fitness of a population over the generations (the best,
// the mean, and one standard deviation about it) and, where the answer has been
// verified, its score on fresh games with the 95% interval. Of a strategy
// without a population it draws how far the answer so far lay from the last one.
func Convergence(rec results.Record) (Picture, error) {
	if len(rec.Generations) == 0 {
		return Picture{}, errNoRounds
	}
	if math.IsNaN(rec.Generations[0].BestFitness) {
		return approach(rec)
	}
	p := newPlot("Convergence of "+rec.ID, "generation", "score of its games, 0 to 1")
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

// band draws the area between two lines.
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
	dot, err := plotter.NewScatter(at) // a line of one point cannot be seen
	if err != nil {
		return err
	}
	dot.GlyphStyle = draw.GlyphStyle{Color: lineStyle(style).Color, Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
	p.Add(dot)
	return nil
}

// verified adds the score that the answer made on fresh games, right of the
// last generation.
func verified(p *plot.Plot, rec results.Record) error {
	if rec.Answer == nil || rec.Answer.Rating == nil || len(rec.Answer.Standings) == 0 {
		return nil
	}
	r, s := rec.Answer.Rating, rec.Answer.Standings[0]
	if math.IsNaN(r.Low) || math.IsNaN(r.High) || math.IsNaN(s.Score) {
		return nil
	}
	last := rec.Generations[len(rec.Generations)-1].Number
	at := plotter.XYs{{X: float64(last) + 0.03*float64(last) + 0.5, Y: s.Score}}
	errs := plotter.YErrors{{Low: s.Score - tournament.Score(r.Low), High: tournament.Score(r.High) - s.Score}}
	bars, err := plotter.NewYErrorBars(struct {
		plotter.XYs
		plotter.YErrors
	}{at, errs})
	if err != nil {
		return err
	}
	bars.LineStyle = lineStyle(2)
	bars.CapWidth = vg.Points(7)
	dot, err := plotter.NewScatter(at)
	if err != nil {
		return err
	}
	dot.GlyphStyle = draw.GlyphStyle{Color: palette[2], Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
	p.Add(bars, dot)
	p.Legend.Add(fmt.Sprintf("answer against %s on fresh games, 95%%", r.Against), dot)
	return nil
}

// approach draws the distance of the answer so far to the last one.
func approach(rec results.Record) (Picture, error) {
	p := newPlot("Convergence of "+rec.ID, "round", "distance to the final answer, % of the ranges")
	p.X.Tick.Marker = ticks{}
	final, _ := rec.Best()
	var at plotter.XYs
	for _, g := range rec.Generations {
		sum := 0.0
		for i, w := range rec.Space {
			d := w.Unit(g.Best.Weights[i]) - w.Unit(final.Weights[i])
			sum += d * d
		}
		at = append(at, plotter.XY{X: float64(g.Number), Y: 100 * math.Sqrt(sum/float64(len(rec.Space)))})
	}
	if err := line(p, "answer so far", at, 0); err != nil {
		return Picture{}, err
	}
	p.Y.Min = 0
	headroom(p, 0.1)
	return single(p), nil
}

// mostLines is the number of weights whose paths can still be told apart.
const mostLines = 20

// Trajectories draws the path of every weight of the answer so far, as a share
// of its range; of more than twenty weights the ones that moved most.
func Trajectories(rec results.Record) (Picture, error) {
	if len(rec.Generations) == 0 {
		return Picture{}, errNoRounds
	}
	p := newPlot("Weights of "+rec.ID, "generation", "% of the weight's range")
	p.X.Tick.Marker = ticks{}
	for i, k := range movers(rec) {
		w := rec.Space[k]
		var at plotter.XYs
		for _, g := range rec.Generations {
			at = append(at, plotter.XY{X: float64(g.Number), Y: 100 * w.Unit(g.Best.Weights[k])})
		}
		if err := line(p, w.Name, at, i); err != nil {
			return Picture{}, err
		}
	}
	p.Y.Min, p.Y.Max = 0, 100
	p.X.Max *= 1.25 // room for the legend
	p.Legend.Top = true
	return single(p), nil
}

// movers lists the free weights, at most mostLines, in the order of the space.
func movers(rec results.Record) []int {
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

// Importance draws what moving each weight by a quarter of its range from the
// answer costs, in Elo, by the strategy's model of all games.
func Importance(rec results.Record) (Picture, error) {
	best, ok := rec.Best()
	if !ok || len(best.Importance) == 0 {
		return Picture{}, errors.New("charts: the run's strategy has no model of importances (surface and auto have)")
	}
	p := newPlot("Importance of the weights of "+rec.ID, "", "Elo lost by moving a quarter of the range")
	bars, err := plotter.NewBarChart(plotter.Values(best.Importance), wide/vg.Length(2*len(best.Importance)+4))
	if err != nil {
		return Picture{}, err
	}
	bars.Color, bars.LineStyle.Width = palette[0], 0
	p.Add(bars)
	names := make([]string, len(rec.Space))
	for i, w := range rec.Space {
		names[i] = w.Name
	}
	p.NominalX(names...)
	if len(names) > 8 {
		p.X.Tick.Label.Rotation = math.Pi / 4
		p.X.Tick.Label.XAlign = draw.XRight
	}
	return single(p), nil
}
