package search

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/tools/racetest"
)

func TestAlphaBetaIsMinimax(t *testing.T) {
	ctx := context.Background()
	for seats := 2; seats <= 4; seats++ {
		tree := &thicket{seats: seats, scale: 1}
		s := NewSearcher[node, int8](tree)
		var full, pruned uint64
		for id := range uint64(5000 / racetest.Effort) {
			tree.values = 2 + id%9
			root := node{id: scramble(id), turn: int(id) % seats}
			seat := int(id/7) % seats
			l := Limits{Depth: int(id % 7)}
			want, err := s.Minimax(ctx, &root, seat, l)
			if err != nil {
				t.Fatal(err)
			}
			full += want.Nodes
			got, err := s.AlphaBeta(ctx, &root, seat, l)
			if err != nil {
				t.Fatal(err)
			}
			if got.Value != want.Value || got.Index != want.Index || got.Move != want.Move {
				t.Fatalf("seats %d id %d %+v: alpha-beta %+v, minimax %+v", seats, id, l, got, want)
			}
			pruned += got.Nodes
		}
		if pruned >= full {
			t.Errorf("seats %d: %d nodes, pruned %d: nothing was left out", seats, full, pruned)
		}
	}
}

func TestLeafEvaluatorChangesNothing(t *testing.T) {
	ctx := context.Background()
	g := &leafy{thicket{seats: 3, values: 5, scale: 1}}
	plain, quick := NewSearcher[node, int8](&g.thicket), NewSearcher[node, int8](g)
	if plain.leaf != nil || quick.leaf == nil {
		t.Fatal("the wrong one values leaves without playing")
	}
	for id := range uint64(2000 / racetest.Effort) {
		root := node{id: scramble(id), turn: int(id) % 3}
		l := Limits{Depth: int(id % 6), Nodes: []uint64{0, 0, 3, 20, 300}[id%5], MoveOnly: id%7 < 2}
		want, failure := plain.AlphaBeta(ctx, &root, 1, l)
		got, err := quick.AlphaBeta(ctx, &root, 1, l)
		if err != failure || got != want {
			t.Fatalf("id %d: %+v, %v, want %+v, %v", id, got, err, want, failure)
		}
	}
}

func TestRootKeepsTheFirstOfEquals(t *testing.T) {
	tree := &thicket{seats: 2, values: 1, scale: 1} // every static value is the same
	s := NewSearcher[node, int8](tree)
	for id := range uint64(500) {
		root := node{id: scramble(id)}
		want, _ := s.Minimax(context.Background(), &root, 0, Limits{Depth: 3})
		got, err := s.AlphaBeta(context.Background(), &root, 0, Limits{Depth: 3})
		if err != nil || got.Index != want.Index {
			t.Fatalf("id %d: move %d, want %d (%v)", id, got.Index, want.Index, err)
		}
	}
}

func TestScaleChangesNoMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		root := node{id: rapid.Uint64().Draw(t, "id")}
		l := Limits{Depth: rapid.IntRange(1, 5).Draw(t, "depth")}
		exp := rapid.IntRange(-900, 900).Draw(t, "exponent")
		scale := 1.0
		for range max(exp, -exp) {
			if exp > 0 {
				scale *= 2
			} else {
				scale /= 2
			}
		}
		one := NewSearcher[node, int8](&thicket{seats: 2, values: 9, scale: 1})
		other := NewSearcher[node, int8](&thicket{seats: 2, values: 9, scale: scale})
		a, _ := one.AlphaBeta(context.Background(), &root, 0, l)
		b, _ := other.AlphaBeta(context.Background(), &root, 0, l)
		if a.Index != b.Index || IsWin(a.Value) != IsWin(b.Value) || IsLoss(a.Value) != IsLoss(b.Value) {
			t.Fatalf("scale %g: %+v, unscaled %+v", scale, b, a)
		}
	})
}

func TestDepthZeroValuesThePosition(t *testing.T) {
	tree := &thicket{seats: 2, values: 9, scale: 1}
	s := NewSearcher[node, int8](tree)
	root := node{id: scramble(3)}
	r, err := s.AlphaBeta(context.Background(), &root, 1, Limits{})
	if err != nil || r.Index != -1 || r.Nodes != 1 || r.Value != tree.Value(&root, 1, 0) {
		t.Fatalf("%+v, %v", r, err)
	}
}

func TestNodeLimit(t *testing.T) {
	ctx := context.Background()
	tree := &thicket{seats: 2, values: 9, scale: 1}
	s := NewSearcher[node, int8](tree)
	for id := range uint64(300) {
		root := node{id: scramble(id)}
		for nodes := uint64(1); nodes < 3000; nodes *= 3 {
			r, err := s.AlphaBeta(ctx, &root, 0, Limits{Depth: 6, Nodes: nodes})
			if errors.Is(err, ErrNodes) {
				if moves := tree.Moves(&root, nil); nodes > uint64(len(moves)) {
					t.Fatalf("id %d: %d nodes are enough for %d moves", id, nodes, len(moves))
				}
				continue
			}
			if err != nil || r.Nodes > nodes {
				t.Fatalf("id %d: %+v, %v with at most %d nodes", id, r, err, nodes)
			}
			want, _ := s.AlphaBeta(ctx, &root, 0, Limits{Depth: r.Depth})
			if want.Value != r.Value || want.Index != r.Index {
				t.Fatalf("id %d: %+v at depth %d, want %+v", id, r, r.Depth, want)
			}
		}
	}
}

func TestDepthOutOfRange(t *testing.T) {
	s := NewSearcher[node, int8](&thicket{seats: 2, values: 9, scale: 1})
	for _, depth := range []int{-1, maxLeft + 1} {
		if _, err := s.Minimax(context.Background(), &node{}, 0, Limits{Depth: depth}); err == nil {
			t.Errorf("depth %d was accepted", depth)
		}
	}
}

// bush is a thicket that cancels its own search after some moves.
type bush struct {
	thicket
	left   int
	cancel context.CancelFunc
}

func (b *bush) Over(*node, int) bool { return false }

func (b *bush) Moves(_ *node, dst []int8) []int8 {
	if b.left--; b.left == 0 {
		b.cancel()
	}
	return append(dst, 0, 1, 2)
}

func TestCancelledSearchEndsSoon(t *testing.T) {
	for _, name := range []string{"minimax", "alpha-beta"} {
		ctx, cancel := context.WithCancel(context.Background())
		b := &bush{thicket: thicket{seats: 2, values: 1 << 40, scale: 1}, left: 1000, cancel: cancel}
		s := NewSearcher[node, int8](b)
		look := s.Minimax
		if name == "alpha-beta" {
			look = s.AlphaBeta
		}
		if _, err := look(ctx, &node{}, 0, Limits{Depth: 60}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
		if -b.left > 2*pollEvery {
			t.Errorf("%s: visited %d more inner nodes after it was cancelled", name, -b.left)
		}
		if _, err := look(ctx, &node{}, 0, Limits{Depth: 1}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: a search began under a cancelled context: %v", name, err)
		}
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	ctx := context.Background()
	s := NewSearcher[node, int8](&thicket{seats: 2, values: 9, scale: 1})
	root := node{id: scramble(12)}
	for _, l := range []Limits{{Depth: 6}, {Depth: 6, Nodes: 500}} {
		if n := testing.AllocsPerRun(20, func() { _, _ = s.AlphaBeta(ctx, &root, 0, l) }); n != 0 {
			t.Errorf("%+v: %v allocations", l, n)
		}
	}
	if n := testing.AllocsPerRun(20, func() { _, _ = s.Minimax(ctx, &root, 0, Limits{Depth: 5}) }); n != 0 {
		t.Errorf("minimax: %v allocations", n)
	}
}

func BenchmarkAlphaBeta(b *testing.B) {
	s := NewSearcher[node, int8](&thicket{seats: 2, values: 1 << 20, scale: 1})
	var nodes uint64
	var root node
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		root = node{id: scramble(uint64(i % 64))}
		r, err := s.AlphaBeta(context.Background(), &root, 0, Limits{Depth: 8})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
}

// The only move at a root is found without a search, any other as ever.
func TestMoveOnly(t *testing.T) {
	ctx := context.Background()
	tree := &thicket{seats: 2, values: 5, scale: 1}
	s := NewSearcher[node, int8](tree)
	alone := 0
	for id := range uint64(500) {
		root := node{id: scramble(id)}
		want, err := s.AlphaBeta(ctx, &root, 0, Limits{Depth: 3})
		if err != nil {
			t.Fatal(err)
		}
		if want.Index == 0 && len(tree.Moves(&root, nil)) == 1 {
			want.Nodes, want.Value = 1, 0
			alone++
		}
		if got, err := s.AlphaBeta(ctx, &root, 0, Limits{Depth: 3, MoveOnly: true}); err != nil || got != want {
			t.Fatalf("id %d: %+v, %v, want %+v", id, got, err, want)
		}
	}
	if alone == 0 {
		t.Error("no root with a single move")
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.AlphaBeta(done, &node{}, 0, Limits{Depth: 3, MoveOnly: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}
