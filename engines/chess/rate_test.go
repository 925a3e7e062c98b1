package chess

import (
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// The value of every move is the result of a search of the position after it, without bounds from
// other moves.
func TestRateIsWholeSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
	t.Parallel()
	middle := 2
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		middle = 3
	}
	for fen, depth := range map[string]int{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": middle,
		"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1":                                3, // a mate in one
		"8/P7/8/3k4/8/3K4/8/8 w - - 0 1":                                       3,
	} {
		e, err := New().With(engines.Settings{"depth": strconv.Itoa(depth)})
		if err != nil {
			t.Fatal(err)
		}
		g, err := e.ParseGame(fen, 0)
		if err != nil {
			t.Fatal(err)
		}
		rated, err := analysis.EvaluateMoves(t.Context(), e, g, engines.Agent{})
		if err != nil {
			t.Fatal(err)
		}
		legal := g.Moves(nil)
		if len(rated) != len(legal) {
			t.Errorf("%s: %d moves rated of %d", fen, len(rated), len(legal))
		}
		p := newPlayer(space.Default(), depth, 0)
		r, err := p.search.think(t.Context(), g.(*game), depth)
		if err != nil {
			t.Fatal(err)
		}
		if *rated[0].Value[white] != r.value || rated[0].Move != engines.Move(r.move) {
			t.Errorf("%s: the best move %s is worth %v, the search says %v", fen, g.FormatMove(rated[0].Move), *rated[0].Value[white], r.value)
		}
		for _, one := range rated {
			if *one.Value[white] != -*one.Value[black] {
				t.Errorf("%s: worth %v and %v", fen, *one.Value[white], *one.Value[black])
			}
			after := g.Clone().(*game)
			if err := after.Apply(one.Move); err != nil {
				t.Fatal(err)
			}
			if after.Over() || r.depth < 2 {
				continue
			}
			q := newPlayer(space.Default(), r.depth-1, 0)
			want, err := q.search.think(t.Context(), after, r.depth-1)
			if err != nil {
				t.Fatal(err)
			}
			got := -*one.Value[white]
			if math.Abs(want.value) < mateLeast && got != want.value {
				t.Errorf("%s, %s: %v, and searched alone %v", fen, g.FormatMove(one.Move), got, want.value)
			}
		}
	}
}

// Looking to a depth finds what a player of that depth plays.
func TestLookIsChoose(t *testing.T) {
	t.Parallel()
	g, err := New().ParseGame("e2e4 e7e5 g1f3", 0)
	if err != nil {
		t.Fatal(err)
	}
	for depth := 1; depth <= 4; depth++ {
		m, err := newPlayer(space.Default(), depth, 0).Choose(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		thought, err := newPlayer(space.Default(), 1, 0).Look(t.Context(), g, depth)
		if err != nil || thought.Move != m || thought.Final {
			t.Errorf("depth %d: %+v, %v; want %s", depth, thought, err, g.FormatMove(m))
		}
	}
}

// A search with a limit of nodes reports the depth that it has completed, and no deeper search follows
// it.
func TestLookKeepsToItsNodes(t *testing.T) {
	t.Parallel()
	g := mustParse(t, "e2e4 e7e5 g1f3")
	r, err := newPlayer(space.Default(), 1, 2000).Look(t.Context(), g, 20)
	if err != nil || r.Depth < 2 || r.Depth > 6 || !r.Final {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = newPlayer(space.Default(), 1, 2000).Look(t.Context(), g, 2); err != nil || r.Depth != 2 || r.Final {
		t.Errorf("within the limit: %+v, %v", r, err)
	}
}
