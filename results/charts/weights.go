package charts

import (
	"errors"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/lanista/lanista/results"
)

// mostLines is the number of weights whose paths can still be told apart.
const mostLines = 20

// Trajectories draws the path of every weight of the answer so far, as a share
// of its range; of more than twenty weights the ones that moved most.
func Trajectories(rec results.Record) (Picture, error) {
	if len(rec.Generations) == 0 {
		return Picture{}, errNoRounds
	}
	round := "generation"
	if math.IsNaN(rec.Generations[0].BestFitness) {
		round = "round"
	}
	p := newPlot("Weights of "+rec.ID, round, "% of the weight's range")
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
	return beside(p, wide/5), nil
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
		return Picture{}, errors.New("the run's strategy has no model of importances (rsm and auto have)")
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
	p.Y.Min, p.Y.Max = 0, 1.08*p.Y.Max
	nominal(p, names, 8)
	return single(p), nil
}
