package hare

const (
	// maxCarrots is the largest number of carrots that the evaluation distinguishes: it values larger
	// numbers as this one. Players have more only if the setting guard is several thousand.
	maxCarrots = 99_999

	// readCarrots is the largest number of carrots that a player may have in a position given as text.
	// No game reaches it.
	readCarrots = 999_999_999
)

// costOf returns the price in carrots of moving n squares forward, n(n+1)/2.
func costOf(n int) int { return n * (n + 1) / 2 }

// reach returns the largest number of squares that a move forward can cover for c carrots. It is at
// most the length of the track.
func reach(c int) int {
	if c < len(stepsFor) {
		return int(stepsFor[max(c, 0)])
	}
	return finish
}

// stepsFor contains the largest number of squares that a move forward can cover, by the number of
// carrots. It is the inverse of costOf.
var stepsFor = func() (steps [finish*(finish+1)/2 + 1]uint8) {
	n := 0
	for c := range steps {
		for n < finish && costOf(n+1) <= c {
			n++
		}
		steps[c] = uint8(n)
	}
	return steps
}()

// startCarrots returns the number of carrots that each of n players has at the start of the game
// and after a return to the start. The published rules give 68 for three or four players and 98 for
// five or six. Two players have one piece and 68 carrots each, as in the article that the package
// comment cites; the published rules give each two pieces.
func startCarrots(n int) int {
	if n >= 5 {
		return 98
	}
	return 68
}

// costHome contains, for every square, the price in carrots of moving from the square to the
// finish in one move.
var costHome = func() (cost [finish + 1]int32) {
	for at := range cost {
		cost[at] = int32(costOf(finish - at))
	}
	return cost
}()
