// Package logistic fits models of strength to the results of games. It uses the variational bound
// of the logistic function (T. Jaakkola and M. Jordan, "Bayesian parameter estimation via
// variational methods", Statistics and Computing 10, 2000). The bound is a Gaussian function of
// the parameters. It lies below the likelihood and touches it at given parameters.
//
// [Games] accumulates the precision and the moment of this Gaussian from a log of pairs of games.
// The caller adds priors and solves for the mean. Entering all games again at the new mean never
// lowers the bound and, unlike Newton's method, never overshoots.
package logistic
