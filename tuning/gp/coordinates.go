package gp

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// coordinates say where a point of the unit box lies for the model: two vectors of
// the same strength by the problem's word lie at one place.
type coordinates struct {
	box *pairwise.Box
	// logs says that only directions count and all weights are positive: then a place
	// is the logarithms of the weights less their mean, over the width of the widest
	// range. In other scale-free boxes it is the normalised point.
	logs  bool
	width float64
}

// newCoordinates chooses them for a problem, whose box may lie within the problem's
// own.
func newCoordinates(box *pairwise.Box, scaleFree bool) coordinates {
	c := coordinates{box: box, logs: scaleFree && !box.ScaleFree()}
	for _, w := range box.Space() {
		switch {
		case w.Free() && w.Min > 0:
			c.width = max(c.width, math.Log(w.Max/w.Min))
		case !w.Free() && fixed(w) == 0: // 0 has no scale
		default:
			c.logs = false
		}
	}
	return c
}

// fixed is the value of a weight that is not free.
func fixed(w engines.Weight) float64 { return min(max(w.Default, w.Min), w.Max) }

// effective is the number of directions in which strength can differ.
func (c coordinates) effective() int {
	if c.logs || c.box.ScaleFree() {
		return max(c.box.Dim()-1, 1)
	}
	return c.box.Dim()
}

// place writes the coordinates of a point of the unit box to v.
func (c coordinates) place(v, u []float64) {
	copy(v, u)
	if !c.logs {
		c.box.Normalise(v)
		return
	}
	mean := 0.0
	space := c.box.Space()
	for k, i := range space.Free() {
		v[k] = math.Log(space[i].FromUnit(u[k])) / c.width
		mean += v[k] / float64(len(v))
	}
	for k := range v {
		v[k] += 0.5 - mean
	}
}
