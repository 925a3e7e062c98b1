// Package hare plays Hare and Hedgehog ("Hase und Igel", David Parlett), a race
// of 65 squares in which every step forward is paid for with carrots, and holds
// the heuristic whose three weights are tuned.
//
// What comes in: settings (board, deck, search) and weights. What goes out: the
// engine ([New]), whose tables deal, move and pay by the rules of the
// Ravensburger edition of 2008 (game no. 26 458 2), and whose players look ahead
// with max^n over the worth of a position to every seat,
//
//	E = Ks*S + Kc*C + Kp*P
//
// where S judges the lettuces still in hand, C the carrots, and P the way made.
// Positions are judged in whole numbers from end to end, so that ties are ties.
//
// The rules (board.go, state.go, moves.go, apply.go, card.go, table.go) never ask
// what a position is worth; the heuristic (curve.go, evaluate.go) never moves a
// piece; the search sees both (lookahead.go).
//
// A move is the article's turn code: 0 for a forced turn, n squares forward, -m
// back to a hedgehog, 1001 to take and 1002 to give back ten carrots. A position
// is written as the fields of an etude line, "45;26;2;f;29;19;0;f": square,
// carrots, lettuces and flag of every player, the one to move first. The flag is t
// for a player whose next turn goes into eating a lettuce or is missed, otherwise
// f (notation.go has the rarer ones).
//
// Where the booklet of that edition is silent or leaves a choice: who is stuck and
// goes back to the start has had its turn; who has fewer than ten carrots cannot
// give ten back; carrots that a card brings are always taken; two players have one
// piece each; and the race goes on until one player is left.
//
// The heuristic, the turn codes, the notation and the search are those of the
// article that described them in 2018 (habr.com, article 432382); its curves
// were lost with its pictures, and those of curve.go take their place.
package hare
