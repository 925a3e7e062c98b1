// Package fit computes weights from positions with known results. It needs no games between
// candidates. It uses logistic regression of the result of a game on the features of its positions
// (P. Osterlund, "Texel's tuning method", 2014), or least squares on the score (M. Buro, "Improving
// heuristic mini-max search by supervised learning", Artificial Intelligence 134, 2002).
//
// [Collect] makes [Data] from games, and [Judge] makes it from positions; a program can also make
// its own. [Fit] receives the data, a space of weights, start weights and [Options]. Its [Result]
// contains the weights with their standard errors, and the loss on the positions used in the fit
// and on those held out. [FitTable] does the same for evaluations that are large tables.
//
// # The model
//
// A row x contains the features of a position for one seat minus those of the others. With weights
// w the model predicts the result sigma(k w.x + c), where sigma(z) = 1/(1 + exp(-z)), or with least
// squares the score k w.x + c. The scale k converts the unit of the evaluation to the unit of the
// prediction. The constant c contains everything that does not depend on the evaluation: the
// advantages of the first seat and of having the move. The fit determines b = k w and c, which is a
// convex problem. k is then the scale of the start weights, or the nearest one with which b/k lies
// within the ranges of the weights.
//
// A ridge penalty keeps weights that the positions do not determine near the start weights. Its
// strength is chosen by the loss on the held-out games. Positions of one game are not independent,
// so the standard errors come from the sandwich covariance with games as clusters (K.-Y. Liang and
// S. Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73, 1986).
//
// Fit uses Newton's method within bounds and accepts up to 300 columns. FitTable uses L-BFGS with
// early stopping. Sums are taken in blocks that do not depend on the number of goroutines, so
// neither does the result.
package fit
