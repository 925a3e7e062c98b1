package search

import (
	"context"
	"slices"

	"github.com/lanista/lanista/engines"
)

// MaxNRating is what a search finds one move of the root worth.
type MaxNRating struct {
	Move  engines.Move
	Value Vector
	Line  []engines.Move // the play expected, Move first, up to the depth or to an event of chance
}

// Rate searches every move of the root that the width allows, each without bounds
// from its siblings, so that every value is its own. The first is the move that
// Search chooses, the others follow by falling worth to the seat that moves,
// equal ones in the order of Search. A limit of nodes bounds the search that
// chooses; the moves are then valued to the depth that it reached.
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
	for _, i := range m.followed(root, branches, side, chosen.Depth) {
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

// Line is the play that the search expects after what Search has found at a root:
// its move first. It visits positions of its own, about as many as Search once more.
func (m *MaxN[S, G]) Line(ctx context.Context, root *S, seats int, found MaxNResult) []engines.Move {
	m.ctx, m.seats, m.mover = ctx, seats, m.game.Turn(root)
	m.limit, m.aborted = 0, false
	for _, b := range m.game.Expand(root, nil) {
		if b.Move == found.Move {
			return m.line(&b, found.Depth-1)
		}
	}
	return nil
}

// followed lists the branches of the root that a search of some depth looks into.
func (m *MaxN[S, G]) followed(root *S, branches []Branch[S], side, depth int) []int {
	var list []int
	if depth == 1 { // the last ply has no width
		for i := range branches {
			list = append(list, i)
		}
		return list
	}
	if len(m.levels) == 0 {
		m.levels = append(m.levels, level[S]{})
	}
	for _, r := range m.sort(branches, side, 0, 0) {
		list = append(list, r.index)
	}
	return list
}

// line is the play that the search expects from a branch of the root on, depth
// more moves at the most.
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
