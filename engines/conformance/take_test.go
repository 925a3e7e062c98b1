package conformance

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
	_ "github.com/lanista/lanista/tools/raregc"
)

// take is a game of three piles that keeps the contract, but for one bug: a move takes stones from one
// pile, and the player who takes the last stone wins. In contrast to race it has no chance, its
// positions contain the moves, and the engine is a pointer.
type take struct {
	bug     string
	most    int // stones that a move may take
	start   []int
	only    *taker
	scratch []float64
	cache   map[string][]float64
}

var takeSettings = []engines.Setting{{Name: "most", Kind: engines.Int, Default: "9", Min: 1, Max: 9}}

func newTake(bug string) *take {
	return &take{bug: bug, most: 9, start: []int{7, 6, 5}, only: &taker{}, scratch: make([]float64, 3), cache: map[string][]float64{}}
}

func (e *take) Spec() engines.Spec {
	return engines.Spec{
		Name: "take", Title: "Take", Doc: "Take stones.", Version: "1", MinSeats: 2, MaxSeats: 2, Chance: engines.NoChance,
		ScaleFree: true, Settings: slices.Clone(takeSettings),
		Weights: engines.Space{
			{Name: "stones", Doc: "stones left", Min: -10, Max: 10, Default: 1},
			{Name: "piles", Doc: "piles left", Min: -10, Max: 10, Default: 2},
			{Name: "sum", Doc: "sum of the piles without carry", Min: -10, Max: 10, Default: 3},
		},
	}
}

func (e *take) With(s engines.Settings) (engines.Engine, error) {
	full, err := engines.Resolve(takeSettings, engines.Settings{"most": fmt.Sprint(e.most)}, s)
	if err != nil {
		return nil, err
	}
	if e.bug == "With changes the engine" {
		e.most = full.Int("most")
		return e, nil
	}
	c := *e
	c.most = full.Int("most")
	return &c, nil
}

func (e *take) NewGame(seats int, _ uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats", seats)
	}
	g := &takeGame{bug: e.bug, most: e.most, piles: slices.Clone(e.start)}
	if e.bug == "all games share a board" {
		g.piles = e.start
	}
	g.list()
	return g, nil
}

func (e *take) ParseGame(text string, _ uint64) (engines.Game, error) {
	if e.bug == "half a position" {
		_ = text[3]
	}
	g := &takeGame{bug: e.bug, most: e.most, piles: make([]int, 3)}
	if _, err := fmt.Sscan(text, &g.piles[0], &g.piles[1], &g.piles[2], &g.turn); err != nil {
		return nil, err
	}
	for _, move := range strings.Fields(text)[4:] {
		m, err := g.ParseMove(move)
		if err != nil {
			return nil, err
		}
		g.played = append(g.played, m)
	}
	g.list()
	return g, nil
}

func (e *take) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	a, err := a.Complete(e)
	if err != nil {
		return nil, err
	}
	if e.bug == "one player for all agents" {
		e.only.e, e.only.w = e, a.Weights
		return e.only, nil
	}
	if e.bug == "players scale the weights of their agent" {
		for i := range a.Weights {
			a.Weights[i] *= 2
		}
	}
	if e.bug == "weights are ignored" {
		a.Weights = e.Spec().Weights.Default()
	}
	return &taker{e: e, w: a.Weights}, nil
}

func (e *take) features(g *takeGame, seat int) []float64 {
	f := make([]float64, 3)
	if e.bug == "a buffer for all goroutines" {
		f = e.scratch
		clear(f)
	}
	if g.turn == seat {
		return f
	}
	x := 0
	for _, p := range g.piles {
		f[0] += float64(p)
		if p > 0 {
			f[1]++
		}
		x ^= p
	}
	f[2] = float64(x)
	return f
}

func (e *take) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	g := p.(*takeGame)
	if w == nil {
		w = e.Spec().Weights.Default()
	}
	if e.bug == "Evaluate scales the weights" {
		for i := range w {
			w[i] /= 2
		}
	}
	if e.bug == "evaluations are kept without weights" {
		if v, ok := e.cache[g.String()]; ok {
			return v, nil
		}
	}
	out := make([]float64, 2)
	if e.bug == "evaluations in one buffer" {
		out = e.scratch[:2]
		clear(out)
	}
	for s := range out {
		f := e.features(g, s)
		if e.bug == "a buffer for all goroutines" {
			runtime.Gosched()
		}
		for i := range f {
			out[s] += w[i] * f[i]
		}
	}
	if e.bug == "evaluations are kept without weights" {
		e.cache[g.String()] = out
	}
	if e.bug == "values below a threshold are 0" {
		for s := range out {
			if math.Abs(out[s]) < 5 {
				out[s] = 0
			}
		}
	}
	return out, nil
}

// taker looks one move ahead.
type taker struct {
	e *take
	w engines.Weights
}

func (t *taker) Choose(_ context.Context, p engines.Position) (engines.Move, error) {
	g := p.(*takeGame)
	best, at := math.Inf(-1), engines.Move(0)
	for _, m := range g.Moves(nil) {
		c := g.Clone()
		if err := c.Apply(m); err != nil {
			return 0, err
		}
		v, err := t.e.Evaluate(c, t.w)
		if err != nil {
			return 0, err
		}
		if v[g.turn] > best {
			best, at = v[g.turn], m
		}
	}
	return at, nil
}

type takeGame struct {
	bug    string
	most   int
	piles  []int
	turn   int
	played []engines.Move
	legal  []engines.Move
}

// list makes the list of legal moves.
func (g *takeGame) list() {
	g.legal = nil
	for i, p := range g.piles {
		for n := 1; n <= min(p, g.most); n++ {
			g.legal = append(g.legal, engines.Move(i|n<<16))
		}
	}
}
func (g *takeGame) Seats() int               { return 2 }
func (g *takeGame) Turn() int                { return g.turn }
func (g *takeGame) Over() bool               { return len(g.legal) == 0 }
func (g *takeGame) Outcome() engines.Outcome { return engines.Loser(2, g.turn) }

func (g *takeGame) Moves(dst []engines.Move) []engines.Move {
	switch g.bug {
	case "moves are the list of the game":
		if len(dst) == 0 {
			return g.legal
		}
	case "moves replace the list":
		return append(dst[:0], g.legal...)
	}
	return append(dst, g.legal...)
}

// Apply makes a move: the number of a pile and, from bit 16 on, the number of stones to take.
func (g *takeGame) Apply(m engines.Move) error {
	pile, stones := int(m&0xffff), int(m>>16)
	illegal := !slices.Contains(g.legal, m)
	if g.bug == "more stones are taken than there are" && !g.Over() && m >= 0 && pile < 3 && stones >= 1 && stones <= g.most {
		illegal, stones = false, min(stones, g.piles[pile])
	}
	if illegal {
		return fmt.Errorf("illegal move %d", m)
	}
	g.piles[pile] -= stones
	g.played = append(g.played, m)
	g.turn ^= 1
	g.list()
	return nil
}

func (g *takeGame) Clone() engines.Game {
	c := *g
	c.piles = slices.Clone(g.piles)
	if g.bug != "clones append to one list" {
		c.played = slices.Clone(g.played)
	}
	c.list()
	return &c
}

func (g *takeGame) String() string {
	text := fmt.Sprint(g.piles[0], g.piles[1], g.piles[2], g.turn)
	for _, m := range g.played {
		text += " " + g.FormatMove(m)
	}
	return text
}

func (g *takeGame) FormatMove(m engines.Move) string { return fmt.Sprint(int(m)) }
func (g *takeGame) ParseMove(s string) (engines.Move, error) {
	var m int
	_, err := fmt.Sscan(s, &m)
	switch g.bug {
	case "an empty move":
		_ = s[0]
	case "any text is a move":
		err = nil
	}
	return engines.Move(m), err
}

// A bug of take is a failure of a test, or a note. Some bugs would make goroutines write to the same map,
// which ends a program, so that the test of goroutines is left out.
func TestMistakesWithSharedMemory(t *testing.T) {
	t.Parallel()
	alone := slices.DeleteFunc(Tests(), func(test Test) bool { return test.Name == "goroutines" })
	for bug, want := range map[string]struct {
		finding string
		quick   bool // found before a run
	}{
		"With changes the engine":                  {"settings: setting most: With changes the engine", false},
		"all games share a board":                  {"a second game of the same seed (0, 2 seats) begins with the position", true},
		"one player for all agents":                {"weights: after a player with other weights was made", true},
		"players scale the weights of their agent": {"weights: a player changes the weights of its agent from [1 2 3] to", true},
		"Evaluate scales the weights":              {"evaluation: method Evaluate changes the weights", true},
		"evaluations in one buffer":                {"evaluation: method Evaluate changes the values that an earlier call returned", true},
		"an empty move":                            {"notation: panic: runtime error: index out of range [0] with length 0 in conformance.(*takeGame).ParseMove", true},
		"any text is a move":                       {`notation: method ParseMove reads "?!" as the move 0`, true},
		"half a position":                          {"notation: panic: runtime error: index out of range [3] with length 0 in conformance.(*take).ParseGame", true},
		"weights are ignored":                      {"note on weights: players with the weights [-10 10 -10] make the same", false},
		"evaluations are kept without weights":     {"note on evaluation: with random weights Evaluate returns the same values", false},
		"values below a threshold are 0":           {"note on weights: the Spec declares ScaleFree", false},
		"moves are the list of the game":           {"moves: changing the list that Moves returns", false},
		"moves replace the list":                   {"moves: method Moves returns", false},
		"more stones are taken than there are":     {"moves: method Apply makes the move", true},
		"clones append to one list":                {"clone: a move of one clone changes another clone", true},
	} {
		t.Run(bug, func(t *testing.T) {
			t.Parallel()
			if found := findings(t, newTake(bug), alone, 3); !strings.Contains(found, want.finding) {
				t.Errorf("found %q, want %q", found, want.finding)
			}
			refused := false
			for _, test := range quickTests {
				_, err := test.Run(t.Context(), newTake(bug), quickGames)
				refused = refused || err != nil
			}
			if refused != want.quick {
				t.Errorf("before a run: %v, want %v", refused, want.quick)
			}
		})
	}
	if found := findings(t, newTake(""), Tests(), 3); strings.Contains(found, "weights") {
		t.Errorf("without a bug: %s", found)
	}
	if err := Check(t.Context(), newTake(""), 3); err != nil {
		t.Error(err)
	}
}

// findings runs tests on an engine and returns the errors and notes as lines.
func findings(t *testing.T, e engines.Engine, tests []Test, games int) (text string) {
	for _, test := range tests {
		notes, err := test.Run(t.Context(), e, games)
		for _, note := range notes {
			text += fmt.Sprintf("note on %s: %s\n", test.Name, note)
		}
		if err != nil {
			text += fmt.Sprintf("%s: %v\n", test.Name, err)
		}
	}
	return text
}

// The race detector reports the shared buffer itself, so that this test is left out under it.
func TestABufferForAllGoroutines(t *testing.T) {
	t.Parallel()
	if racetest.Enabled {
		t.Skip("the race detector would fail this test")
	}
	if found := findings(t, newTake("a buffer for all goroutines"), Tests(), 3); !strings.Contains(found, "goroutines: games in 4 goroutines: seed") {
		t.Errorf("found %q", found)
	}
}

// wide is the game take with a setting and a weight whose ranges end where the next whole number is no
// float64.
type wide struct{ *take }

var wideSettings = []engines.Setting{{Name: "most", Kind: engines.Int, Default: "9", Min: 1, Max: 1 << 53}}

func (e wide) Spec() engines.Spec {
	s := e.take.Spec()
	s.Settings = slices.Clone(wideSettings)
	s.Weights[0].Min, s.Weights[0].Max = -1e17, 1e17
	return s
}

func (e wide) With(s engines.Settings) (engines.Engine, error) {
	full, err := engines.Resolve(wideSettings, engines.Settings{"most": fmt.Sprint(e.most)}, s)
	if err != nil {
		return nil, err
	}
	c := *e.take
	c.most = full.Int("most")
	return wide{&c}, nil
}

func (e wide) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	if _, err := a.Complete(e); err != nil {
		return nil, err
	}
	return e.take.NewPlayer(ctx, engines.Agent{})
}

// A value above a range is above it also if the range ends beyond 2^53.
func TestRangesBeyondWholeNumbers(t *testing.T) {
	t.Parallel()
	for _, test := range tests {
		if test.Name != "settings" && test.Name != "agents" {
			continue
		}
		if _, err := test.Run(t.Context(), wide{newTake("")}, 1); err != nil {
			t.Errorf("%s: %v", test.Name, err)
		}
	}
}
