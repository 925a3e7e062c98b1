// Package riskclassic implements the classic game of Risk on the map of 42 territories, with
// continents, cards, three dice against two, and two to six players. Secret missions are left
// out. Package risk implements a variant without continents and cards.
//
// # Rules
//
// The rules are those of the published rule book (Parker Brothers, 1993). A turn has up to five
// phases: trade cards, place units, attack, move in after a conquest, and fortify (rules.go). Two
// players have a third, neutral army between them. It defends and never moves.
//
// The rule book leaves some things to the players, which a program must settle:
//
//   - The hands of cards lie open. The built-in player uses only the numbers of cards of other
//     seats.
//   - The card of territory n shows infantry, cavalry or artillery by n modulo 3.
//   - A defender always throws as many dice as possible.
//   - After a fixed number of rounds the number of territories decides, then the number of units.
//
// # Player
//
// The built-in player evaluates positions with seven features (features.go): the four of package
// risk, continents, parts of continents, and cards. It attacks if the expected evaluation after
// the battle is higher than the evaluation without it (attack.go, battle.go).
package riskclassic
