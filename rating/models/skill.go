package models

// Skill is an online estimate of strength: a normal distribution.
type Skill struct{ Mean, Deviation float64 }

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
