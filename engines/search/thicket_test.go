package search

// thicket is an artificial game with pseudorandom trees. A position is a number that determines the
// moves, the seat to move, the end of the game and the value. There are few different values, so that
// many positions tie.
type thicket struct {
	seats  int
	values uint64 // number of different static values
	scale  float64
}

type node struct {
	id   uint64
	turn int
}

func scramble(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (g *thicket) Turn(s *node) int { return s.turn }

func (g *thicket) Moves(s *node, dst []int8) []int8 {
	for m := range int8(s.id >> 8 % 6) {
		dst = append(dst, m*2)
	}
	return dst
}

// Play keeps the same seat to move in a third of all cases.
func (g *thicket) Play(s, next *node, m int8) {
	next.id = scramble(s.id*31 + uint64(m))
	next.turn = s.turn
	if next.id>>16%3 != 0 {
		next.turn = (s.turn + 1) % g.seats
	}
}

func (g *thicket) Over(s *node, _ int) bool { return s.id>>24%16 == 0 }

func (g *thicket) Value(s *node, seat, left int) float64 {
	h := scramble(s.id ^ uint64(seat))
	if g.Over(s, seat) {
		switch h % 3 {
		case 0:
			return Win(left)
		case 1:
			return Loss(left)
		}
	}
	return g.scale * float64(h>>7%g.values)
}

// leafy is a thicket that evaluates moves without playing them. Outside of the window it returns the
// weakest bound.
type leafy struct{ thicket }

func (g *leafy) Leaf(s *node, m int8, seat int, alpha, beta float64) float64 {
	var next node
	g.Play(s, &next, m)
	switch v := g.Value(&next, seat, 0); {
	case v <= alpha:
		return alpha
	case v >= beta:
		return beta
	default:
		return v
	}
}

func (g *leafy) LastPly(s *node, seat int, alpha, beta float64, most int) (m int8, index, leaves int, value float64) {
	moves := g.Moves(s, nil)
	index, own := -1, g.Turn(s) == seat
	for i, move := range moves {
		if i == most {
			return 0, 0, 0, 0
		}
		switch v := g.Leaf(s, move, seat, alpha, beta); {
		case own && v > alpha:
			m, index, alpha = move, i, v
		case !own && v < beta:
			m, index, beta = move, i, v
		}
		leaves++
		if alpha >= beta {
			break
		}
	}
	if own {
		return m, index, leaves, alpha
	}
	return m, index, leaves, beta
}
