package othello

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
)

// timed returns a player with a minute for every move, which searches by Look.
func timed(t *testing.T, settings engines.Settings) interface {
	engines.Player
	engines.Starter
	engines.Assessor
	engines.SearchReporter
} {
	t.Helper()
	p, err := engines.NewPlayer(t.Context(), New(), engines.Agent{Limit: engines.Limit{Move: time.Minute}, Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	return p.(interface {
		engines.Player
		engines.Starter
		engines.Assessor
		engines.SearchReporter
	})
}

// A player with limits of time and of nodes stops at the one that it reaches first, and reports the
// depth of the search that it completed.
func TestTimedPlayerKeepsToItsNodes(t *testing.T) {
	t.Parallel()
	for _, model := range []string{"classic", "hard"} {
		p := timed(t, engines.Settings{"model": model, "depth": "60", "nodes": "2000"})
		begin := time.Now()
		if _, err := p.Choose(t.Context(), startGame()); err != nil {
			t.Fatal(err)
		}
		if depth, nodes := p.LastSearch(); depth < 2 || depth > 8 || nodes > 20*2000 || time.Since(begin) > 20*time.Second {
			t.Errorf("%s: depth %d, %d positions", model, depth, nodes)
		}
	}
}

// A player with a limit of time makes the same random moves as one without.
func TestTimedPlayerMakesRandomMoves(t *testing.T) {
	t.Parallel()
	g, err := parsePosition("f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	settings := engines.Settings{"depth": "2", "exact": "0", "epsilon": "0.75"}
	p := timed(t, settings)
	untimed, err := newPlayer(with(t), engines.Agent{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(200) {
		var moves [2]engines.Move
		for i, p := range []interface {
			engines.Player
			engines.Starter
		}{p, untimed} {
			if err := p.Start(t.Context(), engines.Seating{Seats: 2, Seed: seed}); err != nil {
				t.Fatal(err)
			}
			if moves[i], err = p.Choose(t.Context(), g); err != nil {
				t.Fatal(err)
			}
		}
		if moves[0] != moves[1] {
			t.Fatalf("seed %d: %s, and %s without a limit of time", seed, g.FormatMove(moves[0]), g.FormatMove(moves[1]))
		}
	}
}

// A player with a limit of time evaluates positions in discs as one without, and not those in which it
// did not search.
func TestTimedPlayerAssesses(t *testing.T) {
	t.Parallel()
	const late = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X" // FForum problem 1
	solved, err := parsePosition(late)
	if err != nil {
		t.Fatal(err)
	}
	p := timed(t, engines.Settings{"exact": "16"})
	if _, err := p.Choose(t.Context(), solved); err != nil {
		t.Fatal(err)
	}
	if discs, ok := p.Assessment(); !ok || discs != 18 {
		t.Errorf("a position that was solved: %v, %v; want 18 discs", discs, ok)
	}
	if depth, _ := p.LastSearch(); depth != solved.empties() {
		t.Errorf("solved to depth %d of %d", depth, solved.empties())
	}
	forced, err := parsePosition("-XXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO- O")
	if err != nil || len(forced.Moves(nil)) != 1 {
		t.Fatalf("%v: %v", forced.Moves(nil), err)
	}
	if _, err := p.Choose(t.Context(), forced); err != nil {
		t.Fatal(err)
	}
	if discs, ok := p.Assessment(); ok {
		t.Errorf("a position with one move: %v discs", discs)
	}
}

// A player with a limit of time searches before it solves a position, so that it has a move if the
// time does not suffice for the solution.
func TestTimedPlayerSearchesBeforeItSolves(t *testing.T) {
	t.Parallel()
	reach := func(empties int) *game {
		g := startGame()
		for i := 0; g.empties() > empties; i++ {
			moves := g.Moves(nil)
			if err := g.Apply(moves[7*i%len(moves)]); err != nil {
				t.Fatal(err)
			}
		}
		return g
	}
	far, near := reach(32), reach(10)
	p := timed(t, engines.Settings{"exact": "36"})
	if _, err := p.Choose(t.Context(), near); err != nil {
		t.Fatal(err)
	}
	if depth, _ := p.LastSearch(); depth != near.empties() {
		t.Errorf("depth %d with %d empty squares, want a solution", depth, near.empties())
	}
	q, err := engines.NewPlayer(t.Context(), New(), engines.Agent{Limit: engines.Limit{Move: 200 * time.Millisecond}, Settings: engines.Settings{"exact": "36"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	m, err := q.Choose(ctx, far)
	if err != nil || !slices.Contains(far.Moves(nil), m) {
		t.Fatalf("%v, error %v", m, err)
	}
	if depth, _ := q.(engines.SearchReporter).LastSearch(); depth < 1 || depth >= solveFrom {
		t.Errorf("depth %d, want a search before the solution", depth)
	}
}
