// Package chess implements chess and a small built-in player.
//
// [New] returns an engine whose games follow FIDE's rules of play. The settings of a game are its
// openings (random plies, or a book in PGN, EPD, FEN or lists of moves), Chess960, the largest number
// of plies, adjudication, and the features of threats. The settings of a player are depth and
// nodes. Moves are written as in the protocol UCI and positions as FEN.
//
// After every move the end of the game is tested in this order: checkmate, stalemate, too little
// material for any mate, the third occurrence of a position, a hundred plies without a capture or
// a pawn's move, and the largest number of plies, which is a draw. Repetition and the hundred
// plies need no claim. With adjudication a game also ends when the scores of both players agree
// on the result.
//
// The scene, the data for a picture of the board, has three texts:
//
//	{"board": "rnbqkbnr...", "check": "e8", "last": "d1h5"}
//
// board has the 64 squares in the order of a FEN, from a8 to h1, White's pieces in capitals and -
// for an empty square. check is the square of a king in check, and last the last move. Both are
// "" if there is none.
//
// The player searches by alpha-beta with a quiescence search of captures. Its evaluation has
// twelve named weights, and three more with the setting threats. Programs that support UCI can play
// the game, too.
package chess
