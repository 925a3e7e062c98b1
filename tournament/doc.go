// Package tournament decides who plays whom, plays it on all cores, and says
// what the results mean.
//
// What comes in: a field of agents, an arena, and a [Schedule] of pairings
// ([RoundRobin], [Gauntlet], [Groups], or a list of one's own). What goes out: a
// [Result] per pairing from [Run], in schedule order whatever finished first, and
// from the results [Standings], whose ratings and error bars are those of the
// package rating.
//
// The unit of everything is the cluster: one pairing on one seed, played in one or
// more seat orders. Games of a cluster share their deal, so their results are not
// independent, and count as one observation.
//
// Nothing here prints, opens a file or knows how weights are bred.
package tournament
