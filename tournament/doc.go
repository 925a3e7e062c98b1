// Package tournament makes schedules of games, plays them, and computes standings.
//
// A [Schedule] lists pairings of agents: [RoundRobin], [Gauntlet], [Groups], or a list
// ([Pairings]). [Run] plays a schedule through an [Executor] and yields a [Result] per pairing.
// The results come in the order of the schedule, whichever game ends first. [Standings] computes
// ratings and intervals from results with package rating.
//
// A deal is the start of a game as its seed determines it: the opening and the chance events. A
// [Pairing] is a set of agents that play one deal in one or more seat orders. It is the unit of
// schedules and statistics: its games share the deal, so their results are not independent, and
// they count as one observation. Usually the agents of a pairing play against each other. Agents
// that play apart each play the same deal against the same opponents, or alone, and their games
// are compared. An [Objective] gives the value of a game: by places, or by the difference of
// scores. Numbers of games count games that were played, not comparisons.
//
// A [Job] is a pairing with everything that its games need; it can be encoded as JSON without loss.
// An executor takes jobs from [Jobs] in stretches, which are ranges of consecutive jobs, and
// returns results in any order. [Local] plays on goroutines of this process. Run restores the order
// and limits how far an executor may be ahead. It retries a job once if it failed or was lost, and
// stops if an agent forfeits too many games in a row ([Forfeits]). A slot is a goroutine of an
// executor that plays games, in this process or in a worker. Package executortest tests executors.
package tournament
