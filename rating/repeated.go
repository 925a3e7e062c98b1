package rating

import "math"

// Copies counts clusters, some of which are copies of others: the same games, equal to the
// last move. The zero value counts none.
type Copies struct {
	Clusters int // with copies
	Distinct int // without copies

	squares float64 // sum of the squared numbers of copies
}

// Add enters the nth copy of a cluster, counted from 1.
func (c *Copies) Add(nth int) {
	c.Clusters++
	if nth == 1 {
		c.Distinct++
	}
	c.squares += odd(nth)
}

// Effective returns the effective number of clusters, (Σm)²/Σm², where m are the numbers of
// copies of the different clusters (L. Kish, "Survey Sampling" (1965), section 11.2). Copies
// make the weights of the different clusters in a mean unequal, so that the mean is as
// uncertain as that of this number of clusters with equal weights. If all clusters have
// equally many copies, it is the number of different clusters.
func (c *Copies) Effective() float64 {
	if c.Clusters == 0 {
		return 0
	}
	n := float64(c.Clusters)
	return n * n / c.squares
}

// Repeated counts clusters by score, some of which are copies of others. The mean score is the
// mean of all clusters. Its error is the standard deviation of the different clusters, each
// counted once, divided by the square root of [Copies.Effective].
type Repeated struct {
	Played   Counts // all clusters
	Distinct Counts // without copies

	copies Copies
}

// NewRepeated returns empty counts of clusters with the given number of possible scores.
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

// LeastPairings is the number of different pairings below which no interval is shown, because
// so few games say too little about all possible games.
const LeastPairings = 10

// Variety contains how many games of a set were different. Games with equal moves are the same
// game, whichever agents played them. The zero value means that this is unknown, as for games
// with chance; then each game counts.
type Variety struct {
	Distinct         int `json:"distinct,omitempty"`          // different games
	DistinctPairings int `json:"distinct_pairings,omitempty"` // different pairings, each an observation
	Openings         int `json:"openings,omitempty"`          // different openings; 0 if they were not counted
}

// Known reports whether the different games were counted.
func (v Variety) Known() bool { return v.DistinctPairings > 0 }

// TooFew reports whether there are fewer than [LeastPairings] different pairings.
func (v Variety) TooFew() bool { return v.Known() && v.DistinctPairings < LeastPairings }

// Covers returns the interval i, or an interval open at both ends if there are too few different
// pairings.
func (v Variety) Covers(i Interval) Interval {
	if v.TooFew() {
		return Open()
	}
	return i
}
