// Package solo makes engines for games that have a score but no positions. Examples are a game of
// one player for points, a simulation, or a noisy function of some numbers.
//
// [New] makes an engine from a [Game], which describes its weights and computes the score of an
// agent on a seed. [Func] makes an engine from a score function. The engine has one seat and
// plays its games itself ([engines.ArenaFactory]). The outcome of a game is its score
// ([engines.ByScore]), and more is better.
//
// Strategies, tournaments and verifications compare the scores of two agents on the same seed. So
// a game should use its random numbers in the same way for every agent, as far as possible. Luck
// that both agents share then cancels. A forked arena stores the latest scores, so that an agent
// that is compared with several others on one seed plays only once.
//
// A game without chance has the same score on every seed. One game on one seed is then enough,
// and runs refuse more unless they are forced.
//
// Features that require positions return [ErrNoPositions], for example an interactive game, an
// evaluation, perft or random openings. A game whose moves people should see implements
// [engines.Engine] instead, as 2048 does.
//
// If Score returns an error or panics, the run stops and can be resumed, and the strategy does
// not learn from the game. The cause may be a full disk or a missing program. If the agent is the
// cause, for example because a simulation diverges with its weights, Score should return an error
// that wraps an [engines.Fault], or a score that is not finite. The agent then forfeits the game,
// which is worse than every score.
package solo
