package models

// Skill is an estimate of a player's strength that is updated after each game: the mean and the
// standard deviation of a normal distribution.
type Skill struct{ Mean, Deviation float64 }

// usualScale replaces arguments that are zero by defaults. start is the skill of a new player; its
// default is the mean 25 with the standard deviation 25/3. beta is the standard deviation with
// which a player's performance in a game varies around the skill; its default is half the standard
// deviation of start.
func usualScale(start Skill, beta float64) (Skill, float64) {
	if start == (Skill{}) {
		start = Skill{25, 25.0 / 3}
	}
	if beta == 0 {
		beta = start.Deviation / 2
	}
	return start, beta
}
