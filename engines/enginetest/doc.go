// Package enginetest proves that a game keeps the contract of package engines.
//
// What comes in: an engine. What goes out: a failed test for every promise that
// it breaks, with the position where it does.
//
//	func TestContract(t *testing.T) { enginetest.Run(t, mygame.New(), 20) }
//
// It plays random games at every number of seats, and looks along the way at
// what the contract says: a position's notation reads back, the seat to move
// included; legal moves can be made, illegal ones are refused and change nothing;
// a clone is independent and has the same chance still to come; the same seed
// deals the same game; views show no more than they may and cannot be played on;
// features times weights are the evaluation; impossible settings and weights are
// refused by name; players choose legal moves, leave the position alone, play the
// same game again, and are started, ended and closed once.
//
// Whether a move is what the rules of the game say it is, nobody can know but
// the tests of the game itself.
package enginetest
