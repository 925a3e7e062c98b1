package models

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// TrueSkill computes ratings game by game. Skills and performances are normally distributed,
// and the result of a game states whose performance was better. As in [WengLin], the ratings
// depend on the order of the games. R. Herbrich, T. Minka and T. Graepel, "TrueSkill: a
// Bayesian skill rating system", NIPS 2006.
type TrueSkill struct {
	// Start is the skill of a new player. The default, the zero value, is a mean of 25 with a
	// deviation of 25/3.
	Start Skill
	// Beta is the deviation of a performance around the skill. The default, 0, means half the
	// deviation of Start.
	Beta float64
	// Tau is the deviation that is added to a skill before every game. The default, 0, means a
	// hundredth of the deviation of Start.
	Tau float64
	// Draws is the share of drawn games between equal players, below 1. The default, 0, means
	// 0.1.
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

// Newcomer returns the skill of a player without games.
func (t TrueSkill) Newcomer() Skill { return t.withDefaults().Start }

// Scale returns the value of one unit of skill in Elo between equal players: 800/(ln 10·√π·β).
// At this scale the expected score of the normal model, Φ((μ_i - μ_j)/(√2·β)), has the same
// slope as that of Elo.
func (t TrueSkill) Scale() float64 {
	return 800 / (math.Ln10 * math.SqrtPi * t.withDefaults().Beta)
}

// Update returns the skills after a game in which places[i] is the place of player i; tied
// players have equal places. Both lists must have the same length of at least 2. The result is
// exact for two players. For more players it is the fixed point of expectation propagation
// along the order of the places.
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

// performance is a player's performance in a game: the distribution from its skill, and the
// messages from the comparisons with the players just before and just behind it.
type performance struct{ skill, prior, left, right gaussian }

// compare updates the messages of two neighbours, the first of whom is placed before or level
// with the second. It returns the size of the change.
func compare(first, second *performance, margin float64, tied bool) (change float64) {
	a, b := first.prior.times(first.left), second.prior.times(second.right)
	mean, variance := a.mean()-b.mean(), a.variance()+b.variance()
	c := math.Sqrt(variance)
	shift, shrink := truncatedAbove(mean/c, margin/c)
	if tied {
		shift, shrink = truncatedWithin(mean/c, margin/c)
	}
	// The message of the result alone.
	const least = 1e-12 // the least share of the variance that a result leaves
	lead := normal(mean+c*shift, variance*max(1-shrink, least)).over(normal(mean, variance))
	right, left := lead.plus(b), a.minus(lead)
	change = max(right.far(first.right), left.far(second.left))
	first.right, second.left = right, left
	return change
}
