package models

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// BayesEloPrior is the default prior of the program BayesElo: 2 virtual draws per player,
// distributed over the opponents of the player.
const BayesEloPrior = 2

// LLRBayesElo returns an approximate log-likelihood ratio of two hypotheses about the strength,
// which the program cutechess computes from single games. Use it to compare results with logs of
// cutechess; otherwise use rating.LLR, which makes no approximation.
//
// The ratio is Σ counts·ln(P1/P0) with P(win) = 1/(1 + 10^((drawElo-elo)/400)) and P(loss) = 1/(1 +
// 10^((drawElo+elo)/400)). The draw parameter drawElo is estimated from the counts with half a game
// added to each. The hypotheses elo0 and elo1 are divided by the scale 4x/(1+x)², x =
// 10^(-drawElo/400). The ratio is finite for all finite hypotheses.
func LLRBayesElo(wins, losses, draws int, elo0, elo1 float64) float64 {
	w, l, d := float64(wins)+0.5, float64(losses)+0.5, float64(draws)+0.5
	drawElo := rating.DrawElo(wins, draws, losses)
	x := math.Pow(10, -drawElo/400)
	scale := 4 * x / ((1 + x) * (1 + x))
	ratio := func(sign float64) float64 { // ln(P1/P0) of a win, or of a loss if sign is -1
		chance := func(elo float64) float64 { return rating.LogLogistic(rating.Logit(sign*elo/scale - drawElo)) }
		return chance(elo1) - chance(elo0)
	}
	// P(draw) is P(win)·P(loss) times a number that does not depend on the hypothesis.
	return (w+d)*ratio(1) + (l+d)*ratio(-1)
}
