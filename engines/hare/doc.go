// Package hare implements Hare and Hedgehog ("Hase und Igel", David Parlett), and a heuristic
// with three weights. The game is a race over 65 squares in which players pay for every step
// forward with carrots.
//
// [New] returns the engine. Its rules are those of the Ravensburger edition of 2008 (game no. 26
// 458 2), whose rules are called the booklet in this package. Its settings select the board, the
// deck and the search. Players search with max^n. The evaluation of a position for every seat is
//
//	E = Ks*S + Kc*C + Kp*P
//
// where S is the value of the lettuces in hand, C the value of the carrots, and P the progress on
// the track. Values are integers throughout, so that equal values are equal on every machine.
//
// The rules (board.go, state.go, moves.go, card.go, table.go) do not use the heuristic, and the
// heuristic (curve.go, evaluate.go) changes no position. The search uses both (lookahead.go).
//
// A move is written as a number, called the turn code: n is n squares forward, -m is m squares back
// to a hedgehog, 1001 takes and 1002 gives back ten carrots. With 0 a player eats a lettuce, misses a
// turn, takes and gives nothing, or goes back to the start. A position is written as text such as
// "45;26;2;f;29;19;0;f". It contains the square, the carrots, the lettuces and a flag for every
// player, beginning with the player to move. The flag is t for a player who eats a lettuce or misses
// a turn next, otherwise f (notation.go has the other flags).
//
// If the booklet is unclear or allows a choice, these rules hold. A player who is stuck and
// returns to the start has used the turn. A player with fewer than ten carrots cannot give ten
// back. Carrots from a card are always accepted. Two players have one piece each. The race
// continues until one player is left.
//
// Heuristic, turn codes, notation and search come from an article of 2018 (habr.com, article
// 432382), called the article in this package. The curves of the article are lost with its
// pictures; those of curve.go replace them.
package hare
