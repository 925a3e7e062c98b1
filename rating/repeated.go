package rating

import (
	"math"

	"github.com/lanista/lanista/elementary"
)

// Copies counts clusters of games, some of which repeat the moves of an earlier cluster exactly.
// The zero value counts none.
type Copies struct {
	Clusters int // number of clusters, copies included
	Distinct int // number of different clusters

	// squares is the sum over the different clusters of m², where m is the number of times that a
	// cluster occurred: it counts like one cluster of m times the size.
	squares float64
}

// Add counts one more cluster. nth is 1 for a new cluster, and m for the m-th cluster with the
// same moves.
func (c *Copies) Add(nth int) {
	c.Clusters++
	if nth == 1 {
		c.Distinct++
	}
	c.squares += float64(2*nth - 1) // n² - (n-1)²
}

// Join counts all clusters of d in c, too. No cluster of one may repeat the moves of a cluster of the
// other.
func (c *Copies) Join(d Copies) {
	c.Clusters += d.Clusters
	c.Distinct += d.Distinct
	c.squares += d.squares
}

// Squares returns the sum of m² over the different clusters, where m is the number of times that a
// cluster occurred.
func (c *Copies) Squares() float64 { return c.squares }

// Effective returns the effective number of independent clusters: (Σm)²/Σm² over the different
// clusters, where m is the number of times that a cluster occurred. The mean of this many clusters
// of equal weight is as uncertain as the mean of all clusters. If all clusters have equally many
// copies, it is the number of different clusters; otherwise it is smaller. L. Kish, "Survey
// Sampling" (1965), section 11.2.
func (c *Copies) Effective() float64 {
	if c.Clusters == 0 {
		return 0
	}
	n := float64(c.Clusters)
	return n * n / c.squares
}

// Repeated computes the mean score of clusters of games, and its error, if some clusters repeat the
// moves of others (copies). All clusters count in the mean, but copies show nothing new and do not
// make it more certain. The standard error is the sample standard deviation of the different
// clusters, divided by the square root of [Copies.Effective]. Interval and LOS use Student's t
// distribution with [Copies.Effective] - 1 degrees of freedom.
type Repeated struct {
	Played   Counts // all clusters, by score
	Distinct Counts // different clusters, by score: copies count once

	copies Copies
}

// NewRepeated returns an empty Repeated for clusters of games. scores is the number of possible
// scores of a cluster. A negative number counts as 0.
func NewRepeated(scores int) *Repeated {
	scores = max(scores, 0)
	return &Repeated{Played: make(Counts, scores), Distinct: make(Counts, scores)}
}

// Add counts a cluster of games with the i-th possible score. nth is 1 for a new cluster, and m for
// the m-th cluster with the same moves. Possible scores are numbered from 0; Add panics for any
// other i.
func (r *Repeated) Add(i, nth int) {
	r.Played[i]++
	if nth == 1 {
		r.Distinct[i]++
	}
	r.copies.Add(nth)
}

// Mean returns the mean score of all clusters, in [0, 1]. It is 1/2 if nothing was played.
func (r *Repeated) Mean() float64 { return r.Played.Mean() }

// StdErr returns the standard error of the mean score of all clusters.
func (r *Repeated) StdErr() float64 {
	n := float64(r.copies.Distinct)
	if n == 0 {
		return 0
	}
	return math.Sqrt(r.Distinct.Variance() * n / max(n-1, 1) / r.copies.Effective())
}

// oneSided is the limit for one-sided results: if the mean score is above oneSided or below
// 1-oneSided, [Repeated.Interval] uses the log-odds of the mean. docs/lab/evidence.md has
// measurements.
const oneSided = 0.9

// Interval returns a confidence interval for the mean score, within [0, 1]. The confidence is a
// probability such as 0.95. The interval is computed as in [ScoreInterval], with the quantile of
// Student's distribution. If the mean is above 0.9 or below 0.1, it is Student's interval of the
// log-odds of the mean. The usual interval would then lie too far from 1/2, because a mean that is
// near 0 or 1 by chance has too small an estimated error. An interval of the log-odds that contains
// 1/2, as with few clusters, is not used. The interval is [0, 1] for a confidence outside (0, 1).
func (r *Repeated) Interval(confidence float64) Interval {
	if !(confidence > 0 && confidence < 1) {
		return Interval{0, 1}
	}
	t := student(r.freedom()).Quantile((1 + confidence) / 2)
	mean, err := r.Mean(), r.StdErr()
	if far := max(mean, 1-mean); far > oneSided && far < 1 && err > 0 {
		odds, half := elementary.Log(mean/(1-mean)), t*err/(mean*(1-mean)) // the delta method
		if half < math.Abs(odds) {
			return Interval{Logistic(odds - half), Logistic(odds + half)}
		}
	}
	return ScoreInterval(mean, err, r.copies.Effective(), t)
}

// LOS returns the likelihood of superiority: the probability that the true mean score is above 1/2.
// If all clusters have the same score, it is computed as in [Counts.LOS].
func (r *Repeated) LOS() float64 {
	mean, err := r.Mean(), r.StdErr()
	if err > 0 {
		return student(r.freedom()).CDF((mean - 0.5) / err)
	}
	return scoreLOS(mean, 0, r.copies.Effective())
}

// freedom returns the degrees of freedom of the standard error, at least 1.
func (r *Repeated) freedom() float64 { return max(r.copies.Effective()-1, 1) }

// LeastPairings is the smallest number of different pairings for which an interval is given. Fewer
// are too small a sample of all possible games. A pairing contains the games that agents play from
// one start in all seat orders.
const LeastPairings = 10

// Variety contains the numbers of different games and pairings among a set of games. A pairing
// contains the games that agents play from one start in all seat orders. Games with equal moves
// are the same game, whichever agents played them. The zero value means that the numbers are
// unknown, as for games with chance; then each game counts.
type Variety struct {
	Distinct         int `json:"distinct,omitempty" doc:"different games; games with the same moves are one, whichever agents played them"` // number of different games
	DistinctPairings int `json:"distinct_pairings,omitempty" doc:"different pairings, each of which is one observation; absent if games are not compared, as in games with chance"`
	Openings         int `json:"openings,omitempty" doc:"different openings; absent if they were not counted"`
}

// Known reports whether the different games were counted at all.
func (v Variety) Known() bool { return v.DistinctPairings > 0 }

// TooFew reports whether the games contain fewer than [LeastPairings] different pairings. It is
// false if the number is unknown.
func (v Variety) TooFew() bool { return v.Known() && v.DistinctPairings < LeastPairings }

// Probability returns p unchanged, or NaN if the games contain fewer than [LeastPairings] different
// pairings, which are too few for a probability.
func (v Variety) Probability(p float64) Float {
	if v.TooFew() {
		return Float(math.NaN())
	}
	return Float(p)
}

// Covers returns the interval i if the games are enough for an interval: they contain at least
// [LeastPairings] different pairings, or this number is unknown. Otherwise it returns the interval
// from -Inf to +Inf.
func (v Variety) Covers(i Interval) Interval {
	if v.TooFew() {
		return Open()
	}
	return i
}
