// Package auto is the strategy that needs no choice: it plays the other strategies one
// after the other, as measurements showed to be best.
//
// [New] takes a problem and [Options], which may be empty. The [Strategy] returns a result
// with standard errors and a report. [Strategy.Stages] lists the phases that a run entered.
//
// A run is a sequence of phases. For N games in all and n free weights:
//
//	phase              begins                                       plays
//	Gaussian process   in two directions, from N = 500 on           until 0.45 N
//	SPSA at the peak   after the Gaussian process                   to the end
//	probe              else; or at 0.3 N if a quadratic explains    a few rounds
//	                   the games of the Gaussian process as well
//	response surface   after the probe                              to the end, if nothing below begins
//	CMA-ES             at 0.3 N, if the surface is stuck            to the end
//	SPSA               if strength is no quadratic, or at 0.3 N     to the end
//	                   if only directions count
//	confirm            0.05 N before the end, if it is uncertain    to the end
//	                   that the result is better than the start
//
// Directions are the free weights, less one if only the ratios of weights count. The table
// in phases.go has one row for every transition, and one function for every condition.
//
//   - The Gaussian process (package gp) finds edges, ridges and second hills. It explores
//     too much in more than two directions, and stops short of a smooth top, so SPSA follows
//     with points that spread by 0.05 of every range. If only directions count, it plays to
//     the end.
//   - The response surface (package rsm) fits a quadratic to all games and plays about its
//     maximum. As long as strength is about a quadratic, no strategy needs fewer games.
//   - CMA-ES (package cmaes) needs only the ranks of its candidates. It follows a surface
//     whose maximum does not promise a gain of two standard errors, from N = 500 on.
//   - SPSA (package spsa) needs no model of strength. It follows a surface if the log odds
//     against a quadratic exceed 3: minus the logarithm of the p-value of the lack-of-fit
//     test and, after 0.3 N games and with at least 30 n^2 games left, the log Bayes factor of
//     cosine terms. Its result is refined by a local quadratic of all games nearby.
//   - The result must promise a gain over the start, by the surface fitted to all games, or
//     else the result is the start. From N = 2,000 on an uncertain gain is tested against the
//     start in the last games, and the result needs half of their points. What was found
//     remains a finalist of the verification. Results of the Gaussian process are not refused.
//
// The decisions are explained in docs/decisions/strategies.md, the measurements are in
// docs/lab/auto.md, and [Constants] has the numbers.
package auto
