package charts

import (
	"errors"
	"math"

	"gonum.org/v1/plot/plotter"

	"github.com/lanista/lanista/rating"
)

// Series is a line in a chart that compares strategies. It contains the strength of one strategy's
// results for several budgets of games.
type Series struct {
	Name   string
	Points []SeriesPoint
}

// SeriesPoint is the strength of a strategy's results for one budget of games, with an interval.
type SeriesPoint struct {
	Games    float64
	Rating   float64 // difference from the opponent, in Elo or in points of a game
	Interval rating.Interval
}

// logarithmic is the ratio of the largest to the smallest budget from which the axis of games is
// logarithmic.
const logarithmic = 4

// StrengthByGames draws a line for each strategy, with intervals at its points. Points of equal
// budgets are drawn side by side. against is the opponent relative to which the strength was
// measured, and unit the unit of the strength, such as Elo.
func StrengthByGames(title, unit, against string, list []Series) (Picture, error) {
	low, high := math.Inf(1), 0.0
	for _, s := range list {
		for _, at := range s.Points {
			if !math.IsNaN(at.Rating) && at.Games > 0 {
				low, high = min(low, at.Games), max(high, at.Games)
			}
		}
	}
	if high == 0 {
		return Picture{}, errors.New("no result has a known strength")
	}
	p := newPlot(title, "games of the search", unit+" above "+against)
	scaled := func(games float64) float64 { return games }
	left, right := 0.0, 1.08*high
	if high/low >= logarithmic {
		scaled = math.Log10
		left, right = math.Log10(low)-0.08*math.Log10(high/low), math.Log10(high)+0.08*math.Log10(high/low)
		p.X.Tick.Marker = powers{}
	}
	for i, s := range list {
		var at plotter.XYs
		var errs plotter.YErrors
		beside := 0.008 * (right - left) * (float64(i) - float64(len(list)-1)/2)
		for _, point := range s.Points {
			if math.IsNaN(point.Rating) || point.Games <= 0 {
				continue
			}
			at = append(at, plotter.XY{X: scaled(point.Games) + beside, Y: point.Rating})
			bars := struct{ Low, High float64 }{}
			if point.Interval.Known() {
				bars = barsOf(point.Rating, point.Interval)
			}
			errs = append(errs, bars)
		}
		if len(at) == 0 {
			continue
		}
		if err := growth(p, i, s.Name, at, errs); err != nil {
			return Picture{}, err
		}
	}
	p.Y.Tick.Marker = ticks{}
	zeroLine(p, against)
	p.X.Min, p.X.Max = left, right
	headroom(p, 0.07*float64(len(list)+1))
	return single(p), nil
}
