package models

// Skill is an estimate of a player's strength that is updated after each game: the mean and the
// standard deviation of a normal distribution.
type Skill struct{ Mean, Deviation float64 }

// usualScale returns the skill of a new player, and the standard deviation with which a player's
// performance in a game varies around the skill. A zero argument selects the default: mean 25,
// standard deviation 25/3, and half the deviation of start for a performance.
func usualScale(start Skill, beta float64) (Skill, float64) {
	if start == (Skill{}) {
		start = Skill{25, 25.0 / 3}
	}
	if beta == 0 {
		beta = start.Deviation / 2
	}
	return start, beta
}
