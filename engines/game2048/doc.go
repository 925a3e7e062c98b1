// Package game2048 implements the game 2048 (G. Cirulli, 2014). One player slides all tiles of a
// 4 x 4 board to one of its edges. Two equal tiles that meet merge into their sum, which is added
// to the score. After every slide a new tile appears on an empty square: a 2, or with probability
// 1/10 a 4. The game ends when no slide changes the board.
//
// [New] returns the engine. It has one seat, and the outcome of a game is its score.
//
// The player evaluates afterstates: boards after a slide and before the new tile (R. Sutton and
// A. Barto, "Reinforcement Learning", 2nd edition, 2018, section 6.8). It uses five features
// (features.go) and chooses the slide with the highest value. A larger depth averages over the
// possible new tiles and searches further slides (expectimax). The player receives a view of the
// game that does not contain the seed of the new tiles.
//
// A board has sixteen squares of four bits each. Precomputed tables contain the results of slides
// and the features for all rows.
//
// A position is written as its rows, the score and the number of slides made:
//
//	2,4,.,./.,.,2,./.,.,.,./.,.,.,. 4 2
package game2048
