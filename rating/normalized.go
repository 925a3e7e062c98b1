package rating

import "math"

// normalizedScale is the number of Elo points per standard deviation of a game's score: 800/ln
// 10.
const normalizedScale = 2 * EloPerLogit

// perGame returns the ratio of the standard deviation of a game's score to that of a cluster's
// mean score: the square root of the games in a cluster.
func (c Counts) perGame() float64 { return math.Sqrt(float64(c.perCluster())) }

// NormalizedElo returns the normalized Elo: 800/ln 10 times the distance of the mean score
// from 1/2, in standard deviations of one game. It equals Elo for small differences without
// draws, and the number of games that measures it does not depend on the draw rate. If all
// clusters have the same score, it is 0 or infinite. M. Van den Bergh, "Normalized Elo"
// (2020).
func (c Counts) NormalizedElo() float64 {
	distance := c.Mean() - 0.5
	if distance == 0 {
		return 0
	}
	return normalizedScale * distance / (c.perGame() * math.Sqrt(c.Variance()))
}

// NormalizedError returns the half width of the interval of NormalizedElo if the variance is
// taken as known: z·(800/ln 10)/√games. It is +Inf without games.
func (c Counts) NormalizedError(z float64) float64 {
	return z * normalizedScale / math.Sqrt(float64(c.Games()))
}

// NormalizedErrorDelta returns the half width of the interval of NormalizedElo with the error
// of the estimated variance, by the delta method from skewness S and excess kurtosis K: Var(T)
// = (1 - T·S + T²(K+2)/4)/N with T = (mean-1/2)/sd. It is +Inf if all clusters have the same
// score.
func (c Counts) NormalizedErrorDelta(z float64) float64 {
	variance := c.Variance()
	if variance == 0 {
		return math.Inf(1)
	}
	sd := math.Sqrt(variance)
	t := (c.Mean() - 0.5) / sd
	skewness := c.moment(3) / (variance * sd)
	excess := c.moment(4)/(variance*variance) - 3
	v := (1 - t*skewness + t*t*(excess+2)/4) / float64(c.Clusters())
	return z * normalizedScale / c.perGame() * root(v)
}

// PairsRatio returns the number of clusters won divided by the number lost; a pair is won with
// more than 1 point. It is +Inf if none was lost, and 1 if none was won or lost.
func (c Counts) PairsRatio() float64 {
	won, lost := 0, 0
	for i, v := range c {
		switch {
		case 2*i > len(c)-1:
			won += v
		case 2*i < len(c)-1:
			lost += v
		}
	}
	if won == 0 && lost == 0 {
		return 1
	}
	return float64(won) / float64(lost)
}
