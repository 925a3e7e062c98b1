package chess

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// minimax is the search without any cut: every line to the depth, and every line of
// captures behind it. keys are those of the positions up to p.
func minimax(s *searcher, p board.Position, keys []uint64, at, depth int) float64 {
	moves := p.Moves(nil)
	checked := p.InCheck()
	switch {
	case len(moves) == 0 && checked:
		return -(mateValue - float64(at))
	case len(moves) == 0 && (depth > 0 || p.All(p.Side)&^(p.Of(p.Side, board.Pawn)|p.Of(p.Side, board.King)) == 0):
		return 0
	case at > 0 && (p.Dead() || p.Clock >= idlePlies || slices.Contains(keys[:len(keys)-1], p.Key)):
		return 0
	}
	best := math.Inf(-1)
	if depth == 0 && !checked {
		f := featuresOf(&p)
		best = f.value(&s.weights)
		if p.Side == black {
			best = -best
		}
		moves = p.Captures(nil)
	}
	for _, m := range moves {
		next := p
		next.Make(m)
		best = max(best, -minimax(s, next, append(slices.Clone(keys), next.Key), at+1, max(depth-1, 0)))
	}
	return best
}

func TestAlphaBetaIsMinimax(t *testing.T) {
	t.Parallel()
	player := newPlayer(space.Default(), 1, 0)
	for _, position := range []string{
		"4k3/pp3p2/2n5/8/3P4/2N5/PP3P2/4K3 w - - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1",
		"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
		"8/8/8/8/5k2/8/5p2/5K2 b - - 0 1",
		"7k/5Q2/8/8/8/8/8/K7 w - - 97 80",
		"8/P7/8/3k4/8/3K4/8/8 w - - 0 1",
		"4k3/8/3p4/3P4/8/4K3/8/8 b - - 0 1 moves e8d7 e3d4 d7e7 d4e3",
	} {
		g := mustParse(t, position)
		for depth := 1; depth <= 3; depth++ {
			got, err := player.search.think(context.Background(), g, depth)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.value) >= mateLeast && got.depth < depth {
				continue // found with less
			}
			if want := minimax(&player.search, g.at, g.keys, 0, depth); got.value != want {
				t.Errorf("%s: depth %d: %v, want %v", position, depth, got.value, want)
			}
		}
	}
}

func TestMates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		position, best string
		depth, plies   int
	}{
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", 2, 1},
		{"startpos moves f2f3 e7e5 g2g4", "d8h4", 2, 1},
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 4, 3}, // Morphy's problem
		{"7k/8/5K2/8/8/8/8/R7 w - - 0 1", "f6g6", 6, 3},
	} {
		player := newPlayer(space.Default(), test.depth, 0)
		g := mustParse(t, test.position)
		r, err := player.search.think(context.Background(), g, test.depth)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.move.String(); got != test.best || r.value != mateValue-float64(test.plies) || len(r.line) != test.plies {
			t.Errorf("%s: %s, %v, line %v; want %s, mate in %d plies", test.position, got, r.value, r.line, test.best, test.plies)
		}
	}
}

// A search does not depend on earlier searches, and its move does not depend on the size of the
// weights.
func TestSearchHasNoMemory(t *testing.T) {
	t.Parallel()
	used := newPlayer(space.Default(), 4, 0)
	doubled := space.Default()
	for i := range doubled {
		doubled[i] /= 2
	}
	half := newPlayer(doubled, 4, 0)
	for seed := range uint64(4) {
		g, err := New().NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		fresh := newPlayer(space.Default(), 4, 0)
		a, err := used.search.think(context.Background(), g.(*game), 4)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := fresh.search.think(context.Background(), g.(*game), 4)
		c, _ := half.search.think(context.Background(), g.(*game), 4)
		if a.move != b.move || a.value != b.value || used.search.nodes != fresh.search.nodes {
			t.Errorf("%s: %v and %v", g, a, b)
		}
		if a.move != c.move || a.value != 2*c.value {
			t.Errorf("%s: %v, and %v with half the weights", g, a, c)
		}
	}
}

func TestNodesEndASearch(t *testing.T) {
	t.Parallel()
	g := mustParse(t, "start")
	player := newPlayer(space.Default(), 20, 5000)
	r, err := player.search.think(context.Background(), g, 20)
	if err != nil || r.depth < 2 || r.depth > 6 || player.search.nodes > 5000+1 {
		t.Errorf("depth %d after %d nodes, %v", r.depth, player.search.nodes, err)
	}
	player = newPlayer(space.Default(), 20, 1)
	if r, err := player.search.think(context.Background(), g, 20); err != nil || r.depth != 1 {
		t.Errorf("one node: depth %d, %v", r.depth, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newPlayer(space.Default(), 20, 0).search.think(ctx, g, 20); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// A position is worth to Black what its mirror image is worth to White.
func TestFeaturesAreFair(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		o, err := New().NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		g := o.(*game)
		rng := engines.Rand(seed)
		for range 80 {
			if g.Over() {
				break
			}
			mirrored := mirrorOf(t, &g.at)
			a, b := featuresOf(&g.at), featuresOf(&mirrored)
			for i := range a {
				if a[i] != -b[i] {
					t.Fatalf("%s: %s is %v, mirrored %v", g, spaceWithThreats[i].Name, a[i], b[i])
				}
			}
			if err := g.Apply(engines.Move(g.legal[rng.IntN(len(g.legal))])); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// mirrorOf changes the sides.
func mirrorOf(t *testing.T, p *board.Position) board.Position {
	t.Helper()
	text := ""
	for rank := range 8 {
		if rank > 0 {
			text += "/"
		}
		for file := range 8 {
			letter := p.At(board.Square(rank<<3 | file)).Letter()
			if letter == 0 {
				text += "1"
				continue
			}
			text += string(letter ^ 0x20)
		}
	}
	for text != compact(text) {
		text = compact(text)
	}
	out, err := board.Parse(text + " " + string("bw"[p.Side]) + " - -")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// compact joins two numbers of empty squares.
func compact(text string) string {
	for i := 0; i+1 < len(text); i++ {
		if a, b := text[i], text[i+1]; a >= '1' && a <= '8' && b >= '1' && b <= '8' {
			return text[:i] + string(a+b-'0') + text[i+2:]
		}
	}
	return text
}

func TestFeaturesByHand(t *testing.T) {
	t.Parallel()
	for position, want := range map[string]map[int]float64{
		"startpos":                                            {},
		"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1":                     {pawnFeature: 1, passedFeature: 4, weakFeature: 1},
		"4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1":                    {pawnFeature: 3, passedFeature: 0, weakFeature: 0},
		"4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1":                    {rookFeature: 1, mobilityFeature: 3, fileFeature: 0},
		"4k3/p7/8/8/8/8/8/R3K3 w - - 0 1":                     {rookFeature: 1, pawnFeature: -1, mobilityFeature: 9, fileFeature: 1, weakFeature: -1},
		"2b1kb2/8/8/8/8/8/8/4K3 w - - 0 1":                    {bishopFeature: -2, pairFeature: -1, mobilityFeature: -14},
		"rnbq1rk1/pppppppp/8/8/8/8/PPPPP3/RNBQ1RK1 w - - 0 1": {pawnFeature: -3, shelterFeature: -2.5, fileFeature: 1},
	} {
		f := featuresOf(&mustParse(t, position).at)
		if len(want) == 0 && f != (features{}) {
			t.Errorf("%s: %v", position, f)
		}
		for i, x := range want {
			if f[i] != x {
				t.Errorf("%s: %s is %v, want %v", position, spaceWithThreats[i].Name, f[i], x)
			}
		}
	}
}
