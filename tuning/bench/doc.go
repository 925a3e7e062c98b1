// Package bench measures tuning strategies on problems with a known optimum: the nine duels of
// `lanista bench`.
//
// [Run] takes strategies, each as a constructor, and [Options]. It returns a [Report] of the
// regret of every strategy, in Elo, for every problem and budget. A regret is the strength of the
// optimum minus the strength of the strategy's result.
//
// A problem is a hidden strength function S over the box [0, 10]^d, in Elo and 0 at a hidden
// optimum. Two agents, with points x and y of the box as weights, play a game that x wins with
// probability 1/(1 + 10^(-(S(x)-S(y))/400)). There are three kinds of functions (a round
// quadratic, a rotated one of condition 1000, and a multimodal one) and three dimensions (4, 10,
// 32). A uniform random point is 400 Elo below the optimum on average. A [Variant] adds
// properties of real games: draws, an advantage of the first seat, luck that depends on the seed,
// cycles, whole-number weights, weights without effect, ranges that are too wide, and strength
// that depends only on the ratios of the weights.
//
// The report contains the median regret over the seeds for a problem and a budget. It also
// contains the geometric mean of the medians over all problems, and the floor: a lower bound for
// the regret that any method is expected to reach ([Floor]). In the mean, a median below
// [LeastRegret] counts as LeastRegret. [Reached] returns stored results of the strategies that
// ship. [NewCustom] makes a duel on any other function.
//
// All random numbers derive from (kind, dimension, seed). A report does not depend on the number
// of workers, except for its seconds.
package bench
