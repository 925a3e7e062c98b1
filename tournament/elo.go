package tournament

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the quantile of the normal distribution that bounds a two-sided 95%
// interval.
const Z95 = 1.959963984540054

// Elo is the difference in strength that makes an expected score in [0, 1]:
// -400·log10(1/score - 1). It is -Inf at 0 and below, +Inf at 1 and above.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// Score is the expected score at a difference in Elo, the inverse of Elo.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Interval is a range of scores or of Elo.
type Interval struct{ Lo, Hi float64 }

// Elo turns an interval of scores into one of Elo, infinite where the scores
// leave (0, 1).
func (i Interval) Elo() Interval { return Interval{Elo(i.Lo), Elo(i.Hi)} }

// Half is half the width of the interval: the "±" that is usually printed.
func (i Interval) Half() float64 { return (i.Hi - i.Lo) / 2 }

// Contains reports whether v is within the interval.
func (i Interval) Contains(v float64) bool { return i.Lo <= v && v <= i.Hi }

// Normal is the interval of z standard errors around the mean score. It may
// leave [0, 1], and has no width where all clusters ended alike.
func (c Counts) Normal(z float64) Interval {
	return Interval{c.Mean() - z*c.StdErr(), c.Mean() + z*c.StdErr()}
}

// Student is the interval that replaces the normal quantile by Student's t with
// clusters-1 degrees of freedom; it is [0, 1] for fewer than two clusters.
func (c Counts) Student(confidence float64) Interval {
	n := c.Clusters()
	if n < 2 {
		return Interval{0, 1}
	}
	return c.Normal(distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile((1 + confidence) / 2))
}

// Interval is the normal interval of the mean score where it is within (0, 1)
// and has a width, and otherwise the effective-n Wilson interval.
func (c Counts) Interval(z float64) Interval {
	i := c.Normal(z)
	if i.Lo <= 0 || i.Hi >= 1 || i.Lo == i.Hi {
		return c.Wilson(z)
	}
	return i
}

// EloError is the standard error of Elo(Mean) by the delta method,
// 400/ln 10 · StdErr/(Mean·(1-Mean)), which is what a rating fit's error
// propagation gives; +Inf at a mean of 0 or 1.
func (c Counts) EloError() float64 {
	mean := c.Mean()
	if mean <= 0 || mean >= 1 {
		return math.Inf(1)
	}
	return eloPerLog * c.StdErr() / (mean * (1 - mean))
}

// LOS is the likelihood of superiority, the probability that the true mean is
// above 1/2, by the normal distribution of the mean. Where all clusters ended
// alike, they count as as many won or lost games in LOSExact.
func (c Counts) LOS() float64 {
	mean, err := c.Mean(), c.StdErr()
	switch {
	case mean == 0.5:
		return 0.5
	case err > 0:
		return distuv.UnitNormal.CDF((mean - 0.5) / err)
	case mean > 0.5:
		return LOSExact(float64(c.Clusters()), 0)
	}
	return LOSExact(0, float64(c.Clusters()))
}

// LOSExact is the probability that a game not drawn is won more often than lost,
// given a flat prior: that of p > 1/2 for p distributed Beta(wins+1, losses+1).
func LOSExact(wins, losses float64) float64 {
	return mathext.RegIncBeta(losses+1, wins+1, 0.5)
}

// LOSDecisive is the normal approximation that drops drawn games and takes the
// variance under equality: (1 + erf((wins-losses)/√(2(wins+losses))))/2.
func LOSDecisive(wins, losses float64) float64 {
	if wins+losses <= 0 {
		return 0.5
	}
	return (1 + math.Erf((wins-losses)/math.Sqrt(2*(wins+losses)))) / 2
}
