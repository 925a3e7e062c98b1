// Package constraints restricts weight vectors by conditions between weights: an order, limits of
// a sum, and limits of a ratio.
//
// A [Rule] is a condition as a user writes it. [New] checks the rules of a space and returns a
// [Set]. [Set.Check] reports which rule a vector violates and by how much. [Set.Project] and
// [Set.Nearest] replace a vector by a near one that satisfies all rules. They are pure functions,
// so the result of a search stays a function of config and seed.
//
// All conditions are linear in the weights. The vectors that satisfy them form a convex set, and
// the nearest of them is the solution of a quadratic program; see the function project.
package constraints
