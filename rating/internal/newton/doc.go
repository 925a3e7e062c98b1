// Package newton maximises concave log-likelihoods of a few hundred parameters,
// and inverts their information.
//
// What comes in: a function with its slope and curvature. What goes out: the
// place of its maximum ([Maximize]), and the inverse of the information there
// ([PseudoInverse], [Inverse]).
package newton
