// Package rsm tunes weights by response-surface methodology: it fits a quadratic
// surface of strength to every game played, goes to its maximum, and plays there.
//
// What comes in: a problem and [Options]. What goes out: a strategy whose answer is
// the maximum of the surface with a standard error for every weight, and a report of
// what each weight is worth and which weights depend on each other.
//
// Response surfaces are Box and Wilson's ("On the experimental attainment of optimum
// conditions", 1951). Fitting a quadratic to the results of all games for the sake of
// its maximum is the idea of Coulom's CLOP ("CLOP: confident local optimization for
// noisy black-box parameter tuning", 2011); here both players of a game are points of
// the search, so that every game is near the best known point on both sides.
//
// The model of a game is that of Bradley and Terry ("Rank analysis of incomplete
// block designs", 1952): a point x beats y with probability
//
//	1 / (1 + exp(f(y) - f(x)))
//
// and f is a quadratic with a slope, one curvature common to all weights, and
// deviations from it. Slopes and deviations are shrunk towards 0 by Gaussian priors
// whose widths the evidence of the games decides (MacKay, "Bayesian interpolation",
// 1992). So few games give a round quadratic and many games any quadratic, and no
// game is forgotten.
//
// The run has these phases:
//
//   - The trust-region probe sizes the box that the surface is fitted in: ranges are
//     often far wider than sense, and from afar nothing shows which way good weights
//     become better. Where strength saturates, so that all points far away are equally
//     bad, it looks for the radius up to which it does not, and points stay within
//     that. A whole-number weight moves by one in so few points that its mean square
//     distance is that of the others. It takes from one to a few rounds, with at least
//     1,000 games.
//   - The fit plays pairs around the maximum of the surface, which moves at most a
//     step in a round. Points spread along the axes of the quadratic, far where it is
//     flat and near where it is steep, so that every axis costs equally much, and
//     come closer as the run goes on. Along an axis that the games do not show the
//     maximum is drawn towards the start.
//   - The lack-of-fit test interrupts the fit, with games enough for the number of
//     weights, by some rounds close to the maximum: strength may be a quadratic from
//     afar and not near by. See [Strategy.LackOfFit].
//   - Local refinement is for a search that goes on in another way: it fits a local
//     quadratic to all games near where that ended. See [Strategy.Refine].
//
// With games enough for it there is a second model, the quadratic and cosine terms of
// every weight on its own (an additive model: Hastie and Tibshirani, "Generalized
// additive models", 1986). It takes the place of the first where the evidence prefers
// it, so that a strength with several maxima along a weight does not mislead.
//
// The numbers that were chosen by measurement are [Constants].
package rsm
