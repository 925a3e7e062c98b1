// Package tuning finds weights of a game-playing agent from the results of games. It contains
// the loop that plays a search, the interface of the search methods, and the verification of a
// result.
//
// To tune a game:
//
//  1. Implement [engines.Arena] for the game, or use [engines.NewArena] with an engine.
//  2. Describe the weights and the number of games in a [Problem].
//  3. Make a strategy with a subpackage: auto.New if unsure, or spsa, cmaes, de, rsm,
//     gp, or the package genetic.
//  4. Range over [Run]. Each [Round] contains the results and the best weights so far.
//  5. Call [Verify] with the strategy's best weights and the opponents.
//
// The example of this package does all five steps for Risk. The example of [NewIndependentPairings]
// tunes a game with one seat.
//
// A [Strategy] returns the pairings of a round from Ask and learns from their results in Tell.
// The results of a search flatter its best weights, since the search has chosen them for these
// results. Verify therefore plays new games and rates the result by these alone. The result of
// a run is never the record with the best score.
//
// For fixed opponents to train against, and for games with one seat, wrap the strategy with
// [NewIndependentPairings]. The agents of the strategy then do not meet. Each plays the same
// deals, and the scores on each deal are compared.
//
// The random numbers of a strategy are a pure function of seed, round, purpose and index. A
// snapshot therefore contains no generator state, and any game can be repeated alone. A run
// depends on the seed and the options and not on the number of workers. A stopped run that is
// restored from a snapshot ends like one that was not stopped.
//
// A [tournament.Executor] decides where games are played: [tournament.Local] uses
// goroutines of this process.
package tuning
