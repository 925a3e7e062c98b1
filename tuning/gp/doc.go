// Package gp tunes weights with a Gaussian process of strength and Thompson sampling. It
// learns a surface of any shape from all games and plays where the surface may be highest.
//
// [New] returns a strategy for a problem and [Options]. The result is the peak of the process'
// mean. [Strategy.Report] adds the variation of strength on every length scale and a map of
// strength over two weights.
//
// A game follows the model of Bradley and Terry ("Rank analysis of incomplete block
// designs", 1952): a point x beats y with probability 1 / (1 + exp(f(y) - f(x))). Strength f
// is the sum of a quadratic and several Gaussian processes, one for each octave of length
// scales: half of the ranges, a quarter of them, and so on. The covariance of each process is of
// the Matérn class with smoothness 3/2 (newCosine). The process is a sum of cosines
// with random frequencies (Rahimi and Recht, "Random features for large-scale kernel
// machines", 2007). The cost of a run is therefore proportional to its games, not to their
// cube. The evidence of the games determines the size of each octave (MacKay, "Bayesian
// interpolation", 1992); for smooth functions all octaves vanish.
//
// Each point of a round's pairs comes from a draw of the posterior: it is the highest of some
// hundred candidates on the drawn surface (Thompson, "On the likelihood that one unknown
// probability exceeds another", 1933; for pairs, Gonzalez and others, "Preferential Bayesian
// optimization", 2017). Points thus play as often as they are likely to be the best. The first
// tenth of the games is played between points spread about the start.
//
// In scale-free problems the model has one dimension less. If all ranges contain 0 it uses
// normalised vectors; if all weights are positive it uses logarithms minus their mean.
//
// Use gp for up to three or four weights if strength has edges, ridges or several hills, where
// an average of points or a quadratic leads to a result beyond an edge. On smooth functions
// rsm ends closer to the maximum. With ten weights and more gp explores too much.
package gp
