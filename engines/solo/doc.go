// Package solo makes engines of games that have a score but no positions: a game of one player
// for points, a simulation, a noisy function of some numbers.
//
// [New] returns an engine of a [Game], which describes its weights and scores an agent on a
// seed, and [Func] one of a score function. The engine has one seat and plays its games itself
// ([engines.ArenaFactory]). The outcome of a game is its score ([engines.ByScore]); more is
// better.
//
// Strategies, tournaments and verifications compare the scores of two agents on the same seed.
// So a game should use its random numbers in the same way for every agent, as far as possible:
// luck that both agents share then cancels. A forked arena stores the latest scores, so that an
// agent that is compared with several others on one seed plays once.
//
// A game without chance has the same score on every seed. One game on one seed is then enough,
// and runs refuse more unless they are forced.
//
// Features that require positions (a game by hand, an evaluation, perft, random openings) return
// [ErrNoPositions]. A game whose moves people should see implements [engines.Engine] instead, as
// 2048 does.
//
// An error or a panic of Score ends the run, which can be resumed, and the strategy does not
// learn from it: the disk may be full, or a program missing. If the agent is the cause, for
// example because a simulation diverges with its weights, Score returns an error that wraps an
// [engines.Fault], or a score that is not finite. The agent then forfeits the game, which is
// worse than every score.
package solo
