// Package tournament decides who plays whom, plays it on all cores, and says
// what the results mean.
//
// What comes in: a field of agents, a [Schedule] of pairings ([RoundRobin],
// [Gauntlet], [Groups], or a list of one's own), and an [Executor] that plays
// them. What goes out: a [Result] per pairing from [Run], in schedule order
// whatever finished first, and from the results [Standings], whose ratings and
// error bars are those of the package rating.
//
// The unit of everything is the cluster: one [Pairing] on one seed, played in one
// or more seat orders. Games of a cluster share their deal, so their results are
// not independent, and count as one observation. Agents mostly meet; those who
// play apart are compared by what each made of the same deal, against the same
// opponents or alone. What a game is worth, the [Objective] says: places, or by
// how much one scored more. Numbers of games are those of games that were played,
// not of comparisons.
//
// A [Job] is a pairing with all that its games need, and survives JSON to the last
// bit. An executor takes stretches of jobs from [Jobs] and gives back results in
// any order; [Local] plays them on goroutines of this process. Run keeps what must
// not depend on who plays: the order, a window so that play is never too far
// ahead, one more try for a job that failed or was lost, and the end of a run
// whose agent does nothing but fail ([Forfeits]). The package executortest holds
// executors to their contract.
//
// Nothing here prints, opens a file or knows how weights are bred.
package tournament
