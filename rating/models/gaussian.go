package models

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// gaussian is a normal distribution, given by its precision 1/σ² and by μ/σ². The zero value
// is the improper uniform distribution.
type gaussian struct{ precision, weighted float64 }

func normal(mean, variance float64) gaussian { return gaussian{1 / variance, mean / variance} }

func (g gaussian) mean() float64     { return g.weighted / g.precision }
func (g gaussian) variance() float64 { return 1 / g.precision }

func (g gaussian) times(h gaussian) gaussian {
	return gaussian{g.precision + h.precision, g.weighted + h.weighted}
}

func (g gaussian) over(h gaussian) gaussian {
	return gaussian{max(g.precision-h.precision, 0), g.weighted - h.weighted}
}

// blurred returns the distribution of X+N. X has the distribution g, and N is independent normal
// noise with the mean 0 and the given variance.
func (g gaussian) blurred(variance float64) gaussian {
	if g.precision == 0 {
		return gaussian{}
	}
	return normal(g.mean(), g.variance()+variance)
}

func (g gaussian) plus(h gaussian) gaussian {
	if g.precision == 0 {
		return gaussian{}
	}
	return normal(g.mean()+h.mean(), g.variance()+h.variance())
}

// minus returns the distribution of X-Y, where X and Y are independent with the distributions g and
// h.
func (g gaussian) minus(h gaussian) gaussian {
	return gaussian{h.precision, -h.weighted}.plus(g)
}

// far returns the distance between two normal distributions: the larger of the differences in 1/σ²
// and in μ/σ².
func (g gaussian) far(h gaussian) float64 {
	return max(math.Abs(g.precision-h.precision), math.Abs(g.weighted-h.weighted))
}

// improbable is the smallest probability for which the moments of a truncated normal distribution
// are computed exactly. Below it their limits are used.
const improbable = 1e-200

// truncatedAbove returns how a normal distribution with the mean lead and the variance 1 changes if
// only its values above margin remain. shift is the increase of the mean, and shrink the share by
// which the variance decreases.
func truncatedAbove(lead, margin float64) (shift, shrink float64) {
	x := lead - margin
	mass := distuv.UnitNormal.CDF(x)
	if mass < improbable {
		return -x, 1
	}
	v := distuv.UnitNormal.Prob(x) / mass
	return v, v * (v + x)
}

// truncatedWithin returns how a normal distribution with the mean lead and the variance 1 changes
// if only its values between -margin and margin remain. shift is the increase of the mean, and
// shrink the share by which the variance decreases.
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
