// Package conformance tests whether a game keeps the contract of package engines.
//
// [Check] plays random games at every number of seats and compares what the game shows on
// the way with the contract: the notation of a position reads back, the seat to move
// included; legal moves can be made, and illegal moves are refused and change nothing; a
// clone is independent and has the same chance still to come; one seed deals one game; views
// show no more than they may and cannot be played on; features times weights are the
// evaluation; impossible settings and weights are refused by name; players choose legal
// moves, do not change the position, repeat their games, and are started, ended and closed
// once.
//
// [Quick] is the part that a run makes before its first game. In a Go test, use enginetest.Run.
//
// Whether a legal move follows the rules of the game, only tests of the game itself can show.
package conformance
