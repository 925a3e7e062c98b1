// Package nboard speaks the NBoard protocol, version 2, with programs that play
// Othello.
//
// What comes in: a process and what the config says of it. What goes out: a
// [driver.Session]. Programs cannot say which weights they have: the config does,
// and names the line that sets one.
//
// A conversation, ">" what the program is told:
//
//	> nboard 2
//	> ping 1
//	< set myname NTest
//	< pong 1
//	> set depth 2
//	> ping 2
//	< pong 2
//	> set game (;GM[Othello]...BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)
//	> ping 3
//	< pong 3
//	> go
//	< === C4/-1.34/0.00
//	> move C4
//	> move C3
//	> ping 4
//	< pong 4
//	> go
//
// A program gets a limit of depth, which it applies to the middle of the game and
// not to its end, and knows no other. What it says before a pong is dropped.
//
// Source: C. Welty, NBoard Protocol, and what NTest does.
package nboard
