package rating

import "math"

// Counts contains the number of clusters by score. The possible scores are evenly spaced from
// 0 to 1: three counts describe single games (lost, drawn, won), five describe pairs of games
// with 0, 1/2, 1, 3/2 and 2 points, and 2g+1 describe clusters of g games.
type Counts []int

// Trinomial returns the Counts of single games.
func Trinomial(wins, losses, draws int) Counts { return Counts{losses, draws, wins} }

// score returns the score of a cluster in the i-th count.
func (c Counts) score(i int) float64 { return float64(i) / float64(len(c)-1) }

// Clusters returns the number of clusters.
func (c Counts) Clusters() int {
	n := 0
	for _, v := range c {
		n += v
	}
	return n
}

// Games returns the number of games.
func (c Counts) Games() int { return c.Clusters() * c.perCluster() }

func (c Counts) perCluster() int { return max((len(c)-1)/2, 1) }

// Mean returns the mean score, in [0, 1]; 1/2 if nothing was played.
func (c Counts) Mean() float64 {
	n := c.Clusters()
	if n == 0 || len(c) < 2 {
		return 0.5
	}
	sum := 0.0
	for i, v := range c {
		sum += float64(v) * float64(i)
	}
	return sum / float64(n) / float64(len(c)-1)
}

// moment returns the k-th central moment of a cluster's score.
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

// Variance returns the population variance of a cluster's score, which divides by the number
// of clusters.
func (c Counts) Variance() float64 {
	if c.constant() {
		return 0
	}
	return c.moment(2)
}

// constant reports whether all clusters have the same score.
func (c Counts) constant() bool {
	kinds := 0
	for _, v := range c {
		if v > 0 {
			kinds++
		}
	}
	return kinds < 2
}

// StdErr returns the standard error of the mean score: √(Variance/clusters).
func (c Counts) StdErr() float64 {
	n := c.Clusters()
	if n == 0 {
		return 0
	}
	return math.Sqrt(c.Variance() / float64(n))
}
