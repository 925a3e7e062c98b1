// Package ucitest is a chess engine for tests: it speaks UCI, plays legal moves with
// two options that matter, and misbehaves when it is told to.
//
// What comes in: the game whose rules it keeps, a mode, and what it is told. What
// goes out: its answers. A test binary that is started as an engine calls [Run]
// before anything else.
package ucitest
