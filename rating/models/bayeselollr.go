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
// 10^(-drawElo/400).
func LLRBayesElo(wins, losses, draws int, elo0, elo1 float64) float64 {
	w, l, d := float64(wins)+0.5, float64(losses)+0.5, float64(draws)+0.5
	drawElo := rating.DrawElo(wins, draws, losses)
	x := math.Pow(10, -drawElo/400)
	scale := 4 * x / ((1 + x) * (1 + x))
	win := func(elo float64) float64 { return 1 / (1 + math.Pow(10, (drawElo-elo)/400)) }
	ratio := func(elo float64) (w, l, d float64) {
		w, l = win(elo/scale), win(-elo/scale)
		return w, l, 1 - w - l
	}
	w0, l0, d0 := ratio(elo0)
	w1, l1, d1 := ratio(elo1)
	return w*math.Log(w1/w0) + l*math.Log(l1/l0) + d*math.Log(d1/d0)
}
