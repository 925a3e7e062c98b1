package hare

// maxCarrots is the largest number of carrots of a player in a position. It exceeds every number
// that occurs in games.
const maxCarrots = 99_999

// costOf returns the price of n squares forward in carrots, by the rules n(n+1)/2.
func costOf(n int) int { return n * (n + 1) / 2 }

// reach returns the largest number of squares, at most the length of the track, that c carrots
// pay for.
func reach(c int) int {
	if c < len(stepsFor) {
		return int(stepsFor[max(c, 0)])
	}
	return finish
}

// stepsFor is the inverse of costOf, up to the length of the track.
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

// startCarrots returns the carrots of each of n players at the start and after returning to it:
// by the booklet 68 for three or four players and 98 for five or six. Two players have one piece
// and 68 carrots each, as in the article; in the booklet they have two pieces.
func startCarrots(n int) int {
	if n >= 5 {
		return 98
	}
	return 68
}

// costHome contains the price of one move from a square to the finish.
var costHome = func() (cost [finish + 1]int32) {
	for at := range cost {
		cost[at] = int32(costOf(finish - at))
	}
	return cost
}()
