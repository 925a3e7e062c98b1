package risk

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// TestGamesStayTheSame compares checksums of whole games between four sets of weights, with every move
// and every value of a search. A change that only makes the heuristic faster keeps them.
func TestGamesStayTheSame(t *testing.T) {
	for _, c := range []struct {
		seats, games int
		settings     engines.Settings
		want         string
	}{
		{2, 40, engines.Settings{"depth": "1"}, "d910cfff786afffe"},
		{2, 40, engines.Settings{"depth": "1", "min_diff": "3", "weakest_only": "true"}, "ab8343057b7e6eaa"},
		{4, 20, engines.Settings{"depth": "1"}, "f363b0f3bc809306"},
		{6, 4, engines.Settings{"depth": "1", "map": "classic"}, "10d8621619942965"},
		{2, 8, engines.Settings{"depth": "2"}, "fa956966c0a625b2"},
		{4, 2, engines.Settings{"depth": "3", "min_diff": "3", "weakest_only": "true"}, "2636ad824ff041ef"},
		{2, 4, engines.Settings{"depth": "3"}, "315f69778f784194"},
		{3, 1, engines.Settings{"depth": "5", "size": "4"}, "fed9ee9ee16cc840"},
		{3, 2, engines.Settings{"depth": "4", "map": "classic", "weakest_only": "true"}, "e2e568cfecfe3b26"},
	} {
		e, err := New().With(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		sum := fnv.New64a()
		for seed := range uint64(c.games) {
			_, _ = sum.Write(gameRecord(t, e, c.seats, seed))
		}
		if got := fmt.Sprintf("%016x", sum.Sum64()); got != c.want {
			t.Errorf("%d seats %v: %s, want %s", c.seats, c.settings, got, c.want)
		}
	}
}

// gameRecord plays a game and returns its moves, the values of the searches, and its end.
func gameRecord(t *testing.T, e engines.Engine, seats int, seed uint64) []byte {
	t.Helper()
	ctx, weights := context.Background(), []engines.Weights{nil, {3, 1, 7, 2}, {0, 1, 0, 5}, {1, 0.5, 9, 0}}
	ng, err := e.NewGame(seats, seed)
	if err != nil {
		t.Fatal(err)
	}
	g, players := ng.(*game), make([]*player, seats)
	for i := range players {
		p, err := e.NewPlayer(context.Background(), engines.Agent{Weights: weights[(int(seed)+i*int(seed/4))%len(weights)]})
		if err != nil {
			t.Fatal(err)
		}
		players[i] = p.(*player)
	}
	var record []byte
	for !g.Over() {
		p := players[g.Turn()]
		if g.draft == 0 {
			r, err := p.attack(ctx, g)
			if err != nil {
				t.Fatal(err)
			}
			record = fmt.Append(record, r.Value)
		}
		m, err := p.Choose(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		record = fmt.Append(record, m)
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	var places struct { // as outcomes were written when the sums were taken
		seats uint8
		place [engines.MaxSeats]uint8
	}
	places.seats = uint8(seats)
	for p := range seats {
		places.place[p] = uint8(g.Outcome().Place(p))
	}
	position, _, _ := strings.Cut(g.String(), " ; out")
	return fmt.Append(record, places, position)
}

// A fork of an arena makes every game in the memory of the last one.
func TestForkPlaysTheSameGames(t *testing.T) {
	arena, err := engines.NewArena(New(), engines.ArenaOptions{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	fork := arena.(engines.PerGoroutine).Fork()
	agents := []engines.Agent{{Settings: engines.Settings{"depth": "1"}}, {Settings: engines.Settings{"depth": "1"}, Weights: engines.Weights{3, 1, 7, 2}}}
	for seed := range uint64(20) {
		want, errWant := arena.Play(t.Context(), agents, seed)
		got, err := fork.Play(t.Context(), agents, seed)
		if err != nil || errWant != nil || got.String() != want.String() {
			t.Fatalf("seed %d: %v, %v, want %v, %v", seed, got, err, want, errWant)
		}
	}
}
