// Package auto combines the other strategies in phases, in the order that was best in
// measurements. Use it if you do not know which strategy suits a game.
//
// [New] takes a problem and [Options], which may be empty. The [Strategy] returns a result with
// standard errors and a report.
//
// A run is a sequence of phases. For a run of N games and n free weights:
//
//	phase              begins                                       plays
//	Gaussian process   in two directions, from N = 1,000 on         until 0.3 N
//	SPSA at the peak   after the Gaussian process                   to the end
//	probe              else; or at 0.3 N if a quadratic explains    a few rounds
//	                   the games of the Gaussian process as well
//	response surface   after the probe                              to the end, if nothing below begins
//	CMA-ES             at 0.3 N, if the surface is stuck            to the end
//	SPSA               if strength is no quadratic; or at 0.3 N,    to the end
//	                   if only directions count and 20 n^2 games
//	                   are left
//	confirm            near the end, if it is uncertain that the    to the end
//	                   result is better than the start
//
// The number of directions is the number of free weights, minus one if only the ratios of weights
// matter (a scale-free problem). The surface and the phases after it use that only ratios matter if
// no weight may be negative. The table in phases.go has one row for every transition, and one function
// for every condition.
//
//   - The Gaussian process (package gp) finds edges, ridges and second hills. It explores
//     too much in more than two directions and ends short of a smooth maximum. SPSA
//     therefore follows, with points that spread by 0.07 of every range. In scale-free
//     problems the Gaussian process plays to the end.
//   - The response surface (package rsm) fits a quadratic to all games and plays around its
//     maximum. If strength is about a quadratic, it needs the fewest games of all.
//   - CMA-ES (package cmaes) uses only the ranks of its candidates. It follows a stuck
//     surface: the predicted gain of the surface's maximum over the start is less than two
//     standard errors.
//   - SPSA (package spsa) uses no model of strength. It follows a surface if the log odds
//     against a quadratic exceed 3.1. These are minus the logarithm of the p-value of the
//     lack-of-fit test, plus, after 0.3 N games and with at least 20 n^2 games left, the log
//     Bayes factor of cosine terms if it is positive. A local quadratic, fitted to all games
//     near SPSA's result, refines this result.
//     In scale-free problems strength is the same along every ray from the origin, which no
//     quadratic is, and SPSA spreads its points widely and moves further in long runs.
//   - At the end a surface fitted to all games predicts the gain over the start. The required gain is
//     2 (1,000 / N)^(1/4) standard errors, or 2 (1,000 / N)^(1/2) from N = 1,000 on. If the predicted
//     gain is less, the last games test the result. From N = 1,000 on they also test a gain of less than
//     3 (N / 1,000)^(1/2) errors. The start replaces a result that scores less than half of the points of
//     its test. It also replaces a result with less than the required gain, unless this gain and the test
//     together show that the result is better by one standard error: their sum is at least the root of 2.
//     If the predicted gain was large enough to need no test and the last games reduce it below the
//     required gain, the root of 2 is enough too. After SPSA in a scale-free problem a quadratic predicts
//     nothing, so that no gain is required from N = 1,000 on. The best weights of the search remain a
//     candidate of the verification.
//     Results of the Gaussian process are never replaced.
//
// Few numbers govern all phases. A difference counts as likely from two standard errors on. This is a
// p-value of 0.046, so log odds count as likely from -ln 0.046 = 3.1 on. A difference counts as certain
// from three standard errors on. The first 0.3 N games explore, and 0.1 N games test the surface. A test
// of the result takes 0.1 N games, or 0.1 N (1,000 / N)^(1/4) from N = 1,000 on. Points within 0.1 of the
// ranges are near. Probes need N = 1,000, and a choice between two models 20 n^2 games.
//
// docs/decisions/strategies.md explains the decisions, docs/lab/auto.md contains the
// measurements, and [Constants] contains the numbers.
package auto
