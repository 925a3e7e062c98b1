// Package chess implements chess and a small player of it.
//
// Settings of a table are random opening plies or a book in PGN, EPD, FEN or lists of
// moves, the largest length, and adjudication. Settings of a player are depth and nodes.
// [New] returns an engine whose games follow FIDE's rules of play. Moves are written as
// in the protocol UCI and positions as FEN.
//
// After every move the end of the game is tested in this order: checkmate, stalemate, too
// little material for any mate, the third repetition of a position, a hundred plies
// without a capture or a pawn's move, and the largest number of plies, which is a draw.
// Repetition and the hundred plies need no claim. A table may also end a game if the
// scores of both players agree on the result.
//
// A page draws the board from its scene, three texts:
//
//	{"board": "rnbqkbnr...", "check": "e8", "last": "d1h5"}
//
// board has the 64 squares in the order of a FEN, from a8 to h1, White's pieces in
// capitals and - for an empty square. check is the square of a king in check, and last
// the last move; both are "" if there is none.
//
// The player searches by alpha-beta with a quiescence search of captures, on an
// evaluation of twelve named weights. Programs that support UCI can play the game, too.
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
