// Package elementary has elementary functions, and the normal distribution, that return the same
// bits on every processor. Those of package math do not: on some processors they are written in
// assembly, on some the compiler fuses a product and a sum into one operation that rounds once
// (math.Exp does so on amd64 if the processor can). A game, an agent or a search whose moves depend
// on the last bit would then go on differently.
//
// The functions use the approximations that their comments name, and return what those of package
// math in Go 1.26 return on an amd64 processor with fused operations, except where that is wrong:
// Exp(x) for x above 709.4, which math.Exp gives as infinite, and the logarithm of numbers below
// 2.3e-308. Products are converted explicitly, so that they are not fused
// (https://go.dev/ref/spec#Floating_point_operators); Exp fuses explicitly. Operations that the
// standard IEEE 754 defines exactly are in package math and need no replacement: Sqrt, Floor, Ceil,
// Trunc, Round, Mod, Modf, Frexp, Ldexp, FMA. The same holds for special values such as the
// logarithm of 0.
package elementary
