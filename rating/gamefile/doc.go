// Package gamefile reads files of results game by game: CSV and PGN.
//
// What comes in: a stream of text ([Open], or [NewPGN]). What goes
// out: one [Game] after the other, in the order of the file, with the players
// numbered as they come and the games of one deal marked as a cluster. [Pairs] finds the
// deals of a file that does not name them. A file may have any length; the names of
// players and deals are kept, and a bounded number of games without a partner.
//
// # CSV
//
// The first line names the columns, in any order. Lines that begin with # are
// comments. Games of two seats have a line each:
//
//	first,second,result         also white,black,result
//	alpha,beta,1-0
//
// with the results 1-0, 0-1 and 1/2-1/2, or the points of the first seat: 1, 0 and
// 0.5. Games of two or more seats have a line for every player, one game's lines
// together, and places from 1, which players may share:
//
//	game,agent,place
//	1,alpha,1
//	1,beta,2
//	1,gamma,2
//
// Two more columns may follow either: pair and period. Games of the same players
// with an equal pair are one cluster: one deal, the seats changed. A period names a
// rating period; its games stand together.
//
// # PGN
//
// The tags White, Black and Result are read, and Pair, which is as in CSV. A game without
// Pair has a Round, a Start (the FEN, or without one the first four plies), from which
// [Pairs] finds its partner. Start position, players, moves and result are hashed, so that
// games that were played again are recognised; comments, variations, move numbers and
// marks do not matter.
//
// In both a game with the result * was not finished: it is counted and left out. A
// file that is not as described gives an [Error] that names the line.
package gamefile
