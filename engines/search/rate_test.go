package search

import (
	"context"
	"errors"
	"testing"

	"github.com/lanista/lanista/tools/racetest"
)

// The value of every move that Rate returns is the minimax value of the position after it. The first
// move is that of AlphaBeta.
func TestRatedMovesAreMinimax(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for seats := 2; seats <= 3; seats++ {
		tree := &thicket{seats: seats, scale: 1}
		s, plain := NewSearcher[node, int8](tree), NewSearcher[node, int8](tree)
		for id := range uint64(2000 / racetest.Effort) {
			tree.values = 2 + id%9
			root := node{id: scramble(id), turn: int(id) % seats}
			l := Limits{Depth: 1 + int(id%4)}
			want, err := plain.Minimax(ctx, &root, root.turn, l)
			if err != nil {
				t.Fatal(err)
			}
			ratings, chosen, err := s.Rate(ctx, &root, root.turn, l)
			if err != nil || chosen.Value != want.Value {
				t.Fatalf("id %d: %+v, minimax %+v, %v", id, chosen, want, err)
			}
			if want.Index < 0 {
				continue
			}
			if ratings[0].Move != want.Move || ratings[0].Value != want.Value || len(ratings) != len(tree.Moves(&root, nil)) {
				t.Fatalf("id %d: %+v, minimax %+v", id, ratings, want)
			}
			for _, r := range ratings {
				var next node
				tree.Play(&root, &next, r.Move)
				after, err := plain.Minimax(ctx, &next, root.turn, Limits{Depth: l.Depth - 1})
				if err != nil || after.Value != r.Value {
					t.Fatalf("id %d move %d: %v, minimax %v, %v", id, r.Move, r.Value, after.Value, err)
				}
				at := root
				for _, m := range r.Line {
					tree.Play(&at, &next, m)
					at = next
				}
				if left := l.Depth - len(r.Line); tree.Value(&at, root.turn, left) != r.Value {
					t.Fatalf("id %d move %d: the line %v ends at %v, not %v", id, r.Move, r.Line, tree.Value(&at, root.turn, left), r.Value)
				}
			}
		}
	}
}

// Every rated move of a MaxN is worth what the full search finds below it, and the
// first is the move of the search, whatever it prunes.
func TestRatedMovesAreMaxN(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for id := range uint64(1500 / racetest.Effort) {
		seats := 2 + int(id%3)
		g := grove{seats}
		o := MaxNOptions{Depth: 1 + int(id%4), Rule: Rule(id % 3), Pruning: Pruning(id / 3 % 3)}
		if id%5 == 0 {
			o.Width = []int{0, 2}
		}
		full, err := NewMaxN[node](g, MaxNOptions{Depth: o.Depth, Rule: o.Rule, Width: o.Width})
		if err != nil {
			t.Fatal(err)
		}
		pruned, err := NewMaxN[node](g, o)
		if err != nil {
			t.Fatal(err)
		}
		root := node{id: scramble(id), turn: int(id) % seats}
		chosen, err := pruned.Search(ctx, &root, seats)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := full.Rate(ctx, &root, seats)
		if err != nil {
			t.Fatal(err)
		}
		ratings, _, err := pruned.Rate(ctx, &root, seats)
		if err != nil || len(ratings) != len(g.Expand(&root, nil)) || ratings[0].Move != chosen.Move {
			t.Fatalf("id %d: %+v, chosen %+v, %v", id, ratings, chosen, err)
		}
		for _, r := range ratings {
			if r.Line[0] != r.Move {
				t.Fatalf("id %d: the line of %d is %v", id, r.Move, r.Line)
			}
			for _, w := range want {
				if o.Pruning != Bounds && w.Move == r.Move && !sameWorth(full, w.Value, r.Value, root.turn) {
					t.Fatalf("id %d move %d: %v, the full search %v", id, r.Move, r.Value, w.Value)
				}
			}
		}
	}
}

func sameWorth(m *MaxN[node, grove], a, b Vector, seat int) bool {
	return m.seatScore(&a, seat) == m.seatScore(&b, seat)
}

// Rating stops with the context.
func TestRatingIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	root := node{id: scramble(3)}
	if _, _, err := NewSearcher[node, int8](&thicket{seats: 2, values: 5, scale: 1}).Rate(ctx, &root, 0, Limits{Depth: 12}); !errors.Is(err, context.Canceled) {
		t.Errorf("Searcher: %v", err)
	}
	m, err := NewMaxN[node](grove{2}, MaxNOptions{Depth: 14})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Rate(ctx, &root, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("MaxN: %v", err)
	}
}
