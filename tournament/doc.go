// Package tournament decides who plays whom, plays it on all cores, and says
// what the results mean.
//
// What comes in: a field of agents, an arena, and a [Schedule] of pairings.
// What goes out: a [Result] per pairing, in schedule order whatever finished
// first, and from the results standings, ratings with error bars, and
// sequential tests.
//
// The unit of everything is the cluster: one pairing on one seed, played in one
// or more seat orders. Games of a cluster share their deal, so their results
// are not independent, and the statistics treat the cluster as one observation.
//
// The package knows no breeding, no file and no screen.
package tournament
