package rating

import "math"

// Copies counts clusters of which some are copies of others: the same games again, to
// the last move. The zero value counts none.
type Copies struct {
	Clusters int // all
	Distinct int // every different cluster once

	squares float64 // sum of the squared numbers of copies
}

// Add enters the nth copy, counted from 1, of a cluster.
func (c *Copies) Add(nth int) {
	c.Clusters++
	if nth == 1 {
		c.Distinct++
	}
	c.squares += odd(nth)
}

// Effective returns the effective number of clusters. Copies make the weights of the
// different clusters in a mean uneven, so that the mean is as uncertain as the mean of
// fewer clusters of equal weight: (Σm)²/Σm² of them, where m are the numbers of copies
// (L. Kish, "Survey Sampling" (1965), section 11.2). Where all clusters have equally many
// copies this is the number of different clusters.
func (c *Copies) Effective() float64 {
	if c.Clusters == 0 {
		return 0
	}
	n := float64(c.Clusters)
	return n * n / c.squares
}

// Repeated counts clusters of which some are copies of others by their scores. The mean
// score is the mean of all clusters. Its error is the deviation of the different
// clusters, each counted once, over the square root of [Copies.Effective].
type Repeated struct {
	Played   Counts // all clusters
	Distinct Counts // every different cluster once

	copies Copies
}

// NewRepeated returns the empty counts of clusters that can have so many scores.
func NewRepeated(scores int) *Repeated {
	return &Repeated{Played: make(Counts, scores), Distinct: make(Counts, scores)}
}

// Add enters the nth copy, counted from 1, of a cluster with the i-th score.
func (r *Repeated) Add(i, nth int) {
	r.Played[i]++
	if nth == 1 {
		r.Distinct[i]++
	}
	r.copies.Add(nth)
}

// Mean returns the mean score of all clusters, in [0, 1]; 1/2 if nothing was played.
func (r *Repeated) Mean() float64 { return r.Played.Mean() }

// StdErr returns the standard error of the mean score.
func (r *Repeated) StdErr() float64 {
	n := r.copies.Effective()
	if n == 0 {
		return 0
	}
	return math.Sqrt(r.Distinct.Variance() / n)
}

// Interval returns the interval of the mean score as [Counts.Interval] does.
func (r *Repeated) Interval(z float64) Interval {
	return ScoreInterval(r.Mean(), r.StdErr(), r.copies.Effective(), z)
}

// LOS returns the likelihood of superiority as [Counts.LOS] does.
func (r *Repeated) LOS() float64 { return scoreLOS(r.Mean(), r.StdErr(), r.copies.Effective()) }
