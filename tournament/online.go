package tournament

import "math"

// Skill is an online estimate of strength: a normal distribution.
type Skill struct{ Mean, Deviation float64 }

// Online rates game by game by the Plackett-Luce method of R. C. Weng and C.-J.
// Lin, J. Mach. Learn. Res. 12 (2011) 267-300, Algorithm 4. Its ratings depend on
// the order of the games: it is for following a tournament, not for judging it.
type Online struct {
	// Start is the skill of a newcomer. The zero value means a mean of 25 with a
	// deviation of 25/3.
	Start Skill
	// Beta is the deviation of a performance around the skill. 0 means half the
	// deviation of Start.
	Beta float64
	// Kappa is the least factor on a variance in one game. 0 means 0.0001.
	Kappa float64
}

func (o Online) withDefaults() Online {
	o.Start, o.Beta = usualScale(o.Start, o.Beta)
	if o.Kappa == 0 {
		o.Kappa = 1e-4
	}
	return o
}

// usualScale fills in a newcomer's skill and the deviation of a performance.
func usualScale(start Skill, beta float64) (Skill, float64) {
	if start == (Skill{}) {
		start = Skill{25, 25.0 / 3}
	}
	if beta == 0 {
		beta = start.Deviation / 2
	}
	return start, beta
}

// Newcomer is the skill before the first game.
func (o Online) Newcomer() Skill { return o.withDefaults().Start }

// Update returns the skills after a game in which places[i] was the place of
// player i; players with the same place tie. Both lists must be of one length.
func (o Online) Update(skills []Skill, places []int) []Skill {
	o = o.withDefaults()
	sum, highest := 0.0, math.Inf(-1)
	for _, s := range skills {
		sum += s.Deviation*s.Deviation + o.Beta*o.Beta
		highest = max(highest, s.Mean)
	}
	c := math.Sqrt(sum)
	strength := make([]float64, len(skills))
	for i, s := range skills {
		strength[i] = math.Exp((s.Mean - highest) / c) // the highest cancels
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
