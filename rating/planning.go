package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// nearEven is the standard deviation in Elo of one decisive game between equal players: 1/2
// divided by the slope of the expected score, 800/ln 10.
const nearEven = 2 * EloPerLogit

// GamesNeeded returns the number of games of a direct match after which a difference in Elo is
// significant, at a two-sided confidence in (0, 1), with the probability power in (0, 1). It
// is (1-draws)·((z_confidence + z_power)·(800/ln 10)/elo)². With a power of 1/2 the difference
// equals its error. draws is the share of drawn games in [0, 1). The result is +Inf for a
// difference of 0. Two matches against a third agent need four times as many games.
func GamesNeeded(elo, draws, confidence, power float64) float64 {
	z := distuv.UnitNormal.Quantile((1+confidence)/2) + distuv.UnitNormal.Quantile(power)
	return math.Ceil((1 - draws) * square(z*nearEven/elo))
}

// EloResolved returns the smallest difference in Elo that a direct match of so many games can
// show, the inverse of [GamesNeeded].
func EloResolved(games, draws, confidence, power float64) float64 {
	z := distuv.UnitNormal.Quantile((1+confidence)/2) + distuv.UnitNormal.Quantile(power)
	return z * nearEven * math.Sqrt((1-draws)/games)
}

// RegretFloor returns a lower bound, in Elo, for the expected loss of any method that locates
// the optimum of a quadratic strength function in dim dimensions from games between symmetric
// points that are depth Elo below the optimum: dim²/(4·depth·c²·games) with c = ln 10/400, the
// Cramér-Rao bound of the logistic model. The Fisher information of the games about the
// optimum is games·c²·(2·depth/dim)·H, H being the Hessian; the expected loss of an estimate
// with the inverse as covariance is half the trace of H times that inverse.
func RegretFloor(dim, games int, depth float64) float64 {
	const c = 1 / EloPerLogit
	return float64(dim*dim) / (4 * depth * c * c * float64(games))
}

// PairingGain returns the relative efficiency of pairs with swapped seats: by which factor
// they reduce the number of games for the same error. It is the variance of a single game
// divided by that of one game of a pair, or 1 if one of them is unknown.
func PairingGain(singles, pairs Counts) float64 {
	single, pair := singles.Variance(), pairs.Variance()*float64(pairs.perCluster())
	if single == 0 || pair == 0 {
		return 1
	}
	return single / pair
}

// WorstCaseGames returns the largest expected number of games of a sequential test with
// normalized hypotheses, which occurs if the true strength is half way between them:
// -A·B·(C/(elo1-elo0))² with the bounds A and B of the log-likelihood ratio and C = 800/ln 10.
// A. Wald, "Sequential Analysis" (1947), section 3.5.
func (o SPRT) WorstCaseGames() float64 {
	lower, upper := o.Bounds()
	return -lower * upper * square(normalizedScale/(o.Elo1-o.Elo0))
}

func square(x float64) float64 { return x * x }
