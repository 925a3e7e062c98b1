package othello

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"pgregory.net/rapid"
)

func with(t testing.TB, pairs ...string) *engine {
	t.Helper()
	s := engines.Settings{}
	for i := 0; i < len(pairs); i += 2 {
		s[pairs[i]] = pairs[i+1]
	}
	e, err := New().With(s)
	if err != nil {
		t.Fatal(err)
	}
	return e.(*engine)
}

func TestSpecs(t *testing.T) {
	for name, want := range map[string]int{
		"classic": 38, "wpc": 64, "wpc10": 10, "ntuple": 288, "easy": 11, "medium": 20, "hard": 20, "greedy": 1,
	} {
		spec := with(t, "model", name).Spec()
		if len(spec.Weights) != want {
			t.Errorf("%s: %d weights, want %d", name, len(spec.Weights), want)
		}
		if err := spec.Weights.Valid(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := spec.Weights.Check(spec.Weights.Default()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, s := range spec.Settings {
			if err := s.Check(s.Default); err != nil {
				t.Errorf("%s: default: %v", name, err)
			}
		}
	}
}

// A term without a row would have a weight without a name.
func TestEveryClassicTermHasARow(t *testing.T) {
	for i, term := range classicTable {
		if term.name == "" || term.doc == "" {
			t.Errorf("term %d has the name %q and the description %q", i, term.name, term.doc)
		}
	}
}

func TestSettingsRefuse(t *testing.T) {
	for _, tt := range []struct {
		set  engines.Settings
		want string
	}{
		{engines.Settings{"modle": "wpc"}, `modle: unknown setting`},
		{engines.Settings{"model": "wpd"}, `model: unknown "wpd" (did you mean wpc?)`},
		{engines.Settings{"depth": "61"}, "depth: 61 is not within [0, 60]"},
		{engines.Settings{"epsilon": "x"}, `epsilon: "x" is not a number`},
		{engines.Settings{"openings": "f5d6 f5f6f5"}, "openings: opening 2: transcript: move 3"},
		{engines.Settings{"openings": "# a comment"}, "openings: no opening in the text"},
		{engines.Settings{"openings": "e6f4e3f6g5d6e7f5c5"}, "the game is over"},
	} {
		if _, err := New().With(tt.set); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v, want %q", tt.set, err, tt.want)
		}
	}
}

func TestModelSetsDefaults(t *testing.T) {
	e := with(t, "model", "hard")
	if e.settings["depth"] != "4" || e.settings["exact"] != "0" {
		t.Errorf("hard: %v", e.settings)
	}
	deeper, err := e.With(engines.Settings{"depth": "6"})
	if err != nil {
		t.Fatal(err)
	}
	back, err := deeper.With(engines.Settings{"model": "wpc"})
	if err != nil {
		t.Fatal(err)
	}
	if s := back.(*engine).settings; s["depth"] != "6" || s["model"] != "wpc" {
		t.Errorf("a depth that was set is lost: %v", s)
	}
}

func TestAgentsRefused(t *testing.T) {
	bad := engines.Weights{math.NaN()}
	for _, tt := range []struct {
		a    engines.Agent
		want string
	}{
		{engines.Agent{Weights: bad}, "1 weights given, 38 needed"},
		{engines.Agent{Weights: bad, Settings: engines.Settings{"model": "greedy"}}, "discs: NaN"},
		{engines.Agent{Settings: engines.Settings{"depth": "x"}}, "depth: "},
	} {
		if _, err := New().NewPlayer(context.Background(), tt.a); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
	if _, err := New().NewGame(3, 0); err == nil {
		t.Error("three seats are accepted")
	}
}

func TestOpenings(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(200) {
		g, err := New().NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := New().NewGame(2, seed)
		if g.String() != again.String() {
			t.Fatalf("seed %d deals two openings", seed)
		}
		if n := g.(*game).empties(); n != 52 || g.Over() || g.Turn() != seatBlack {
			t.Errorf("seed %d: %s", seed, g.String())
		}
		seen[g.String()] = true
	}
	if len(seen) < 180 {
		t.Errorf("only %d of 200 openings differ", len(seen))
	}
	g, err := with(t, "random_plies", "0").NewGame(2, 1)
	if err != nil || g.String() != startGame().String() {
		t.Errorf("no random plies: %v, %v", g, err)
	}
	const list = "f5d6c3 f5f6"
	for _, same := range []string{"f5d6c3,f5f6", " f5d6c3,\n\tF5F6 ,", "# two\nf5d6c3\n\nf5f6 # diagonal\n"} { // a list of a config, texts of several lines
		if got := with(t, "openings", same).openings; !slices.Equal(got, with(t, "openings", list).openings) {
			t.Errorf("%q: %v", same, got)
		}
	}
	e := with(t, "openings", list, "random_plies", "1")
	count := map[int]int{}
	for seed := range uint64(100) {
		g, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		count[g.(*game).empties()]++
	}
	if count[56] < 30 || count[57] < 30 || count[56]+count[57] != 100 {
		t.Errorf("empties after the openings: %v", count)
	}
}

// Boards, as OBF files have them, stand beside transcripts; the deals of a run play every
// opening once before any again, and one that is reached twice is one.
func TestListsOfOpenings(t *testing.T) {
	start, err := New().ParseGame("f5f4e3", 0)
	if err != nil {
		t.Fatal(err)
	}
	board := start.String()
	list := "\ufeff" + board + "; F6:+3; # a line of OBF\r\nf5d6 f5f6\n" + board + "\nf5f4"
	e := with(t, "openings", list, "random_plies", "0")
	if len(e.openings) != 4 || e.openings[0].turn != seatWhite || e.Deals() != 4 {
		t.Fatalf("%d openings, %d deals, want 4", len(e.openings), e.Deals())
	}
	count := map[string]int{}
	for n := range uint32(20) {
		g, err := e.NewGame(2, deals.Seed(3, n))
		if err != nil {
			t.Fatal(err)
		}
		count[g.String()]++
		if n == 3 && len(count) != 4 || n == 19 && count[board] != 5 {
			t.Errorf("after %d deals: %v", n+1, count)
		}
	}
	for text, want := range map[string]string{
		"f5d6\n\n" + board[:64] + " Z": "openings: line 3: ",
		"f5d6,f5f5":                    "openings: opening 2: ",
	} {
		if _, err := New().With(engines.Settings{"openings": text}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if n := New().(deals.Listed).Deals(); n != 0 {
		t.Errorf("%d deals with random plies, want 0", n)
	}
}

func TestBalance(t *testing.T) {
	free, fair := New(), with(t, "balance", "1")
	judge := &searcher{eval: compileClassic(classicSpace().Default())}
	differ := 0
	for seed := range uint64(30) {
		g, err := fair.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := isFair(judge, g.(*game), 1); !ok || err != nil {
			t.Errorf("seed %d: an unfair opening, %v", seed, err)
		}
		if h, _ := free.NewGame(2, seed); h.String() != g.String() {
			differ++
		}
	}
	if differ == 0 {
		t.Error("balance has changed no opening")
	}
	if _, err := with(t, "balance", "0.000001", "openings", "f5", "random_plies", "0").NewGame(2, 1); err == nil {
		t.Error("an impossible balance is met")
	}
}

// TestSearchAgreesWithEvaluate compares the compiled evaluation with the
// weighted features.
func TestSearchAgreesWithEvaluate(t *testing.T) {
	for _, name := range []string{"classic", "wpc", "wpc10", "ntuple", "greedy"} {
		e := with(t, "model", name)
		rapid.Check(t, func(t *rapid.T) {
			g := drawGame(t, 60)
			w := make(engines.Weights, len(e.model.space()))
			for i := range w {
				w[i] = float64(rapid.IntRange(-1000, 1000).Draw(t, "w")) / 1000
			}
			worth, err := e.Evaluate(g, w)
			if err != nil {
				t.Fatal(err)
			}
			compiled := e.model.compile(w)
			want := worth[g.turn]
			if name == "ntuple" {
				want = -worth[1-g.turn]
			}
			if got := inUnits(compiled.evaluate(g.own, g.opp)); math.Abs(got-want) > 1e-3 {
				t.Fatalf("%s: %s: compiled %v, features %v", name, g.String(), got, want)
			}
			if name != "ntuple" && math.Abs(worth[0]+worth[1]) > 1e-9 {
				t.Fatalf("%s: worth %v", name, worth)
			}
		})
	}
}

// TestSymmetry tests that models with weights shared by symmetric squares give a position and its images
// the same value.
func TestSymmetry(t *testing.T) {
	for _, name := range []string{"classic", "wpc10", "ntuple", "greedy"} {
		m := modelNamed(name)
		rapid.Check(t, func(t *rapid.T) {
			w := m.space().Default()
			for i := range w {
				w[i] += float64(i%7) / 10
			}
			e := m.compile(m.space().Snap(w))
			g := drawGame(t, 60)
			want := e.evaluate(g.own, g.opp)
			for s := range 8 {
				var own, opp uint64
				for sq := range uint8(64) {
					own |= g.own >> sq & 1 << board.Image(sq, s)
					opp |= g.opp >> sq & 1 << board.Image(sq, s)
				}
				if got := e.evaluate(own, opp); got != want {
					t.Fatalf("%s: image %d of %s: %d, want %d", name, s, g.String(), got, want)
				}
			}
		})
	}
}

func TestPairs(t *testing.T) {
	classes := map[uint8]bool{}
	unordered := map[[2]uint8]bool{}
	for _, p := range pairs {
		classes[p.class] = true
		unordered[[2]uint8{min(p.a, p.b), max(p.a, p.b)}] = true
	}
	if len(classes) != pairClasses || len(unordered) != 210 {
		t.Errorf("%d classes of %d pairs, want 32 of 210", len(classes), len(unordered))
	}
}

// TestNtuplePlaysLikeTheTable: the default states are the standard heuristic.
func TestNtuplePlaysLikeTheTable(t *testing.T) {
	a := modelNamed("ntuple").compile(ntupleSpace().Default())
	b := compileSquares(mustTable(swh))
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 60)
		if x, y := a.evaluate(g.own, g.opp), b.evaluate(g.own, g.opp); x-y > 300 || y-x > 300 {
			t.Fatalf("%s: %d and %d", g.String(), x, y)
		}
	})
}

func TestAnalyze(t *testing.T) {
	ctx := context.Background()
	for _, name := range modelNames() {
		e := with(t, "model", name)
		for _, position := range []string{
			startGame().String(), "f5d6c3d3c4",
			"XO-----------------------------------------------------------O-X O", "X--------------------------------------------------------------- O",
			"X-------------------------------------------------------------X- X",
		} {
			g := mustParse(t, position)
			a, err := e.Analyze(ctx, g, engines.Agent{})
			if err != nil {
				t.Fatalf("%s: %s: %v", name, position, err)
			}
			if len(a.Static) != 2 || len(a.Value) != 2 || *a.Value[0] != -*a.Value[1] {
				t.Errorf("%s: %s: %+v", name, position, a)
			}
			if (a.Best == "") != g.over || (a.Best == "pass") != (g.moves == 0 && !g.over) {
				t.Errorf("%s: %s: best %q", name, position, a.Best)
			}
			p, err := e.NewPlayer(context.Background(), engines.Agent{})
			if err != nil {
				t.Fatal(err)
			}
			if !g.over {
				m, err := p.Choose(ctx, g)
				if err != nil || g.FormatMove(m) != a.Best {
					t.Errorf("%s: %s: the player plays %s, the analysis says %s, %v", name, position, g.FormatMove(m), a.Best, err)
				}
			}
		}
	}
}

func TestAnalyzeDepthZeroIsStatic(t *testing.T) {
	g := mustParse(t, "f5d6c3d3c4f4")
	for _, name := range []string{"classic", "wpc", "ntuple"} {
		a, err := with(t, "model", name, "depth", "0").Analyze(context.Background(), g, engines.Agent{})
		if err != nil || *a.Value[g.turn] != a.Static[g.turn] || a.Best == "" {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

// The result of a finished game is known, however many squares are empty.
func TestSolveFinishedGames(t *testing.T) {
	for board, want := range map[string]int{
		strings.Repeat("X", 20) + strings.Repeat("-", 44): 64,
		strings.Repeat("-", 64):                           0,
		strings.Repeat("XO", 32):                          0,
		strings.Repeat("O", 60) + "XXXX":                  -56,
	} {
		for side, sign := range map[string]int{" X": 1, " O": -1} {
			g, err := with(t).ParseGame(board+side, 0)
			if err != nil {
				t.Fatal(err)
			}
			s, err := with(t).Solve(t.Context(), g)
			if err != nil {
				t.Errorf("%s%s: %v", board, side, err)
				continue
			}
			for _, x := range s.Extra {
				if x.Key == "score" && x.Value != sign*want || x.Key == "best_moves" && x.Text != "" {
					t.Errorf("%s%s: %s = %v, want score %d and no best moves", board, side, x.Key, x.Value, sign*want)
				}
			}
		}
	}
}

func TestSolve(t *testing.T) {
	g := mustParse(t, "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X")
	solution, err := with(t).Solve(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for _, x := range solution.Extra {
		got[x.Key] = x.Value
	}
	if got["exact"] != true || got["score"] != 4 || strings.Join(got["best_moves"].([]string), " ") != "g3 b8" {
		t.Errorf("%v", got)
	}
	if _, err := with(t).Solve(context.Background(), startGame()); err == nil || !strings.Contains(err.Error(), "60 empty squares") {
		t.Errorf("the start position: %v", err)
	}
	a, err := with(t, "exact", "16").Analyze(context.Background(), g, engines.Agent{})
	if err != nil || *a.Value[seatBlack] != 4 || *a.Value[seatWhite] != -4 || len(a.Extra) != 1 || a.Extra[0].Key != "exact" {
		t.Errorf("%+v, %v", a, err)
	}
	// The limit of nodes ends the solver.
	a, err = with(t, "exact", "16", "nodes", "1000").Analyze(context.Background(), g, engines.Agent{})
	if err != nil || *a.Value[seatBlack] == 4 || len(a.Extra) != 0 {
		t.Errorf("%v, %+v, %v", *a.Value[seatBlack], a, err)
	}
	a, err = with(t, "exact", "16", "nodes", "1000", "depth", "0").Analyze(context.Background(), g, engines.Agent{})
	if err != nil || *a.Value[seatBlack] != a.Static[seatBlack] || len(a.Extra) != 0 {
		t.Errorf("%v, %+v, %v", *a.Value[seatBlack], a, err)
	}
}
