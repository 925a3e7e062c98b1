package rating

import "math"

// Repeated counts clusters of which some are copies of others: the same games again,
// to the last move. The mean score is the mean of all clusters; its error rests on the
// different ones alone.
//
// The variance of a cluster is the variance of the different clusters, each counted
// once. Copies make their weights in the mean uneven, so that the mean is as uncertain
// as the mean of fewer clusters of equal weight: (Σm)²/Σm² of them, where m are the
// numbers of copies (L. Kish, "Survey Sampling" (1965), section 11.2). Where all
// clusters have equally many copies this is the number of different clusters, and the
// error is as if each had been played once.
type Repeated struct {
	Played   Counts // all clusters
	Distinct Counts // every different cluster once

	squares float64 // sum of the squared numbers of copies
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
	r.squares += odd(nth)
}

// Mean returns the mean score of all clusters, in [0, 1]; 1/2 if nothing was played.
func (r *Repeated) Mean() float64 { return r.Played.Mean() }

// Effective returns the effective number of clusters.
func (r *Repeated) Effective() float64 { return effectiveClusters(r.Played.Clusters(), r.squares) }

// effectiveClusters is Kish's effective number of so many clusters with a sum of the
// squared numbers of copies.
func effectiveClusters(clusters int, squares float64) float64 {
	if clusters == 0 {
		return 0
	}
	n := float64(clusters)
	return n * n / squares
}

// StdErr returns the standard error of the mean score.
func (r *Repeated) StdErr() float64 {
	n := r.Effective()
	if n == 0 {
		return 0
	}
	return math.Sqrt(r.Distinct.Variance() / n)
}

// Interval returns the interval of the mean score as [Counts.Interval] does.
func (r *Repeated) Interval(z float64) Interval {
	return scoreInterval(r.Mean(), r.StdErr(), r.Effective(), z)
}

// LOS returns the likelihood of superiority as [Counts.LOS] does.
func (r *Repeated) LOS() float64 { return scoreLOS(r.Mean(), r.StdErr(), r.Effective()) }
