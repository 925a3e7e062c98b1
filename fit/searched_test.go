package fit

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/game2048"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/training"
)

// TestExpected checks that expectations are from the point of view of the first seat, and that
// a missing one is replaced by the next.
func TestExpected(t *testing.T) {
	t.Parallel()
	g, err := othello.New().NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	table := g.Clone()
	var moves []engines.Move
	for range 5 {
		m := g.Moves(nil)[0]
		moves = append(moves, m)
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	nothing := math.NaN()
	got, err := expected(table, moves, []float64{nothing, 3, 2, nothing, nothing}, -7)
	if want := []float64{-3, -3, 2, -7, -7}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if got := (Options{Searched: 0.75}).mix([]float64{-8, 8}, 4); !slices.Equal(got, []float64{1, -1}) {
		t.Errorf("three quarters of 4 and a quarter of -8 are %v", got)
	}
}

// TestSearched checks that searched targets vary less along a game than outcomes, and that the
// positions do not change.
func TestSearched(t *testing.T) {
	t.Parallel()
	e := with(t, othello.New(), engines.Settings{"model": "patterns", "depth": "2", "exact": "6"})
	came := collect(t, selfPlay(e, 2, 3), Options{Target: ByScore, Positions: 60})
	all := collect(t, selfPlay(e, 2, 3), Options{Target: ByScore, Positions: 60, Searched: 1, Workers: 2})
	half := collect(t, selfPlay(e, 2, 3), Options{Target: ByScore, Positions: 60, Searched: 0.5})
	if came.Len() == 0 || all.Len() != came.Len() || !slices.Equal(all.Trajectory, came.Trajectory) {
		t.Fatalf("%d positions, and %d", came.Len(), all.Len())
	}
	differ := 0
	for i := range came.Len() {
		if !slices.Equal(all.Terms(i, nil), came.Terms(i, nil)) {
			t.Fatalf("position %d is another", i)
		}
		if mid := (came.Target[i] + all.Target[i]) / 2; math.Abs(float64(half.Target[i]-mid)) > 1e-4 {
			t.Fatalf("position %d: %v is not between %v and %v", i, half.Target[i], came.Target[i], all.Target[i])
		}
		if came.Target[i] != all.Target[i] {
			differ++
		}
		last := i == came.Len()-1 || came.Trajectory[i+1] != came.Trajectory[i]
		if last && came.Target[i] != all.Target[i] {
			t.Errorf("the last position of a game is solved: %v came of it, %v was expected", came.Target[i], all.Target[i])
		}
	}
	if differ < came.Len()/2 {
		t.Errorf("only %d of %d targets are a search's", differ, came.Len())
	}
}

func TestSearchedRefuses(t *testing.T) {
	t.Parallel()
	patterns := with(t, othello.New(), engines.Settings{"model": "patterns", "depth": "1"})
	for _, c := range []struct {
		games Games
		want  string
		by    string
	}{
		{selfPlay(game2048.New(), 1, 1), "requires a game of two seats; this game has 1", ByScore},
		{selfPlay(patterns, 2, 1), "requires the target score", ByResult},
		{selfPlay(risk.New(), 2, 1), "players that report the score they expect", ByScore},
	} {
		_, err := Collect(context.Background(), c.games, Options{Target: c.by, Searched: 0.5})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if err := (Options{Searched: 1.5}).Validate(); err == nil || !strings.Contains(err.Error(), "searched: 1.5") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Collect(ctx, selfPlay(patterns, 2, 1), Options{Target: ByScore, Searched: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestSweepersSumUpAlike checks that a sweeper gives the loss and the slope of its terms,
// independent of the number of goroutines.
func TestSweepersSumUpAlike(t *testing.T) {
	t.Parallel()
	e := with(t, othello.New(), engines.Settings{"model": "patterns", "depth": "1", "exact": "4"})
	d := collect(t, selfPlay(e, 2, 8), Options{Target: ByScore})
	if d.sweeper() == nil {
		t.Fatal("Othello's positions are summed up one by one")
	}
	b := e.(training.Tabulated).Table()
	sum := func(o *objective) (float64, []float64) {
		o.ctx, o.data, o.loss = context.Background(), &d, squares
		o.part, _ = d.split(0, 1)
		d.sweeper().Arrange(o.part)
		slope := make([]float64, len(b))
		return o.sum(b, slope, nil), slope
	}
	one, slope := sum(&objective{sweeper: d.sweeper()})
	if two, again := sum(&objective{sweeper: d.sweeper(), workers: 3}); two != one || !slices.Equal(slope, again) {
		t.Errorf("%v, with three goroutines %v", one, two)
	}
	plain, want := sum(&objective{})
	if math.Abs(one/plain-1) > 1e-6 {
		t.Errorf("loss %v, by the terms %v", one, plain)
	}
	for j := range want {
		if math.Abs(slope[j]-want[j]) > 1e-6 {
			t.Fatalf("slope of weight %d is %v, by the terms %v", j, slope[j], want[j])
		}
	}
}
