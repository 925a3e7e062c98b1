package runs

import (
	"errors"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/results"
)

// GridPoint is a point of a stored grid search: a weight vector and the etudes (labelled positions)
// that it misses. An etude is missed if its labelled winner is not rated highest.
type GridPoint struct {
	Weights engines.Weights
	Hits    int   // number of etudes whose labelled winner the point rates highest
	Missed  []int // indices of the other etudes, counted from 0
}

// comparedPoints is the largest number of grid points that [GridPoints] tests on the etudes
// (labelled positions).
const comparedPoints = 5000

// GridPoints returns the chosen point of a stored grid search and other good points, best first.
// most is the largest number of other points. A good point has at most two hits fewer than the best
// points. A hit is an etude (labelled position) whose labelled winner the weights rate highest.
// Only the first of several points that miss the same etudes is returned. GridPoints returns an
// error if the etudes differ from those of the search.
func GridPoints(e engines.Engine, space engines.Space, g results.GridResult, etudes []training.Etude, most int) ([]GridPoint, error) {
	p, err := grid.NewProblem(e, etudes)
	if err != nil {
		return nil, err
	}
	p.Space = space
	axes := make([]grid.Axis, len(g.Axes))
	for i, a := range g.Axes {
		if axes[i], err = grid.NewAxis(a.Name, a.From, a.Step, a.Count); err != nil {
			return nil, err
		}
	}
	order := byHits(g)
	places := make([][]int, len(order))
	for i, index := range order {
		places[i] = placeOf(g, index)
	}
	missed, err := grid.Missed(p, axes, places)
	if err != nil {
		return nil, err
	}
	var out []GridPoint
	for i, index := range order {
		hits := int(g.Hits[index])
		if len(etudes)-len(missed[i]) != hits {
			return nil, errors.New("the etudes are not those that the run was made with")
		}
		same := func(p GridPoint) bool { return slices.Equal(p.Missed, missed[i]) }
		if len(out) <= most && !slices.ContainsFunc(out, same) {
			out = append(out, GridPoint{g.Point(index), hits, missed[i]})
		}
	}
	return out, nil
}

// byHits returns the indices of the best points of a grid, at most comparedPoints. The first is the
// point that the search has chosen. It is followed by all points with the most hits, one hit fewer,
// and two hits fewer. A hit is an etude (labelled position) that a point evaluates correctly.
func byHits(g results.GridResult) []int {
	best, _ := g.Best()
	var out []int
	if at, ok := chosenPlace(g); ok {
		out = append(out, g.Index(at))
	}
	for hits := best; hits >= max(best-2, 0); hits-- {
		for i, h := range g.Hits {
			if len(out) == comparedPoints {
				return out
			}
			if int(h) == hits {
				out = append(out, i)
			}
		}
	}
	return out
}

// chosenPlace returns the index of the chosen point's value on every axis of the grid. ok is
// false if the point is not on the grid.
func chosenPlace(g results.GridResult) (at []int, ok bool) {
	for i, a := range g.Axes {
		k := 0
		for k < a.Count && (i >= len(g.Chosen) || math.Abs(a.At(k)-g.Chosen[i]) > a.Step/2) {
			k++
		}
		if k == a.Count {
			return nil, false
		}
		at = append(at, k)
	}
	return at, true
}

// placeOf returns the index of a grid point's value on every axis.
func placeOf(g results.GridResult, index int) []int {
	at := make([]int, len(g.Axes))
	for i := len(g.Axes) - 1; i >= 0; i-- {
		at[i] = index % g.Axes[i].Count
		index /= g.Axes[i].Count
	}
	return at
}
