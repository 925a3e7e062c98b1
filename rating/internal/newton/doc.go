// Package newton maximises concave log-likelihoods of up to a few hundred parameters
// ([Maximize]) and inverts their information matrices ([PseudoInverse], [Sandwich]).
package newton
