package exported

// Weights contains the weights of the features, in this order: pawn, knight, bishop, rook, queen,
// bishop_pair, squares, mobility, passed, weak, shelter, open_file. If Threats is 1, threat_pawn,
// threat_piece and hanging follow.
var Weights = []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}

// Threats is 1 if the agent has the features of threats.
const Threats = 0

// Depth is the search depth of the agent, in plies. The search of captures after the last ply does
// not count.
const Depth = 1

// Middle contains the additional values of White's pieces with all pieces on the board: 64 values
// for every kind of piece, from the pawn to the king. Black's values are mirrored.
var Middle = []int{0, 0}

// End contains the additional values of White's pieces with only kings and pawns left. It is
// ordered like Middle.
var End = []int{0, 0}

// PhaseOf contains how much a piece of each kind adds to the phase of a position. The kinds are 0
// for no piece, 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king.
var PhaseOf = []int{0, 0, 1, 1, 2, 4, 0}

// AllPhase is the phase of a position with all pieces.
const AllPhase = 24

// StepX and StepY contain the steps of rooks (the first four), bishops (the other four), and
// queens and kings (all).
var StepX = []int{1, -1, 0, 0, 1, 1, -1, -1}

// StepY is described at StepX.
var StepY = []int{0, 0, 1, -1, 1, -1, 1, -1}

// JumpX and JumpY contain the steps of knights.
var JumpX = []int{1, 2, 2, 1, -1, -2, -2, -1}

// JumpY is described at JumpX.
var JumpY = []int{2, 1, -1, -2, -2, -1, 1, 2}

// Stride is the size of a position: 64 squares, then the numbers at the places Side, Rights (four
// rights to castle), Passant and Clock. A search stores the positions of a line of moves one after
// the other in the list s. o is the place of the first number of a position.
const Stride = 71

// Side is the place of the side to move: 0 is White, 1 is Black.
const Side = 64

// Rights is the first place of the rights to castle: White short, White long, Black short, Black
// long.
const Rights = 65

// Passant is the place of the square of a legal capture en passant. It is 64 without one.
const Passant = 69

// Clock is the place of the number of plies since the last capture or pawn move.
const Clock = 70

// MateValue exceeds every evaluation. A mate in n plies has the value MateValue - n.
const MateValue = 1000000000.0

// MateLeast is the smallest value of a mate.
const MateLeast = 999999760.0

// Infinite exceeds every value.
const Infinite = 1000000000000.0

// CaptureScore, KillerScore and MostHistory divide moves into groups. Moves with higher scores are
// searched first.
const CaptureScore = 268435456

// KillerScore is described at CaptureScore.
const KillerScore = 134217728

// MostHistory is described at CaptureScore.
const MostHistory = 1048576

// kingOf returns the square of a side's king.
func kingOf(s []int, o int, side int) int {
	king := 6 - 12*side
	square := 0
	for s[o+square] != king {
		square++
	}
	return square
}

// attacked reports whether a side attacks a square.
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

// reach stores 1 in the list to, from index base on, at all squares that the piece on a square
// attacks. The piece is no pawn. reach returns how many of these squares have no piece of the same
// side.
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

// loseRights removes the rights to castle that end when a piece leaves a square or is taken on it.
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

// play stores the position after a move behind the position at o. A move is from + 64 * to + 4096 *
// promotion. It may leave the king in check.
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

// allowPassant stores the square that a pawn has just passed if a legal capture en passant exists.
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

// legal reports whether a move leaves the own king safe.
func legal(s []int, o int, move int) bool {
	play(s, o, move)
	side := s[o+Side]
	return !attacked(s, o+Stride, kingOf(s, o+Stride, side), 1-side)
}

// add appends a move to a list of n moves if it is legal, and returns the new number of moves.
func add(s []int, o int, moves []int, n int, move int) int {
	if !legal(s, o, move) {
		return n
	}
	moves[n] = move
	return n + 1
}

// addPawn appends a pawn move, or its four promotions.
func addPawn(s []int, o int, moves []int, n int, from int, to int) int {
	if to >= 8 && to < 56 {
		return add(s, o, moves, n, from+64*to)
	}
	for k := range 4 {
		n = add(s, o, moves, n, from+64*to+4096*(5-k))
	}
	return n
}

// pawnMoves appends the legal moves of pawns to a list: captures to the left, captures to the
// right, single steps, double steps, captures en passant. Without quiet moves, single steps are
// promotions only.
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

// castle appends the legal castling moves, short before long.
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

// legalMoves stores the legal moves in a list and returns their number. The kinds of pieces are in
// order, and the moves of a kind in the order of the squares. Without quiet moves the list contains
// captures and promotions only.
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

// pawnFiles stores, for every side and file, the lowest and the highest rank of a pawn: 8 and -1
// without one.
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

// pawnAhead reports whether a side has a pawn on a file beyond a rank, as seen by a pawn of side
// mover.
func pawnAhead(low []int, high []int, side int, file int, rank int, mover int) bool {
	if file < 0 || file > 7 {
		return false
	}
	if mover == 0 {
		return high[8*side+file] > rank
	}
	return low[8*side+file] < rank
}

// pawnFeatures adds the features of a pawn to n: passed and weak pawns. sign is 1 for White's pawns
// and -1 for Black's.
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

// shelter returns the number of own pawns on the two ranks before a king, on its file and the
// neighbouring files.
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

// threats adds the features of threats to n. attacks contains the squares that White attacks, and
// behind them those of Black: by pawns, by knights and bishops, by rooks, by queens and kings.
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

// static returns the evaluation of a position without a search, for White.
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

// dead reports whether neither side can ever give mate.
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

// drawn reports whether a position is drawn by the rules or repeats an earlier one of the line.
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

// stalemate reports whether the side to move has only king and pawns and no legal move. The side
// must not be in check.
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

// order stores a score for each of n moves. Moves with higher scores are searched first: captures
// of valuable pieces by less valuable ones, then the two latest quiet moves that refuted another
// position at the same ply (killers), then other quiet moves by how often they refuted positions.
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

// pick moves the move with the highest score, of n moves from index at on, to index at. The order
// of the others stays. Among equal scores it takes the first.
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

// remember stores a quiet move that refuted a position as a killer and in the history.
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

// mated returns the value of a position without a legal move: a mate or a stalemate.
func mated(s []int, o int, ply int) float64 {
	if checked(s, o) {
		return float64(ply) - MateValue
	}
	return 0
}

// search returns the value of a position for the side to move, by an alpha-beta search of the given
// depth. A value outside of the window from alpha to beta is only a bound of the true value. ply is
// the number of moves since the position of the game, for which the best move is stored in chosen.
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

// calm returns the larger of the position's evaluation and the value of its best capture. In check
// it searches every move instead.
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

// load stores the positions of a game since its last capture or pawn move in s. It returns the
// place of the last one.
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

// Evaluate returns the evaluation of a position without a search for a seat: 0 is White, 1 is
// Black.
func Evaluate(position []int, seat int) float64 {
	s := make([]int, Stride*(position[Stride]+3))
	value := static(s, load(position, s))
	if seat == 1 {
		return -value
	}
	return value
}

// Choose returns the move that a search of the given depth finds best. It searches one ply deeper
// at a time until it has found a mate.
func Choose(position []int, depth int) int {
	s := make([]int, Stride*(position[Stride]+depth+64))
	killers := make([]int, 2*(depth+64))
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
