package risk

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
	"github.com/lanista/lanista/tools/racetest"
	"pgregory.net/rapid"
)

// plainTree is a tree without its shortcut for leaves. A plainTree with everyOrder is the tree of the
// definition.
type plainTree struct{ *tree }

func (t plainTree) Leaf() {} // hides tree.Leaf

var _ search.Tree[state, engines.Move] = plainTree{}

// randomAgent draws weights, filter and depth; some weights are 0, many equal.
func randomAgent(r *rand.Rand, depth int) agent {
	a := agent{depth: depth, filter: filter{minDiff: int32(1 + r.IntN(3)), weakest: r.IntN(2) == 0}}
	for i := range a.weights {
		a.weights[i] = []float64{0, 1, 1, 1, r.Float64()}[r.IntN(5)]
	}
	return a
}

func TestAlphaBetaIsMinimax(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	e := New()
	ctx := context.Background()
	wanted, visited := uint64(0), uint64(0)
	positions := 1200
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		positions = 6000
	}
	for i := range positions / racetest.Effort {
		g := randomGame(e, r, 2+i%3%2, []int{6, 12, 200}[i%5%3])
		a := randomAgent(r, 1+i%4)
		tr := &tree{attacks: g.table.attacks, filter: a.filter, weights: a.weights}
		root := g.state
		root.left = max(root.left, 1)
		root.stop = r.IntN(10) > 0
		tr.setSeat(g.table.board, &root, root.turn)
		full := *tr
		full.everyOrder = true
		l := search.Limits{Depth: a.depth}
		definition := search.NewSearcher[state, engines.Move](plainTree{&full})
		want, err := definition.Minimax(ctx, &root, g.Turn(), l)
		if err != nil {
			t.Fatal(err)
		}
		wanted += want.Nodes
		if got, err := search.NewSearcher[state, engines.Move](plainTree{tr}).Minimax(ctx, &root, g.Turn(), l); err != nil || got.Value != want.Value || got.Move != want.Move {
			t.Fatalf("%s %+v: attacks in one order %+v, %v, in every order %+v", g.String(), a, got, err, want)
		} else {
			visited += got.Nodes
		}
		quick := search.NewSearcher[state, engines.Move](tr)
		plain := search.NewSearcher[state, engines.Move](plainTree{tr})
		got, err := quick.AlphaBeta(ctx, &root, g.Turn(), l)
		if err != nil || got.Value != want.Value || got.Index != want.Index || got.Move != want.Move {
			t.Fatalf("%s %+v %+v: alpha-beta %+v, %v, minimax %+v", g.String(), a, l, got, err, want)
		}
		if line, wanted := quick.Line(ctx, &root, g.Turn(), got), definition.Line(ctx, &root, g.Turn(), want); !slices.Equal(line, wanted) {
			t.Fatalf("%s %+v %+v: line %v, want %v", g.String(), a, l, line, wanted)
		}
		slow, err := plain.AlphaBeta(ctx, &root, g.Turn(), l)
		if err != nil || slow != got {
			t.Fatalf("%s %+v %+v: %+v with leaves valued, %+v with leaves played", g.String(), a, l, got, slow)
		}
	}
	if 4*visited > 3*wanted {
		t.Errorf("%d positions with attacks in one order, %d in every order", visited, wanted)
	}
}

// randomMap returns a connected map on which territories have up to seven neighbours or more.
func randomMap(r *rand.Rand) *board {
	b := &board{name: "random", n: 5 + r.IntN(20)}
	join := func(x, y int) {
		if x != y && !b.borders(x, y) {
			b.near[x], b.near[y] = append(b.near[x], uint8(y)), append(b.near[y], uint8(x))
		}
	}
	for x := 1; x < b.n; x++ {
		join(x, r.IntN(x))
	}
	for range r.IntN(2 * b.n) {
		join(r.IntN(b.n), r.IntN(b.n))
	}
	b.measure()
	return b
}

// Any map, two to six seats, and one to four attacks a turn.
func TestAlphaBetaIsMinimaxOnRandomMaps(t *testing.T) {
	t.Parallel()
	r, ctx := rand.New(rand.NewPCG(3, 4)), context.Background()
	positions := 800
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		positions = 2000
	}
	for i := range positions / racetest.Effort {
		b := randomMap(r)
		seats := 2 + r.IntN(min(maxSeats, b.n)-1)
		g := newGame(table{board: b, attacks: int8(1 + r.IntN(4)), roundCap: 5}, seats, r.Uint64())
		s := &g.state
		most := []int{3, 12, 100}[r.IntN(3)]
		for x := range b.n {
			s.cells[x].units = int32(1 + r.IntN(most))
			if p := s.owner[x]; s.count[p] > 1 && r.IntN(2) == 0 { // some seats have few territories
				s.count[p]--
				s.owner[x] = int8(r.IntN(min(seats, 3)))
				s.count[s.owner[x]]++
			}
		}
		s.settle(b)
		s.turn, s.left = int8(r.IntN(seats)), int8(1+r.IntN(int(g.table.attacks)))
		seat := int8(r.IntN(seats)) // not always the seat to move
		a := randomAgent(r, 1+i%4)
		tr := &tree{attacks: g.table.attacks, filter: a.filter, weights: a.weights}
		tr.setSeat(b, s, seat)
		full := *tr
		full.everyOrder = true
		l := search.Limits{Depth: a.depth}
		want, err := search.NewSearcher[state, engines.Move](plainTree{&full}).Minimax(ctx, s, int(seat), l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := search.NewSearcher[state, engines.Move](tr).AlphaBeta(ctx, s, int(seat), l)
		if err != nil || got.Value != want.Value || got.Index != want.Index || got.Move != want.Move {
			t.Fatalf("%s %+v: alpha-beta %+v, %v, minimax %+v", g.String(), a, got, err, want)
		}
	}
}

// consistent checks that all stored values of a state follow from its owners and units.
func consistent(t testing.TB, b *board, s *state) {
	t.Helper()
	fresh := *s
	fresh.settle(b)
	if fresh.count != s.count || fresh.units != s.units || fresh.total != s.total || fresh.own != s.own {
		t.Fatalf("counts %v units %v total %d, should be %v %v %d", s.count, s.units, s.total, fresh.count, fresh.units, fresh.total)
	}
	for x := range b.n {
		if s.cells[x].threat != fresh.cells[x].threat {
			t.Fatalf("threat to %d is %d, should be %d", x, s.cells[x].threat, fresh.cells[x].threat)
		}
		if s.cells[x].units < 1 {
			t.Fatalf("%d units on %d", s.cells[x].units, x)
		}
	}
}

func TestPlayKeepsTheStateConsistent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		seats := rapid.IntRange(2, 6).Draw(rt, "seats")
		g := randomGame(New(), r, seats, rapid.SampledFrom([]int{5, 30, 300}).Draw(rt, "most"))
		tr := &tree{attacks: g.table.attacks, filter: filter{minDiff: 1}, weights: features{1, 1, 1, 1}}
		s, next := g.state, state{}
		s.left = max(s.left, 1)
		tr.setSeat(g.table.board, &s, s.turn)
		seat := int(tr.seat)
		for range 12 {
			if tr.Over(&s, seat) {
				break
			}
			moves := tr.Moves(&s, nil)
			m := moves[r.IntN(len(moves))]
			inf := search.Win(1 << 20)
			before := s
			leaf := tr.Leaf(&s, m, seat, -inf, inf)
			if s != before {
				rt.Fatal("Leaf changed the position")
			}
			tr.Play(&s, &next, m)
			consistent(t, g.table.board, &next)
			if want := sum(g.table.board, &next, tr.seat); next.sums != want {
				rt.Fatalf("after %s sums %+v, should be %+v", formatMove(m), next.sums, want)
			}
			if v := tr.Value(&next, seat, 0); v != leaf {
				rt.Fatalf("after %s leaf %v, value %v", formatMove(m), leaf, v)
			}
			conserved(rt, &s, &next, m)
			s = next
		}
	})
}

// conserved checks the number of units after a ply of the search. A predicted attack takes as many units
// from both sides, except with full force at a difference of 1. The end of a turn adds the new units.
func conserved(t *rapid.T, s, next *state, m engines.Move) {
	change := next.total - s.total
	if m != stop {
		x, y, army := attackOf(m)
		d := s.cells[y].units
		change += 2 * d
		if army == s.cells[x].units {
			change--
		}
	}
	if next.turn != s.turn || m == stop {
		change -= int32(next.count[next.turn])
	}
	if change != 0 {
		t.Fatalf("after %s %d units appeared from nowhere", formatMove(m), change)
	}
}

func TestLeafBoundsAreBounds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		g := randomGame(New(), r, 2+r.IntN(2), 12)
		a := randomAgent(r, 1)
		tr := &tree{attacks: g.table.attacks, filter: a.filter, weights: a.weights}
		s := g.state
		tr.setSeat(g.table.board, &s, int8(r.IntN(g.Seats()))) // not always the one to move
		if tr.Over(&s, int(tr.seat)) || g.over {
			return
		}
		s.left = max(s.left, 1)
		inf := search.Win(1 << 20)
		for _, m := range tr.Moves(&s, nil) {
			v := tr.Leaf(&s, m, int(tr.seat), -inf, inf)
			alpha := v + (r.Float64()-0.5)/4
			beta := alpha + r.Float64()/4
			switch got := tr.Leaf(&s, m, int(tr.seat), alpha, beta); {
			case v <= alpha && (got < v || got > alpha),
				v >= beta && (got > v || got < beta),
				v > alpha && v < beta && got != v:
				rt.Fatalf("value %v in window %v, %v: got %v", v, alpha, beta, got)
			}
		}
	})
}

// A tree that follows positions has the same sums and codes as a tree that computes them again.
func TestFollow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		e, seats := New(), rapid.IntRange(2, 4).Draw(rt, "seats")
		g := randomGame(e, r, seats, rapid.SampledFrom([]int{5, 30, 300}).Draw(rt, "most"))
		var followed, fresh tree
		var root, want state
		for i := 0; i < 40 && !g.over; i++ {
			followed.follow(g.table.board, &root, &g.state)
			g.state.copyTo(&want, g.table.board.n)
			fresh.setSeat(g.table.board, &want, g.state.turn)
			if root != want || followed.seat != fresh.seat {
				rt.Fatalf("%s: %+v, should be %+v", g.String(), root.sums, want.sums)
			}
			if sums := sum(g.table.board, &g.state, g.state.turn); root.sums != sums {
				rt.Fatalf("%s: %+v, should be %+v", g.String(), root.sums, sums)
			}
			moves := g.Moves(nil)
			g.make(moves[r.IntN(len(moves))])
			if r.IntN(10) == 0 {
				g = randomGame(e, r, seats, 30)
			}
		}
	})
}

// Large armies on a map on which all territories are neighbours: more than a
// thousand pairs have no entry in the table.
func TestSumsOfLargeArmies(t *testing.T) {
	b := &board{name: "complete", n: 64}
	for x := range b.n {
		for y := range b.n {
			if x != y {
				b.near[x] = append(b.near[x], uint8(y))
			}
		}
	}
	b.measure()
	g := newGame(table{board: b, attacks: 3, roundCap: 5}, 2, 1)
	for x := range b.n {
		g.state.cells[x].units = 100
	}
	g.state.settle(b)
	var tr tree
	tr.setSeat(b, &g.state, 0)
	if want := sum(b, &g.state, 0); g.state.sums != want || want.defence != 32*32*shareScale/2 {
		t.Fatalf("%+v, should be %+v", g.state.sums, want)
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	g := midgame(t, New(), 2, 1)[8]
	p := newPlayer(agent{weights: features{1, 1, 1, 1}, scale: 1, depth: 3, filter: filter{minDiff: 1}})
	if n := testing.AllocsPerRun(5, func() { _, _ = p.attack(context.Background(), g) }); n != 0 {
		t.Errorf("%v allocations in a search", n)
	}
}
