// Package evidence contains the evidence for the tuned constants of the strategies.
//
// [Stored] returns, for every constant of packages rsm and auto, its meaning, the experiment
// that measures its effect, and the regret of the strategy with half, once and twice its
// value. [Measure] measures the regrets again.
//
// An experiment is a set of the benchmark's duels, a budget and a number of seeds. All
// three values play the same duels with the same seeds. The regret is the geometric
// mean over all runs, each at least 0.3 Elo; its change from once the value comes with
// a standard error, by the logarithms of the runs' ratios.
//
// A constant whose change is within two standard errors of none could as well be
// another: that is said here too, and is no mistake. The list has what measurements
// chose, and leaves out what only has to be small or large enough.
package evidence
