// Package spsa tunes weights by simultaneous perturbation stochastic
// approximation (SPSA): every pair is of two points on either side of the present
// centre, along a random direction that changes all weights at once, and the
// centre moves towards the winner.
//
// What comes in: a problem and [Options]. What goes out: a strategy whose answer
// is an average of the centres it went through, never a point that was lucky.
//
// The method is Spall's ("Multivariate stochastic approximation using a
// simultaneous perturbation gradient approximation", IEEE Transactions on
// Automatic Control 37, 1992) in the form that the testing framework of
// Stockfish made common for win and loss. What is different here: spread and
// gain follow from the ranges, the budget and what the games say, so that
// nobody has to know them; many directions are played at once in a round; the
// iterates are averaged (Polyak and Juditsky, "Acceleration of stochastic
// approximation by averaging", 1992).
package spsa
