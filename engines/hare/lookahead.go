package hare

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

// node is a position in the tree of possible moves that a search visits.
type node struct {
	state state
	hares [maxSeats]uint8 // hare squares entered since the root, by player
}

// tree describes the game to the search max^n, which is for games of several players. It
// implements [search.VectorGame].
type tree struct {
	eval    *evaluator
	board   *board
	pack    pack  // the cards of a hare square in the search; nil for an empty square
	penalty int64 // the deduction for a hare square, in units of 1/eval.unit
}

var _ search.VectorGame[node] = (*tree)(nil)

func newTree(v *evaluator, e *engine) *tree {
	t := &tree{eval: v, board: v.board}
	switch e.settings["hares"] {
	case haresExpect:
		t.pack = e.dealing.pack
	case haresPenalty:
		t.penalty = int64(math.Round(e.settings.Float("penalty") * float64(v.unit)))
	}
	return t
}

// Turn returns the player to move.
func (t *tree) Turn(n *node) int { return int(n.state.turn) }

// grow returns dst with one more element. The element may contain data of an old branch, so the
// caller must set all its fields.
func grow(dst []search.Branch[node]) []search.Branch[node] {
	if len(dst) == cap(dst) {
		dst = slices.Grow(dst, 16)
	}
	return dst[:len(dst)+1]
}

// Expand appends a branch for every legal move. If the moving player finishes the race, the
// search ends at this branch.
func (t *tree) Expand(n *node, dst []search.Branch[node]) []search.Branch[node] {
	c := n.state.choose(t.board)
	at := int(n.state.square[n.state.turn])
	for f := c.forward; f != 0; f &= f - 1 {
		dst = t.add(n, dst, engines.Move(f.lowest()-at), &c)
	}
	if c.back > 0 {
		dst = t.add(n, dst, engines.Move(c.back-at), &c)
	}
	if c.take {
		dst = t.add(n, dst, moveTake, &c)
	}
	if c.give {
		dst = t.add(n, dst, moveGive, &c)
	}
	if c.zero {
		dst = t.add(n, dst, moveZero, &c)
	}
	return dst
}

func (t *tree) add(n *node, dst []search.Branch[node], m engines.Move, c *choices) []search.Branch[node] {
	dst = grow(dst)
	b := &dst[len(dst)-1]
	b.State, b.Move, b.Weight, b.Chance = *n, m, 0, false
	b.State.state.apply(t.board, m, c)
	if b.State.state.drawing {
		if t.pack != nil {
			b.Chance = true
		} else {
			b.State.hares[n.state.turn]++
			b.State.state.draw(t.board, noCard)
		}
	}
	b.Stop = b.State.state.place[n.state.turn] != 0
	return dst
}

// Events appends a branch for every kind of card that can be drawn.
func (t *tree) Events(n *node, dst []search.Branch[node]) []search.Branch[node] {
	for _, c := range t.pack {
		dst = grow(dst)
		b := &dst[len(dst)-1]
		b.State, b.Weight, b.Chance = *n, int32(c.count), false
		b.State.state.draw(t.board, c.card)
		b.Stop = b.State.state.place[n.state.turn] != 0
	}
	return dst
}

// Evaluate sets the evaluation for every player. Players who have entered hare squares during the
// search get a deduction for each of these squares.
func (t *tree) Evaluate(n *node, v *search.Vector) {
	for i := range n.state.seats {
		v[i] = t.eval.scaledValue(&n.state, i) - t.penalty*int64(n.hares[i])
	}
}
