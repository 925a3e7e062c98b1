// Package fit finds weights from positions with results, without a search by
// games: logistic regression of the result of a game on the features of the
// positions that it passed through (P. Osterlund, "Texel's tuning method", 2014),
// or least squares on its score (M. Buro, "Improving heuristic mini-max search by
// supervised learning", Artificial Intelligence 134, 2002).
//
// What comes in: [Data], rows of features with a target each, from games
// ([Collect]) or from anywhere else; a weight space with where to start; and
// [Options]. What goes out: a [Result], the weights with their standard errors,
// the loss on the positions they were fitted to and on those held out.
//
// # The model
//
// A row is what a position has for one seat more than for the others, x. With
// weights w the model expects the result sigma(k w.x + c), sigma(z) =
// 1/(1 + exp(-z)); by least squares, the score k w.x + c. k, the scale, is how much
// the evaluation's unit is worth, and c has what does not depend on the
// evaluation: the first seat, and who is to move. What is fitted is b = k w and c,
// a convex problem; the scale is that of the start weights, or the nearest with
// which b/k lies within the ranges of the weights.
//
// Weights that no position can tell apart are held near the start by a ridge, whose
// strength is chosen by the games held out. Positions of one game are not
// independent: the standard errors are those of the sandwich, summed by games (K.-Y. Liang and
// S. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika
// 73, 1986).
//
// Up to 300 columns are solved by Newton's method within bounds, more by L-BFGS
// with early stopping. Sums are taken in blocks that do not depend on the number
// of goroutines, so that neither does the result.
package fit
