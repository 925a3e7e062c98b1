package fit

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/training"
)

// with returns a game with settings.
func with(t *testing.T, e engines.Engine, s engines.Settings) engines.Engine {
	t.Helper()
	e, err := e.With(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// selfPlay returns games of an engine's default agents.
func selfPlay(e engines.Engine, seats, count int) Games {
	agents := make([]engines.Agent, seats)
	return Games{
		Engine: e, Seats: seats, Count: count, Seed: 5, Weights: e.Spec().Weights.Default(),
		Game: func(i int) Game { return Game{Seats: agents, Seed: engines.Seed(9, uint64(i))} },
	}
}

func collect(t *testing.T, g Games, o Options) Data {
	t.Helper()
	d, err := Collect(context.Background(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestCollect checks that the positions do not depend on the number of goroutines and have the
// features of the game.
func TestCollect(t *testing.T) {
	t.Parallel()
	small := with(t, risk.New(), engines.Settings{"size": "3", "depth": "1"})
	one := collect(t, selfPlay(small, 2, 20), Options{Positions: 7})
	many := collect(t, selfPlay(small, 2, 20), Options{Positions: 7, Workers: 4})
	if one.Len() == 0 || one.Len() > 140 || !slices.Equal(one.Target, many.Target) || !slices.Equal(one.Trajectory, many.Trajectory) {
		t.Fatalf("%d and %d positions", one.Len(), many.Len())
	}
	for i := range one.Len() {
		if !slices.Equal(one.Terms(i, nil), many.Terms(i, nil)) {
			t.Fatalf("position %d: %v and %v", i, one.Terms(i, nil), many.Terms(i, nil))
		}
	}
	if one.Mirrored {
		t.Error("the evaluations of Risk's seats are no negatives of each other")
	}
	if n := one.Columns(); n != 6 {
		t.Errorf("%d columns; four features, the seat, who is to move", n)
	}
}

// TestRead compares a row with the features of its position.
func TestRead(t *testing.T) {
	t.Parallel()
	e := risk.New()
	g, err := e.ParseGame("A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; B attack 3", 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newReader(Games{Engine: e, Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]examples, 1)
	if err := r.read(g, noMove, []float64{1, 0}, lines); err != nil {
		t.Fatal(err)
	}
	rows, err := e.(engines.Linear).Features(g)
	if err != nil {
		t.Fatal(err)
	}
	want := NewTable(6)
	want.Add([]float64{rows[0][0] - rows[1][0], rows[0][1] - rows[1][1], rows[0][2] - rows[1][2], rows[0][3] - rows[1][3], 1, -1})
	if got := lines[0].rows.Terms(0, nil); !slices.Equal(got, want.Terms(0, nil)) {
		t.Errorf("%v, want %v", got, want.Terms(0, nil))
	}
}

// TestThreeSeats checks that every seat has a line of its own and that the rows of a position
// add up to zero.
func TestThreeSeats(t *testing.T) {
	t.Parallel()
	d := collect(t, selfPlay(with(t, hare.New(), engines.Settings{"depth": "1", "opening": "4"}), 3, 4), Options{Positions: 5})
	if d.Trajectories != 3 || d.Len()%3 != 0 || d.Len() == 0 {
		t.Fatalf("%d rows, %d lines a game", d.Len(), d.Trajectories)
	}
	sums := make([]float64, d.Columns())
	for i := 0; i < d.Len(); i++ {
		for _, term := range d.Terms(i, nil) {
			sums[term.Column] += float64(term.Value)
		}
	}
	for j, s := range sums {
		if math.Abs(s) > 1e-2 {
			t.Errorf("column %d adds up to %v over all seats", j, s)
		}
	}
	if d.game(0) != d.game(int32(d.Len()/4-1)) || d.games(part{0, int32(d.Len() - 1)}) != 2 {
		t.Error("games are not told apart")
	}
}

// TestPositionsOfThreeSeats counts positions with and without a filter. A position of three seats is
// one position, although it gives three examples.
func TestPositionsOfThreeSeats(t *testing.T) {
	t.Parallel()
	var kept atomic.Int64
	odd := training.Measure{Name: "odd", Of: func(p engines.Position) (float64, error) {
		if p.Turn() != 1 {
			return 0, nil
		}
		kept.Add(1)
		return 1, nil
	}}
	const games, limit = 10, 5
	g := selfPlay(with(t, hare.New(), engines.Settings{"depth": "1", "opening": "4"}), 3, games)
	all := collect(t, g, Options{Positions: limit})
	g.Filter = []training.Condition{{Measure: odd, Low: 1, High: 1}}
	some := collect(t, g, Options{Positions: limit})
	if all.Positions() != games*limit || some.Positions() != int(kept.Load()) || some.Positions()+some.Filtered != games*limit {
		t.Errorf("%d of %d positions; with a filter %d of %d, and %d are left out", all.Positions(), games*limit, some.Positions(), kept.Load(), some.Filtered)
	}
	r, err := Fit(t.Context(), Problem{Space: g.Engine.Spec().Weights, Data: all}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Games != games || r.Positions != games*limit || r.HeldGames == 0 || r.HeldPositions != r.HeldGames*limit {
		t.Errorf("%d positions of %d games, %d of %d held out; each game has %d", r.Positions, r.Games, r.HeldPositions, r.HeldGames, limit)
	}
	if none := new(Data); none.Positions() != 0 {
		t.Errorf("%d positions of no data", none.Positions())
	}
}

// TestDifferences checks that the derivatives of a sum of features are the features. The part of a fixed
// weight belongs to the rest.
func TestDifferences(t *testing.T) {
	t.Parallel()
	e := with(t, othello.New(), engines.Settings{"model": "wpc10"})
	g, err := e.NewGame(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	for range 9 {
		if err := g.Apply(g.Moves(nil)[0]); err != nil {
			t.Fatal(err)
		}
	}
	space := slices.Clone(e.Spec().Weights)
	w := space.Default()
	const fixed = 4
	space[fixed].Kind |= engines.Fixed
	got, err := differences{e.(engines.Evaluator), space, w}.features(g)
	if err != nil {
		t.Fatal(err)
	}
	want, err := e.(engines.Linear).Features(g)
	if err != nil {
		t.Fatal(err)
	}
	for seat := range want {
		rest := want[seat][fixed] * w[fixed]
		if want[seat][fixed] = 0; rest == 0 {
			t.Error("the fixed weight has no part in the evaluation")
		}
		for j, v := range append(want[seat], rest) {
			if math.Abs(got[seat][j]-v) > 1e-6 {
				t.Errorf("seat %d, column %d: %v, want %v", seat, j, got[seat][j], v)
			}
		}
	}
}

func TestCollectRefuses(t *testing.T) {
	t.Parallel()
	for name, g := range map[string]Games{
		"no evaluation": selfPlay(minesweeper.New(), 2, 1),
		"too few seats": selfPlay(risk.New(), 1, 1),
	} {
		if _, err := Collect(context.Background(), g, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	g := selfPlay(with(t, risk.New(), engines.Settings{"size": "3", "depth": "1"}), 2, 2)
	if _, err := Collect(context.Background(), g, Options{Target: "score"}); err == nil || !strings.Contains(err.Error(), "counts no points") {
		t.Errorf("the score of a game without one: %v", err)
	}
	known := g.Game
	for _, c := range []struct {
		name, want string
		change     func(*Games, *Game)
	}{
		{"negative count", "-1 games", func(g *Games, _ *Game) { g.Count = -1 }},
		{"negative opening", "random_plies: -1", func(g *Games, _ *Game) { g.Openings.RandomPlies = -1 }},
		{"negative number of random moves", "game 1: -1 random moves", func(_ *Games, k *Game) { k.Explore = -1 }},
		{"fewer moves than the opening", "game 1: 0 moves are fewer than the 3 of the opening", func(_ *Games, k *Game) {
			k.Explore, k.Moves = 3, []engines.Move{}
		}},
	} {
		g, k := g, known(0)
		c.change(&g, &k)
		g.Game = func(int) Game { return k }
		if _, err := Collect(context.Background(), g, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	g.Game = func(i int) Game {
		k := known(i)
		k.Known, k.Outcome = true, engines.Draw(2)
		return k
	}
	if _, err := Collect(context.Background(), g, Options{}); err == nil || !strings.Contains(err.Error(), "played differently") {
		t.Errorf("a game that ends otherwise than it did: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("a cause of its own"))
	if _, err := Collect(ctx, selfPlay(risk.New(), 2, 50), Options{Workers: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestJudge reads the etudes that ship with a game.
func TestJudge(t *testing.T) {
	t.Parallel()
	e := hare.New()
	text := "45;26;2;f;29;19;0;f;1\n45;26;2;f;29;19;0;f;2 # the same, judged otherwise\n"
	read := func(each func(training.Sample) error) error {
		return training.ReadSamples(e, training.SampleFile{Name: "mine.csv"}, strings.NewReader(text), each)
	}
	d, err := Judge(Games{Engine: e, Seats: 2, Weights: e.Spec().Weights.Default()}, read, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.Target, []float32{1, 0}) || d.games(part{0, 1}) != 2 {
		t.Errorf("targets %v", d.Target)
	}
	if _, err := Judge(Games{Engine: e, Seats: 3}, read, Options{}); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("positions of two seats among those of three: %v", err)
	}
}
