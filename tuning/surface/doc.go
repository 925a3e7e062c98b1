// Package surface tunes weights by fitting a quadratic surface of strength to
// every game played and going to its peak.
//
// What comes in: a problem and [Options]. What goes out: a strategy whose answer
// is the peak of the surface with an error bar for every weight, and a report
// of what each weight is worth and which weights depend on each other.
//
// The model is that of Bradley and Terry ("Rank analysis of incomplete block
// designs", 1952): a point x beats y with the logistic probability of
// f(x) - f(y), and f is a quadratic with a slope, one curvature common to all
// weights, and deviations from it. Slopes and deviations are shrunk towards 0 by
// Gaussian priors whose widths the evidence of the games decides (MacKay,
// "Bayesian interpolation", 1992). So few games give a round bowl and many games
// any bowl, and no game is forgotten. Fitting a quadratic to all games for the
// sake of its peak is the idea of Coulom's CLOP ("CLOP: confident local
// optimization for noisy black-box parameter tuning", 2011); here both players
// of a game are points of the search, so that every game is near the best
// known point on both sides.
//
// With games enough for it there is a second model: the quadratic and a curve of
// every weight on its own, a sum of cosines (an additive model: Hastie and
// Tibshirani, "Generalized additive models", 1986). It takes the place of the
// first when the evidence prefers it, so that ripples do not mislead.
//
// A round plays duels around the present peak, at most a step away from the one
// before. Their points spread along the axes of the bowl, far where it is flat
// and near where it is steep, so that every axis costs equally much, and what a
// game tells is spread evenly; they come closer as the run goes on. Along an
// axis that the games do not show the peak is drawn towards the start.
//
// A round or a few before all that find out how wide a box about the start is
// worth the survey: ranges are often far wider than sense, and from afar nothing
// shows which way good weights become better. The surface then stays in that box.
//
// With games enough for the number of weights some rounds near the beginning
// play close to the peak and check the slopes and the mean curvature that the
// surface has there ([Strategy.Plausibility]): strength may be a bowl from afar
// and not near by. A search that goes on in another way may have its own games
// fitted near where it ended ([Strategy.Refine]).
package surface
