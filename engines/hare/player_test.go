package hare

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/keys"
)

// middles are positions from the middle of games between shallow players.
func middles(t testing.TB, e *engine, seats, count int) []state {
	t.Helper()
	p, err := e.NewPlayer(context.Background(), engines.Agent{Settings: engines.Settings{"depth": "1", "hares": "none"}})
	if err != nil {
		t.Fatal(err)
	}
	r := engines.Rand(3)
	var out []state
	for seed := uint64(0); len(out) < count; seed++ {
		g, err := e.NewGame(seats, seed)
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; ply < 25*seats && !g.Over(); ply++ {
			if ply > 3*seats && r.IntN(6) == 0 && len(out) < count {
				out = append(out, g.(*table).state)
			}
			m, err := p.Choose(context.Background(), g)
			if moves := g.Moves(nil); r.IntN(5) == 0 {
				m = moves[r.IntN(len(moves))]
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

func searcher(t testing.TB, e *engine, s engines.Settings) *player {
	t.Helper()
	p, err := e.player(engines.Agent{Settings: s})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkSearch reports the median time and the rate of searches with the
// widths of the article.
func BenchmarkSearch(b *testing.B) {
	e := with(b, nil)
	states := middles(b, e, 2, 200)
	for _, c := range []engines.Settings{
		{"depth": "8", "rule": "abs", "hares": "none", "pruning": "none"},
		{"depth": "8", "rule": "abs", "hares": "none", "pruning": "article"},
		{"depth": "8", "rule": "rel", "hares": "none", "pruning": "exact"},
		{"depth": "8", "rule": "rel", "hares": "penalty", "pruning": "exact"},
		{"depth": "4", "rule": "abs", "hares": "expect", "pruning": "exact"},
		{"depth": "4", "rule": "rel", "hares": "expect", "pruning": "exact"},
	} {
		p := searcher(b, e, c)
		b.Run(fmt.Sprintf("%s-%s-%s-%s", c["depth"], c["rule"], c["hares"], c["pruning"]), func(b *testing.B) {
			b.ReportAllocs()
			var times []time.Duration
			nodes := uint64(0)
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				r, err := p.search(context.Background(), &states[i%len(states)])
				if err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
				nodes += r.Nodes
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "ms-median")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}

// TestHareTrap has a player who can finish in two moves by way of a hare, which
// most cards spoil, or for certain in three by way of a carrot square: 5, 1002,
// 5. A search of five moves sees the certain way, unless it takes a hare for an
// empty square.
func TestHareTrap(t *testing.T) {
	e := with(t, engines.Settings{"board": "1978"})
	for _, rule := range []string{"abs", "rel"} {
		for hares, want := range map[string]engines.Move{haresNone: 7, haresExpect: 5, haresPenalty: 5} {
			g, err := e.ParseGame("54;43;0;f;29;19;0;f", 1)
			if err != nil {
				t.Fatal(err)
			}
			p := searcher(t, e, engines.Settings{"depth": "5", "hares": hares, "rule": rule, "pruning": "article"})
			if m, err := p.Choose(context.Background(), g); err != nil || m != want {
				t.Errorf("%s, hares %s: plays %d, want %d (%v)", rule, hares, m, want, err)
			}
		}
	}
}

// TestFirstMove is what one move of lookahead prefers at the start.
func TestFirstMove(t *testing.T) {
	for _, board := range []string{"2008", "1978"} {
		e := with(t, engines.Settings{"board": board})
		a, err := e.Analyze(context.Background(), tableAt(t, board, "(0;68;3;f)(0;68;3;f)"), engines.Agent{Settings: engines.Settings{"depth": "1"}})
		if err != nil || a.Best != "7" {
			t.Errorf("%s: plays %s, want 7 (%v)", board, a.Best, err)
		}
		if want := map[string]float64{"2008": 26, "1978": 49}[board]; *a.Value[0] != want {
			t.Errorf("%s: value %v, want %v", board, *a.Value[0], want)
		}
	}
}

func TestAnalyze(t *testing.T) {
	e := with(t, nil)
	g, err := e.ParseGame("45;26;2;f;29;19;0;f", 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := e.Analyze(context.Background(), g, engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	want := []analysis.Feature{
		{Name: "S", Values: []float64{-120, 0}}, {Name: "C", Values: []float64{36, 51.2}}, {Name: "P", Values: []float64{135, 87}},
	}
	if diff := cmp.Diff(want, a.Features); diff != "" {
		t.Error(diff)
	}
	if !slices.Equal(a.Static, []float64{51, 138.2}) || a.Nodes == 0 || a.Value[0] == nil || a.Value[1] == nil {
		t.Errorf("%+v", a)
	}
	if _, err := g.ParseMove(a.Best); err != nil {
		t.Error(err)
	}
	three, _ := e.ParseGame("45;26;2;f;29;19;0;f;3;19;2;f", 1)
	a, err = e.Analyze(context.Background(), three, engines.Agent{Settings: engines.Settings{"pruning": "paranoid"}})
	if err != nil || a.Value[0] == nil || a.Value[1] != nil || a.Value[2] != nil {
		t.Errorf("paranoid values %v, %v", a.Value, err)
	}
	over, _ := e.ParseGame("45;26;2;f;64;9;0;f", 1)
	a, err = e.Analyze(context.Background(), over, engines.Agent{})
	if err != nil || a.Best != "" || *a.Value[0] != -1e6 || *a.Value[1] != 1e6 {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestSettings(t *testing.T) {
	e := with(t, engines.Settings{"profile": "article"})
	if e.board.kinds != boards["1978"].kinds || e.settings["deck"] != "iid" {
		t.Errorf("the article's profile has board %s, deck %s", e.settings["board"], e.settings["deck"])
	}
	if e := with(t, engines.Settings{"profile": "article", "board": "2008"}); e.board.kinds != boards["2008"].kinds || e.settings["deck"] != "iid" {
		t.Error("a board beside a profile does not count")
	}
	if e := with(t, engines.Settings{"profile": "S1: [0, 0, 0, 0, 0, 0]\nhalf: 20\nC1: [[0, 0], [10, 9.5]]"}); e.curves.lettuces[1][0] != 0 || e.curves.half != 20 || e.curves.carrots[1].hundredths(20) != 1900 || e.curves.carrots[0].hundredths(39) != 5120 {
		t.Errorf("%+v", e.curves)
	}
	for _, bad := range []engines.Settings{
		{"profile": "x"},
		{"profile": "S9: []"},
		{"profile": "C0: [[0.5, 1]]"},
		{"profile": "S1: [1]"},
		{"profile": "deck: x"},
		{"board": "x"},
		{"board": layout2008[1:] + "S"},
		{"deck": "x"},
		{"depth": "-1"},
		{"depth": "65"},
		{"rule": "x"},
		{"hares": "x"},
		{"width": "1,x"},
		{"width": "-1"},
		{"pruning": "x"},
		{"penalty": "x"},
		{"nodes": "-1"},
		{"guard": "0"},
		{"opening": "-1"},
		{"what": "1"},
	} {
		if _, err := New().With(bad); err == nil {
			t.Errorf("%v was taken", bad)
		}
	}
	spec := New().Spec()
	if err := spec.Weights.Valid(); err != nil {
		t.Error(err)
	}
	if _, err := engines.Resolve(spec.Settings); err != nil {
		t.Error(err)
	}
	for _, s := range spec.Settings {
		if err := s.Check(s.Default); err != nil {
			t.Error(err)
		}
	}
}

func TestAllMistakesAreTold(t *testing.T) {
	_, err := New().With(engines.Settings{
		"profile": "deck: x\nhalf: 70\nC0: [[0.5, 1]]\nC1: [[1, 1], [2, 2]]\nS1: [1]\nS2: [0, 0, 0, 0, 0, 1e9]",
		"board":   "x", "depth": "-1",
	})
	var got []string
	for _, mistake := range keys.All(err) {
		got = append(got, mistake.Path)
	}
	want := []string{"profile.C0", "profile.S1", "profile.deck", "profile.half", "profile.C1", "profile.S2", "board", "depth"}
	if !slices.Equal(got, want) {
		t.Errorf("mistakes at %v, want %v:\n%v", got, want, err)
	}
}

func TestOpening(t *testing.T) {
	e := with(t, engines.Settings{"opening": "6"})
	seen := map[string]bool{}
	for seed := range uint64(20) {
		a, err := e.NewGame(3, seed)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := e.NewGame(3, seed)
		if a.String() != b.String() {
			t.Fatal("one seed, two openings")
		}
		seen[a.String()] = true
	}
	if len(seen) < 15 {
		t.Errorf("20 seeds, %d openings", len(seen))
	}
}

// TestStrangers refuses tables that a player does not know.
func TestStrangers(t *testing.T) {
	p := searcher(t, with(t, nil), nil)
	if _, err := p.Choose(context.Background(), tableAt(t, "1978", "(0;68;3;f)(0;68;3;f)")); err == nil {
		t.Error("a player of 2008 moved on the board of 1978")
	}
	if _, err := p.Choose(context.Background(), nil); err == nil {
		t.Error("a player moved on no table")
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	e := with(t, nil)
	p := searcher(t, e, engines.Settings{"depth": "3"})
	var g engines.Game = tableAt(t, "2008", "(45;26;2;f)(29;19;0;f)")
	ctx := context.Background()
	if n := testing.AllocsPerRun(10, func() { _, _ = p.Choose(ctx, g) }); n != 0 {
		t.Errorf("%v allocations in a search", n)
	}
}

func TestDraw(t *testing.T) {
	got := New().(*engine).Draw(tableAt(t, "2008", "(45;26;2;f)(42;19;1;t)(64;5;0;f)"))
	for _, want := range []string{"C*", "   A", "   B", "> A on 45  carrots  26  lettuces 2", "eats a lettuce", "finished as number 1"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestDrawShowsTheCard moves onto a hare with a deck of one kind of card.
func TestDrawShowsTheCard(t *testing.T) {
	e := with(t, nil)
	tb := tableAt(t, "2008", "(30;40;2;f)(29;50;3;f)")
	tb.deck = newDeck(dealing{pack: pack{{cardHalf, 1}}}, &tb.pcg)
	if err := tb.Apply(4); err != nil {
		t.Fatal(err)
	}
	if got := e.Draw(tb); !strings.Contains(got, "carrots  15  lettuces 2  drew: lose half your carrots") {
		t.Errorf("no card in\n%s", got)
	}
	for _, m := range []engines.Move{3, 1} {
		if err := tb.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	if got := e.Draw(tb); strings.Contains(got, "drew") {
		t.Errorf("an old card in\n%s", got)
	}
}

// TestGameLength plays the games that the baseline figures are of: two players
// who look one move ahead and take hares for empty squares need 48 plies on
// average on the board of 2008, three 62.
func TestGameLength(t *testing.T) {
	e := with(t, nil)
	p := searcher(t, e, engines.Settings{"depth": "1", "hares": haresNone, "width": "0"})
	for seats, want := range map[int]float64{2: 48, 3: 62.1} {
		const games = 200
		plies := 0
		for seed := range uint64(games) {
			g, _ := e.NewGame(seats, seed)
			for g.(*table).state.finished == 0 && !g.Over() {
				m, err := p.Choose(context.Background(), g)
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Apply(m); err != nil {
					t.Fatal(err)
				}
				plies++
			}
		}
		if mean := float64(plies) / games; mean < want-2.5 || mean > want+2.5 {
			t.Errorf("%d players need %.1f plies, want about %.1f", seats, mean, want)
		} else {
			t.Logf("%d players: %.1f plies", seats, mean)
		}
	}
}

// TestScaleFree compares the moves of two agents whose weights differ by a factor with what the Spec
// declares.
func TestScaleFree(t *testing.T) {
	for _, c := range []struct {
		settings engines.Settings
		free     bool
	}{
		{engines.Settings{"hares": "none"}, true},
		{engines.Settings{"hares": "expect"}, true},
		{engines.Settings{"hares": "penalty"}, false},
		{engines.Settings{"hares": "penalty", "penalty": "0"}, true},
	} {
		e := with(t, c.settings)
		if got := e.Spec().ScaleFree; got != c.free {
			t.Errorf("%v: ScaleFree is %v", c.settings, got)
		}
		var players []engines.Player
		for _, w := range []engines.Weights{{1, 1, 1}, {8, 8, 8}} {
			p, err := e.NewPlayer(t.Context(), engines.Agent{Weights: w})
			if err != nil {
				t.Fatal(err)
			}
			players = append(players, p)
		}
		same := true
		for seed := range uint64(10) {
			g, err := e.NewGame(2, seed)
			if err != nil {
				t.Fatal(err)
			}
			for !g.Over() {
				m, err := players[0].Choose(t.Context(), g)
				if err != nil {
					t.Fatal(err)
				}
				other, err := players[1].Choose(t.Context(), g)
				if err != nil {
					t.Fatal(err)
				}
				same = same && m == other
				if err := g.Apply(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		if same != c.free {
			t.Errorf("%v: all moves are the same: %v", c.settings, same)
		}
	}
}

// Depth 0 values the position itself, and does not play.
func TestDepthZero(t *testing.T) {
	e, err := New().With(engines.Settings{"depth": "0"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.ParseGame("45;26;2;f;29;19;0;f", 0)
	if err != nil {
		t.Fatal(err)
	}
	a, err := e.(analysis.Analyst).Analyze(t.Context(), g, engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Best != "" || a.Nodes != 1 || *a.Value[0] != 51 || *a.Value[1] != 138.2 {
		t.Errorf("%+v", a)
	}
	if _, err := e.NewPlayer(t.Context(), engines.Agent{}); err == nil || err.Error() != "depth: 0 is below the minimum 1 of a player" {
		t.Errorf("a player of depth 0: error %v", err)
	}
}

// TestChance compares what the Spec declares with games from many seeds.
func TestChance(t *testing.T) {
	for _, deck := range deckNames {
		e := with(t, engines.Settings{"deck": deck, "opening": "3"})
		if got, want := e.Spec().Chance == engines.WithChance, deck != "no-cards"; got != want {
			t.Errorf("%s: chance %v", deck, got)
		}
		if err := engines.CheckChance(t.Context(), e, 3); err != nil {
			t.Errorf("%s: %v", deck, err)
		}
	}
}
