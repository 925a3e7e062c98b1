// Package cmaes tunes weights by an evolution strategy that adapts the
// covariance matrix of its steps, and its learning rates to the noise of games.
//
// What comes in: a problem and [Options]. What goes out: a strategy whose answer
// is an average of the means it went through.
//
// A round draws candidates from a normal distribution, each with its mirror image
// in the mean, and lets the two of a pair play each other; the distribution moves
// towards those that scored best. The method is CMA-ES as in Hansen's tutorial
// ("The CMA evolution strategy: a tutorial", arXiv 1604.00772) with the learning
// rate adaptation of Nomura, Akimoto and Ono ("CMA-ES with learning rate
// adaptation: can CMA-ES with default population size solve multimodal and noisy
// problems?", GECCO 2023).
//
// What is different here: mirrored candidates (Brockhoff et al., "Mirrored
// sampling and sequential selection for evolution strategies", 2010) whose
// fitness is the score of their games against each other, which measures the slope
// along a step with a quarter of the games that comparing both with the mean would
// take; candidates that
// tie share their ranks' weights; candidates outside the box are drawn again and
// at last clipped; and the answer is averaged.
package cmaes
