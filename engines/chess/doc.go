// Package chess is the game of chess, and a small player of it.
//
// What comes in: settings of a table (random opening plies or a book in PGN, EPD, FEN or
// lists of moves, the largest length, adjudication) and of a player (depth, nodes), and weights. What goes out:
// [engines.Game] by FIDE's rules of play, with moves in the notation of the protocol
// UCI and positions as FEN.
//
// A game ends, tested in this order after every move, by checkmate, stalemate, too
// little material for any mate, the third repetition of a position, a hundred plies
// without capture or pawn's move, and at the largest number of plies, which is a
// draw. Repetition and the hundred plies need no claim: between programs one of
// them would always make it. A table may also end a game that both players say is
// decided.
//
// A page draws the board from its scene, three texts:
//
//	{"board": "rnbqkbnr...", "check": "e8", "last": "d1h5"}
//
// board has the 64 squares as a FEN reads them, a8 to h8 first and h1 last, White's
// pieces in capitals and - for an empty square; check is the square of a king in
// check, and last the last move, both "" where there is none.
//
// The player searches by alpha-beta with captures to quiet positions, on an
// evaluation of twelve named weights. Programs that speak UCI play the game, too.
package chess
