package rating

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Counts contains the number of clusters of games with each possible score. A cluster is a group of
// dependent games, such as two games with swapped seats, and its score is the mean score of its
// games. Clusters of g games have 2g+1 possible scores, evenly spaced from 0 to 1. For example,
// three counts describe single games: lost, drawn, won.
type Counts []int

// Trinomial returns the Counts of single games, by their results.
func Trinomial(wins, losses, draws int) Counts { return Counts{losses, draws, wins} }

func (c Counts) score(i int) float64 { return float64(i) / float64(len(c)-1) }

// Clusters returns the number of clusters, the groups of games that count as one observation
// each.
func (c Counts) Clusters() int {
	n := 0
	for _, v := range c {
		n += v
	}
	return n
}

// Games returns the number of games, which is the number of clusters times the games per cluster.
func (c Counts) Games() int { return c.Clusters() * c.perCluster() }

func (c Counts) perCluster() int { return max((len(c)-1)/2, 1) }

// Mean returns the mean score, in [0, 1]. It is 1/2 if nothing was played.
func (c Counts) Mean() float64 {
	n := c.Clusters()
	if n == 0 || len(c) < 2 {
		return 0.5
	}
	sum := 0.0
	for i, v := range c {
		sum += float64(float64(v) * float64(i))
	}
	return sum / float64(n) / float64(len(c)-1)
}

// moment returns the k-th central moment of the cluster scores: the mean of (score-mean)^k.
func (c Counts) moment(k int) float64 {
	n := c.Clusters()
	if n == 0 || len(c) < 2 {
		return 0
	}
	mean, sum := c.Mean(), 0.0
	for i, v := range c {
		power := 1.0
		for range k {
			power *= c.score(i) - mean
		}
		sum += float64(v) * power
	}
	return sum / float64(n)
}

// Variance returns the population variance of the scores of the clusters: the sum of squared
// deviations from the mean, divided by the number of clusters.
func (c Counts) Variance() float64 { return c.moment(2) }

// StdErr returns the standard error of the mean score: √(Variance/clusters).
func (c Counts) StdErr() float64 {
	n := c.Clusters()
	if n == 0 {
		return 0
	}
	return math.Sqrt(c.Variance() / float64(n))
}

// LOS returns the likelihood of superiority, the probability that the true mean score is above 1/2.
// It is Φ((Mean-1/2)/StdErr), as Fishtest and fastchess compute it. If all clusters have the same
// score, the standard error is unknown; LOS then treats each cluster as one won or lost game and
// returns [LOSExact].
func (c Counts) LOS() float64 { return scoreLOS(c.Mean(), c.StdErr(), float64(c.Clusters())) }

// scoreLOS returns the likelihood of superiority: the probability that the true mean score is above
// 1/2. err is the standard error of the mean, estimated from the given number of clusters. If err
// is 0, each cluster counts as one won or lost game.
func scoreLOS(mean, err, clusters float64) float64 {
	switch {
	case mean == 0.5:
		return 0.5
	case err > 0:
		return distuv.UnitNormal.CDF((mean - 0.5) / err)
	case mean > 0.5:
		return LOSExact(clusters, 0)
	}
	return LOSExact(0, clusters)
}

// LOSExact returns the likelihood of superiority of a player from the numbers of won and lost
// games, without the draws. Let p be the chance to win such a game. With a flat prior it has the
// distribution Beta(wins+1, losses+1), and LOSExact is the probability of p > 1/2: the regularised
// incomplete beta function I_½(losses+1, wins+1). It is NaN for negative numbers.
func LOSExact(wins, losses float64) float64 {
	if !(wins >= 0 && losses >= 0) {
		return math.NaN()
	}
	return mathext.RegIncBeta(losses+1, wins+1, 0.5)
}

// EloError returns the standard error of the Elo difference that [Counts.Mean] corresponds to.
// The delta method gives 400/ln 10 · StdErr/(Mean·(1-Mean)). The error is +Inf for a mean of 0 or
// 1.
func (c Counts) EloError() float64 {
	mean := c.Mean()
	if mean <= 0 || mean >= 1 {
		return math.Inf(1)
	}
	return EloPerLogit * c.StdErr() / (mean * (1 - mean))
}

// Interval returns a confidence interval for the mean score, within [0, 1]. z is the normal
// quantile of its confidence, such as 1.96 for 95%. Interval returns the normal interval if that
// lies strictly between 0 and 1 and its width is not 0. Otherwise it returns the Wilson interval
// for [Counts.EffectiveGames].
func (c Counts) Interval(z float64) Interval {
	return ScoreInterval(c.Mean(), c.StdErr(), float64(c.Clusters()), z)
}

// Student returns the confidence interval of the mean score by Student's t distribution with
// clusters-1 degrees of freedom. It is [0, 1] for fewer than two clusters and for a confidence
// outside (0, 1).
//
// The error is [Counts.StdErr], as in the program OpenBench. [Repeated] uses the sample variance
// instead, so its intervals are longer: by the factor 1/√(1-1/n) for n clusters. "Student",
// Biometrika 6 (1908) 1-25.
func (c Counts) Student(confidence float64) Interval {
	n := c.Clusters()
	if n < 2 || !(confidence > 0 && confidence < 1) {
		return Interval{0, 1}
	}
	return c.Normal(distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile((1 + confidence) / 2))
}

// Normal returns the Wald interval of the mean score: Mean ± z·StdErr. It may exceed [0, 1], and
// has width 0 if all clusters have the same score.
func (c Counts) Normal(z float64) Interval {
	return Interval{c.Mean() - z*c.StdErr(), c.Mean() + z*c.StdErr()}
}

// Wilson returns the Wilson score interval for the proportion of k successes in n trials: with p
// = k/n, (p + z²/2n ± z·√(p(1-p)/n + z²/4n²)) / (1 + z²/n). z is the normal quantile of the
// confidence. The interval is within [0, 1] and has a positive width; for n = 0 it is [0, 1]. E.
// B. Wilson, J. Amer. Statist. Assoc. 22 (1927) 209-212.
func Wilson(k, n, z float64) Interval {
	if !(n > 0) {
		return Interval{0, 1}
	}
	p := min(max(k/n, 0), 1)
	shrink := 1 + z*z/n
	centre := (p + z*z/(2*n)) / shrink
	half := z / shrink * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	i := Interval{max(centre-half, 0), min(centre+half, 1)}
	if p == 0 {
		i.Low = 0
	}
	if p == 1 {
		i.High = 1
	}
	return i
}

// EffectiveGames returns the effective sample size mean(1-mean)/StdErr²: the number of games
// without draws whose mean score would have the same standard error. If all clusters have the
// same score, EffectiveGames returns the number of clusters, which is a conservative choice.
func (c Counts) EffectiveGames() float64 {
	return effectiveGames(c.Mean(), c.StdErr(), float64(c.Clusters()))
}

// effectiveGames returns the effective sample size of a mean score with the standard error err,
// estimated from the given number of clusters; see [Counts.EffectiveGames].
func effectiveGames(mean, err, clusters float64) float64 {
	if err == 0 || mean <= 0 || mean >= 1 {
		return clusters
	}
	return mean * (1 - mean) / (err * err)
}

// Wilson returns the Wilson score interval of the mean score, with [Counts.EffectiveGames] as the
// number of trials. z is the normal quantile of the confidence.
func (c Counts) Wilson(z float64) Interval {
	n := c.EffectiveGames()
	return Wilson(c.Mean()*n, n, z)
}
