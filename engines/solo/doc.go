// Package solo makes an engine of anything that can be scored: a game that one
// player plays for points, a simulation, a noisy function of some numbers.
//
// What comes in: a [Game], which describes its weights and scores an agent on a
// seed, or such a function alone ([Func]). What goes out: an [engines.Engine]
// for one seat that plays its games itself ([engines.ArenaFactory]). The outcome of a
// game is the score ([engines.ByScore]); more is better. Strategies, tournaments
// and verifications compare what two agents score on the same seed, so a game
// should spend its chance in the same way whatever the agent does, as far as it
// can: what luck two agents share cancels.
//
// A score is a function of the agent and the seed. A forked arena remembers the
// latest thousand or so, so that an agent that is compared with several others
// on one seed plays once.
//
// A function without chance gives the same scores on every seed. Runs refuse such
// a game unless they are forced to play it, for an interval says nothing there;
// one game on a seed is then all there is to know.
//
// There are no positions, and no moves to make in them: what needs some (a game
// to play by hand, an evaluation, perft, random openings) is refused with
// [ErrNoPositions]. A game whose moves are to be seen keeps the contract of
// [engines.Engine] itself, as 2048 does.
//
// An error of Score ends the run, which may be resumed, and no strategy learns
// from it: a disk may be full, or a program be missing. Where it is the agent
// that is to blame, as where its weights make a simulation diverge, Score returns
// an error that wraps an [engines.Fault], or a score that is not a finite number:
// the agent forfeits, which is worse than every score. A panic ends the run like
// any other error.
package solo
