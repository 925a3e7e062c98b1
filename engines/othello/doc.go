// Package othello implements the game of Othello (Reversi) and its agents.
//
// [New] returns the engine. It plays and reads games, evaluates positions, solves
// endgames exactly and counts move sequences (perft).
//
// Seat 0 is Black ("X") and moves first, seat 1 is White ("O"). A move is the number of
// its square, a1 = 0, b1 = 1, ... h8 = 63. A side that cannot move while the other can
// has one legal move, "pass" (64), so that every ply is a move. At the end of a game
// empty squares count for the winner. A position is written as 64 characters and the side
// to move, as a transcript such as "f5d6c3", or in the formats OBF and GGF.
//
// The setting "model" chooses the evaluation, and with it the weights of the Spec:
//
//   - classic: features (classic.go), each with a weight for the start and one for the end of a
//     game, interpolated by the number of discs; the unit is a disc
//   - wpc: a weight for each square (the weighted piece counter of the Othello League);
//     wpc10: a weight for each class of squares that are equal by symmetry
//   - ntuple: a weight for each state of each pair of neighbouring squares, up to symmetry
//     (288 weights)
//   - patterns: a million weights for the contents of 46 parts of the board, fitted to
//     games; they are in the setting "table"
//   - easy, medium, hard: three levels that evaluate moves instead of positions, by the
//     square, the discs turned and rules about corners; see movemodels.go
//   - greedy: the move that turns the most discs
//
// Package internal/board implements the rules, internal/endgame solves endgames, and
// internal/pattern evaluates patterns. This package contains notation, evaluations, the
// search before the endgame, and the contract of package engines. docs/decisions/games.md
// has the reasons why it does not use package search.
package othello
