// Package tournament decides who plays whom, plays it on all cores, and says
// what the results mean.
//
// What comes in: a field of agents, an arena, and a [Schedule] of pairings
// ([RoundRobin], [Gauntlet], [Groups], or a list of one's own). What goes out: a
// [Result] per pairing from [Run], in schedule order whatever finished first,
// and from the results [Standings], ratings with error bars, and sequential
// tests ([SPRT]).
//
// The unit of everything is the cluster: one pairing on one seed, played in one
// or more seat orders. Games of a cluster share their deal, so their results
// are not independent, and the statistics treat the cluster as one observation:
// [Counts] for two agents, the [Sandwich] covariance for many.
//
// Ratings are Bradley-Terry strengths in Elo ([BradleyTerry]), a draw counting
// as half a win to each: they model the mean score alone, and the errors come
// from how the clusters vary. Models of draws ([RaoKupper], [Davidson]), of the
// worth of the first seat ([FirstSeat]) and of the order of many seats
// ([PlackettLuce]) stand beside them. [Online], [TrueSkill] and [Glicko] follow a
// field game by game, in the order of play.
//
// Nothing here prints, opens a file or knows how weights are bred.
package tournament
