// Package logistic learns the parameters of a model of strength from games, by the
// variational bound of the logistic function: a Gaussian in the parameters, below the
// likelihood everywhere, that touches it at parameters given (T. Jaakkola and
// M. Jordan, "Bayesian parameter estimation via variational methods", Statistics and
// Computing 10, 2000). Games go in as a log of pairs with their scores; what comes out
// is a precision and a moment, to which a method adds its priors. Absorbing all games
// again at the new mean never lowers the bound, and never overshoots as Newton's
// method may.
package logistic
