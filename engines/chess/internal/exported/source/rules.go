package source

// kingOf returns the square of a side's king.
func kingOf(s []int, o int, side int) int {
	king := 6 - 12*side
	square := 0
	for s[o+square] != king {
		square++
	}
	return square
}

// attacked reports whether the side by attacks a square.
func attacked(s []int, o int, square int, by int) bool {
	sign := 1 - 2*by
	x := square % 8
	y := square / 8
	behind := y - sign
	if behind >= 0 && behind < 8 {
		if x > 0 && s[o+8*behind+x-1] == sign || x < 7 && s[o+8*behind+x+1] == sign {
			return true
		}
	}
	for d := range 8 {
		column := x + JumpX[d]
		row := y + JumpY[d]
		if column >= 0 && column < 8 && row >= 0 && row < 8 && s[o+8*row+column] == 2*sign {
			return true
		}
	}
	for d := range 8 {
		column := x + StepX[d]
		row := y + StepY[d]
		length := 1
		for column >= 0 && column < 8 && row >= 0 && row < 8 {
			piece := sign * s[o+8*row+column]
			if piece == 5 || piece == 4 && d < 4 || piece == 3 && d >= 4 || piece == 6 && length == 1 {
				return true
			}
			if piece != 0 {
				break
			}
			length++
			column += StepX[d]
			row += StepY[d]
		}
	}
	return false
}

// reach finds the squares that a piece other than a pawn attacks. For every attacked square i, it
// sets to[base+i] to 1, and it leaves the other elements of to unchanged. It returns the number of
// attacked squares without a piece of the same side.
func reach(s []int, o int, square int, to []int, base int) int {
	piece := s[o+square]
	kind := max(piece, -piece)
	x := square % 8
	y := square / 8
	free := 0
	for d := range 8 {
		if kind == 2 {
			column := x + JumpX[d]
			row := y + JumpY[d]
			if column >= 0 && column < 8 && row >= 0 && row < 8 {
				to[base+8*row+column] = 1
				if s[o+8*row+column]*piece <= 0 {
					free++
				}
			}
		} else if kind >= 5 || kind == 4 && d < 4 || kind == 3 && d >= 4 {
			column := x + StepX[d]
			row := y + StepY[d]
			for column >= 0 && column < 8 && row >= 0 && row < 8 {
				target := 8*row + column
				to[base+target] = 1
				if s[o+target]*piece <= 0 {
					free++
				}
				if s[o+target] != 0 || kind == 6 {
					break
				}
				column += StepX[d]
				row += StepY[d]
			}
		}
	}
	return free
}

// loseRights removes the castling rights that are lost when a piece leaves a square or is captured
// on it.
func loseRights(s []int, o int, square int) {
	if square == 4 || square == 7 {
		s[o+Rights] = 0
	}
	if square == 4 || square == 0 {
		s[o+Rights+1] = 0
	}
	if square == 60 || square == 63 {
		s[o+Rights+2] = 0
	}
	if square == 60 || square == 56 {
		s[o+Rights+3] = 0
	}
}

// play makes a move. The position at index o of s stays, and the position after the move is written
// to index o + Stride. A move is encoded as from + 64 * to + 4096 * promotion. play accepts moves
// that leave the own king in check.
func play(s []int, o int, move int) {
	n := o + Stride
	for i := range Stride {
		s[n+i] = s[o+i]
	}
	sign := 1 - 2*s[o+Side]
	from := move % 64
	to := move / 64 % 64
	moved := s[o+from]
	s[n+Clock]++
	s[n+Passant] = 64
	s[n+Side] = 1 - s[o+Side]
	s[n+from] = 0
	s[n+to] = moved
	if s[o+to] != 0 || moved == sign {
		s[n+Clock] = 0
	}
	if move >= 4096 {
		s[n+to] = sign * (move / 4096)
	}
	loseRights(s, n, from)
	loseRights(s, n, to)
	if moved == 6*sign && to-from == 2 {
		s[n+from+1] = s[n+from+3]
		s[n+from+3] = 0
	}
	if moved == 6*sign && from-to == 2 {
		s[n+from-1] = s[n+from-4]
		s[n+from-4] = 0
	}
	if moved == sign && to == s[o+Passant] {
		s[n+to-8*sign] = 0
	}
	if moved == sign && (to-from == 16 || from-to == 16) {
		allowPassant(s, n, (from+to)/2)
	}
}

// allowPassant stores the en passant square of the position at index o of s if the side to move has
// a legal en passant capture. passed is the square that a pawn has just passed.
func allowPassant(s []int, o int, passed int) {
	sign := 1 - 2*s[o+Side]
	for k := range 2 {
		right := 2*k - 1
		column := passed%8 + right
		if s[o+Passant] == 64 && column >= 0 && column < 8 && s[o+passed-8*sign+right] == sign {
			s[o+Passant] = passed
			if !legal(s, o, passed-8*sign+right+64*passed) {
				s[o+Passant] = 64
			}
		}
	}
}

// legal reports whether a move leaves the own king safe. It overwrites the position at index o +
// Stride of s.
func legal(s []int, o int, move int) bool {
	play(s, o, move)
	side := s[o+Side]
	return !attacked(s, o+Stride, kingOf(s, o+Stride, side), 1-side)
}

// add appends a move to a list of n moves if it is legal. It returns the new length of the list.
func add(s []int, o int, moves []int, n int, move int) int {
	if !legal(s, o, move) {
		return n
	}
	moves[n] = move
	return n + 1
}

// addPawn appends a pawn move to a list of n moves if it is legal. A move to the last rank becomes
// four moves, one for each promotion. addPawn returns the new length of the list.
func addPawn(s []int, o int, moves []int, n int, from int, to int) int {
	if to >= 8 && to < 56 {
		return add(s, o, moves, n, from+64*to)
	}
	for k := range 4 {
		n = add(s, o, moves, n, from+64*to+4096*(5-k))
	}
	return n
}

// pawnMoves stores the legal moves of pawns in moves and returns their number. The order is:
// captures to the left, captures to the right, single steps, double steps, captures en passant. If
// quiet is false, only captures and promotions are stored.
func pawnMoves(s []int, o int, moves []int, quiet bool) int {
	sign := 1 - 2*s[o+Side]
	first := 1 + 5*s[o+Side]
	n := 0
	for k := range 2 {
		right := 2*k - 1
		for from := range 64 {
			column := from%8 + right
			to := from + 8*sign + right
			if s[o+from] == sign && column >= 0 && column < 8 && s[o+to]*sign < 0 {
				n = addPawn(s, o, moves, n, from, to)
			}
		}
	}
	for from := range 64 {
		to := from + 8*sign
		if s[o+from] == sign && s[o+to] == 0 && (quiet || to < 8 || to >= 56) {
			n = addPawn(s, o, moves, n, from, to)
		}
	}
	for from := range 64 {
		if quiet && s[o+from] == sign && from/8 == first && s[o+from+8*sign] == 0 && s[o+from+16*sign] == 0 {
			n = add(s, o, moves, n, from+64*(from+16*sign))
		}
	}
	passed := s[o+Passant]
	if passed < 64 {
		for k := range 2 {
			right := 2*k - 1
			column := passed%8 + right
			from := passed - 8*sign + right
			if column >= 0 && column < 8 && s[o+from] == sign {
				n = add(s, o, moves, n, from+64*passed)
			}
		}
	}
	return n
}

// castle appends the legal castling moves, short before long, to a list of n moves. It returns the
// new length of the list.
func castle(s []int, o int, moves []int, n int) int {
	side := s[o+Side]
	king := 4 + 56*side
	if attacked(s, o, king, 1-side) {
		return n
	}
	if s[o+Rights+2*side] == 1 && s[o+king+1] == 0 && s[o+king+2] == 0 && !attacked(s, o, king+1, 1-side) {
		n = add(s, o, moves, n, king+64*(king+2))
	}
	if s[o+Rights+2*side+1] == 1 && s[o+king-1] == 0 && s[o+king-2] == 0 && s[o+king-3] == 0 && !attacked(s, o, king-1, 1-side) {
		n = add(s, o, moves, n, king+64*(king-2))
	}
	return n
}

// legalMoves stores the legal moves in a list and returns their number. The moves of pawns come
// first, then those of knights, bishops, rooks, queens and the king, and castling at the end. If
// quiet is false, the list contains only captures and promotions.
func legalMoves(s []int, o int, moves []int, quiet bool) int {
	sign := 1 - 2*s[o+Side]
	n := pawnMoves(s, o, moves, quiet)
	for k := range 5 {
		for from := range 64 {
			if s[o+from] == sign*(k+2) {
				to := make([]int, 64)
				reach(s, o, from, to, 0)
				for target := range 64 {
					if to[target] == 1 && (s[o+target]*sign < 0 || quiet && s[o+target] == 0) {
						n = add(s, o, moves, n, from+64*target)
					}
				}
			}
		}
	}
	if quiet {
		n = castle(s, o, moves, n)
	}
	return n
}
