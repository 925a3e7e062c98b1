// Package bench measures strategies on problems whose optimum is known: the nine duels of
// `lanista bench`.
//
// [Run] takes strategies, each as a constructor, and [Options]. It returns a [Report] of the
// regret that every strategy leaves, in Elo, for every problem and budget.
//
// A problem is a hidden strength function over the box [0, 10]^d, in Elo and 0
// at a hidden optimum. Two agents, whose weights are points of the box, play a
// game that x wins against y with probability 1/(1 + 10^(-(S(x)-S(y))/400)).
// There are three kinds of strength (a round quadratic, a rotated one of condition
// 1000, and a multimodal one) and three dimensions (4, 10, 32); a uniform random
// point is 400 Elo below the optimum on average. A [Variant] lays over them what
// real games have: draws, an advantage of the first seat, the luck of the deal,
// cycles, weights that are whole numbers, weights that do nothing, ranges that are
// far too wide, and strength that is scale-free.
//
// The score of a strategy is its simple regret, minus the strength of the
// vector it answers with; the median over seeds for a problem and a budget, and
// the geometric mean of the medians over all problems, no median counting as
// less than 0.3 Elo. Next to it stands the floor, below which no method can be expected
// to end ([Floor]). [Reached] returns the stored
// results of the strategies that ship. [NewCustom] makes a duel on any other landscape.
//
// Everything derives from (kind, dimension, seed): a report is the same with
// one worker or many, but for its seconds.
package bench
