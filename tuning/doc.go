// Package tuning finds weights of a game-playing agent from the results of games. It contains
// the loop that plays a search, the interface of the search methods, and the verification of a
// result.
//
// To tune a game:
//
//  1. Implement [engines.Arena] for the game, or use [engines.NewArena] with an engine.
//  2. Describe the weights and the number of games in a [Problem].
//  3. Make a strategy with a subpackage, auto.New if unsure, or with the package genetic.
//  4. Range over [Run]. Each [Round] contains the results and the best weights so far.
//  5. Call [Verify] with the strategy's best weights and the opponents.
//
// The example of this package does all five steps for Risk. The example of [NewIndependentPairings]
// tunes a game with one seat, and that of [Strategy] tunes with a custom strategy.
//
// A [Strategy] returns the pairings of a round from Ask and learns from their results in Tell. The
// score of the best weights in the games of a search is too high, since the search has selected
// them by this score. Verify therefore plays new games and rates the result by these alone. No
// score of the search is shown as strength.
//
// For fixed opponents to train against, and for games with one seat, wrap the strategy with
// [NewIndependentPairings]. The agents of the strategy then do not meet. Each plays the same
// deals, and the scores on each deal are compared.
//
// The random numbers of a strategy are a pure function of seed, round, purpose and index. A
// snapshot therefore contains no generator state, and any game can be repeated alone. The results
// of a run depend on the seed and the options and not on the number of workers. A stopped run that
// is restored from a snapshot ends like one that was not stopped. Exceptions are runs with a time
// limit ([Budget].Time, or of an agent's moves) and runs with programs that are not deterministic.
//
// A [tournament.Executor] decides where games are played: [tournament.Local] uses
// goroutines of this process.
package tuning
