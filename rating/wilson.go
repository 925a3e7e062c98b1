package rating

import "math"

// Wilson returns the Wilson score interval of a proportion of k in n: with p = k/n, (p + z²/2n
// ± z·√(p(1-p)/n + z²/4n²)) / (1 + z²/n). It is within [0, 1] and has a positive width; for n
// = 0 it is [0, 1]. E. B. Wilson, J. Amer. Statist. Assoc. 22 (1927) 209-212.
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
// without draws that would make the mean score equally uncertain. If all clusters have the
// same score, it is the number of clusters, which is a conservative choice.
func (c Counts) EffectiveGames() float64 {
	return effectiveGames(c.Mean(), c.StdErr(), float64(c.Clusters()))
}

// effectiveGames returns the effective sample size of a mean score with a standard error.
func effectiveGames(mean, err, clusters float64) float64 {
	if err == 0 || mean <= 0 || mean >= 1 {
		return clusters
	}
	return mean * (1 - mean) / (err * err)
}

// Wilson returns the Wilson interval of the mean score, with [Counts.EffectiveGames] as n.
func (c Counts) Wilson(z float64) Interval {
	n := c.EffectiveGames()
	return Wilson(c.Mean()*n, n, z)
}
