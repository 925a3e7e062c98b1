package board

import "math/rand/v2"

// Policy contains the weights by which random games choose their moves. A move near the last move
// is chosen with a probability in proportion to its weight. All other moves together have the
// weight 1.
type Policy struct {
	Capture float64    // to take the chain of the last move if it is in atari
	Escape  float64    // to extend an own chain that the last move put in atari
	Near    float64    // to play one of the eight points around the last move
	Pattern [3]float64 // to play such a point if its surroundings match a pattern, by [PatternKind]
	// SelfAtari and FirstLine are probabilities, from 0 to 1, to accept a move that has no weight.
	// SelfAtari applies if the move leaves its chain one liberty, and FirstLine if the move is at
	// the edge and touches no stone. SelfAtari also multiplies the weights Near and Pattern.
	SelfAtari, FirstLine float64
}

// choice is a candidate for the next move of a random game, near the last move. upTo is the sum of
// the weights of all candidates up to and including this one.
type choice struct {
	square square
	upTo   float64
}

// Playout plays random games on a board. It can be used for any number of games, by one goroutine
// at a time.
type Playout struct {
	Board  Board
	policy Policy
	rng    *rand.Rand
	local  [1 + 4 + 8]choice // moves that take the chain of the last move, extend a chain beside it, or are beside it
	moves  int
	first  [3][maxSquares]uint32 // by colour and square: the number of the last game in which the colour was the first to play there
	number uint32                // of the present game
}

// NewPlayout returns a player of random games with a policy and a source of random numbers.
func NewPlayout(p Policy, rng *rand.Rand) *Playout { return &Playout{policy: p, rng: rng} }

// none stands for no square, for example as the last move after a pass.
const none square = 0

// Run plays a random game from a board to its end and returns Black's points minus White's. c is
// the colour to move. last is the intersection of the last move, or -1 after a pass or without an
// earlier move. A side passes if all its moves fill own eyes. The game ends after two passes in a
// row, or after three moves per intersection of the board.
func (r *Playout) Run(from *Board, c Colour, last Point) int {
	r.Board.CopyFrom(from)
	if r.number++; r.number == 0 { // all numbers have been used
		clear(r.first[:])
		r.number = 1
	}
	b := &r.Board
	previous := none
	if last >= 0 {
		previous = b.at(last)
	} else {
		b.ko = 0 // it was forbidden to the colour that has passed
	}
	passes := 0
	for range 3 * b.Points() {
		s := r.choose(c, previous)
		if previous = s; s == none {
			if passes++; passes == 2 {
				break
			}
			b.ko = 0
		} else {
			passes = 0
			if r.first[Black][s] != r.number && r.first[White][s] != r.number {
				r.first[c][s] = r.number
			}
			b.play(s, c)
		}
		c = c.Other()
	}
	return r.score()
}

// WasFirst reports whether a colour was the first to play on an intersection in the last game.
func (r *Playout) WasFirst(p Point, c Colour) bool {
	return r.first[c][r.Board.at(p)] == r.number
}

// score returns Black's points minus White's at the end of a random game. Every stone is a point
// for its colour. An empty intersection is a point for a colour if stones of this colour, and none
// of the other, are beside it.
func (r *Playout) score() int {
	b := &r.Board
	score := b.stones[Black] - b.stones[White]
	for _, s := range b.empties[:b.free] {
		var touches [outside + 1]bool
		for _, n := range b.around(s) {
			touches[b.colour[n]] = true
		}
		switch {
		case touches[Black] && !touches[White]:
			score++
		case touches[White] && !touches[Black]:
			score--
		}
	}
	return score
}

// choose returns the square of a random move according to the policy, or none for a pass.
func (r *Playout) choose(c Colour, last square) square {
	if last != none {
		total := r.listLocal(c, last)
		if r.moves > 0 {
			if x := r.rng.Float64() * (total + 1); x < total {
				for _, m := range r.local[:r.moves] {
					if x < m.upTo {
						return m.square
					}
				}
			}
		}
	}
	return r.anywhere(c)
}

// listLocal lists the candidate moves near the last move: those whose weight in the policy is above
// 0. It returns the sum of their weights.
func (r *Playout) listLocal(c Colour, last square) (total float64) {
	b := &r.Board
	r.moves = 0
	add := func(s square, weight float64) {
		if weight > 0 {
			total += weight
			r.local[r.moves] = choice{s, total}
			r.moves++
		}
	}
	if b.colour[last] == c.Other() && b.chains[b.head[last]].inAtari() {
		if s := b.chains[b.head[last]].onlyLiberty(); b.isLegal(s, c) {
			add(s, r.policy.Capture)
		}
	}
	around := b.around(last)
	for i, n := range around {
		if b.colour[n] != c || b.touchedBefore(&around, i, b.head[n]) || !b.chains[b.head[n]].inAtari() {
			continue
		}
		if s := b.chains[b.head[n]].onlyLiberty(); b.isLegal(s, c) && b.libertiesAfter(s, c) >= 2 {
			add(s, r.policy.Escape)
		}
	}
	if r.policy.Near == 0 && r.policy.Pattern == [3]float64{} {
		return total
	}
	for _, s := range b.neighbourhood(last) {
		if b.colour[s] != Empty || !b.isLegal(s, c) || b.isEye(s, c) {
			continue
		}
		weight := r.policy.Near
		if kind := patternAt(b, s, c); kind != noPattern {
			weight += r.policy.Pattern[kind]
		}
		if b.libertiesAfter(s, c) < 2 {
			weight *= r.policy.SelfAtari
		}
		add(s, weight)
	}
	return total
}

// anywhere returns a random legal move that fills no own eye, or none if there is no such move. It
// rejects some self-ataris and moves at the edge, as the policy states, unless no other move is
// left.
func (r *Playout) anywhere(c Colour) square {
	b := &r.Board
	if b.free == 0 {
		return none
	}
	start := int(r.rng.Uint64() >> 32 * uint64(b.free) >> 32)
	refused := none
	for i := range b.free {
		at := start + i
		if at >= b.free {
			at -= b.free
		}
		s := b.empties[at]
		if !b.isLegal(s, c) || b.isEye(s, c) {
			continue
		}
		accept := 1.0
		if b.isLonelyEdge(s) {
			accept = r.policy.FirstLine
		} else if b.libertiesAfter(s, c) < 2 {
			accept = r.policy.SelfAtari
		}
		if accept == 1 || r.rng.Float64() < accept {
			return s
		}
		refused = s
	}
	return refused
}

// isLegal reports whether a move on an empty square is legal in a random game. It must not be a
// suicide or retake a simple ko.
func (b *Board) isLegal(s square, c Colour) bool { return s != b.ko && !b.isSuicide(s, c) }

// libertiesAfter returns the number of liberties, at most 2, of the chain to which a stone on an
// empty square would belong. Every adjacent stone that the move would capture counts as a liberty.
func (b *Board) libertiesAfter(s square, c Colour) int {
	const limit = 2
	var found [limit]square
	n := 0
	add := func(l square) {
		if l == s {
			return
		}
		for _, f := range found[:n] {
			if f == l {
				return
			}
		}
		found[n] = l
		n++
	}
	around := b.around(s)
	for i, q := range around {
		switch b.colour[q] {
		case Empty:
			add(q)
		case c.Other():
			if b.chains[b.head[q]].inAtari() {
				add(q)
			}
		case c:
			if b.touchedBefore(&around, i, b.head[q]) {
				continue
			}
			rest := b.chains[b.head[q]] // without the liberty s
			for range b.adjacent(&around, b.head[q]) {
				rest.removeLiberty(s)
			}
			switch {
			case rest.liberties == 0:
			case rest.inAtari():
				add(rest.onlyLiberty())
			default:
				return limit
			}
		}
		if n >= limit {
			return limit
		}
	}
	return n
}

// isEye reports whether an empty square is an eye of colour c. All adjacent squares must have
// stones of this colour. On the diagonal squares the opponent may have one stone, or none if the
// square is at the edge of the board.
func (b *Board) isEye(s square, c Colour) bool {
	for _, n := range b.around(s) {
		if b.colour[n] != c && b.colour[n] != outside {
			return false
		}
	}
	foes, edge := 0, 0
	for _, n := range b.diagonals(s) {
		switch b.colour[n] {
		case c.Other():
			foes++
		case outside:
			edge = 1
		}
	}
	return foes+edge < 2
}

// isLonelyEdge reports whether a square is at the edge and none of its eight neighbours has a
// stone.
func (b *Board) isLonelyEdge(s square) bool {
	edge := false
	for _, n := range b.around(s) {
		switch b.colour[n] {
		case outside:
			edge = true
		case Black, White:
			return false
		}
	}
	if !edge {
		return false
	}
	for _, n := range b.diagonals(s) {
		if b.colour[n] == Black || b.colour[n] == White {
			return false
		}
	}
	return true
}

// IsEye reports whether an intersection is an eye of a colour: filling it costs a point and may
// cost a chain.
func (b *Board) IsEye(p Point, c Colour) bool { return b.isEye(b.at(p), c) }
