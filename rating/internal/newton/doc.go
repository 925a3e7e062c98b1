// Package newton maximises concave log-likelihoods and inverts their information matrices. The
// matrices are dense for up to a few hundred parameters ([Maximize], [PseudoInverse], [Sandwich]), or
// sparse ([MaximizeSparse], [Sparse]).
package newton
