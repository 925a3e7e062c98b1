package board

import "fmt"

// Starts960 is the number of start positions of Chess960.
const Starts960 = 960

// Start960 returns a start position of Chess960 by its number from 0 to 959, in the numbering of
// R. Scharnagl. Number 518 is the start position of the usual game.
func Start960(n int) (Position, error) {
	if n < 0 || n >= Starts960 {
		return Position{}, fmt.Errorf("start position %d of Chess960: the numbers are 0 to %d", n, Starts960-1)
	}
	var row [8]byte
	free := func(nth int) int { // the index of the nth empty square
		for i, piece := range row {
			if piece == 0 {
				if nth == 0 {
					return i
				}
				nth--
			}
		}
		return -1
	}
	rest := n
	row[2*(rest%4)+1] = 'B'
	rest /= 4
	row[2*(rest%4)] = 'B'
	rest /= 4
	row[free(rest%6)] = 'Q'
	rest /= 6
	// There are ten ways to place two knights on five squares.
	knights := [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}[rest]
	first, second := free(knights[0]), free(knights[1])
	row[first], row[second] = 'N', 'N'
	for _, piece := range []byte("RKR") {
		row[free(0)] = piece
	}
	black := row
	for i := range black {
		black[i] |= 0x20
	}
	return Parse960(string(black[:]) + "/pppppppp/8/8/8/8/PPPPPPPP/" + string(row[:]) + " w KQkq - 0 1")
}
