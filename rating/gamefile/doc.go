// Package gamefile reads files of game results, CSV, PGN, the JSON lines of --games-file and the
// output of other programs, one game at a time.
//
// [Open] returns a [Reader]. Its method Read returns each [Game] in the order of the file. Players are
// numbered in the order of their first appearance. A deal is one start of a game, from which the same
// players play with different seats; the games of one deal have the same cluster number. [Pairs] finds
// the deals of a file that does not name them. A file may have any length: the memory contains the
// names of players and deals, and a limited number of games without a partner.
//
// # CSV
//
// The first line names the columns, in any order, separated by commas, semicolons or tabs. Lines that
// begin with # are comments. Games of two seats have a line each:
//
//	first,second,result         also white,black,result
//	alpha,beta,1-0
//
// The result is 1-0, 0-1 or 1/2-1/2, or the points of the first seat: 1, 0 or 0.5. Games of two
// or more seats have a line for every player, with the lines of a game together. Places count
// from 1, and tied players have equal places:
//
//	game,agent,place
//	1,alpha,1
//	1,beta,2
//	1,gamma,2
//
// Both forms may have two more columns, pair and period. Games of the same players with an equal
// value of pair belong to one deal. A period names a rating period; its games must stand
// together.
//
// # PGN
//
// The reader uses the tags White, Black, Result, Event and Pair. Games of the same players with
// equal values of Event and Pair belong to one deal, until a seat order is repeated: such a game
// begins another deal. [Pairs] finds the partner of a game without Pair by the tag Round, the start
// (the FEN, or without one the first four plies), and its neighbours in the file. A hash of start,
// players, moves and result identifies games that were played again. Comments, variations, move
// numbers and marks do not change it. A game that is cut by the end of the file is left out, and so
// is one of a player "?". Games of a search of Lanista are left out too, by the tags Event and Pair that
// --games-file writes.
//
// # JSON lines
//
// The flag --games-file of Lanista writes games as JSON lines. The games of a pairing of a run
// belong to one deal. Games of a search are left out, because the agents of a search have other
// weights in every round.
//
// # Output of other programs
//
// A file may also contain results that cutechess, fastchess, Ordo, Elostat and BayesElo print or store.
// Some of these contain totals instead of single games, mostly without the seats. [ReadRatings] reads
// tables of ratings, which have no games. [ReadSynonyms] and [ReadPlayers] read the files of names
// that Ordo reads, and [Select] applies them.
//
// In all formats a game with the result * is unfinished: it is counted and left out. For an
// invalid file Read returns an [Error] with the line.
package gamefile
