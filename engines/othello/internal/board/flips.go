package board

// Flips returns the opponent's discs that are turned if the side with the discs own plays on the
// empty square sq. It returns the empty set if the move is illegal.
//
// Each of the four lines through sq is gathered into one byte by a shift or a multiplication. The
// table closers contains, for the opponent's discs on a line, the first square after their run on
// either side of sq. A run is turned if own has a disc on this square. The table runs contains the
// discs of the turned runs.
func Flips(own, opp uint64, sq int) uint64 {
	x, y := uint(sq)&7, uint(sq)>>3&7
	close, run := &closers[x], &runs[x]

	shift := 8 * y & 63
	row := close[opp>>shift>>1&63] & uint8(own>>shift)
	flips := uint64(run[row]) << shift

	d := &diagonals[sq&63]
	line := close[(opp&d[0])*fileA>>57&63] & uint8((own&d[0])*fileA>>56)
	flips |= uint64(run[line]) * fileA & d[0]
	line = close[(opp&d[1])*fileA>>57&63] & uint8((own&d[1])*fileA>>56)
	flips |= uint64(run[line]) * fileA & d[1]

	file := closers[y][(opp>>x&fileA)*fileToByte>>57&63] & uint8((own>>x&fileA)*fileToByte>>56)
	return flips | (uint64(runs[y][file])*byteToFile&fileA)<<x
}

// LastFlips returns the number of discs that are turned by a move on sq, the last empty square of
// the board. own contains the discs of the moving side.
func LastFlips(own uint64, sq int) int {
	x, y := uint(sq)&7, uint(sq)>>3&7
	count, d := &lastRuns[x], &diagonals[sq&63]
	return int(count[own>>(8*y&63)&255]) +
		int(count[(own&d[0])*fileA>>56]) + int(count[(own&d[1])*fileA>>56]) +
		int(lastRuns[y][(own>>x&fileA)*fileToByte>>56])
}

const (
	fileA uint64 = 0x0101010101010101

	// fileToByte is a factor whose multiplication gathers the squares of file a in the top byte.
	// byteToFile is a factor whose multiplication spreads a byte down file a, with row 1 at the
	// lowest bit. It fails for a byte whose first and last bit are both set.
	fileToByte uint64 = 0x0102040810204080
	byteToFile uint64 = 0x0002040810204081
)

var (
	closers  = makeClosers()  // by the place of the move on its line and the opponent's discs on the inner six squares
	runs     = makeRuns()     // by the place of the move and the closing squares: the squares between them
	lastRuns = makeLastRuns() // by the place of the move and the own discs, if all other squares of the line are the opponent's: the number of turned discs

	// diagonals contains the two diagonals through every square, the falling one first.
	diagonals = makeDiagonals()
)

func makeClosers() (t [8][64]uint8) {
	for x := range t {
		for six := range t[x] {
			opp := six << 1
			right, left := x+1, x-1
			for opp>>right&1 != 0 {
				right++
			}
			for left >= 0 && opp>>left&1 != 0 {
				left--
			}
			if right > x+1 {
				t[x][six] |= 1 << right
			}
			if left < x-1 {
				t[x][six] |= 1 << left
			}
		}
	}
	return t
}

func makeRuns() (t [8][256]uint8) {
	for x := range t {
		for closing := range t[x] {
			for end := range 8 {
				if closing>>end&1 != 0 {
					t[x][closing] |= between(x, end)
				}
			}
		}
	}
	return t
}

func makeLastRuns() (t [8][256]uint8) {
	for x := range t {
		for own := range t[x] {
			for end := x + 1; end < 8; end++ {
				if own>>end&1 != 0 {
					t[x][own] += uint8(end - x - 1)
					break
				}
			}
			for end := x - 1; end >= 0; end-- {
				if own>>end&1 != 0 {
					t[x][own] += uint8(x - end - 1)
					break
				}
			}
		}
	}
	return t
}

func between(a, b int) (set uint8) {
	for i := min(a, b) + 1; i < max(a, b); i++ {
		set |= 1 << i
	}
	return set
}

func makeDiagonals() (t [64][2]uint64) {
	for sq := range t {
		for other := range 64 {
			if dx, dy := other&7-sq&7, other>>3-sq>>3; dx == dy {
				t[sq][0] |= 1 << other
			} else if dx == -dy {
				t[sq][1] |= 1 << other
			}
		}
		t[sq][1] |= 1 << sq
	}
	return t
}
