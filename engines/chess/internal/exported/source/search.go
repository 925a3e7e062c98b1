package source

// dead reports whether the material does not suffice for any mate.
func dead(s []int, o int) bool {
	knights := 0
	light := 0
	dark := 0
	for square := range 64 {
		kind := max(s[o+square], -s[o+square])
		if kind == 1 || kind == 4 || kind == 5 {
			return false
		}
		if kind == 2 {
			knights++
		}
		if kind == 3 && (square/8+square%8)%2 == 1 {
			light++
		}
		if kind == 3 && (square/8+square%8)%2 == 0 {
			dark++
		}
	}
	if knights > 0 {
		return knights == 1 && light+dark == 0
	}
	return light == 0 || dark == 0
}

// drawn reports whether a position is drawn by the rules or repeats an earlier position in the list
// s.
func drawn(s []int, o int) bool {
	if s[o+Clock] >= 100 || dead(s, o) {
		return true
	}
	back := 2
	for back <= s[o+Clock] && o-back*Stride >= 0 {
		i := 0
		for i < Clock && s[o+i] == s[o-back*Stride+i] {
			i++
		}
		if i == Clock {
			return true
		}
		back += 2
	}
	return false
}

// checked reports whether the side to move is in check.
func checked(s []int, o int) bool {
	side := s[o+Side]
	return attacked(s, o, kingOf(s, o, side), 1-side)
}

// stalemate reports whether the side to move has only king and pawns and no legal move. With any
// other piece it returns false without computing the moves. The side must not be in check. moves is
// a buffer.
func stalemate(s []int, o int, moves []int) bool {
	sign := 1 - 2*s[o+Side]
	for square := range 64 {
		kind := sign * s[o+square]
		if kind >= 2 && kind <= 5 {
			return false
		}
	}
	return legalMoves(s, o, moves, true) == 0
}

// order stores a score for each of n moves. The search tries moves with higher scores first:
// captures of valuable pieces by less valuable ones, then killer moves, then other quiet moves.
// Killer moves are the latest two quiet moves that refuted another position at the same ply. The
// scores of other quiet moves rise with the number of positions that such moves refuted.
func order(s []int, o int, moves []int, scores []int, n int, ply int, killers []int, history []int) {
	sign := 1 - 2*s[o+Side]
	for i := range n {
		from := moves[i] % 64
		to := moves[i] / 64 % 64
		moved := sign * s[o+from]
		taken := max(s[o+to], -s[o+to])
		if taken > 0 || moves[i] >= 4096 || moved == 1 && to == s[o+Passant] {
			scores[i] = CaptureScore + 16*(taken+moves[i]/4096) - moved
		} else if moves[i] == killers[2*ply] {
			scores[i] = KillerScore + 1
		} else if moves[i] == killers[2*ply+1] {
			scores[i] = KillerScore
		} else {
			scores[i] = history[64*(s[o+from]+6)+to]
		}
	}
}

// pick moves the move with the highest score, of those at the indices from at to n-1, to index at.
// The order of the others stays. Among equal scores it takes the first.
func pick(moves []int, scores []int, n int, at int) {
	best := at
	for i := range n {
		if i > at && scores[i] > scores[best] {
			best = i
		}
	}
	move := moves[best]
	score := scores[best]
	for best > at {
		moves[best] = moves[best-1]
		scores[best] = scores[best-1]
		best -= 1
	}
	moves[at] = move
	scores[at] = score
}

// remember records a quiet move that refuted a position, so that it is tried early in other
// positions. killers contains the latest two such moves of every ply. history contains a score for
// each piece and target square.
func remember(s []int, o int, move int, ply int, depth int, killers []int, history []int) {
	to := move / 64 % 64
	if s[o+to] == 0 && move < 4096 {
		if killers[2*ply] != move {
			killers[2*ply+1] = killers[2*ply]
			killers[2*ply] = move
		}
		at := 64*(s[o+move%64]+6) + to
		history[at] = min(history[at]+depth*depth, MostHistory)
	}
}

// mated returns the value of a position without legal moves for the side to move: a mate at the
// given ply if it is in check, and otherwise 0 for a stalemate.
func mated(s []int, o int, ply int) float64 {
	if checked(s, o) {
		return float64(ply) - MateValue
	}
	return 0
}

// search returns the value of a position for the side to move, from an alpha-beta search to the
// given depth in plies. A value between alpha and beta is exact, and any other is a bound. ply is
// the distance from the root of the search. At ply 0, search stores the best move in chosen.
func search(s []int, o int, ply int, depth int, alpha float64, beta float64, killers []int, history []int, chosen []int) float64 {
	if depth == 0 {
		return calm(s, o, ply, alpha, beta, killers, history, chosen)
	}
	moves := make([]int, 256)
	scores := make([]int, 256)
	n := legalMoves(s, o, moves, true)
	if n == 0 {
		return mated(s, o, ply)
	}
	if ply > 0 && drawn(s, o) {
		return 0
	}
	order(s, o, moves, scores, n, ply, killers, history)
	best := -Infinite
	for i := range n {
		if best < beta {
			pick(moves, scores, n, i)
			play(s, o, moves[i])
			value := -search(s, o+Stride, ply+1, depth-1, -beta, -max(alpha, best), killers, history, chosen)
			if value > best {
				best = value
				if ply == 0 {
					chosen[0] = moves[i]
				}
				if best >= beta {
					remember(s, o, moves[i], ply, depth, killers, history)
				}
			}
		}
	}
	return best
}

// calm is the quiescence search, which follows only captures and promotions. It returns the larger
// of the static evaluation and the value of the best such move. In check it searches every move
// instead.
func calm(s []int, o int, ply int, alpha float64, beta float64, killers []int, history []int, chosen []int) float64 {
	moves := make([]int, 256)
	scores := make([]int, 256)
	best := -Infinite
	n := 0
	if checked(s, o) {
		n = legalMoves(s, o, moves, true)
		if n == 0 {
			return mated(s, o, ply)
		}
		if drawn(s, o) {
			return 0
		}
	} else {
		if drawn(s, o) || stalemate(s, o, moves) {
			return 0
		}
		best = static(s, o)
		if s[o+Side] == 1 {
			best = -best
		}
		if best >= beta {
			return best
		}
		n = legalMoves(s, o, moves, false)
	}
	order(s, o, moves, scores, n, ply, killers, history)
	for i := range n {
		if best < beta {
			pick(moves, scores, n, i)
			play(s, o, moves[i])
			best = max(best, -search(s, o+Stride, ply+1, 0, -beta, -max(alpha, best), killers, history, chosen))
		}
	}
	return best
}

// load unpacks a position in the form that the exported agent receives. This is the board after the
// last capture or pawn move, the number of moves since then, and these moves. load makes the moves
// and stores each position in s, so that the search finds repetitions. It returns the index in s of
// the last position.
func load(position []int, s []int) int {
	for i := range Stride {
		s[i] = position[i]
	}
	o := 0
	for i := range position[Stride] {
		play(s, o, position[Stride+1+i])
		o += Stride
	}
	return o
}

// Evaluate returns the static evaluation of a position for a seat: 0 is White, 1 is Black. It does
// not search. The function load describes the argument position.
func Evaluate(position []int, seat int) float64 {
	s := make([]int, Stride*(position[Stride]+3))
	value := static(s, load(position, s))
	if seat == 1 {
		return -value
	}
	return value
}

// Choose returns the move that the agent plays in a position; the function load describes the
// argument position. It searches to depth 1, 2, 3 and so on, up to the given depth in plies. It
// ends early if it finds a forced mate. The search of captures adds at most 92 plies: 30 captures,
// 16 promotions, and an answer to a check after each.
func Choose(position []int, depth int) int {
	s := make([]int, Stride*(position[Stride]+depth+96))
	killers := make([]int, 2*(depth+96))
	history := make([]int, 832)
	chosen := make([]int, 1)
	o := load(position, s)
	d := 1
	for d <= depth {
		value := search(s, o, 0, d, -Infinite, Infinite, killers, history, chosen)
		d++
		if value >= MateLeast || value <= -MateLeast {
			break
		}
	}
	return chosen[0]
}
