// Package boardtest is an Othello program for tests: it speaks GTP or NBoard, plays
// legal moves with two weights that matter, and misbehaves when it is told to.
//
// What comes in: the game whose rules it keeps, a mode, and what it is told. What
// goes out: its answers. A test binary that is started as a program calls [GTP] or
// [NBoard] before anything else.
package boardtest
