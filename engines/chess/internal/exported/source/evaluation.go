package source

// pawnFiles stores the lowest rank (low) and the highest rank (high), 0 to 7, of each side's pawns
// on each file. The index is 8 * side + file. Without such a pawn, low is 8 and high is -1.
func pawnFiles(s []int, o int, low []int, high []int) {
	for i := range 16 {
		low[i] = 8
		high[i] = -1
	}
	for square := range 64 {
		if s[o+square] == 1 || s[o+square] == -1 {
			file := square%8 + 4 - 4*s[o+square]
			low[file] = min(low[file], square/8)
			high[file] = max(high[file], square/8)
		}
	}
}

// pawnAhead reports whether side has a pawn on a file in front of a rank, as seen from the side
// mover. For White, side 0, higher ranks are in front, and for Black lower ones. low and high come
// from pawnFiles. pawnAhead returns false for a file outside the board.
func pawnAhead(low []int, high []int, side int, file int, rank int, mover int) bool {
	if file < 0 || file > 7 {
		return false
	}
	if mover == 0 {
		return high[8*side+file] > rank
	}
	return low[8*side+file] < rank
}

// pawnFeatures adds the features of the pawn on a square to n. A passed pawn adds the square of the
// number of ranks that it has advanced to n[8]. A weak pawn adds 1 to n[9]: it is behind another
// pawn of its side, or its side has none on a neighbouring file. For Black, side 1, the numbers are
// negative. low and high come from pawnFiles.
func pawnFeatures(square int, side int, low []int, high []int, n []int) {
	sign := 1 - 2*side
	x := square % 8
	y := square / 8
	blocked := pawnAhead(low, high, side, x, y, side)
	if !blocked && !pawnAhead(low, high, 1-side, x-1, y, side) && !pawnAhead(low, high, 1-side, x, y, side) && !pawnAhead(low, high, 1-side, x+1, y, side) {
		advanced := y - 1
		if side == 1 {
			advanced = 6 - y
		}
		n[8] += sign * advanced * advanced
	}
	beside := x > 0 && high[8*side+x-1] >= 0 || x < 7 && high[8*side+x+1] >= 0
	if blocked || !beside {
		n[9] += sign
	}
}

// shelter returns the number of own pawns that shelter the king on a square: those on the two ranks
// before it, on its file and the neighbouring files.
func shelter(s []int, o int, square int, side int) int {
	sign := 1 - 2*side
	count := 0
	for k := range 3 {
		column := square%8 + k - 1
		for length := range 2 {
			row := square/8 + sign*(length+1)
			if column >= 0 && column < 8 && row >= 0 && row < 8 && s[o+8*row+column] == sign {
				count++
			}
		}
	}
	return count
}

// threats counts pieces that are under attack and adds the counts to n: pieces other than pawns
// attacked by a pawn (n[12]), rooks and queens attacked by a less valuable piece (n[13]), and
// attacked pieces that nothing defends (n[14]). White's threats count as positive and Black's as
// negative. attacks has eight blocks of 64 squares, in which 1 means an attacked square. The first
// four are the attacks of White's pawns, of knights and bishops, of rooks, and of queens and kings.
// The last four are Black's in the same order.
func threats(s []int, o int, attacks []int, n []int) {
	for square := range 64 {
		piece := s[o+square]
		if piece != 0 {
			kind := max(piece, -piece)
			sign := 1
			own := square // the opponent of the piece is White
			other := 256 + square
			if piece > 0 {
				sign = -1
				own = 256 + square
				other = square
			}
			if kind >= 2 && kind <= 5 && attacks[own] == 1 {
				n[12] += sign
			}
			if kind == 5 && attacks[own+128] == 1 || (kind == 4 || kind == 5) && attacks[own+64] == 1 {
				n[13] += sign
			}
			hit := attacks[own] + attacks[own+64] + attacks[own+128] + attacks[own+192]
			defended := attacks[other] + attacks[other+64] + attacks[other+128] + attacks[other+192]
			if kind <= 5 && hit > 0 && defended == 0 {
				n[14] += sign
			}
		}
	}
}

// static returns the static evaluation of a position from White's view.
func static(s []int, o int) float64 {
	n := make([]int, 15)
	attacks := make([]int, 512)
	low := make([]int, 16)
	high := make([]int, 16)
	pawnFiles(s, o, low, high)
	phase := 0
	bishops := make([]int, 2)
	for square := range 64 {
		phase += PhaseOf[max(s[o+square], -s[o+square])]
	}
	phase = min(phase, AllPhase)
	for square := range 64 {
		piece := s[o+square]
		if piece != 0 {
			kind := max(piece, -piece)
			side := 0
			sign := 1
			seen := square
			if piece < 0 {
				side = 1
				sign = -1
				seen = 8*(7-square/8) + square%8
			}
			at := 64*(kind-1) + seen
			n[6] += sign * (Middle[at]*phase + End[at]*(AllPhase-phase))
			if kind == 1 {
				pawnFeatures(square, side, low, high, n)
				if square%8 > 0 {
					attacks[256*side+square+8*sign-1] = 1
				}
				if square%8 < 7 {
					attacks[256*side+square+8*sign+1] = 1
				}
			} else {
				class := 3
				if kind == 2 || kind == 3 {
					class = 1
				}
				if kind == 4 {
					class = 2
				}
				free := reach(s, o, square, attacks, 256*side+64*class)
				if kind < 6 {
					n[7] += sign * free
				} else {
					n[10] += sign * phase * shelter(s, o, square, side)
				}
			}
			if kind < 6 {
				n[kind-1] += sign
			}
			if kind == 3 {
				bishops[side]++
			}
			if kind == 4 && high[8*side+square%8] < 0 {
				n[11] += sign
				if high[8*(1-side)+square%8] < 0 {
					n[11] += sign
				}
			}
		}
	}
	n[5] = min(1, bishops[0]/2) - min(1, bishops[1]/2)
	if Threats == 1 {
		threats(s, o, attacks, n)
	}
	sum := 0.0
	for i := range 12 + 3*Threats {
		feature := float64(n[i])
		if i == 6 || i == 10 {
			feature = feature / AllPhase
		}
		sum += float64(Weights[i] * feature)
	}
	return sum
}
