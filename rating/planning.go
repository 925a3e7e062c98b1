package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// nearEven is 800/ln 10: the standard error, in Elo, of a strength difference that is estimated
// from one decisive game of two nearly equal players. It is the standard deviation of the score,
// 1/2, divided by the slope of the expected score.
const nearEven = 2 * EloPerLogit

// GamesNeeded returns how many games between two players a test needs to find a difference of elo
// points significant. confidence is the two-sided confidence of the test, such as 0.95. power is
// the probability with which the test succeeds; with 1/2, half the width of the difference's
// interval is elo. draws is the share of drawn games in [0, 1).
//
// The formula is (1-draws)·((z_confidence + z_power)·(800/ln 10)/elo)². The result is +Inf for a
// difference of 0, and NaN for a confidence or power outside (0, 1). If the two players meet only a
// third agent and not each other, they need four times as many games.
func GamesNeeded(elo, draws, confidence, power float64) float64 {
	z := quantileSum(confidence, power)
	return math.Ceil((1 - draws) * square(z*nearEven/elo))
}

// EloResolved returns the difference in Elo that a test after the given number of games finds
// significant with the probability power. It is the inverse of [GamesNeeded], which describes the
// parameters.
func EloResolved(games, draws, confidence, power float64) float64 {
	z := quantileSum(confidence, power)
	return z * nearEven * math.Sqrt((1-draws)/games)
}

// quantileSum returns how many standard errors a difference must have for a test to find it with
// the probability power. confidence is the two-sided confidence of the test. The result is the sum
// of two normal quantiles. It is NaN unless confidence and power are in (0, 1).
func quantileSum(confidence, power float64) float64 {
	if !(confidence > 0 && confidence < 1 && power > 0 && power < 1) {
		return math.NaN()
	}
	return distuv.UnitNormal.Quantile((1+confidence)/2) + distuv.UnitNormal.Quantile(power)
}

// RegretFloor returns a lower bound for the strength, in Elo, that even the best search for weights
// loses on average. The strength is assumed to be a quadratic function of dim weights with one
// optimum. The search plays the given number of games. Each game is played between two points that
// are symmetric around the optimum and depth Elo below it.
//
// The bound is dim²/(4·depth·c²·games) with c = ln 10/400. It follows from the Cramér-Rao bound of
// the logistic model: the Fisher information of the games about the optimum is
// games·c²·(2·depth/dim)·H, where H is the Hessian. An estimate whose covariance is the inverse of
// this matrix loses half the trace of H times the inverse.
func RegretFloor(dim, games int, depth float64) float64 {
	const c = 1 / EloPerLogit
	return float64(dim*dim) / (4 * depth * c * c * float64(games))
}

// PairingGain returns the factor by which pairs of games with swapped seats reduce the number of
// games needed for the same error. It is the score variance of a single game divided by the score
// variance per game in a pair. It is 1 if one of these variances is unknown.
func PairingGain(singles, pairs Counts) float64 {
	single, pair := singles.Variance(), pairs.Variance()*float64(pairs.perCluster())
	if single == 0 || pair == 0 {
		return 1
	}
	return single / pair
}

// WorstCaseGames returns the largest expected number of games of a sequential test, which it needs
// if the true strength is half way between the hypotheses. With the bounds A and B of the
// log-likelihood ratio it is -A·B·(C/(elo1-elo0))². For normalized Elo, C is 800/ln 10. For the
// other units, elo0 and elo1 are first converted to expected scores, and C is 1/2, the value for
// games without draws. A. Wald, "Sequential Analysis" (1947), section 3.5.
func (o SPRT) WorstCaseGames() float64 {
	lower, upper := o.Bounds()
	if o.Model != NormalizedModel {
		return -lower * upper * square(0.5/(Score(o.Elo1)-Score(o.Elo0)))
	}
	return -lower * upper * square(normalizedScale/(o.Elo1-o.Elo0))
}

func square(x float64) float64 { return x * x }
