// Package gtp speaks the Go Text Protocol, version 2, with programs that play
// Othello.
//
// What comes in: a process and what the config says of it. What goes out: a
// [driver.Session]. Programs cannot say which weights they have: the config does,
// and names the line that sets one.
//
// A conversation, ">" what the program is told:
//
//	> 1 protocol_version
//	< =1 2
//	<
//	> 2 name
//	< =2 Edax
//	<
//	> 3 list_commands
//	< =3 boardsize
//	...
//	> 4 boardsize 8
//	> 5 clear_board
//	> 6 set_random_seed 77          if it is listed
//	> 7 play b f5
//	> 8 genmove w
//	< =8 D6
//	<
//
// Numbers in answers may be missing. A pass that the rules force is neither asked
// for nor told, as most programs have it; one that refuses a move for its colour
// is told of the pass, then and from there on.
//
// A program has no limit but one of time, of which it is told where it lists
// time_settings and time_left.
//
// Source: G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2.
package gtp
