// Package hare implements Hare and Hedgehog ("Hase und Igel", David Parlett), a race of 65
// squares in which every step forward is paid for with carrots, and a heuristic with three
// weights.
//
// [New] returns the engine. Its rules are those of the Ravensburger edition of 2008 (game no. 26
// 458 2), and its settings select the board, the deck and the search. Players search with max^n
// for the value of a position to every seat,
//
//	E = Ks*S + Kc*C + Kp*P
//
// where S is the value of the lettuces in hand, C of the carrots, and P of the progress on the
// track. Values are whole numbers throughout, so that equal values are equal on every machine.
//
// The rules (board.go, state.go, moves.go, card.go, table.go) do not use the heuristic, and the
// heuristic (curve.go, evaluate.go) changes no position. The search uses both (lookahead.go).
//
// A move is the turn code of the article: 0 for a forced turn, n for n squares forward, -m for
// a move back to a hedgehog, 1001 to take and 1002 to give back ten carrots. A position is
// written as the fields of an etude, "45;26;2;f;29;19;0;f": square, carrots, lettuces and flag of
// every player, the one to move first. The flag is t for a player who eats a lettuce or misses
// a turn next, otherwise f (notation.go has the other flags).
//
// Where the booklet is unclear or allows a choice, these rules hold. A player who is stuck and
// returns to the start has used the turn. A player with fewer than ten carrots cannot give ten
// back. Carrots from a card are always accepted. Two players have one piece each. The race
// continues until one player is left.
//
// Heuristic, turn codes, notation and search are those of the article that described them in
// 2018 (habr.com, article 432382). The curves of the article are lost with its pictures; those
// of curve.go replace them.
package hare
