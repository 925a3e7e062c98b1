// Package play is a person at a terminal: who plays a game against agents, or says of
// positions who is winning.
//
// What comes in: a game from package runs, or positions, and a [Console] with the lines
// that the person types. What goes out: boards, moves and questions on the console, and
// files with the game or the verdicts.
package play
