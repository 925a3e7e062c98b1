package models

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// WengLin computes ratings game by game with the Bayesian approximation of the Plackett-Luce
// model that the openskill libraries use. The ratings depend on the order of the games, so
// they suit players that change over time. R. C. Weng and C.-J. Lin, J. Mach. Learn. Res. 12
// (2011) 267-300, Algorithm 4.
type WengLin struct {
	// Start is the skill of a new player. The zero value means a mean of 25 with a standard
	// deviation of 25/3.
	Start Skill
	// Beta is the standard deviation of a player's performance in a game around the skill. 0
	// means half the deviation of Start.
	Beta float64
	// Kappa is the smallest factor by which one game may reduce the variance of a skill. 0 means
	// 0.0001.
	Kappa float64
}

func (o WengLin) withDefaults() WengLin {
	o.Start, o.Beta = usualScale(o.Start, o.Beta)
	if o.Kappa == 0 {
		o.Kappa = 1e-4
	}
	return o
}

// Newcomer returns the skill of a player who has not played yet.
func (o WengLin) Newcomer() Skill { return o.withDefaults().Start }

// Scale returns the number of Elo points per unit of skill for players with small deviations:
// 400/(ln 10·√2·β). The odds of two players are exp((μ_i - μ_j)/c) with c² = σ_i² + σ_j² + 2β².
func (o WengLin) Scale() float64 { return rating.EloPerLogit / (math.Sqrt2 * o.withDefaults().Beta) }

// Update returns the skills of the players after one game. places[i] is the place of the player
// with skills[i]; tied players have equal places.
//
// With c² = Σ(σ_i² + β²) the mean of player i rises by σ_i²/c·Σ_q ([i=q] - x_iq)/A_q, summed over
// the players q not behind i. x_iq is the share of exp(μ_i/c) among those not before q, and A_q
// the number of players who tie with q.
func (o WengLin) Update(skills []Skill, places []int) []Skill {
	o = o.withDefaults()
	sum, highest := 0.0, math.Inf(-1)
	for _, s := range skills {
		sum += s.Deviation*s.Deviation + o.Beta*o.Beta
		highest = max(highest, s.Mean)
	}
	c := math.Sqrt(sum)
	strength := make([]float64, len(skills))
	for i, s := range skills {
		strength[i] = math.Exp((s.Mean - highest) / c) // the factor exp(-highest/c) cancels
	}
	out := make([]Skill, len(skills))
	for i, s := range skills {
		gain, loss := 0.0, 0.0
		for q, place := range places {
			if place > places[i] {
				continue
			}
			behind, tied := 0.0, 0.0
			for k, other := range places {
				if other >= place {
					behind += strength[k]
				}
				if other == place {
					tied++
				}
			}
			x := strength[i] / behind
			gain -= x / tied
			if q == i {
				gain += 1 / tied
			}
			loss += x * (1 - x) / tied
		}
		variance := s.Deviation * s.Deviation
		out[i] = Skill{
			Mean:      s.Mean + variance/c*gain,
			Deviation: s.Deviation * math.Sqrt(max(1-s.Deviation/c*variance/(c*c)*loss, o.Kappa)),
		}
	}
	return out
}
