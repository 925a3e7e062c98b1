package models

// Skill is an online estimate of a player's strength, as a normal distribution.
type Skill struct{ Mean, Deviation float64 }

// usualScale returns the skill of a new player and the deviation of a performance, with
// defaults for zero values.
func usualScale(start Skill, beta float64) (Skill, float64) {
	if start == (Skill{}) {
		start = Skill{25, 25.0 / 3}
	}
	if beta == 0 {
		beta = start.Deviation / 2
	}
	return start, beta
}
