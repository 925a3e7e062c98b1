// Package evolution contains the distribution from which evolution strategies draw their
// candidates: a normal distribution that adapts its mean, its step size and its covariance matrix
// to the candidates with the best scores (CMA-ES; Hansen, "The CMA evolution strategy: a tutorial",
// arXiv 1604.00772). Its learning rates can adapt to noise (Nomura, Akimoto and Ono, "CMA-ES with
// learning rate adaptation: can CMA-ES with default population size solve multimodal and noisy
// problems?", GECCO 2023).
//
// [Distribution.Update] receives points and scores of any source. Packages tuning/cmaes and genetic
// take the scores from games.
package evolution
