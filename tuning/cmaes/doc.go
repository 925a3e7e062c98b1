// Package cmaes tunes weights by CMA-ES, an evolution strategy that adapts the covariance
// matrix of its steps. Its learning rates adapt to the noise of games.
//
// [New] returns a strategy for a problem and [Options]. Its result is an average of the
// distribution's means.
//
// A round draws candidates from a normal distribution, each with its mirror image in the mean.
// The two candidates of a pair play each other. The distribution moves towards those with the
// best scores. The method is CMA-ES as in Hansen's tutorial ("The CMA evolution strategy: a
// tutorial", arXiv 1604.00772) with the learning rate adaptation of Nomura, Akimoto and Ono
// ("CMA-ES with learning rate adaptation: can CMA-ES with default population size solve
// multimodal and noisy problems?", GECCO 2023). The weaker half of the candidates has negative
// weights in the update of the covariances (active CMA-ES). The search does not restart, and its
// population keeps its size.
//
// In games of one seat, and against fixed opponents with an objective by score, every candidate has
// a score of its own. Candidates then play the same deals and are ranked by their mean scores, and
// the result is the last mean.
//
// Otherwise four things are different here. Candidates are mirrored (Brockhoff et al., "Mirrored
// sampling and sequential selection for evolution strategies", 2010), and their fitness is the
// score against their mirror image: this measures the slope along a step with a quarter of the
// games that comparisons with the mean would take. Candidates with equal scores share the
// weights of their ranks. Candidates outside the box are drawn again and finally clipped. The
// result is averaged. Candidates are mirrored in games with scores, too, if only the ratios of the
// weights matter.
package cmaes
