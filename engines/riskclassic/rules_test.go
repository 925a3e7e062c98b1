package riskclassic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// at returns a position. The cells of the first territories are given; the others belong to C with
// one unit.
func at(t *testing.T, cells, rest string) *game {
	t.Helper()
	words := strings.Fields(cells)
	for len(words) < territories {
		words = append(words, "C1")
	}
	g, err := New().ParseGame(strings.Join(words, " ")+" ; "+rest, 1)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*game)
}

// play makes moves.
func play(t *testing.T, g *game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := g.ParseMove(text)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func legal(g *game) []string {
	var list []string
	for _, m := range g.Moves(nil) {
		list = append(list, g.FormatMove(m))
	}
	return list
}

func TestMapHasTheContinentsOfTheBoard(t *testing.T) {
	t.Parallel()
	w := theWorld()
	edges, bonuses := 0, int32(0)
	for x := range w.near {
		edges += w.near[x].size()
		for near := w.near[x]; near != 0; near &= near - 1 {
			if !w.near[near.first()].has(x) {
				t.Errorf("%s borders %s, but not the other way round", w.names[x], w.names[near.first()])
			}
		}
	}
	want := map[string][3]int{ // territories, territories with a border to another continent, bonus
		"north_america": {9, 3, 5}, "south_america": {4, 2, 2}, "europe": {7, 4, 5}, "africa": {6, 3, 3}, "asia": {12, 5, 7}, "australia": {4, 1, 2},
	}
	for _, c := range w.continents {
		gates := 0
		for x := c.all; x != 0; x &= x - 1 {
			if w.near[x.first()]&^c.all != 0 {
				gates++
			}
		}
		if got := [3]int{c.all.size(), gates, int(c.bonus)}; got != want[c.name] {
			t.Errorf("%s: %v, want %v", c.name, got, want[c.name])
		}
		bonuses += c.bonus
	}
	if edges != 2*83 || bonuses != allBonuses || len(w.continents) != 6 {
		t.Errorf("%d borders, bonuses %d", edges/2, bonuses)
	}
}

// owned returns cells in which A owns the given territories and B all others.
func owned(own ...int) string {
	cells := make([]string, territories)
	for x := range cells {
		cells[x] = "B1"
		if slices.Contains(own, x) {
			cells[x] = "A1"
		}
	}
	return strings.Join(cells, " ")
}

func span(from, to int) (list []int) {
	for x := from; x < to; x++ {
		list = append(list, x)
	}
	return list
}

func TestIncome(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		own  []int
		want int32
	}{
		{[]int{0}, 3},         // never fewer than 3
		{span(26, 34), 3},     // 8 territories
		{span(25, 37), 4},     // 12 territories, Asia not complete
		{span(0, 9), 8},       // 9 / 3 and North America 5
		{span(9, 13), 5},      // 3 and South America 2
		{span(13, 20), 8},     // 3 and Europe 5
		{span(20, 26), 6},     // 3 and Africa 3
		{span(26, 38), 11},    // 12 / 3 and Asia 7
		{span(38, 42), 5},     // 3 and Australia 2
		{span(9, 26), 5 + 10}, // 17 / 3, South America, Europe and Africa
		{span(0, 41), 13 + 22},
	} {
		g := at(t, owned(c.own...), "A place")
		if got := g.state.left; got != c.want {
			t.Errorf("%v: %d units, want %d", c.own, got, c.want)
		}
	}
}

func TestSets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hand string
		want []string
	}{
		{"0 3 6", []string{"cards0*,3,6", "cards0,3*,6", "cards0,3,6*", "stop"}}, // three infantry, own territories
		{"0 1 41", []string{"cards0*,1,41", "cards0,1*,41", "stop"}},             // one of each; 41 belongs to C
		{"30 31 33", nil}, // infantry, cavalry, infantry
		{"39 40 42", []string{"cards39,40,42", "stop"}}, // with a wild card
		{"39 42 43", []string{"cards39,42,43", "stop"}},
	} {
		g := at(t, "A1 A1 A1 A1 A1 A1 A1 A1 A1 B1", "A place ; hand A "+c.hand)
		g.begin()
		if c.want == nil {
			if g.state.phase != place {
				t.Errorf("hand %s can be traded", c.hand)
			}
			continue
		}
		if got := legal(g); !slices.Equal(got, c.want) {
			t.Errorf("hand %s: %v, want %v", c.hand, got, c.want)
		}
	}
}

// TestEveryFiveCardsContainASet is the reason why five cards can be forced to be traded.
func TestEveryFiveCardsContainASet(t *testing.T) {
	t.Parallel()
	for hand := deck(0); hand < 1<<9; hand++ { // three cards of every symbol
		if hand.size() == 5 && !hand.hasSet() {
			t.Fatalf("cards%s", hand.text())
		}
	}
}

func TestValuesOfSets(t *testing.T) {
	t.Parallel()
	for i, want := range []int32{4, 6, 8, 10, 12, 15, 20, 25, 30, 35} {
		if got := setValue(int32(i)); got != want {
			t.Errorf("set %d is worth %d, want %d", i+1, got, want)
		}
	}
}

func TestTrade(t *testing.T) {
	t.Parallel()
	g := at(t, "A1 A1 A1 B1", "A trade 3 ; traded 2 ; hand A 0 3 6 9 40")
	if slices.Contains(legal(g), "stop") {
		t.Error("with five cards the trade can be refused")
	}
	play(t, g, "cards0*,3,6")
	s := &g.state
	if s.left != 3+8 || s.units[0] != 3 || s.traded != 3 || s.hand[0].text() != " 9 40" || s.discard.text() != " 0 3 6" || s.phase != place {
		t.Errorf("after the trade: %s", g)
	}
	// The two units are given once a turn, and go to own territories only.
	g = at(t, "A1 A1 A1 B1", "A trade 3 ; hand A 0 1 2 3 4 5")
	play(t, g, "cards0*,1,2")
	if got := legal(g); !slices.Equal(got, []string{"cards3,4,5", "stop"}) {
		t.Errorf("second trade of the turn: %v", got)
	}
	if err := g.Apply(tradeMove(3, 4, 5, 1)); err == nil {
		t.Error("two units were given to a territory of another player")
	}
}

func TestAttack(t *testing.T) {
	t.Parallel()
	g := at(t, "A4 B1 B2 B3", "A attack")
	if got := legal(g)[:9]; !slices.Equal(got, []string{"0-1x1", "0-1x2", "0-1x3", "0-1!", "0-3x1", "0-3x2", "0-3x3", "0-3!", "0-29x1"}) {
		t.Errorf("attacks: %v", got)
	}
	for move, want := range map[string]string{
		"0-2x1": "not a neighbour", "1-0x1": "not a territory of A", "0+1": "the phase is attack", "0>1x1": "the phase is attack",
	} {
		m, err := g.ParseMove(move)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Apply(m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", move, err)
		}
	}
	small := at(t, "A2 B1", "A attack")
	if err := small.Apply(rollMove(0, 1, 2)); err == nil {
		t.Error("two units attacked with two dice")
	}
}

func TestConquest(t *testing.T) {
	t.Parallel()
	g := at(t, "A9 B1 B1", "A attack")
	for seed := uint64(0); g.state.owner[1] != 0; seed++ {
		g = at(t, "A9 B1 B1", "A attack")
		g.pcg = engines.PCG(seed)
		play(t, g, "0-1x3")
	}
	s := &g.state
	if s.phase != occupy || s.units[0] != 6 || s.units[1] != 3 || !s.captured {
		t.Fatalf("after the conquest: %s", g)
	}
	if got := legal(g); !slices.Equal(got, []string{"stop", "0>1x1", "0>1x2", "0>1x3", "0>1x4", "0>1x5"}) {
		t.Errorf("units that may follow: %v", got)
	}
	play(t, g, "0>1x5", "stop")
	if s.phase != fortify || s.units[0] != 1 || s.units[1] != 8 {
		t.Fatalf("after the attacks: %s", g)
	}
	play(t, g, "1>0x2")
	if s.hand[0].size() != 1 || s.turn != 1 || s.captured {
		t.Errorf("after the turn: %s", g)
	}
}

func TestNoCardWithoutAConquest(t *testing.T) {
	t.Parallel()
	g := at(t, "A3 B1", "A attack")
	play(t, g, "stop")
	if g.state.hand[0] != 0 || g.state.turn != 1 {
		t.Errorf("after a turn without a conquest: %s", g)
	}
}

// The card of the last turn of a game is drawn and no longer due.
func TestCardOfTheLastTurn(t *testing.T) {
	t.Parallel()
	g := at(t, "A1 B1", "C attack captured")
	g.table.roundCap = 1
	play(t, g, "stop")
	if f := featuresOf(g.table.world, &g.state, 2); !g.Over() || g.state.hand[2].size() != 1 || f[6] != 0.1 || strings.Contains(g.String(), "captured") {
		t.Errorf("over %v, %s, with %v for the cards", g.Over(), g, f[6])
	}
}

func TestDiscardedCardsAreShuffledWhenNoneIsLeft(t *testing.T) {
	t.Parallel()
	g := at(t, "A1 B1", "A attack captured ; discard"+(allCards&^(1<<7)).text()+" ; hand C 7")
	g.endTurn()
	if s := &g.state; s.hand[0].size() != 1 || s.discard != 0 || s.hand[0]&(1<<7) != 0 {
		t.Errorf("after the draw: %s", g)
	}
}

// conquered returns the game after the first attack of the given kind that takes territory 1.
func conquered(t *testing.T, cells, rest string) *game {
	t.Helper()
	for seed := range uint64(1000) {
		g := at(t, cells, rest)
		g.pcg = engines.PCG(seed)
		play(t, g, "0-1!")
		if g.state.owner[1] == 0 {
			return g
		}
	}
	t.Fatal("no attack succeeded")
	return nil
}

func TestEliminationTakesTheCards(t *testing.T) {
	t.Parallel()
	// B's last territory is 1. A has 3 cards and takes 2: no trade before the next turn.
	g := conquered(t, "A9 B1", "A attack ; hand A 0 1 3 ; hand B 4 6")
	play(t, g, "stop")
	if s := &g.state; s.hand[0].size() != 5 || s.hand[1] != 0 || s.phase != attack || g.gone[1] != 2 {
		t.Errorf("5 cards after the elimination: %s", g)
	}
	// With six cards sets are traded at once, until four or fewer are left; then the attacks go on.
	g = conquered(t, "A9 B1", "A attack ; hand A 0 1 3 ; hand B 4 6 7")
	play(t, g, "stop")
	s := &g.state
	if s.phase != trade || !s.again || slices.Contains(legal(g), "stop") {
		t.Fatalf("6 cards after the elimination: %s", g)
	}
	play(t, g, legal(g)[0])
	if s.phase != place || s.left != 4 {
		t.Fatalf("after the trade: %s", g)
	}
	play(t, g, fmt.Sprintf("0+%d", s.left))
	if s.phase != attack || s.again || !s.captured {
		t.Errorf("after the placement: %s", g)
	}
}

func TestFortify(t *testing.T) {
	t.Parallel()
	// A owns Alaska 0, Northwest Territory 1 and Greenland 2; 0 and 2 are no neighbours.
	g := at(t, "A3 A1 A1", "A fortify")
	if got := legal(g); !slices.Equal(got, []string{"0>1x1", "0>1x2", "stop"}) {
		t.Errorf("adjacent: %v", got)
	}
	e, err := New().With(engines.Settings{"fortify": "connected"})
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.ParseGame(g.String(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := legal(h.(*game)); !slices.Equal(got, []string{"0>1x1", "0>1x2", "0>2x1", "0>2x2", "stop"}) {
		t.Errorf("connected: %v", got)
	}
}

func TestStartingUnits(t *testing.T) {
	t.Parallel()
	for seats, units := range map[int]int32{2: 40, 3: 35, 4: 30, 5: 25, 6: 20} {
		for _, setup := range []string{"dealt", "placed", "claimed"} {
			e, err := New().With(engines.Settings{"setup": setup})
			if err != nil {
				t.Fatal(err)
			}
			g, err := e.NewGame(seats, 3)
			if err != nil {
				t.Fatal(err)
			}
			s := &g.(*game).state
			for s.phase == claim || s.phase == deploy {
				moves := g.Moves(nil)
				if err := g.Apply(moves[len(moves)/2]); err != nil {
					t.Fatal(err)
				}
			}
			for p := range s.seats {
				if n := s.own[p].size(); s.army[p] != units || n < territories/seats-1 && seats > 2 || n > territories/seats+1 {
					t.Errorf("%s, %d players: %s has %d territories and %d units, want %d", setup, seats, seatName(p), n, s.army[p], units)
				}
			}
			if seats == 2 && (s.army[neutral] != 40 || s.own[neutral].size() != 14) {
				t.Errorf("%s: the neutral army has %d territories and %d units", setup, s.own[neutral].size(), s.army[neutral])
			}
			if s.turn != 0 || s.phase != place {
				t.Errorf("%s, %d players: begins with %s", setup, seats, g)
			}
		}
	}
}

// TestTwoPlayers checks that the neutral army defends, and need not be beaten.
func TestTwoPlayers(t *testing.T) {
	t.Parallel()
	cells := strings.Fields(strings.Repeat("N1 ", territories))
	cells[0], cells[1] = "A9", "B1"
	position := strings.Join(cells, " ")
	for seed := range uint64(1000) {
		g := at(t, position, "A attack")
		g.pcg = engines.PCG(seed)
		play(t, g, "0-3!")
		if g.state.owner[3] == 0 && g.over {
			t.Fatal("the game ended with a neutral territory")
		}
		g = at(t, position, "A attack")
		g.pcg = engines.PCG(seed)
		if play(t, g, "0-1!"); g.state.owner[1] != 0 {
			continue
		}
		if !g.over || g.Ending() != engines.ByRules || g.Outcome().Place(0) != 1 || g.Outcome().Place(1) != 2 {
			t.Errorf("after the last territory of B: %s", g)
		}
		return
	}
	t.Fatal("no attack succeeded")
}

// TestGamesEnd plays games between the built-in players, and checks that none stops before one
// seat is left or the last round has ended.
func TestGamesEnd(t *testing.T) {
	t.Parallel()
	e := New()
	for seats := 2; seats <= 6; seats++ {
		byRules, rounds := 0, 0
		const games = 12
		for seed := range uint64(games) {
			g, err := e.NewGame(seats, seed)
			if err != nil {
				t.Fatal(err)
			}
			p, err := e.NewPlayer(context.Background(), engines.Agent{})
			if err != nil {
				t.Fatal(err)
			}
			for plies := 0; !g.Over(); plies++ {
				m, err := p.Choose(context.Background(), g)
				if err == nil {
					err = g.Apply(m)
				}
				if err != nil || plies > 100_000 {
					t.Fatalf("%d seats, seed %d, ply %d: %v", seats, seed, plies, err)
				}
				checkSums(t, &g.(*game).state)
			}
			rounds += g.(*game).round
			if g.(*game).Ending() == engines.ByRules {
				byRules++
			}
		}
		t.Logf("%d players: %d of %d games ended by a conquest, after %.1f rounds", seats, byRules, games, float64(rounds)/games)
		if byRules < games/2 {
			t.Errorf("%d players: %d of %d games ended by a conquest", seats, byRules, games)
		}
	}
}

// checkSums checks that every territory has an owner and a unit, and that the stored sums are
// right.
func checkSums(t *testing.T, s *state) {
	t.Helper()
	var army [maxSeats + 1]int32
	var own [maxSeats + 1]area
	for x, p := range s.owner {
		if p < 0 || s.units[x] < 1 {
			t.Fatalf("territory %d: owner %d, %d units", x, p, s.units[x])
		}
		army[p] += s.units[x]
		own[p] |= areaOf(x)
	}
	if army != s.army || own != s.own {
		t.Fatalf("sums %v %v, want %v %v", s.army, s.own, army, own)
	}
	held := s.discard
	for _, hand := range s.hand {
		if held&hand != 0 {
			t.Fatalf("cards %v occur twice", held&hand)
		}
		held |= hand
	}
}
