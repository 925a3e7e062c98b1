package minesweeper

import (
	"context"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/tools/racetest"
)

var everyAgent = []engines.Settings{
	{"agent": "gemini"},
	{"agent": "gemini", "zero_mode": "B"},
	{"agent": "gemini", "zero_mode": "C", "blank_mode": "exact"},
	{"agent": "gemini", "sure_first": "false", "third_band": "true"},
	{"agent": "linear"},
	{"agent": "ev", "candidates": "3"},
	{"agent": "random"},
	{"agent": "certain-else-random"},
	{"agent": "max-p"},
	{"agent": "p-wqb"},
}

// TestAgentsCannotSeeMines follows every pointer of a view and checks that none leads to the memory
// that contains the mines.
func TestAgentsCannotSeeMines(t *testing.T) {
	game, err := New().NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	g := game.(*table)
	secrets := map[uintptr]bool{
		reflect.ValueOf(g).Pointer():        true,
		reflect.ValueOf(&g.mine).Pointer():  true,
		reflect.ValueOf(&g.zero).Pointer():  true,
		reflect.ValueOf(g.number).Pointer(): true,
	}
	for seat := range 2 {
		seen := g.View(seat)
		if _, ok := seen.(*view); !ok {
			t.Fatalf("the view is a %T", seen)
		}
		walk(t, reflect.ValueOf(seen), secrets, map[uintptr]bool{}, 0)
	}
	if n := cap(g.View(0).(*view).cells); n != g.view.field.N {
		t.Errorf("the cells can be stretched to %d bytes", n)
	}
}

func walk(t *testing.T, v reflect.Value, secrets, seen map[uintptr]bool, depth int) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice:
		if v.IsNil() {
			return
		}
		// A table begins with its view, so the address alone is the table's.
		if depth > 0 && secrets[v.Pointer()] || v.Type() == reflect.TypeFor[*table]() {
			t.Errorf("%v leads to where mines are kept", v.Type())
		}
		if seen[v.Pointer()] {
			return
		}
		seen[v.Pointer()] = true
		if v.Kind() == reflect.Pointer {
			walk(t, v.Elem(), secrets, seen, depth+1)
		}
	case reflect.Interface:
		walk(t, v.Elem(), secrets, seen, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			walk(t, v.Field(i), secrets, seen, depth+1)
		}
	case reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		t.Errorf("a view holds a %v, which may lead anywhere", v.Kind())
	}
}

// TestAgentsIgnoreHiddenMines gives every agent the same view over different
// hidden mines: it must choose the same cell.
func TestAgentsIgnoreHiddenMines(t *testing.T) {
	const position = "......../..21..../..1..2../....*.../..11..../......../......../........"
	for _, s := range everyAgent {
		e := with(t, engines.Settings{"mines": "14"})
		chosen := map[engines.Move]bool{}
		mines := map[field.Bits]bool{}
		for seed := range uint64(12) {
			game, err := e.ParseGame(position, seed)
			if err != nil {
				t.Fatal(err)
			}
			mines[game.(*table).mine] = true
			p, err := e.NewPlayer(context.Background(), engines.Agent{Settings: s})
			if err != nil {
				t.Fatal(err)
			}
			if err := p.(engines.Starter).Start(t.Context(), engines.Seating{Seats: 2, Seed: 99}); err != nil {
				t.Fatal(err)
			}
			m, err := p.Choose(t.Context(), game.(engines.Hidden).View(0))
			if err != nil {
				t.Fatal(err)
			}
			chosen[m] = true
		}
		if len(chosen) != 1 || len(mines) < 10 {
			t.Errorf("%v: %d different choices over %d placements", s, len(chosen), len(mines))
		}
	}
}

// transcript plays one game and writes every move.
func transcript(t testing.TB, e engines.Engine, players []engines.Player, seed uint64) string {
	t.Helper()
	g, err := e.NewGame(2, seed)
	if err != nil {
		t.Fatal(err)
	}
	for seat, p := range players {
		if err := p.(engines.Starter).Start(context.Background(), engines.Seating{Seat: seat, Seats: 2, Seed: seed}); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	for !g.Over() {
		m, err := players[g.Turn()].Choose(context.Background(), g.(engines.Hidden).View(g.Turn()))
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(g.FormatMove(m) + " ")
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	return b.String() + g.String()
}

// TestSameSeedSameGame plays a game with new players, with players that have
// played others before, and on other field sizes in between.
func TestSameSeedSameGame(t *testing.T) {
	for _, s := range everyAgent {
		e := with(t, engines.Settings{"width": "12", "height": "10", "mines": "23"})
		pair := func() []engines.Player {
			var out []engines.Player
			for _, agent := range []engines.Agent{{Settings: s}, {Settings: engines.Settings{"agent": "p-wqb"}}} {
				p, err := e.NewPlayer(context.Background(), agent)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, p)
			}
			return out
		}
		worn := pair()
		for seed := range uint64(3) {
			small := with(t, engines.Settings{"width": "5", "height": "4", "mines": "6"})
			transcript(t, small, worn, seed)
			first, again := transcript(t, e, pair(), seed), transcript(t, e, worn, seed)
			if first != again {
				t.Fatalf("%v, seed %d:\n%s\n%s", s, seed, first, again)
			}
			if seed > 0 && first == transcript(t, e, worn, 0) {
				t.Fatalf("%v: seeds 0 and %d give the same game", s, seed)
			}
		}
	}
}

// TestEveryAgentPlaysAnySize plays whole games on fields of all shapes.
func TestEveryAgentPlaysAnySize(t *testing.T) {
	for _, s := range everyAgent {
		for _, size := range [][3]string{{"1", "2", "1"}, {"9", "1", "4"}, {"1", "9", "8"}, {"4", "4", "1"}, {"7", "5", "34"}, {"32", "32", "200"}} {
			if s["agent"] == "ev" && size[0] == "32" {
				size = [3]string{"32", "3", "20"}
			}
			if racetest.Enabled && size[0] == "32" {
				continue
			}
			e := with(t, engines.Settings{"width": size[0], "height": size[1], "mines": size[2], "bomb": "true"})
			arena, err := engines.NewArena(e, engines.ArenaOptions{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := arena.Play(t.Context(), []engines.Agent{{Settings: s}, {Settings: s}}, 3)
			if err != nil || r.Forfeit != nil {
				t.Fatalf("%v on %v: %v, %+v", s, size, err, r.Forfeit)
			}
			if r.Outcome.Seats() != 2 || r.Ending != engines.ByRules {
				t.Errorf("%v on %v: %+v", s, size, r)
			}
		}
	}
}

func TestPlayerRefuses(t *testing.T) {
	e := with(t, nil)
	for _, a := range []engines.Agent{
		{Weights: engines.Weights{1, 2}},
		{Settings: engines.Settings{"agent": "nobody"}},
		{Settings: engines.Settings{"agent": "max-p"}, Weights: engines.Weights{1}},
		{Settings: engines.Settings{"zero_mode": "D"}},
		{Settings: engines.Settings{"size": "4"}},
	} {
		if _, err := e.NewPlayer(context.Background(), a); err == nil {
			t.Errorf("%v was taken", a)
		}
	}
	p, err := e.NewPlayer(context.Background(), engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Choose(t.Context(), set(t, "bba/...", 3)); err == nil {
		t.Error("a move was chosen in a game that is over")
	}
	impossible := newTable(set(t, "...", 1).view.field, rules{mines: 2})
	impossible.view.cells[1] = 1
	if _, err := p.Choose(t.Context(), &impossible.view); err == nil {
		t.Error("a move was chosen in an impossible position")
	}
	if _, err := p.Choose(t.Context(), nil); err == nil {
		t.Error("a move was chosen in no game")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Choose(ctx, set(t, "...", 1)); err == nil {
		t.Error("a move was chosen after cancelling")
	}
}

// TestPliesAllocateNothing plays games on a table that is laid out anew in
// place, players and referee included but for the table itself and the scores in the end.
func TestPliesAllocateNothing(t *testing.T) {
	for _, s := range everyAgent {
		if s["agent"] == "ev" && racetest.Enabled {
			continue
		}
		e := with(t, engines.Settings{"agent": "p-wqb"})
		var players []engines.Player
		for range 2 {
			p, err := e.NewPlayer(context.Background(), engines.Agent{Settings: s})
			if err != nil {
				t.Fatal(err)
			}
			players = append(players, p)
		}
		game := func() {
			g := newTable(e.field, e.rules)
			g.deal(4)
			if r, err := engines.Referee(t.Context(), g, engines.WithChance, players, 4); err != nil || r.Forfeit != nil {
				t.Fatal(err, r.Forfeit)
			}
		}
		for range 3 { // until all buffers have grown
			game()
		}
		least := testing.AllocsPerRun(1, game)
		for range 4 { // a garbage collection within a game empties the pool of solvers
			least = min(least, testing.AllocsPerRun(1, game))
		}
		if least > 5 { // one is the scores of the outcome
			t.Errorf("%v: %v allocations in a game, want those of the table alone", s, least)
		}
	}
}

// TestTheFirstEvaluationIsTheMove compares, for every agent that chooses the first of equal cells, the
// first move of EvaluateMoves with the move that the agent makes. In these positions cells that are
// equal by symmetry have scores that differ by rounding.
func TestTheFirstEvaluationIsTheMove(t *testing.T) {
	t.Parallel()
	games := uint64(8 / min(racetest.Effort, 4))
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		games = 20
	}
	for _, agent := range everyAgent {
		e := with(t, engines.Settings{"width": "9", "height": "9", "mines": "14"})
		agent = maps.Clone(agent)
		agent["ties"] = tiesFirst
		for seed := range games {
			g, err := e.NewGame(2, seed)
			if err != nil {
				t.Fatal(err)
			}
			for ; !g.Over(); seed++ {
				p, err := e.NewPlayer(t.Context(), engines.Agent{Settings: agent})
				if err != nil {
					t.Fatal(err)
				}
				m, err := p.Choose(t.Context(), g)
				if err != nil {
					t.Fatal(err)
				}
				rated, err := e.EvaluateMoves(t.Context(), g, engines.Agent{Settings: agent})
				if err != nil {
					t.Fatal(err)
				}
				if rated[0].Move != m {
					t.Fatalf("%v in %s: %s is first, but the agent plays %s", agent, g, g.FormatMove(rated[0].Move), g.FormatMove(m))
				}
				if moves := g.Moves(nil); seed%2 == 0 {
					m = moves[int(seed/2*7)%len(moves)]
				}
				if err := g.Apply(m); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
