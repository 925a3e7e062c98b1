package rating

import (
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// LOS returns the likelihood of superiority, the probability that the true mean is above 1/2:
// Φ((Mean-1/2)/StdErr), as Fishtest and fastchess compute it. If all clusters have the same
// score, the error is unknown, and LOS returns [LOSExact] with one won or lost game for each
// cluster.
func (c Counts) LOS() float64 { return scoreLOS(c.Mean(), c.StdErr(), float64(c.Clusters())) }

// scoreLOS returns the likelihood of superiority of a mean score over a number of clusters.
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

// LOSExact returns the likelihood of superiority from the decisive games under a flat prior:
// the probability of p > 1/2 if p has the distribution Beta(wins+1, losses+1). It is the
// regularised incomplete beta function I_½(losses+1, wins+1).
func LOSExact(wins, losses float64) float64 {
	return mathext.RegIncBeta(losses+1, wins+1, 0.5)
}
