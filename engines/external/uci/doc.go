// Package uci speaks the Universal Chess Interface with chess engines.
//
// What comes in: a process and what the config says of it. What goes out: a
// [driver.Session]. The numbers that an engine declares (options of type spin) can
// be weights, those that the config mentions are; a text can be one where the
// config gives its range. All other options are settings of the program.
//
// A conversation, ">" what the engine is told:
//
//	> uci
//	< id name Toga II 3.0
//	< option name Passed Pawns type spin default 100 min 0 max 400
//	< uciok
//	> setoption name OwnBook value false
//	> isready
//	< readyok
//	> setoption name Passed Pawns value 182     weights that differ from what was sent last
//	> ucinewgame
//	> isready
//	< readyok
//	> position startpos moves e2e4              both lines at once
//	> go depth 2
//	< info depth 2 score cp -27 nodes 158 pv d7d5 b1c3
//	< bestmove d7d5 ponder b1c3
//
// Source: the protocol's description by Meyer-Kahlen and Huber, 2006, and what the
// engines of Debian do.
package uci
