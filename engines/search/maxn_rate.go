package search

import (
	"context"
	"slices"

	"github.com/lanista/lanista/engines"
)

// MaxNRating is a move at the root of a search with its value.
type MaxNRating struct {
	Move  engines.Move
	Value Vector
	Line  []engines.Move // the expected moves, Move first, up to the depth or an event of chance
}

// Rate returns an exact value for every move at the root, except for moves beyond the width of the
// search. A move is not pruned by the values of other moves, because pruning gives bounds in place
// of values. The first move is the one that [MaxN.Search] returns. The others are ordered by their
// value for the seat to move, best first, and equal ones as in Search. A limit of nodes applies
// only to the search for the first move. All moves are then searched to the depth that this search
// has reached.
func (m *MaxN[S, G]) Rate(ctx context.Context, root *S, seats int) ([]MaxNRating, MaxNResult, error) {
	chosen, err := m.Search(ctx, root, seats)
	if err != nil {
		return nil, chosen, err
	}
	m.limit, m.aborted = 0, false
	m.unbound()
	branches := m.game.Expand(root, nil)
	m.nodes += uint64(len(branches))
	var ratings []MaxNRating
	side := m.side(m.mover)
	for _, i := range m.followed(branches, side, chosen.Depth) {
		b := &branches[i]
		m.unbound()
		m.value(b, chosen.Depth-1, 1, 1)
		line := m.line(b, chosen.Depth-1)
		if err := ctx.Err(); m.aborted && err != nil {
			return nil, chosen, err
		}
		ratings = append(ratings, MaxNRating{b.Move, b.Value, line})
	}
	slices.SortStableFunc(ratings, func(a, b MaxNRating) int {
		switch x, y := m.score(&a.Value, side), m.score(&b.Value, side); {
		case a.Move == chosen.Move || b.Move != chosen.Move && y.less(x):
			return -1
		case b.Move == chosen.Move || x.less(y):
			return 1
		}
		return 0
	})
	chosen.Nodes = m.nodes
	return ratings, chosen, nil
}

// Line returns the principal variation: the best moves of all seats, beginning with the move of
// found. found is a result of [MaxN.Search] for the same root. Line visits about as many
// positions as Search did.
func (m *MaxN[S, G]) Line(ctx context.Context, root *S, seats int, found MaxNResult) []engines.Move {
	m.start(ctx, root, seats)
	for _, b := range m.game.Expand(root, nil) {
		if b.Move == found.Move {
			return m.line(&b, found.Depth-1)
		}
	}
	return nil
}

// followed returns the indices of the branches at the root that a search to the given depth visits.
// With a depth above 1, the width of the search may exclude some branches.
func (m *MaxN[S, G]) followed(branches []Branch[S], side, depth int) []int {
	var list []int
	if depth == 1 { // the last ply has no width
		for i := range branches {
			list = append(list, i)
		}
		return list
	}
	for _, r := range m.sort(branches, side, 0, 0) {
		list = append(list, r.index)
	}
	return list
}

func (m *MaxN[S, G]) line(b *Branch[S], depth int) []engines.Move {
	line := []engines.Move{b.Move}
	at := *b
	for ply := 1; depth > 0 && !at.Stop && !at.Chance; ply++ {
		m.unbound()
		best := m.visit(&at.State, depth, ply, 1)
		if m.aborted {
			break
		}
		at = m.levels[1].branches[best]
		line = append(line, at.Move)
		depth--
	}
	return line
}
