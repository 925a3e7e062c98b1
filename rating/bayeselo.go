package rating

import "math"

// DrawElo estimates the draw parameter of the BayesElo model, in Elo, from the numbers of won,
// drawn and lost games. Half a game is added to each number, so that the estimate is finite.
func DrawElo(wins, draws, losses int) float64 {
	w, d, l := float64(wins)+0.5, float64(draws)+0.5, float64(losses)+0.5
	n := w + d + l
	return 200 * math.Log10((n-l)/l*(n-w)/w)
}

// BayesEloScore returns the expected score of a player in the BayesElo model. The player is elo
// points stronger than its opponent, and drawElo is the draw parameter of the model; see
// [DrawElo]. The probability of a win is 1/(1 + 10^((drawElo-elo)/400)), and the probability of a
// loss is 1/(1 + 10^((drawElo+elo)/400)). R. Coulom, "Bayesian Elo Rating", 2005.
func BayesEloScore(elo, drawElo float64) float64 {
	win := 1 / (1 + math.Pow(10, (drawElo-elo)/400))
	loss := 1 / (1 + math.Pow(10, (drawElo+elo)/400))
	return win + (1-win-loss)/2
}
