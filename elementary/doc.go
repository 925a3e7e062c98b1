// Package elementary contains elementary functions, and random numbers with the normal
// distribution. They return the same bits on every processor; the functions of package math do not.
// On some processors, those are written in assembly. On others, the compiler fuses a product and a
// sum into one operation that rounds once. math.Exp does so on amd64 if the processor can. The last
// bit of a result then differs, and a game, an agent or a search that depends on it continues
// differently.
//
// The functions use the approximations that their comments name. They return what package math in
// Go 1.26 returns on an amd64 processor with fused operations, except in two cases in which that is
// wrong. These are Exp(x) for x above 709.4, for which math.Exp returns infinity, and the logarithm
// of numbers below 2.3e-308. Products are converted explicitly, so that they are not fused
// (https://go.dev/ref/spec#Floating_point_operators). Exp fuses explicitly.
//
// Operations that the standard IEEE 754 defines exactly need no replacement and are in package
// math: Sqrt, Floor, Ceil, Trunc, Round, Mod, Modf, Frexp, Ldexp, FMA. The same holds for special
// values such as the logarithm of 0.
package elementary
