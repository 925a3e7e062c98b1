// Package othello is the game of Othello (Reversi) and its agents.
//
// What comes in: positions (64 characters and the side to move, a transcript such
// as "f5d6c3", or a line of the formats OBF and GGF), settings, and a weight vector
// for one of the evaluation models. What goes out: the engine ([New]), its games
// and players, evaluations, exact endgame scores, perft counts.
//
// Seat 0 is Black ("X") and moves first, seat 1 is White ("O"). A move is the
// number of its square, a1 = 0, b1 = 1, ... h8 = 63; a side that cannot move
// while the other can has the one move "pass" (64), so that every ply is a move.
// At the end empty squares count for the winner.
//
// The setting "model" chooses the evaluation, and with it the weights of the
// Spec:
//
//   - classic: 19 features with an early and a late weight each, interpolated
//     by the number of discs; its unit is the disc
//   - wpc: a weight per square (the weighted piece counter of the Othello
//     League); wpc10: the same with one weight per symmetry class
//   - ntuple: a weight per state of every straight pair of neighbouring
//     squares up to symmetry (288 weights)
//   - patterns: a million weights of what stands in 46 parts of the board, fitted to
//     games; they are the setting "table"
//   - easy, medium, hard: three levels that add up what moves bring along the
//     line of play, by a square table, discs turned and two rules of thumb
//   - greedy: turns as many discs as it can
//
// The rules stand in internal/board, exact solving in internal/endgame, the
// patterns in internal/pattern; this
// package holds notation, evaluation, midgame search and the contract of
// package engines. It searches with searches of its own: see package search for
// the reasons.
package othello
