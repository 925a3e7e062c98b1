package rating

import "math"

// normalizedScale is the number of normalized Elo per standard deviation of a single game's score:
// 800/ln 10.
const normalizedScale = 2 * EloPerLogit

// perGame returns the factor that converts the standard deviation of the clusters' mean scores to
// that of a single game's score. It is the square root of the number of games per cluster.
func (c Counts) perGame() float64 { return math.Sqrt(float64(c.perCluster())) }

// NormalizedElo returns the normalized Elo: 800/ln 10 times the distance of the mean score from
// 1/2, in standard deviations of one game's score. It equals Elo for small differences without
// draws. The number of games needed to measure it does not depend on the draw rate. If all
// clusters have the same score, the result is 0 or infinite. M. Van den Bergh, "Normalized Elo"
// (2020).
func (c Counts) NormalizedElo() float64 {
	distance := c.Mean() - 0.5
	if distance == 0 {
		return 0
	}
	return normalizedScale * distance / (c.perGame() * math.Sqrt(c.Variance()))
}

// NormalizedError returns half the width of the confidence interval of [Counts.NormalizedElo] if
// the variance of a game's score is assumed to be known: z·(800/ln 10)/√games. z is the normal
// quantile of the confidence. The result is +Inf without games.
func (c Counts) NormalizedError(z float64) float64 {
	return z * normalizedScale / math.Sqrt(float64(c.Games()))
}

// NormalizedErrorDelta returns half the width of the interval of [Counts.NormalizedElo] with the
// given confidence. It includes the error of the estimated variance. It is +Inf if all clusters
// have the same score, for fewer than two clusters, and for a confidence outside (0, 1).
//
// For N clusters and T = (mean-1/2)/sd, the delta method gives Var(T) = (1 - T·S + T²(K+2)/4)/N,
// where S is the skewness and K the excess kurtosis of the scores. With few clusters the terms may
// cancel by chance. N·Var(T) is therefore at least 1, which is its value for a known variance.
// Since the variance is estimated, N-1 takes the place of N, and the quantile is that of Student's
// distribution with N-1 degrees of freedom.
func (c Counts) NormalizedErrorDelta(confidence float64) float64 {
	variance := c.Variance()
	n, sd := float64(c.Clusters()), math.Sqrt(variance)
	if variance == 0 || n < 2 || !(confidence > 0 && confidence < 1) {
		return math.Inf(1)
	}
	t := (c.Mean() - 0.5) / sd
	skewness := c.moment(3) / (variance * sd)
	excess := c.moment(4)/(variance*variance) - 3
	v := max(1-t*skewness+t*t*(excess+2)/4, 1) / (n - 1)
	return student(n-1).Quantile((1+confidence)/2) * normalizedScale / c.perGame() * math.Sqrt(v)
}

// PairsRatio returns the number of won clusters divided by the number of lost clusters. A cluster
// is won if its mean score is above 1/2. The ratio is +Inf if clusters were won and none was
// lost, and 1 if none was won or lost.
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
