package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// nearEven is the standard deviation in Elo of one decisive game between equals:
// half a point over the slope of the expected score there, 800/ln 10.
const nearEven = 2 * EloPerLogit

// GamesNeeded returns the sample size of a direct match: the number of games
// after which a difference in Elo stands out at a two-sided confidence in (0, 1)
// with a probability power in (0, 1). It is (1-draws)·((z_confidence +
// z_power)·(800/ln 10)/elo)²; power 1/2 asks that the difference equals its
// error. Drawn games, a share of draws in [0, 1), carry nothing. It is +Inf for
// no difference. Two matches against a third agent need four times as many.
func GamesNeeded(elo, draws, confidence, power float64) float64 {
	z := distuv.UnitNormal.Quantile((1+confidence)/2) + distuv.UnitNormal.Quantile(power)
	return math.Ceil((1 - draws) * square(z*nearEven/elo))
}

// EloResolved returns the smallest difference in Elo that so many games of a
// direct match show, the inverse of [GamesNeeded].
func EloResolved(games, draws, confidence, power float64) float64 {
	z := distuv.UnitNormal.Quantile((1+confidence)/2) + distuv.UnitNormal.Quantile(power)
	return z * nearEven * math.Sqrt((1-draws)/games)
}

// RegretFloor returns the information floor of tuning: the loss in Elo that no
// method of locating the optimum of a quadratic strength in so many dimensions
// can be expected to beat, from games between symmetric probes that lie depth Elo
// below the peak: dim²/(4·depth·c²·games) with c = ln 10/400, the Cramér-Rao
// bound of the logistic model. The Fisher information of the games about the
// optimum is games·c²·(2·depth/dim)·H, H being the Hessian, and the regret of an
// estimate with the inverse of that as covariance is half the trace of H times
// it.
func RegretFloor(dim, games int, depth float64) float64 {
	const c = 1 / EloPerLogit
	return float64(dim*dim) / (4 * depth * c * c * float64(games))
}

// PairingGain returns the relative efficiency of pairs: how many times fewer
// games the same error takes because games are played in pairs with swapped
// seats: the variance of a single game over that of one game of a pair. It is 1
// where it cannot be told.
func PairingGain(singles, pairs Counts) float64 {
	single, pair := singles.Variance(), pairs.Variance()*float64(pairs.perCluster())
	if single == 0 || pair == 0 {
		return 1
	}
	return single / pair
}

// WorstCaseGames returns the greatest expected sample number: the length in
// games of a sequential test if the truth is half way between its normalized
// hypotheses, where it is longest: -A·B·(C/(elo1-elo0))² with the bounds A, B
// of the log-likelihood ratio and C = 800/ln 10. A. Wald, "Sequential Analysis"
// (1947), section 3.5.
func (o SPRT) WorstCaseGames() float64 {
	lower, upper := o.Bounds()
	return -lower * upper * square(normalizedScale/(o.Elo1-o.Elo0))
}

func square(x float64) float64 { return x * x }
