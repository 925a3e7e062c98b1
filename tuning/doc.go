// Package tuning is the loop that plays any method of tuning weights, and the
// contract such a method keeps.
//
// A [Strategy] asks for games, they are played, it learns from their results;
// one value comes back per round. Progress, storage, resuming, budgets and
// interruption are written once, here and in the caller of [Run]. At the end
// [Verify] plays the finalists on fresh seeds and says how good the answer is,
// from those games alone: the answer of a run is never the luckiest record.
//
// Problems with opponents to train against, and games of one seat, go through
// [NewIndependentPairings]: the agents of a strategy do not meet there, and what each made of
// the same deal is compared.
//
// A strategy's randomness is a pure function of (run seed, round, purpose,
// index), so its snapshot needs no generator state and any game can be played
// again alone.
//
// The package knows no strategy (strategies know it), no file and no screen. Where
// games are played is the business of a [tournament.Executor].
package tuning
