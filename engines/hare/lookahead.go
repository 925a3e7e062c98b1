package hare

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

// node is a position in the game tree of a search.
type node struct {
	state state
	hares [maxSeats]uint8 // hare squares entered since the root, by player
}

// tree defines the game tree for the search max^n, an extension of minimax to several players. It
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

// grow returns dst with one more element. The caller must set all fields of the element, because it
// may contain an old branch.
func grow(dst []search.Branch[node]) []search.Branch[node] {
	if len(dst) == cap(dst) {
		dst = slices.Grow(dst, 16)
	}
	return dst[:len(dst)+1]
}

// Expand appends a branch for every legal move. A branch in which the mover has finished the race
// is not searched further.
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

// Events appends a branch for every kind of card that can be drawn. Its weight is the number of
// such cards in the deck.
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

// Evaluate stores the evaluation of a position for every player in v. Each hare square that a
// player has entered during the search reduces the player's value by the penalty.
func (t *tree) Evaluate(n *node, v *search.Vector) {
	for i := range n.state.seats {
		v[i] = t.eval.scaledValue(&n.state, i) - t.penalty*int64(n.hares[i])
	}
}
