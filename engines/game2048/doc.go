// Package game2048 is the game 2048 (G. Cirulli, 2014): one player slides the
// tiles of a board of four by four to one of its edges, equal neighbours merge
// into their sum, which counts as points, and after every slide a new tile, 2 or
// in one case of ten 4, comes to an empty square. The game ends when no slide
// changes the board.
//
// What comes in: the setting depth, and an agent's weights. What goes out: an
// [engines.Engine] for one seat, whose [engines.Outcome] is the score.
//
// The player values a board after its slide and before the new tile comes, its
// afterstate (R. Sutton and A. Barto, "Reinforcement Learning", 2nd edition,
// 2018, section 6.8), by five features (features.go) and takes the slide with the best; a
// larger depth averages over the new tiles that may come and slides again
// (expectimax). It is shown a view of the game, which does not know the chance
// still to come.
//
// A board is sixteen squares of four bits. Slides and features of whole rows are
// looked up in tables.
//
// A position is written as its rows, the score and the number of slides made:
//
//	2,4,.,./.,.,2,./.,.,.,./.,.,.,. 4 2
package game2048
