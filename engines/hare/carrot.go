package hare

// maxCarrots is the largest number of carrots that a position may give to one
// player. No game comes near it.
const maxCarrots = 99_999

// costOf is the price in carrots of n squares forward, by the rules: n(n+1)/2.
func costOf(n int) int { return n * (n + 1) / 2 }

// reach is the largest number of squares that c carrots pay for, never more
// than the length of the track.
func reach(c int) int {
	if c < len(stepsFor) {
		return int(stepsFor[max(c, 0)])
	}
	return finish
}

// stepsFor inverts costOf over the length of the track.
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

// startCarrots is what each of n players begins with, and begins again with
// after being stuck: by the booklet 68 for three or four and 98 for five or six.
// Two players have one piece and 68 carrots each, as in the article; the booklet
// gives them two pieces.
func startCarrots(n int) int {
	if n >= 5 {
		return 98
	}
	return 68
}

// costHome is the price of the way from a square to the finish in one move.
var costHome = func() (cost [finish + 1]int32) {
	for at := range cost {
		cost[at] = int32(costOf(finish - at))
	}
	return cost
}()
