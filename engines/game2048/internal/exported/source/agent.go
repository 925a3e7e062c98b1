package source

// Weights contains the weights of the five features of a board, in this order: empty, merges,
// monotonicity, smoothness, tiles.
var Weights = []float64{1, 1, 1, 1, 1}

// Depth is the search depth of the agent, in slides.
const Depth = 1

// Stuckness is the deduction from the value of a board on which no slide is possible, in units of
// the sum of the absolute weights.
const Stuckness = 20

// lineFeatures adds four features of one row or column to sums. start is the first of its four
// squares, and step the distance between neighbours. A tile counts as its exponent, for example 3
// for an 8, and an empty square as 0. sums[0] receives the number of pairs of equal tiles with no
// other tile between them. sums[1] receives the sum of the rises or the sum of the falls of the
// squared exponents along the line, whichever is smaller. sums[2] receives the sum of the
// differences between the exponents of each tile and the next tile. sums[3] receives the sum of the
// squared exponents.
func lineFeatures(position []int, start int, step int, sums []int) {
	rises := 0
	falls := 0
	before := 0
	last := 0
	for i := range 4 {
		tile := position[start+i*step]
		sums[3] += tile * tile
		if i > 0 {
			change := tile*tile - before*before
			rises += max(change, 0)
			falls += max(-change, 0)
		}
		if tile > 0 && last > 0 {
			sums[2] += max(tile-last, last-tile)
			if tile == last {
				sums[0]++
			}
		}
		before = tile
		if tile > 0 {
			last = tile
		}
	}
	sums[1] += min(rises, falls)
}

// Evaluate returns the value of a board: the sum of its features, each times its weight. 2048 has
// one player, so seat is 0.
func Evaluate(position []int, seat int) float64 {
	sums := make([]int, 4)
	for i := range 4 {
		lineFeatures(position, 4*i, 1, sums)
		lineFeatures(position, i, 4, sums)
	}
	free := 0
	for i := range 16 {
		if position[i] == 0 {
			free++
		}
	}
	value := float64(Weights[0] * float64(free))
	value += float64(Weights[1] * float64(sums[0]))
	value += float64(Weights[2] * (-float64(sums[1]) / 8))
	value += float64(Weights[3] * -float64(sums[2]))
	value += float64(Weights[4] * (-float64(sums[3]) / 16))
	return value
}

// slide computes the board after sliding all tiles in a direction (0 up, 1 down, 2 left, 3 right).
// It stores the new board in the list after, and reports whether it differs from the old one.
func slide(position []int, direction int, after []int) bool {
	changed := false
	for k := range 4 {
		// start is the square of line k at the edge to which the tiles slide. step leads from
		// there to the next square of the line.
		start := k
		step := 4
		if direction == 1 {
			start = 12 + k
			step = -4
		}
		if direction == 2 {
			start = 4 * k
			step = 1
		}
		if direction == 3 {
			start = 4*k + 3
			step = -1
		}
		for i := range 4 {
			after[start+i*step] = 0
		}
		at := 0
		last := 0
		for i := range 4 {
			tile := position[start+i*step]
			if tile > 0 && tile == last && tile < 15 {
				after[start+(at-1)*step] = tile + 1
				last = 0
			} else if tile > 0 {
				after[start+at*step] = tile
				last = tile
				at++
			}
		}
		for i := range 4 {
			if after[start+i*step] != position[start+i*step] {
				changed = true
			}
		}
	}
	return changed
}

// valueAfter returns the value of a board after a slide, before a new tile appears. With a depth
// of 1 this is the evaluation of the board. With a greater depth it is the mean value over all
// new tiles; a new tile is a 4 with a probability of 1/10 and a 2 otherwise.
func valueAfter(position []int, depth int) float64 {
	if depth <= 1 {
		return Evaluate(position, 0)
	}
	twos := 0.0
	fours := 0.0
	free := 0
	for i := range 16 {
		if position[i] == 0 {
			free++
			position[i] = 1
			twos += valueBefore(position, depth-1)
			position[i] = 2
			fours += valueBefore(position, depth-1)
			position[i] = 0
		}
	}
	return (twos*9 + fours) / float64(10*free)
}

// valueBefore returns the value of a board on which the player is to slide: the value after the
// best slide.
func valueBefore(position []int, depth int) float64 {
	after := make([]int, 16)
	best := 0.0
	found := false
	for direction := range 4 {
		if slide(position, direction, after) {
			value := valueAfter(after, depth)
			if !found || value > best {
				best = value
				found = true
			}
		}
	}
	if found {
		return best
	}
	stuck := 0.0
	for i := range 5 {
		stuck += Stuckness * max(Weights[i], -Weights[i])
	}
	return Evaluate(position, 0) - stuck
}

// Choose returns the slide with the highest value: 0 up, 1 down, 2 left, 3 right. Of several
// equally good slides it returns the first. It returns -1 if no slide changes the board.
func Choose(position []int, depth int) int {
	after := make([]int, 16)
	best := 0.0
	chosen := -1
	for direction := range 4 {
		if slide(position, direction, after) {
			value := valueAfter(after, depth)
			if chosen < 0 || value > best {
				best = value
				chosen = direction
			}
		}
	}
	return chosen
}
