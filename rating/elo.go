package rating

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/elementary"
)

// EloPerLogit is the number of Elo points per unit of the natural logarithm of odds: 400/ln
// 10. A. E. Elo, "The Rating of Chessplayers, Past and Present" (1978).
const EloPerLogit = 400 / math.Ln10

// Elo returns the difference in strength, in Elo, that an expected score corresponds to:
// -400·log10(1/score - 1). It is -Inf for scores of 0 and below, +Inf for scores of 1 and above.
// Elo (1978), section 8.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * elementary.Log10(1/score-1)
}

// Score returns the expected score, in (0, 1), of a player who is elo points stronger than the
// opponent. It is the inverse of [Elo]: 1/(1 + 10^(-elo/400)). Elo (1978), section 8.
func Score(elo float64) float64 { return 1 / (1 + elementary.Pow(10, -elo/400)) }

// Logit returns the natural logarithm of the odds of winning for a player who is elo points
// stronger: elo·ln 10/400.
func Logit(elo float64) float64 { return elo * math.Ln10 / 400 }

// Logistic returns the probability with log-odds x, which is 1/(1 + exp(-x)). In the
// Bradley-Terry model it is the expected score at a difference x of log-strengths. P.-F. Verhulst
// (1845).
func Logistic(x float64) float64 { return 1 / (1 + elementary.Exp(-x)) }

// LogLogistic returns ln(Logistic(x)) = -ln(1 + exp(-x)), without loss of precision in the
// tails.
func LogLogistic(x float64) float64 {
	if x > 0 {
		return -elementary.Log1p(elementary.Exp(-x))
	}
	return x - elementary.Log1p(elementary.Exp(x))
}

// DrawElo estimates the draw parameter of the BayesElo model, in Elo, from the numbers of won,
// drawn and lost games. Half a game is added to each number, so that the estimate is finite.
func DrawElo(wins, draws, losses int) float64 {
	w, d, l := float64(wins)+0.5, float64(draws)+0.5, float64(losses)+0.5
	n := w + d + l
	return 200 * elementary.Log10((n-l)/l*(n-w)/w)
}

// BayesEloScore returns the expected score of a player in the BayesElo model. The player is elo
// points stronger than its opponent, and drawElo is the draw parameter of the model; see
// [DrawElo]. The probability of a win is 1/(1 + 10^((drawElo-elo)/400)), and the probability of a
// loss is 1/(1 + 10^((drawElo+elo)/400)). R. Coulom, "Bayesian Elo Rating", 2005.
func BayesEloScore(elo, drawElo float64) float64 {
	win := 1 / (1 + elementary.Pow(10, (drawElo-elo)/400))
	loss := 1 / (1 + elementary.Pow(10, (drawElo+elo)/400))
	return win + (1-win-loss)/2
}

// FormatElo formats a rating, or a difference of ratings, in whole Elo with its sign, such as
// "+12". It is never "-0". A value that is not finite, such as the open end of an interval, is
// "open".
func FormatElo[T ~float64](elo T) string {
	if !Float(elo).Known() {
		return "open"
	}
	return fmt.Sprintf("%+.0f", math.Round(float64(elo))+0) // + 0 turns -0 into 0
}
