// Package spsa tunes weights by simultaneous perturbation stochastic approximation (SPSA).
// Every pair consists of two points on opposite sides of the current centre, along a random
// direction that changes all weights at once. The centre moves towards the winner.
//
// [New] returns a strategy for a problem and [Options]. Its result is an average of the centres and
// never a single point with a lucky score, except that the schedule [Fishtest] returns the last
// centre.
//
// The method is Spall's ("Multivariate stochastic approximation using a simultaneous
// perturbation gradient approximation", IEEE Transactions on Automatic Control 37, 1992),
// applied to wins and losses as in the testing framework of Stockfish. Three things are
// different here. Spread and gain are shares that follow from the number of games, the number of
// weights and the results, so that they need not be set. A round plays many directions at once. The centres are averaged
// (Polyak and Juditsky, "Acceleration of stochastic approximation by averaging", 1992).
package spsa
