package source

// Weights contains the weights of the agent in the order in which the game lists them. Scaled and
// other constants contain them in the form that the search uses.
var Weights = []float64{1, 1}

// Kind selects the evaluation of the agent. With 0 the agent evaluates a position by a weight for
// every square, and with 1 by the model classic, a sum of 19 terms. With 2 and 3 it plays like one
// of the models easy, medium and hard, which evaluate moves. Kind 2 is their minimax search, and
// Kind 3 the search of the published program from which they come.
const Kind = 0

// Depth is the search depth of the agent, in plies.
const Depth = 1

// Squares contains a weight for every square, from a1 to h8. It is used if Kind is 0.
var Squares = []float64{0, 0}

// Scaled contains the agent's weights as integers, in millionths. If Kind is 1, it contains 19
// weights for every number of discs on the board, from 0 to 64. Otherwise it contains a weight for
// every square.
var Scaled = []int{0, 0}

// Flip is the weight of each disc that a move turns, in millionths. It is used if Kind is 2 or 3.
const Flip = 0

// CornerReply is the weight of a move that lets the opponent take a corner, in millionths. It is
// used if Kind is 2 or 3.
const CornerReply = 0

// BadReplies is the weight, in millionths, of a move after which most of the opponent's replies are
// next to a corner; see BadShare. It is used if Kind is 2 or 3.
const BadReplies = 0

// BadShare is the share of replies next to a corner, from 0 to 1, above which BadReplies applies to
// a move. It is used if Kind is 2 or 3.
const BadShare = 0.7

// TakesCorners is 1 if the agent takes a corner whenever it can, as the models medium and hard do,
// and otherwise 0.
const TakesCorners = 0

// Edges contains, for every content of an edge of the board, the own discs that can never be turned
// along it, as a bit mask. The index is the content as a number in base three, with a digit for
// each square: 0 empty, 1 an own disc, 2 a disc of the opponent. Digit i and bit i belong to the
// same square. Edges is used if Kind is 1.
var Edges = []int{0}

// Infinite exceeds every value of a position.
const Infinite = 1000000000000000000

// Certain is added to the value of a won game and subtracted from that of a lost one. It exceeds
// the value of every unfinished game.
const Certain = 1125899906842624

// onBoard reports whether a square with this row and column exists.
func onBoard(row int, column int) bool {
	return row >= 0 && row < 8 && column >= 0 && column < 8
}

// flips returns the number of discs that are turned if a side (1 or 2) places a disc on a square.
// It is 0 if the move is illegal. If place is true, flips makes a legal move on the board b.
func flips(b []int, square int, side int, place bool) int {
	if b[square] != 0 {
		return 0
	}
	total := 0
	for direction := range 9 {
		down := direction/3 - 1
		right := direction%3 - 1
		if direction != 4 {
			row := square/8 + down
			column := square%8 + right
			length := 0
			for onBoard(row, column) && b[8*row+column] == 3-side {
				length++
				row += down
				column += right
			}
			if length > 0 && onBoard(row, column) && b[8*row+column] == side {
				total += length
				if place {
					for k := range length {
						b[square+(k+1)*(8*down+right)] = side
					}
				}
			}
		}
	}
	if place && total > 0 {
		b[square] = side
	}
	return total
}

// mobility returns the number of legal moves of a side (1 or 2).
func mobility(b []int, side int) int {
	n := 0
	for square := range 64 {
		if flips(b, square, side, false) > 0 {
			n++
		}
	}
	return n
}

// count returns the number of squares with the given content: 1 or 2 for a side's discs, 0 for
// empty squares.
func count(b []int, side int) int {
	n := 0
	for square := range 64 {
		if b[square] == side {
			n++
		}
	}
	return n
}

// finished returns the value of a finished game for side 1: the disc difference in millionths of a
// disc, plus Certain for a win or minus Certain for a loss. Empty squares count for the winner.
func finished(b []int) int {
	own := count(b, 1)
	other := count(b, 2)
	if own > other {
		return (64-2*other)*1000000 + Certain
	}
	if own < other {
		return (2*own-64)*1000000 - Certain
	}
	return 0
}

// beside reports whether a neighbour of the square has the given content: 0 empty, 1 or 2 a side's
// disc.
func beside(b []int, square int, content int) bool {
	for direction := range 9 {
		row := square/8 + direction/3 - 1
		column := square%8 + direction%3 - 1
		if direction != 4 && onBoard(row, column) && b[8*row+column] == content {
			return true
		}
	}
	return false
}

// class returns the class of a square, from 0 to 9. Squares that a symmetry of the board maps to
// each other form a class.
func class(square int) int {
	row := min(square/8, 7-square/8)
	column := min(square%8, 7-square%8)
	low := min(row, column)
	high := max(row, column)
	if low == 0 {
		return high
	}
	if low == 1 {
		return 3 + high
	}
	if low == 2 {
		return 5 + high
	}
	return 9
}

// lineSafe reports whether the disc on a square cannot be turned along the line in direction (down,
// right). That is so if the line is full, or if a neighbour on it is a stable disc of the same
// side.
func lineSafe(b []int, stable []int, square int, down int, right int) bool {
	full := true
	for sign := range 2 {
		way := 2*sign - 1
		row := square/8 + way*down
		column := square%8 + way*right
		if onBoard(row, column) && stable[8*row+column] == 1 {
			return true
		}
		for onBoard(row, column) {
			if b[8*row+column] == 0 {
				full = false
			}
			row += way * down
			column += way * right
		}
	}
	return full
}

// stability returns the number of a side's stable discs, which no later move can turn. It may miss
// some of them.
func stability(b []int, side int) int {
	stable := make([]int, 64)
	for edge := range 4 {
		start := 0
		step := 1
		if edge == 1 {
			start = 56
		}
		if edge >= 2 {
			step = 8
		}
		if edge == 3 {
			start = 7
		}
		content := 0
		power := 1
		for place := range 8 {
			disc := b[start+place*step]
			if disc == side {
				content += power
			} else if disc != 0 {
				content += 2 * power
			}
			power = 3 * power
		}
		found := Edges[content]
		for place := range 8 {
			if found%2 == 1 {
				stable[start+place*step] = 1
			}
			found = found / 2
		}
	}
	more := true
	for more {
		more = false
		for square := range 64 {
			row := square / 8
			column := square % 8
			if b[square] == side && stable[square] == 0 && row > 0 && row < 7 && column > 0 && column < 7 {
				if lineSafe(b, stable, square, 0, 1) && lineSafe(b, stable, square, 1, 0) && lineSafe(b, stable, square, 1, 1) && lineSafe(b, stable, square, 1, -1) {
					stable[square] = 1
					more = true
				}
			}
		}
	}
	n := 0
	for square := range 64 {
		n += stable[square]
	}
	return n
}

// terms stores the 19 terms of the model classic in t, for side 1, which is to move. Every term
// except parity is the number of side 1 minus that of side 2. The first ten count discs on each
// class of squares, and the others for example legal moves.
func terms(b []int, t []int) {
	for i := range 19 {
		t[i] = 0
	}
	empty := 0
	for square := range 64 {
		sign := 0
		if b[square] == 1 {
			sign = 1
		}
		if b[square] == 2 {
			sign = -1
		}
		corner := 56*(square/32) + 7*(square%8/4)
		row := min(square/8, 7-square/8)
		column := min(square%8, 7-square%8)
		if sign == 0 {
			empty++
			if beside(b, square, 2) {
				t[11]++
			}
			if beside(b, square, 1) {
				t[11] -= 1
			}
			if row == 0 && column == 0 {
				if flips(b, square, 1, false) > 0 {
					t[14]++
				}
				if flips(b, square, 2, false) > 0 {
					t[14] -= 1
				}
			}
		} else {
			t[class(square)] += sign
			t[18] += sign
			if beside(b, square, 0) {
				t[12] += sign
			}
			if b[corner] == 0 && row == 1 && column == 1 {
				t[15] += sign
			}
			if b[corner] == 0 && row+column == 1 {
				t[16] += sign
			}
		}
	}
	t[10] = mobility(b, 1) - mobility(b, 2)
	t[13] = stability(b, 1) - stability(b, 2)
	t[17] = 2*(empty%2) - 1
}

// static returns the static evaluation of a board for side 1, which is to move, in millionths.
func static(b []int) int {
	value := 0
	if Kind == 1 {
		t := make([]int, 19)
		terms(b, t)
		discs := count(b, 1) + count(b, 2)
		for i := range 19 {
			value += t[i] * Scaled[19*discs+i]
		}
		return value
	}
	for square := range 64 {
		if b[square] == 1 {
			value += Scaled[square]
		}
		if b[square] == 2 {
			value -= Scaled[square]
		}
	}
	return value
}

// turn stores the board b in next with the sides exchanged.
func turn(b []int, next []int) {
	for square := range 64 {
		next[square] = b[square]
		if b[square] != 0 {
			next[square] = 3 - b[square]
		}
	}
}

// search returns the value of a board for side 1, which is to move, from an alpha-beta search of
// the given depth in plies. A value outside the window from alpha to beta may be only a bound.
func search(b []int, depth int, alpha int, beta int) int {
	if depth == 0 {
		late := count(b, 0) <= 12 // earlier, only a side without discs ends the game
		if count(b, 1) == 0 || late && mobility(b, 1) == 0 && mobility(b, 2) == 0 {
			return finished(b)
		}
		return static(b)
	}
	moves := mobility(b, 1)
	if moves == 0 && mobility(b, 2) == 0 {
		return finished(b)
	}
	next := make([]int, 64)
	if moves == 0 {
		turn(b, next)
		return -search(next, depth, -beta, -alpha)
	}
	after := make([]int, 64)
	best := -Infinite
	for square := range 64 {
		if flips(b, square, 1, false) > 0 && best < beta {
			for k := range 64 {
				after[k] = b[k]
			}
			flips(after, square, 1, true)
			turn(after, next)
			best = max(best, -search(next, depth-1, -beta, -max(alpha, best)))
		}
	}
	return best
}

// gain returns the score of a side's move without its effects on replies: the weight of the square
// plus Flip for each turned disc.
func gain(b []int, square int, side int) int {
	return Scaled[square] + Flip*flips(b, square, side, false)
}

// replies classifies the legal moves of a side. It returns 1 if the side can take a corner.
// Otherwise it returns 2 if more than the share BadShare of its moves are next to a corner, and
// else 0.
func replies(b []int, side int) int {
	all := 0
	bad := 0
	corner := false
	for square := range 64 {
		if flips(b, square, side, false) > 0 {
			all++
			row := min(square/8, 7-square/8)
			column := min(square%8, 7-square%8)
			if row < 2 && column < 2 {
				bad++
			}
			if row == 0 && column == 0 {
				corner = true
			}
		}
	}
	if corner {
		return 1
	}
	if all > 0 && float64(bad) > BadShare*float64(all) {
		return 2
	}
	return 0
}

// moveValue returns the score of side 1's move to a square if Kind is 2 or 3. The score is the
// result of gain plus CornerReply or BadReplies if they apply to the opponent's replies; see
// replies. after is the board after the move.
func moveValue(b []int, square int, after []int) int {
	value := gain(b, square, 1)
	kind := replies(after, 2)
	if kind == 1 {
		return value + CornerReply
	}
	if kind == 2 {
		return value + BadReplies
	}
	return value
}

// wanted reports whether the agent considers a legal move of side 1 to a square. If TakesCorners is
// 1 and side 1 can take a corner, it considers only corners, and otherwise all moves.
func wanted(b []int, square int) bool {
	if flips(b, square, 1, false) == 0 {
		return false
	}
	if TakesCorners == 0 || square == 0 || square == 7 || square == 56 || square == 63 {
		return true
	}
	return flips(b, 0, 1, false)+flips(b, 7, 1, false)+flips(b, 56, 1, false)+flips(b, 63, 1, false) == 0
}

// foresee returns the value of board b for side 1, which is to move, from the minimax search of
// Kind 2. The value is the sum of the scores of side 1's moves, minus those of side 2's, plus the
// value of a game that ends. depth is in plies. A value outside the window from alpha to beta may
// be only a bound.
func foresee(b []int, depth int, alpha int, beta int) int {
	moves := mobility(b, 1)
	if moves == 0 && mobility(b, 2) == 0 {
		return finished(b)
	}
	if depth == 0 {
		return 0
	}
	next := make([]int, 64)
	if moves == 0 {
		turn(b, next)
		return -foresee(next, depth-1, -beta, -alpha)
	}
	after := make([]int, 64)
	best := -Infinite
	for square := range 64 {
		if best < beta && wanted(b, square) {
			for k := range 64 {
				after[k] = b[k]
			}
			flips(after, square, 1, true)
			score := moveValue(b, square, after)
			turn(after, next)
			best = max(best, score-foresee(next, depth-1, score-beta, score-max(alpha, best)))
		}
	}
	return best
}

// exchange returns the value of a move of side 1 in the search of Kind 3. The search looks a number
// of exchanges (times) ahead: a reply of side 2 and a next move of side 1. Unlike minimax, it
// assumes the reply that is best for side 1.
func exchange(b []int, square int, times int) int {
	if times == 0 {
		return 0
	}
	own := gain(b, square, 1)
	after := make([]int, 64)
	for k := range 64 {
		after[k] = b[k]
	}
	flips(after, square, 1, true)
	kind := replies(after, 2)
	if kind == 1 {
		return CornerReply
	}
	if kind == 2 {
		return BadReplies
	}
	best := -10005000000
	next := make([]int, 64)
	for reply := range 64 {
		if flips(after, reply, 2, false) > 0 {
			loss := gain(after, reply, 2)
			for k := range 64 {
				next[k] = after[k]
			}
			flips(next, reply, 2, true)
			for move := range 64 {
				if flips(next, move, 1, false) > 0 {
					best = max(best, own-loss+exchange(next, move, times-1))
				}
			}
		}
	}
	return best
}

// load stores the board of a position in b, with 1 for the discs of the side to move and 2 for the
// opponent's.
func load(position []int, b []int) {
	for square := range 64 {
		b[square] = position[1+square]
		if position[0] == 1 && b[square] != 0 {
			b[square] = 3 - b[square]
		}
	}
}

// levelMove returns the move of side 1 on board b if Kind is 2 or 3. depth is in plies.
func levelMove(b []int, depth int) int {
	next := make([]int, 64)
	after := make([]int, 64)
	chosen := 64
	best := -Infinite
	for square := range 64 {
		if wanted(b, square) {
			for k := range 64 {
				after[k] = b[k]
			}
			flips(after, square, 1, true)
			turn(after, next)
			value := 0
			if Kind == 3 && TakesCorners == 0 {
				value = Flip * flips(b, square, 1, false)
			} else if Kind == 3 {
				value = exchange(b, square, max(1, depth/2))
			} else {
				score := moveValue(b, square, after)
				value = score - foresee(next, max(1, min(depth, count(b, 0)))-1, -Infinite, Infinite)
			}
			corner := TakesCorners == 1 && (square == 0 || square == 7 || square == 56 || square == 63)
			if Kind == 3 && value >= best && !(corner && chosen < 64) || Kind == 2 && value > best+1 || chosen == 64 {
				best = value
				chosen = square
			}
		}
	}
	return chosen
}

// Evaluate returns the value of a position for a seat: 0 is Black, 1 is White. With Kind 0 and 1 it
// is the static evaluation. With Kind 2 and 3 it is the score of the best move of the side to move,
// or 0 if this side has none. The value for the other seat is the negative.
func Evaluate(position []int, seat int) float64 {
	b := make([]int, 64)
	load(position, b)
	value := 0.0
	if Kind == 0 {
		for square := range 64 {
			if b[square] == 1 {
				value += Squares[square]
			}
			if b[square] == 2 {
				value -= Squares[square]
			}
		}
	}
	if Kind == 1 {
		t := make([]int, 19)
		terms(b, t)
		late := max(0, float64(count(b, 1)+count(b, 2)-4)/60)
		for i := range 19 {
			value += Weights[2*i]*(float64(t[i])*(1-late)) + Weights[2*i+1]*(float64(t[i])*late)
		}
	}
	if Kind >= 2 && mobility(b, 1) > 0 {
		after := make([]int, 64)
		next := make([]int, 64)
		best := -Infinite
		for square := range 64 {
			if wanted(b, square) {
				for k := range 64 {
					after[k] = b[k]
				}
				flips(after, square, 1, true)
				turn(after, next)
				best = max(best, moveValue(b, square, after)-foresee(next, 0, -Infinite, Infinite))
			}
		}
		if best > Certain/2 {
			best -= Certain
		}
		if best < -Certain/2 {
			best += Certain
		}
		value = float64(best) / 1000000
	}
	if seat == position[0] {
		return value
	}
	return -value
}

// Choose returns the agent's move: a square from 0 (a1), 1 (b1) to 63 (h8), or 64 for a pass. depth
// is in plies.
func Choose(position []int, depth int) int {
	b := make([]int, 64)
	load(position, b)
	if mobility(b, 1) == 0 {
		return 64
	}
	if Kind >= 2 {
		return levelMove(b, depth)
	}
	next := make([]int, 64)
	after := make([]int, 64)
	plies := min(max(depth, 1), count(b, 0))
	chosen := 64
	best := -Infinite
	for square := range 64 {
		if flips(b, square, 1, false) > 0 {
			for k := range 64 {
				after[k] = b[k]
			}
			flips(after, square, 1, true)
			turn(after, next)
			value := 0
			if plies == 1 {
				value = -static(next)
				if value > best+1 {
					chosen = square
				}
			} else {
				value = -search(next, plies-1, -Infinite, -best)
				if value > best {
					chosen = square
				}
			}
			best = max(best, value)
		}
	}
	return chosen
}
