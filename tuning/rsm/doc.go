// Package rsm tunes weights by response-surface methodology. It fits a quadratic surface of
// strength to all games and plays around the surface's maximum.
//
// [New] returns a strategy for a problem and [Options]. The result is the maximum of the
// surface. [Strategy.Report] adds the standard error and the importance of every weight and
// the interactions between weights.
//
// Response surfaces were introduced by Box and Wilson ("On the experimental attainment of
// optimum conditions", 1951). Coulom's CLOP fits a quadratic to the results of games in order
// to find its maximum ("CLOP: confident local optimization for noisy black-box parameter
// tuning", 2011). Here both players of a game are points of the search, so both are near the
// best known point.
//
// A game follows the model of Bradley and Terry ("Rank analysis of incomplete block
// designs", 1952): a point x beats y with probability
//
//	1 / (1 + exp(f(y) - f(x)))
//
// The quadratic f has slopes, one curvature common to all weights, and deviations from it.
// Gaussian priors shrink slopes and deviations towards 0. The evidence of the games determines
// the widths of the priors (MacKay, "Bayesian interpolation", 1992). With few games f is
// nearly a round quadratic, and with many games it may be any quadratic.
//
// A run has these phases:
//
//   - The trust-region probe finds the size of the box for the surface, since ranges are often much
//     too wide. It plays the start against points at smaller and smaller radii. If far points are
//     all equally bad, it finds the radius up to which strength varies, and the fit stays within
//     this radius. If even the farthest points are not much weaker than the start, the region is
//     the whole box. A whole-number weight moves by one step in some of the points, so that its
//     mean square distance equals that of the other weights. The probe takes one or more rounds, in
//     runs of at least 1,000 games. If the start beats the points at every radius, the region is
//     the whole box.
//   - The fit plays pairs around the maximum of the surface, which moves by a bounded step in each
//     round. Points are spread along the axes of the quadratic, farther along flat axes, so that
//     all axes cost the same strength. The spread falls during the run. Along an axis without
//     information the maximum is drawn towards the start.
//   - The trust region is a scale and no final limit. If the maximum lies at an edge of the region
//     and strength rises there by more than three standard errors, the region becomes twice as
//     wide, and the fit continues with all its games.
//   - The lack-of-fit test replaces some rounds of the fit by rounds close to the maximum if there
//     are enough games, since a strength that looks quadratic from afar may not be near the
//     maximum. See [Strategy.LackOfFit].
//   - Local refinement is for callers that continue with another search: it fits a local quadratic
//     to all games near a vector. See [Strategy.Refine].
//
// With enough games there is a second model: the quadratic plus cosine terms of each weight (an
// additive model: Hastie and Tibshirani, "Generalized additive models", 1986). It replaces the
// first if the evidence clearly favours it; see [Constants.Odds]. It prevents errors if strength
// has several maxima along a weight.
//
// [Constants] contains the numbers that were chosen by measurement.
package rsm
