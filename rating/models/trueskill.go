package models

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// TrueSkill computes ratings game by game. It models the skill of a player and the performance in
// a game by normal distributions. The result of a game orders the performances. The ratings
// depend on the order of the games. R. Herbrich, T. Minka and T. Graepel, "TrueSkill: a Bayesian
// skill rating system", NIPS 2006.
type TrueSkill struct {
	// Start is the skill of a new player. The zero value means a mean of 25 with a standard
	// deviation of 25/3.
	Start Skill
	// Beta is the standard deviation of a player's performance in a game around the skill. 0
	// means half the deviation of Start.
	Beta float64
	// Tau is the standard deviation by which a skill is assumed to change before every game. 0
	// means a hundredth of the deviation of Start.
	Tau float64
	// Draws is the share of drawn games between equal players, from 0 to below 1. 0 means the
	// default 0.1.
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

// Newcomer returns the skill of a player who has not played yet.
func (t TrueSkill) Newcomer() Skill { return t.withDefaults().Start }

// Scale returns the number of Elo points per unit of skill for players of nearly equal skill:
// 800/(ln 10·√π·β). At this scale the expected score of the normal model, Φ((μ_i - μ_j)/(√2·β)),
// has the same slope as the expected score of Elo.
func (t TrueSkill) Scale() float64 {
	return 800 / (math.Ln10 * math.SqrtPi * t.withDefaults().Beta)
}

// Update returns the skills of the players after one game. places[i] is the place of the player
// with skills[i]; tied players have equal places. Both lists must have the same length of at
// least 2. The update is exact for two players. For more players it is the fixed point of
// expectation propagation along the order of the places.
func (t TrueSkill) Update(skills []Skill, places []int) []Skill {
	t = t.withDefaults()
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return places[a] - places[b] })
	chain := make([]performance, len(order))
	for k, i := range order {
		s := skills[i]
		variance := s.Deviation*s.Deviation + t.Tau*t.Tau
		chain[k] = performance{skill: normal(s.Mean, variance), prior: normal(s.Mean, variance+t.Beta*t.Beta)}
	}
	margin := distuv.UnitNormal.Quantile((1+t.Draws)/2) * math.Sqrt2 * t.Beta
	for range 200 {
		change := 0.0
		for k := range len(chain) - 1 {
			tied := places[order[k]] == places[order[k+1]]
			change = max(change, compare(&chain[k], &chain[k+1], margin, tied))
		}
		for k := len(chain) - 3; k >= 0; k-- {
			tied := places[order[k]] == places[order[k+1]]
			change = max(change, compare(&chain[k], &chain[k+1], margin, tied))
		}
		if len(chain) == 2 || change < 1e-9 {
			break
		}
	}
	out := make([]Skill, len(skills))
	for k, i := range order {
		p := &chain[k]
		s := p.skill.times(p.left.times(p.right).blurred(t.Beta * t.Beta))
		out[i] = Skill{s.mean(), math.Sqrt(s.variance())}
	}
	return out
}

// performance is the estimate of how well a player performed in a game: the distribution skill. It
// is the product of three others. prior follows from the player's skill. left and right follow from
// the comparisons with the players placed just before and just behind.
type performance struct{ skill, prior, left, right gaussian }

// compare updates the estimates of two players' performances in a game. first was placed directly
// before second, or shares the place if tied is true. Performances that differ by less than margin
// are a tie. compare is a step of expectation propagation, the method of TrueSkill. It returns the
// largest change of an estimate, which shows whether the method has converged.
func compare(first, second *performance, margin float64, tied bool) (change float64) {
	a, b := first.prior.times(first.left), second.prior.times(second.right)
	mean, variance := a.mean()-b.mean(), a.variance()+b.variance()
	c := math.Sqrt(variance)
	shift, shrink := truncatedAbove(mean/c, margin/c)
	if tied {
		shift, shrink = truncatedWithin(mean/c, margin/c)
	}
	// least is the smallest factor by which the result of a game may reduce the variance of a
	// difference in performance. With the variance 0, the precision would be infinite.
	const least = 1e-12
	// The message contains only what the result adds: the changed distribution divided by the prior.
	lead := normal(mean+c*shift, variance*max(1-shrink, least)).over(normal(mean, variance))
	right, left := lead.plus(b), a.minus(lead)
	change = max(right.far(first.right), left.far(second.left))
	first.right, second.left = right, left
	return change
}
