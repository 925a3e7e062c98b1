// Package logistic fits models of strength to games by the variational bound of the logistic
// function (T. Jaakkola and M. Jordan, "Bayesian parameter estimation via variational
// methods", Statistics and Computing 10, 2000). The bound is a Gaussian in the parameters. It
// lies below the likelihood and touches it at given parameters.
//
// [Games] accumulates the precision and the moment of this Gaussian from a log of pairs; the
// caller adds its priors and solves for the mean. Absorbing all games again at the new mean
// never lowers the bound and, unlike Newton's method, never overshoots.
package logistic
