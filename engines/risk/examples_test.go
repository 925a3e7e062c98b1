package risk

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/search"
)

// worked are examples computed by an independent reference with exact fractions.
type worked struct {
	Maps     map[string]string
	Draft    []workedDraft
	Features []struct {
		ID, Map, Player string
		F               []string
	}
	Attacks []struct {
		ID, Map, Player string
		AllDiff1        [][3]int `json:"all_diff1"`
		AllDiff3        [][3]int `json:"all_diff3"`
		WeakestDiff3    [][3]int `json:"weakest_diff3"`
		Predicted       []string
	}
	Tree []workedTree
	Odds map[string]string
}

type workedDraft struct {
	ID, Map, Player string
	BST             map[int]int
	BSR             map[int]string
	Order, Kept     []int
	Units           int
	Added           map[int]int
}

type workedTree struct {
	ID, Map, Player string
	Depth           int
	MinDiff         int  `json:"min_diff"`
	WeakestOnly     bool `json:"weakest_only"`
	Weights         engines.Weights
	Value           string
	Move            []int
	NodesAlphaBeta  uint64 `json:"nodes_alphabeta"`
	NodesFull       uint64 `json:"nodes_full"`
}

func readWorked(t *testing.T) worked {
	t.Helper()
	data, err := os.ReadFile("testdata/examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var w worked
	if err := json.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// fraction reads "31/12".
func fraction(t *testing.T, text string) float64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is not a fraction", text)
	}
	f, _ := r.Float64()
	return f
}

// set up parses a position that must be good.
func parsed(t testing.TB, e engines.Engine, position string) *game {
	t.Helper()
	g, err := e.ParseGame(position, 1)
	if err != nil {
		t.Fatalf("%s: %v", position, err)
	}
	return g.(*game)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-11 }

func TestWorkedDrafts(t *testing.T) {
	w := readWorked(t)
	for _, x := range w.Draft {
		g := parsed(t, New(), w.Maps[x.Map]+" ; "+x.Player+" draft")
		if int(g.draft) != x.Units {
			t.Errorf("%s: %d units to place, want %d", x.ID, g.draft, x.Units)
		}
		rows := draftTable(&g.state, g.state.turn, g.draft)
		for i, r := range rows {
			if r.Cell != x.Order[i] || r.BST != x.BST[r.Cell] || !near(r.BSR, fraction(t, x.BSR[r.Cell])) || r.Added != x.Added[r.Cell] {
				t.Errorf("%s: row %d is %+v", x.ID, i, r)
			}
			if kept := i < len(x.Kept); !kept && r.NBSR != 0 {
				t.Errorf("%s: row %d is %+v and not among the kept", x.ID, i, r)
			}
		}
		if len(rows) != len(x.Order) {
			t.Errorf("%s: %d rows, want %d", x.ID, len(rows), len(x.Order))
		}
	}
}

func TestWorkedFeatures(t *testing.T) {
	w := readWorked(t)
	for _, x := range w.Features {
		g := parsed(t, New(), w.Maps[x.Map]+" ; "+x.Player+" draft")
		rows, err := New().(engines.Linear).Features(g)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range rows[g.Turn()] {
			if !near(v, fraction(t, x.F[i])) {
				t.Errorf("%s: %s is %v, want %s", x.ID, space()[i].Name, v, x.F[i])
			}
		}
	}
}

func TestFeaturesAtTheEdges(t *testing.T) {
	g := parsed(t, New(), "A1 A2 / A3 A4 ; A attack 3")
	all, none := featuresAt(g.table.board, &g.state, 0), featuresAt(g.table.board, &g.state, 1)
	if all != (features{1, 1, 1, 1}) || none != (features{}) {
		t.Errorf("owner of everything %v, of nothing %v", all, none)
	}
}

func TestWorkedAttacks(t *testing.T) {
	w := readWorked(t)
	for _, x := range w.Attacks {
		g := parsed(t, New(), w.Maps[x.Map]+" ; "+x.Player+" attack 3")
		for _, c := range []struct {
			filter filter
			want   [][3]int
		}{
			{filter{minDiff: 1}, x.AllDiff1},
			{filter{minDiff: 3}, x.AllDiff3},
			{filter{minDiff: 3, weakest: true}, x.WeakestDiff3},
		} {
			got := [][3]int{}
			for _, m := range c.filter.attacks(g.table.board, &g.state, new(attackList), nil) {
				from, to, army := attackOf(m)
				got = append(got, [3]int{from, to, int(army)})
			}
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%s %+v: %v, want %v", x.ID, c.filter, got, c.want)
			}
		}
		tree := tree{attacks: 3, filter: filter{minDiff: 1}}
		s := g.state
		tree.setSeat(g.table.board, &s, s.turn)
		for i, m := range tree.filter.attacks(g.table.board, &s, new(attackList), nil) {
			next := *g
			tree.Play(&s, &next.state, m)
			cells, _, _ := strings.Cut(next.String(), " ;")
			if got := strings.ReplaceAll(cells, "/ ", ""); got != x.Predicted[i] {
				t.Errorf("%s: after %s %s, want %s", x.ID, formatMove(m), got, x.Predicted[i])
			}
		}
	}
}

func TestArmySizes(t *testing.T) {
	for _, c := range [][3]int32{{2, 1, 2}, {3, 1, 2}, {3, 2, 3}, {4, 1, 3}, {5, 2, 4}, {6, 1, 4}, {9, 4, 7}, {10, 9, 10}} {
		if got := army(c[0], c[1]); got != c[2] {
			t.Errorf("army of %d against %d is %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

func TestWorkedTrees(t *testing.T) {
	w := readWorked(t)
	for _, x := range w.Tree {
		e, err := New().With(engines.Settings{
			"depth": fmt.Sprint(x.Depth), "min_diff": fmt.Sprint(x.MinDiff), "weakest_only": fmt.Sprint(x.WeakestOnly),
		})
		if err != nil {
			t.Fatal(err)
		}
		g := parsed(t, e, w.Maps[x.Map]+" ; "+x.Player+" attack 3")
		a, err := e.(analysis.Analyst).Analyze(context.Background(), g, engines.Agent{Weights: x.Weights})
		if err != nil {
			t.Fatal(err)
		}
		best := "stop"
		if x.Move != nil {
			best = fmt.Sprintf("%d-%dx%d", x.Move[0], x.Move[1], x.Move[2])
		}
		if a.Best != best || a.Nodes > x.NodesAlphaBeta {
			t.Errorf("%s: best %s in %d nodes, want %s in at most %d", x.ID, a.Best, a.Nodes, best, x.NodesAlphaBeta)
		}
		value, want := *a.Value[g.Turn()], fraction(t, x.Value)
		if want >= 1e6 && value != search.Win(0) || want < 1e6 && !near(value, want) {
			t.Errorf("%s: value %v, want %s", x.ID, value, x.Value)
		}
		full, pruned := everyOrder(t, e.(*engine), g, engines.Agent{Weights: x.Weights})
		if formatMove(full.Move) != best || full.Nodes != x.NodesFull {
			t.Errorf("%s: minimax %s in %d nodes, want %s in %d", x.ID, formatMove(full.Move), full.Nodes, best, x.NodesFull)
		}
		if formatMove(pruned.Move) != best || pruned.Nodes != x.NodesAlphaBeta {
			t.Errorf("%s: alpha-beta %s in %d nodes, want %s in %d", x.ID, formatMove(pruned.Move), pruned.Nodes, best, x.NodesAlphaBeta)
		}
	}
}

// everyOrder searches the tree of an agent with the attacks of a turn in every order.
func everyOrder(t testing.TB, e *engine, g *game, a engines.Agent) (full, pruned search.Result[engines.Move]) {
	t.Helper()
	c, err := compile(e, a)
	if err != nil {
		t.Fatal(err)
	}
	tree := &tree{attacks: g.table.attacks, filter: c.filter, weights: c.weights, everyOrder: true}
	root := g.state
	tree.setSeat(g.table.board, &root, root.turn)
	s := search.NewSearcher[state, engines.Move](tree)
	ctx, l := context.Background(), search.Limits{Depth: c.depth}
	if full, err = s.Minimax(ctx, &root, g.Turn(), l); err == nil {
		pruned, err = s.AlphaBeta(ctx, &root, g.Turn(), l)
	}
	if err != nil {
		t.Fatal(err)
	}
	return full, pruned
}

func TestWorkedOdds(t *testing.T) {
	for key, want := range readWorked(t).Odds {
		var army, defenders int
		if _, err := fmt.Sscanf(key, "%d,%d", &army, &defenders); err != nil {
			t.Fatal(err)
		}
		if got := odds(army, defenders); got != fraction(t, want) {
			t.Errorf("army %d against %d: %v, want %s", army, defenders, got, want)
		}
	}
}
