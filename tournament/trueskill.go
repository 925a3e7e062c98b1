package tournament

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// TrueSkill rates two players game by game by the method of R. Herbrich, T. Minka
// and T. Graepel, "TrueSkill: a Bayesian skill rating system", NIPS 2006. Like
// [Online] it depends on the order of the games.
type TrueSkill struct {
	// Start is the skill of a newcomer. The zero value means a mean of 25 with a
	// deviation of 25/3.
	Start Skill
	// Beta is the deviation of a performance around the skill. 0 means half the
	// deviation of Start.
	Beta float64
	// Tau is the deviation that a skill gains before every game. 0 means a
	// hundredth of the deviation of Start.
	Tau float64
	// Draws is the share of drawn games between equals, below 1. 0 means 0.1.
	Draws float64
}

func (t TrueSkill) withDefaults() TrueSkill {
	t.Start, t.Beta = usualScale(t.Start, t.Beta)
	if t.Tau == 0 {
		t.Tau = t.Start.Deviation / 100
	}
	if t.Draws == 0 {
		t.Draws = 0.1
	}
	return t
}

// Newcomer is the skill before the first game.
func (t TrueSkill) Newcomer() Skill { return t.withDefaults().Start }

// Update returns the skills of two players after a game that brought the first
// of them score: 1 for a win, 1/2 for a draw, 0 for a loss.
func (t TrueSkill) Update(first, second Skill, score float64) (Skill, Skill) {
	if score < 0.5 {
		second, first = t.Update(second, first, 1-score)
		return first, second
	}
	t = t.withDefaults()
	before := [2]float64{first.Deviation*first.Deviation + t.Tau*t.Tau, second.Deviation*second.Deviation + t.Tau*t.Tau}
	c := math.Sqrt(2*t.Beta*t.Beta + before[0] + before[1])
	margin := distuv.UnitNormal.Quantile((1+t.Draws)/2) * math.Sqrt2 * t.Beta / c
	lead := (first.Mean - second.Mean) / c
	shift, shrink := truncatedAbove(lead, margin)
	if score == 0.5 {
		shift, shrink = truncatedWithin(lead, margin)
	}
	after := func(s Skill, variance, shift float64) Skill {
		return Skill{s.Mean + variance/c*shift, math.Sqrt(variance * max(1-variance/(c*c)*shrink, 0))}
	}
	return after(first, before[0], shift), after(second, before[1], -shift)
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
