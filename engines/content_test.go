package engines_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/lanista/lanista/engines"
)

// stones is a game with a heap from which two seats take one to three stones in turn. The seat that
// takes the last stone wins. The fields select what depends on the seed; all are off by default.
type stones struct {
	declared engines.Chance
	heaps    int  // the seed chooses one of so many start positions, if it is not 0
	late     bool // the seed decides who begins to count once three stones or fewer are left
	outcome  bool // the seed decides who wins
	hidden   bool // the seats have views of their own
	self     bool // the game is Hidden, but every view is the game itself
}

func (s stones) Spec() engines.Spec {
	return engines.Spec{Name: "stones", MinSeats: 2, MaxSeats: 2, Chance: s.declared}
}

func (s stones) With(engines.Settings) (engines.Engine, error) { return s, nil }

func (s stones) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats", seats)
	}
	g := &stonesGame{rules: s, left: 9, seed: seed}
	if s.heaps > 0 {
		g.left += int(seed % uint64(s.heaps))
	}
	if s.hidden || s.self {
		return &veiledStones{*g}, nil
	}
	return g, nil
}

func (s stones) ParseGame(position string, seed uint64) (engines.Game, error) {
	g := &stonesGame{rules: s, seed: seed}
	_, err := fmt.Sscan(position, &g.left, &g.turn)
	return g, err
}

func (s stones) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	return taker(a.Settings["takes"]), nil
}

// taker is a player whose n-th move takes as many stones as its n-th digit, and one stone after the
// last digit. The digit 0 is an illegal move, and x resigns.
type taker string

func (t taker) Choose(_ context.Context, p engines.Position) (engines.Move, error) {
	var g *stonesGame
	switch p := p.(type) {
	case *stonesGame:
		g = p
	case *veiledStones:
		g = &p.stonesGame
	}
	i := g.plies / 2
	if i >= len(t) {
		return 1, nil
	}
	if t[i] == 'x' {
		return 0, engines.ErrResigned
	}
	return engines.Move(t[i] - '0'), nil
}

type stonesGame struct {
	rules             stones
	left, turn, plies int
	seed              uint64
}

func (g *stonesGame) Seats() int                             { return 2 }
func (g *stonesGame) Turn() int                              { return g.turn }
func (g *stonesGame) Over() bool                             { return g.left == 0 }
func (g *stonesGame) String() string                         { return fmt.Sprint(g.left, " ", g.turn) }
func (g *stonesGame) FormatMove(m engines.Move) string       { return fmt.Sprint(m) }
func (g *stonesGame) ParseMove(string) (engines.Move, error) { return 0, errors.ErrUnsupported }
func (g *stonesGame) Clone() engines.Game                    { c := *g; return &c }
func (g *stonesGame) Moves(dst []engines.Move) []engines.Move {
	for m := 1; m <= min(3, g.left); m++ {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

func (g *stonesGame) Outcome() engines.Outcome {
	if g.rules.outcome && g.seed&1 == 1 {
		return engines.Winner(2, g.turn)
	}
	return engines.Winner(2, 1-g.turn)
}

func (g *stonesGame) Apply(m engines.Move) error {
	if m < 1 || m > 3 || int(m) > g.left {
		return fmt.Errorf("cannot take %d of %d", m, g.left)
	}
	g.left -= int(m)
	g.turn = 1 - g.turn
	g.plies++
	if g.rules.late && g.left <= 3 && g.seed&1 == 1 {
		g.turn = 1 - g.turn
	}
	return nil
}

// veiledStones is a game with views.
type veiledStones struct{ stonesGame }

func (g *veiledStones) View(seat int) engines.Position {
	if g.rules.self {
		return g
	}
	return &stonesGame{left: g.left, turn: seat, plies: g.plies}
}

func (g *veiledStones) Clone() engines.Game { c := *g; return &c }

// hosted is a game that its engine plays itself.
type hosted struct{ stones }

func (hosted) NewGame(int, uint64) (engines.Game, error) { return nil, errors.New("no positions") }

func (hosted) NewArena(engines.ArenaOptions) (engines.Arena, error) {
	return nil, errors.ErrUnsupported
}

func TestFindChance(t *testing.T) {
	for name, c := range map[string]struct {
		engine engines.Engine
		want   bool
	}{
		"one game":                {stones{}, false},
		"start from the seed":     {stones{heaps: 40}, true},
		"one of two starts":       {stones{heaps: 2}, true},
		"late":                    {stones{late: true}, true},
		"the outcome alone":       {stones{outcome: true}, true},
		"hidden":                  {stones{hidden: true}, true},
		"views that hide nothing": {stones{self: true}, false},
		"declared none":           {stones{heaps: 40, declared: engines.NoChance}, false},
		"declared":                {stones{declared: engines.WithChance}, true},
		"hosted":                  {hosted{stones{}}, true},
		"hosted, declared none":   {hosted{stones{declared: engines.NoChance}}, false},
		"nim":                     {NewNim(), false},
	} {
		got, err := engines.FindChance(t.Context(), c.engine, 2)
		if got.Chance != c.want || err != nil {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
	if _, err := engines.FindChance(t.Context(), stones{}, 3); err == nil {
		t.Error("three seats: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := engines.FindChance(ctx, stones{}, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
}

func TestCheckChance(t *testing.T) {
	for name, c := range map[string]struct {
		engine engines.Engine
		want   string
	}{
		"unknown":                 {stones{late: true}, ""},
		"none":                    {stones{declared: engines.NoChance}, ""},
		"none, views":             {stones{hidden: true, declared: engines.NoChance}, ""},
		"none, a hidden start":    {stones{heaps: 5, hidden: true, declared: engines.NoChance}, "the game declares no chance, but its start position \""},
		"none, a visible start":   {stones{heaps: 5, self: true, declared: engines.NoChance}, ""},
		"none, start from a list": {stones{heaps: 5, declared: engines.NoChance}, ""},
		"none, but late":          {stones{late: true, declared: engines.NoChance}, "the game declares no chance, but after the same "},
		"none, but outcome":       {stones{outcome: true, declared: engines.NoChance}, "the game declares no chance, but after the same "},
		"none, list, but late":    {stones{heaps: 5, late: true, declared: engines.NoChance}, "the game declares no chance, but after the same "},
		"declared, late":          {stones{late: true, declared: engines.WithChance}, ""},
		"declared, start":         {stones{heaps: 5, declared: engines.WithChance}, ""},
		"declared, but none":      {stones{declared: engines.WithChance}, `the game declares chance, but 64 deals and their replays are alike; declare that it has none, in Go by engines.NoChance and in a program by "chance": false`},
		"hosted":                  {hosted{stones{declared: engines.NoChance}}, ""},
		"hosted, declared":        {hosted{stones{declared: engines.WithChance}}, ""},
	} {
		got := ""
		if err := engines.CheckChance(t.Context(), c.engine, 2); err != nil {
			got = err.Error()
		}
		if got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// game is a game of stones between two agents that take as they are written.
type game struct {
	engine  stones
	opening int // random plies
	seed    uint64
	takes   [2]string
}

func (g game) record(t *testing.T) engines.Record {
	t.Helper()
	a, err := engines.NewArena(g.engine, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: g.opening}, Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	agents := make([]engines.Agent, 2)
	for i, takes := range g.takes {
		agents[i] = engines.Agent{Name: fmt.Sprint(i), Settings: engines.Settings{"takes": takes}}
	}
	r, err := a.Play(t.Context(), agents, g.seed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestContentTellsGamesApart(t *testing.T) {
	base := game{takes: [2]string{"123", "12"}, seed: 1} // 1 1 2 2 3
	content := base.record(t).Content
	if content == 0 {
		t.Fatal("a game without chance has no content")
	}
	for name, g := range map[string]game{
		"from another seed":       {takes: base.takes, seed: 2},
		"moves that are not made": {takes: [2]string{"123111", "12"}, seed: 1},
		"declared":                {takes: base.takes, seed: 1, engine: stones{declared: engines.NoChance}},
	} {
		if got := g.record(t).Content; got != content {
			t.Errorf("%s: the same game has content %x, not %x", name, got, content)
		}
	}
	seen := map[uint64]string{content: "the game"}
	for name, g := range map[string]game{
		"one move":             {takes: [2]string{"133", "12"}},
		"two moves exchanged":  {takes: [2]string{"213", "12"}},
		"seats exchanged":      {takes: [2]string{"12", "123"}},
		"the last move":        {takes: [2]string{"122", "12"}},
		"longer":               {takes: [2]string{"111", "12"}},
		"an illegal move":      {takes: [2]string{"120", "12"}},
		"a resignation":        {takes: [2]string{"12x", "12"}},
		"an earlier one":       {takes: [2]string{"1x", "12"}},
		"another start":        {takes: base.takes, seed: 1, engine: stones{heaps: 2, declared: engines.NoChance}},
		"forfeit at the start": {takes: [2]string{"0", "12"}},
		"by the other seat":    {takes: [2]string{"1", "0"}},
	} {
		r := g.record(t)
		if other, ok := seen[r.Content]; ok || r.Content == 0 {
			t.Errorf("%s: content %x, as %s: %v", name, r.Content, other, r)
		}
		seen[r.Content] = name
	}
}

// TestContentFollowsTheOpening compares the contents of games that begin with random plies
// with their moves: equal moves, equal content.
func TestContentFollowsTheOpening(t *testing.T) {
	byMoves, byContent := make(map[string]uint64), make(map[uint64]string)
	for seed := range uint64(200) {
		r := game{opening: 3, seed: seed}.record(t)
		moves := fmt.Sprint(r.Moves())
		if known, ok := byMoves[moves]; ok && known != r.Content {
			t.Fatalf("moves %s: contents %x and %x", moves, known, r.Content)
		}
		if known, ok := byContent[r.Content]; ok && known != moves {
			t.Fatalf("content %x: moves %s and %s", r.Content, known, moves)
		}
		byMoves[moves], byContent[r.Content] = r.Content, moves
	}
	if len(byMoves) < 20 || len(byMoves) > 27 {
		t.Errorf("%d different games after three random plies, at most 27 exist", len(byMoves))
	}
}

func TestAGameWithChanceHasNoContent(t *testing.T) {
	for name, e := range map[string]stones{"late": {late: true}, "declared": {declared: engines.WithChance}, "hidden": {hidden: true}} {
		for _, takes := range [][2]string{{"123", "12"}, {"0", ""}, {"x", ""}} {
			if r := (game{engine: e, takes: takes}).record(t); r.Content != 0 {
				t.Errorf("%s: content %x", name, r.Content)
			}
		}
	}
}

// TestContentOfEveryFork compares the contents of games that are played by an arena, by forks
// of it at the same time, by an arena of its own, as on another worker, and by Referee.
func TestContentOfEveryFork(t *testing.T) {
	e := stones{heaps: 5, declared: engines.NoChance}
	agents := []engines.Agent{{Settings: engines.Settings{"takes": "213"}}, {Settings: engines.Settings{"takes": "12"}}}
	arena := func() engines.Arena {
		a, err := engines.NewArena(e, engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	shared, other := arena(), arena()
	const seeds = 40
	var want [seeds]uint64
	different := make(map[uint64]bool)
	for seed := range want {
		r, err := other.Play(t.Context(), agents, uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		want[seed] = r.Content
		different[r.Content] = true
		g, err := e.NewGame(2, uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		players := []engines.Player{taker("213"), taker("12")}
		if r, err = engines.Referee(t.Context(), g, engines.NoChance, players, uint64(seed)); err != nil || r.Content != want[seed] {
			t.Fatalf("seed %d: Referee: %v, %v, want content %x", seed, r, err, want[seed])
		}
	}
	if len(different) != 5 {
		t.Errorf("%d different contents of games from 5 starts", len(different))
	}
	var forks sync.WaitGroup
	for range 4 {
		forks.Go(func() {
			fork := shared.(engines.PerGoroutine).Fork()
			for seed := range want {
				if r, err := fork.Play(t.Context(), agents, uint64(seed)); err != nil || r.Content != want[seed] {
					t.Errorf("seed %d: %v, %v, want content %x", seed, r, err, want[seed])
				}
			}
			if err := engines.Close(fork); err != nil {
				t.Error(err)
			}
		})
	}
	forks.Wait()
}
