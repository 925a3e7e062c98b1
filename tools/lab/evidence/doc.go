// Package evidence says what the tuned constants of the strategies rest on.
//
// What comes in: nothing, or the name of a constant. What goes out: for every
// constant of package rsm and package auto what it is, the experiment that shows what
// it is worth, and the regret that the strategy leaves with half, once and twice its
// value ([Stored]); and the same measured anew ([Measure]).
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
