package game2048

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/show"
)

func TestEvaluationIsTheWeightedSum(t *testing.T) {
	t.Parallel()
	rng := engines.Rand(5)
	w := engines.Weights{1.5, 0.25, 2, 0.1, 3}
	p := newPlayer(w, 1)
	for range 1000 {
		v := view{board: randomBoard(rng)}
		worth, err := New().(engines.Linear).Evaluate(&v, w)
		if err != nil || len(worth) != 1 {
			t.Fatal(worth, err)
		}
		if got := p.search.static(v.board); got != worth[0] {
			t.Fatalf("%s: the player's %v, the engine's %v", v.String(), got, worth[0])
		}
	}
}

func TestAnalysisExplainsTheMove(t *testing.T) {
	t.Parallel()
	g, err := New().ParseGame("2,4,8,./.,16,32,2/4,2,64,128/.,.,2,256 1000 90", 1)
	if err != nil {
		t.Fatal(err)
	}
	for depth, nodes := range map[string]uint64{"1": 4, "2": 4} {
		agent := engines.Agent{Settings: engines.Settings{"depth": depth}}
		a, err := New().(analysis.Analyst).Analyze(t.Context(), g, agent)
		if err != nil {
			t.Fatal(err)
		}
		player, err := New().NewPlayer(t.Context(), agent)
		if err != nil {
			t.Fatal(err)
		}
		m, err := player.Choose(t.Context(), g)
		if err != nil || g.FormatMove(m) != a.Best {
			t.Errorf("depth %s: the player's move is %s, %v; explained is %s", depth, g.FormatMove(m), err, a.Best)
		}
		if len(a.Features) != featureCount || a.Features[empty].Values[0] != 4 || a.Nodes < nodes {
			t.Errorf("depth %s: %+v", depth, a)
		}
		best := -1.0e300
		for _, s := range a.Extra[0].Value.([]candidate) {
			best = max(best, s.Worth)
		}
		if best != *a.Value[0] || !strings.Contains(a.Extra[0].Text, a.Best) {
			t.Errorf("depth %s: value %v, the best slide %v\n%s", depth, *a.Value[0], best, a.Extra[0].Text)
		}
	}
	over := &game{view: view{board: 0x1212212112122121}}
	a, err := New().(analysis.Analyst).Analyze(t.Context(), over, engines.Agent{})
	if err != nil || a.Best != "" || *a.Value[0] != a.Static[0] {
		t.Errorf("a game that is over: %+v, %v", a, err)
	}
}

func TestDraw(t *testing.T) {
	t.Parallel()
	g, err := New().ParseGame("2,4,8,./.,16,32,2/4,2,64,128/32,1024,32768,256 1000 90", 1)
	if err != nil {
		t.Fatal(err)
	}
	const want = `+-------+-------+-------+-------+
|     2 |     4 |     8 |       |
+-------+-------+-------+-------+
|       |    16 |    32 |     2 |
+-------+-------+-------+-------+
|     4 |     2 |    64 |   128 |
+-------+-------+-------+-------+
|    32 |  1024 | 32768 |   256 |
+-------+-------+-------+-------+
score 1000 after 90 slides; can slide up, down, left, right
`
	if got := New().(show.Illustrator).Draw(g); got != want {
		t.Errorf("drawn:\n%s", got)
	}
}

// Perft, new tiles left out, against the book.
func TestPerft(t *testing.T) {
	t.Parallel()
	var count func(g grid, depth int) uint64
	count = func(g grid, depth int) (n uint64) {
		if depth == 0 {
			return 1
		}
		for m := range directions {
			if after, _ := g.slid(m); after != g {
				n += count(after, depth-1)
			}
		}
		return n
	}
	rng := engines.Rand(6)
	for range 30 {
		b := randomBoard(rng)
		for depth := range 6 {
			got, _, err := New().(analysis.PerftCounter).Perft(t.Context(), &game{view: view{board: b}}, depth)
			if want := count(b.grid(), depth); err != nil || got != want {
				t.Fatalf("%x, depth %d: %d, %v; want %d", b, depth, got, err, want)
			}
		}
	}
	if _, _, err := New().(analysis.PerftCounter).Perft(t.Context(), deal(1), -1); err == nil {
		t.Error("a depth below 0")
	}
}
