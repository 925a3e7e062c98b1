package risk

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/engines"
	"pgregory.net/rapid"
)

func TestDealIsEven(t *testing.T) {
	for seats := 2; seats <= 6; seats++ {
		for seed := range uint64(50) {
			ng, err := New().NewGame(seats, seed)
			if err != nil {
				t.Fatal(err)
			}
			g := ng.(*game)
			for p := range seats {
				want := 36 / seats
				if p < 36%seats {
					want++
				}
				if int(g.state.count[p]) != want || int(g.state.units[p]) != want {
					t.Fatalf("%d seats: seat %d has %d territories with %d units, want %d", seats, p, g.state.count[p], g.state.units[p], want)
				}
			}
			if g.Turn() != 0 || g.draft != int32(g.state.count[0]) || g.Seats() != seats {
				t.Fatalf("%d seats: seat %d begins with %d units to place", seats, g.Turn(), g.draft)
			}
		}
	}
}

func TestSeedDecidesEverything(t *testing.T) {
	play := func(seed uint64) (string, engines.Outcome) {
		g, _ := New().NewGame(3, seed)
		deal := g.String()
		players := make([]engines.Player, 3)
		for i := range players {
			players[i], _ = New().NewPlayer(context.Background(), engines.Agent{Settings: engines.Settings{"depth": "1"}})
		}
		r, err := engines.Referee(context.Background(), g, engines.WithChance, players, seed)
		if err != nil || r.Forfeit != nil {
			t.Fatal(err, r.Forfeit)
		}
		return deal + g.String(), r.Outcome
	}
	first, o := play(7)
	if again, p := play(7); again != first || o != p {
		t.Error("one seed, two games")
	}
	if other, _ := play(8); other == first {
		t.Error("two seeds, one game")
	}
}

// step is one move and the position it leads to.
type step struct{ move, position string }

func TestTurns(t *testing.T) {
	e, err := New().With(engines.Settings{"round_cap": "2"})
	if err != nil {
		t.Fatal(err)
	}
	g := parsed(t, e, "A1 B1 C1 / A1 B1 C1 ; A draft")
	for _, s := range []step{
		{"0+1", "A2 B1 C1 / A1 B1 C1 ; A draft 1"},
		{"0+1", "A3 B1 C1 / A1 B1 C1 ; A attack 3"},
		{"stop", "A3 B1 C1 / A1 B1 C1 ; B draft"},
		{"4+2", "A3 B1 C1 / A1 B3 C1 ; B attack 3"},
		{"stop", "A3 B1 C1 / A1 B3 C1 ; C draft"},
		{"2+2", "A3 B1 C3 / A1 B3 C1 ; C attack 3"},
		{"stop", "A3 B1 C3 / A1 B3 C1 ; A draft"},
	} {
		m, err := g.ParseMove(s.move)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
		if got := g.String(); got != s.position {
			t.Fatalf("after %s: %s, want %s", s.move, got, s.position)
		}
	}
	if g.round != 2 || g.Over() {
		t.Errorf("round %d, over %v", g.round, g.Over())
	}
}

// The three endings of an attack: won with part of the source, won with all of
// it, lost.
func TestConclusions(t *testing.T) {
	for _, c := range []struct {
		army, left, held int32
		want             string
	}{
		{3, 2, 0, "A2 A2 B1 ; A attack 2"},
		{5, 4, 0, "A1 A3 B1 ; A attack 2"},
		{5, 2, 0, "A1 A1 B1 ; A attack 2"},
		{4, 1, 2, "A2 B2 B1 ; A attack 2"},
		{5, 1, 1, "A1 B1 B1 ; A attack 2"},
	} {
		g := parsed(t, New(), "A5 B2 B1 ; A attack 3")
		g.conclude(0, 1, c.army, c.left, c.held)
		if got := g.String(); got != c.want {
			t.Errorf("army %d, %d left, %d held: %s, want %s", c.army, c.left, c.held, got, c.want)
		}
		consistent(t, g.table.board, &g.state)
	}
}

func TestThirdAttackEndsTheTurn(t *testing.T) {
	g := parsed(t, New(), "A9 B1 B1 ; A attack 1")
	if err := g.Apply(attackMove(0, 1, 2)); err != nil {
		t.Fatal(err)
	}
	if g.Turn() != 1 || g.draft == 0 {
		t.Errorf("after the last attack: %s", g.String())
	}
}

func TestPlaces(t *testing.T) {
	g := parsed(t, New(), "A1 A3 B2 B2 C9 ; C attack 3")
	g.over = true
	if o := g.Outcome(); o != engines.Places(1, 1, 3) {
		t.Errorf("territories, then units: %v", o)
	}
	g = parsed(t, New(), "A1 A3 B2 B3 C9 ; C attack 3")
	if o := g.Outcome(); o != engines.Places(2, 1, 3) {
		t.Errorf("units decide: %v", o)
	}
	// C wipes out A, then B.
	g = parsed(t, New(), "A1 C9 B1 ; C attack 3")
	g.conclude(1, 0, 4, 4, 0)
	if g.Over() {
		t.Fatal("over too soon")
	}
	g.conclude(1, 2, 4, 4, 0)
	if o := g.Outcome(); !g.Over() || o != engines.Places(3, 2, 1) {
		t.Errorf("over %v, places %v", g.Over(), o)
	}
	if got := g.Moves(nil); len(got) != 0 {
		t.Errorf("moves after the end: %v", got)
	}
}

func TestWipedOutSeatsAreSkipped(t *testing.T) {
	g := parsed(t, New(), "A9 A1 C1 ; A attack 3")
	if err := g.Apply(stop); err != nil {
		t.Fatal(err)
	}
	if g.Turn() != 2 {
		t.Errorf("seat %d is to move", g.Turn())
	}
	g.over = true
	if o := g.Outcome(); o != engines.Places(1, 3, 2) {
		t.Errorf("places %v", o)
	}
}

func TestRoundCap(t *testing.T) {
	e, _ := New().With(engines.Settings{"round_cap": "5"})
	g, _ := e.NewGame(4, 3)
	first, _ := engines.NewPlayer(context.Background(), e, engines.Agent{Player: "random"})
	var stopped []engines.Move
	for !g.Over() {
		m, err := first.Choose(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if g.(*game).draft == 0 {
			m = stop
			stopped = append(stopped, m)
		}
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	if len(stopped) != 20 {
		t.Errorf("%d turns in 5 rounds of 4", len(stopped))
	}
}

// illegal are moves that a game in some phase must refuse.
func TestIllegalMovesChangeNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		g := randomGame(New(), r, 2+r.IntN(3), 9)
		legal := map[engines.Move]bool{}
		for _, m := range g.Moves(nil) {
			if legal[m] {
				rt.Fatalf("%s: move %s twice", g.String(), formatMove(m))
			}
			legal[m] = true
		}
		for range 50 {
			var m engines.Move
			switch x, k := r.IntN(g.table.board.n+2), int32(r.IntN(12)-1); r.IntN(4) {
			case 0:
				m = engines.Move(r.Uint32())
			case 1:
				m = placeMove(x, k)
			case 2:
				m = attackMove(x, r.IntN(g.table.board.n+2), max(k, 0))
			}
			if legal[m] {
				continue
			}
			before := *g
			if err := g.Apply(m); err == nil {
				rt.Fatalf("%s: %s was accepted", g.String(), formatMove(m))
			}
			if !same(g, &before) {
				rt.Fatalf("%s: the refused move %s changed the game", before.String(), formatMove(m))
			}
		}
	})
}

// same compares games but for what the map's unused cells hold.
func same(a, b *game) bool {
	return a.state == b.state && a.draft == b.draft && a.round == b.round && a.moves == b.moves &&
		a.over == b.over && a.gone == b.gone && a.pcg == b.pcg
}

func TestRandomGamesStayWithinTheRules(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seats := rapid.IntRange(2, 6).Draw(rt, "seats")
		size := rapid.IntRange(3, 5).Draw(rt, "size")
		e, err := New().With(engines.Settings{"size": fmt.Sprint(size), "round_cap": "4"})
		if err != nil {
			rt.Fatal(err)
		}
		seed := rapid.Uint64().Draw(rt, "seed")
		ng, err := e.NewGame(seats, seed)
		if err != nil {
			rt.Fatal(err)
		}
		g := ng.(*game)
		r := rand.New(rand.NewPCG(seed, 1))
		for !g.Over() {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				rt.Fatalf("%s: no move", g.String())
			}
			m := moves[r.IntN(len(moves))]
			total, placed := g.state.total, int32(0)
			if m < 0 {
				_, placed = placementOf(m)
			}
			if parsed, err := g.ParseMove(g.FormatMove(m)); err != nil || parsed != m {
				rt.Fatalf("%s reads back as %v, %v", g.FormatMove(m), parsed, err)
			}
			if err := g.Apply(m); err != nil {
				rt.Fatalf("%s: %v", g.String(), err)
			}
			if m <= 0 && g.state.total != total+placed || m > 0 && g.state.total >= total {
				rt.Fatalf("%s: %d units became %d", formatMove(m), total, g.state.total)
			}
			consistent(t, g.table.board, &g.state)
		}
		if o := g.Outcome(); o.Seats() != seats {
			rt.Fatalf("outcome %v", o)
		}
	})
}

// Renaming the seats of a position renames its features, values and moves.
func TestSeatsAreAlike(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		g := randomGame(New(), r, 2, 9)
		if g.over || g.draft > 0 {
			return
		}
		h := *g
		for x := range h.table.board.n {
			h.state.owner[x] = 1 - h.state.owner[x]
		}
		h.state.turn = 1 - h.state.turn
		h.state.settle(h.table.board)
		a := randomAgent(r, 3)
		a.scale = 1
		one, err := newPlayer(a).attack(context.Background(), g)
		if err != nil {
			rt.Fatal(err)
		}
		other, err := newPlayer(a).attack(context.Background(), &h)
		if err != nil || one != other {
			rt.Fatalf("%s: %+v, renamed %+v, %v", g.String(), one, other, err)
		}
	})
}

// Four standard deviations around the expectation of a coin thrown n times.
func TestBattlesFollowTheOdds(t *testing.T) {
	const n = 100000
	pcg := engines.PCG(5)
	for _, c := range [][2]int32{{2, 1}, {3, 2}, {4, 2}, {5, 3}, {10, 12}, {40, 33}} {
		b := newBattle(int(c[0]), int(c[1]))
		left, held := make([]int, c[0]+1), make([]int, c[1]+1)
		for range n {
			army, defenders := fight(&pcg, c[0], c[1])
			if defenders == 0 {
				left[army]++
			} else {
				held[defenders]++
			}
		}
		check := func(what string, count int, p float64) {
			if sigma := math.Sqrt(n * p * (1 - p)); math.Abs(float64(count)-n*p) > 4*sigma+1 {
				t.Errorf("%d against %d, %s: %d of %d, expected %.1f (sigma %.1f)", c[0], c[1], what, count, n, n*p, sigma)
			}
		}
		wins := 0
		for s, count := range left {
			check(fmt.Sprintf("won with %d", s), count, b.left[s])
			wins += count
		}
		for r, count := range held {
			check(fmt.Sprintf("lost to %d", r), count, b.held[r])
		}
		check("won", wins, b.win)
	}
}
