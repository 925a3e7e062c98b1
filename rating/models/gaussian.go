package models

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// gaussian is a normal distribution by its precision 1/σ² and by μ/σ²; the zero
// value says nothing.
type gaussian struct{ precision, weighted float64 }

func normal(mean, variance float64) gaussian { return gaussian{1 / variance, mean / variance} }

func (g gaussian) mean() float64     { return g.weighted / g.precision }
func (g gaussian) variance() float64 { return 1 / g.precision }

// times is the product of two densities.
func (g gaussian) times(h gaussian) gaussian {
	return gaussian{g.precision + h.precision, g.weighted + h.weighted}
}

// over is the quotient of two densities.
func (g gaussian) over(h gaussian) gaussian {
	return gaussian{max(g.precision-h.precision, 0), g.weighted - h.weighted}
}

// blurred is the distribution with so much variance added.
func (g gaussian) blurred(variance float64) gaussian {
	if g.precision == 0 {
		return gaussian{}
	}
	return normal(g.mean(), g.variance()+variance)
}

// plus is the distribution of the sum of two variables.
func (g gaussian) plus(h gaussian) gaussian {
	if g.precision == 0 {
		return gaussian{}
	}
	return normal(g.mean()+h.mean(), g.variance()+h.variance())
}

// minus is the distribution of the difference of two variables.
func (g gaussian) minus(h gaussian) gaussian {
	return gaussian{h.precision, -h.weighted}.plus(g)
}

// far is how much two distributions differ.
func (g gaussian) far(h gaussian) float64 {
	return max(math.Abs(g.precision-h.precision), math.Abs(g.weighted-h.weighted))
}

// improbable is a probability below which the limits of the truncated normal
// distribution stand for it.
const improbable = 1e-200

// truncatedAbove is how far the mean of a unit normal distribution around lead
// moves when only what lies above margin is left, and the share of its variance
// that goes.
func truncatedAbove(lead, margin float64) (shift, shrink float64) {
	x := lead - margin
	mass := distuv.UnitNormal.CDF(x)
	if mass < improbable {
		return -x, 1
	}
	v := distuv.UnitNormal.Prob(x) / mass
	return v, v * (v + x)
}

// truncatedWithin is the same where only what lies within margin of 0 is left.
func truncatedWithin(lead, margin float64) (shift, shrink float64) {
	side := math.Abs(lead)
	low, high := -margin-side, margin-side
	mass := distuv.UnitNormal.CDF(high) - distuv.UnitNormal.CDF(low)
	if mass < improbable {
		return math.Copysign(high, -lead), 1
	}
	v := (distuv.UnitNormal.Prob(low) - distuv.UnitNormal.Prob(high)) / mass
	w := v*v + (high*distuv.UnitNormal.Prob(high)-low*distuv.UnitNormal.Prob(low))/mass
	return math.Copysign(v, v*lead), w
}
