// Package evidence measures how much the results of the strategies depend on their constants.
//
// For every tuned constant of the packages rsm and auto it contains a description and an
// experiment that shows the constant's effect. [Stored] returns the regret of the strategy with
// half, once and twice the value of each constant, as measured earlier. [Measure] measures it
// again. A regret is the strength, in Elo, that a result lacks compared with the best weights.
//
// An experiment is a set of benchmark problems, a budget and a number of seeds. All three values
// of the constant play the same problems with the same seeds. The table has the geometric mean of
// the regrets over all runs, in which a regret below 0.3 Elo counts as 0.3, because a regret close
// to 0 would dominate the mean. The change of the mean relative to the value in use has a standard
// error, computed from the logarithms of the runs' ratios.
//
// If both changes are within two standard errors of 0, another value would do as well; this is
// not a mistake. The table contains the constants that measurements chose. It leaves out numbers
// that only have to be small or large enough.
package evidence
