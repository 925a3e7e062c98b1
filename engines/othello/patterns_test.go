package othello

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
	"github.com/lanista/lanista/engines/training"
)

// tableFor makes a table whose weights make some sense: few replies are good.
func tableFor(t *testing.T) string {
	t.Helper()
	rng := engines.Rand(8)
	columns := make([]float64, pattern.Columns())
	for i := range columns {
		columns[i] = rng.NormFloat64() / 4
	}
	s, err := New().(training.Tabulated).Tabulate(columns)
	if err != nil {
		t.Fatal(err)
	}
	return s["table"]
}

// TestPatternsAreASumOfTheirTerms compares what a player sees with what a fit
// learns from.
func TestPatternsAreASumOfTheirTerms(t *testing.T) {
	t.Parallel()
	e, err := New().With(engines.Settings{"model": "patterns", "table": tableFor(t)})
	if err != nil {
		t.Fatal(err)
	}
	c := e.(training.Tabulated).Collector()
	other := e.(training.Tabulated).Collector()
	rng := engines.Rand(8)
	columns := make([]float64, c.Columns())
	for i := range columns {
		columns[i] = math.Round(rng.NormFloat64()/4*16) / 16 // as a table keeps them
	}
	var want []float64
	for seed := range uint64(20) {
		g, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		to := c
		if seed >= 10 {
			to = other
		}
		seat, err := to.Add(g)
		if err != nil || seat != g.Turn() {
			t.Fatalf("seat %d, %v", seat, err)
		}
		worth, err := e.(engines.Evaluator).Evaluate(g, nil)
		if err != nil || worth[0] != -worth[1] {
			t.Fatalf("%v, %v", worth, err)
		}
		want = append(want, worth[seat])
	}
	c.Join(other)
	if c.Len() != 20 {
		t.Fatalf("%d positions", c.Len())
	}
	for i, w := range want {
		sum := 0.0
		for _, term := range c.Terms(i, nil) {
			sum += columns[term.Column] * float64(term.Value)
		}
		if math.Abs(sum-w) > 0.8 { // weights are rounded
			t.Errorf("position %d is worth %v to a player, its terms %v", i, w, sum)
		}
	}
}

func TestTableMistakes(t *testing.T) {
	t.Parallel()
	for table, want := range map[string]string{"{}": "othello_patterns", "best.json": "table", "{\"othello_patterns\":9}": "format 9"} {
		_, err := New().With(engines.Settings{"model": "patterns", "table": table})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("table %q: %v", table, err)
		}
	}
	// A model without a table ignores the table of another agent.
	if _, err := New().With(engines.Settings{"model": "classic", "table": "{}"}); err != nil {
		t.Error(err)
	}
	if c := New().(training.Tabulated).Collector(); c != nil {
		t.Error("the model classic has a table")
	}
	if _, err := New().(training.Tabulated).Tabulate([]float64{1}); err == nil {
		t.Error("a table of one weight is taken")
	}
}

// TestPatternsPlay lets two tables play each other and the solver end the game.
func TestPatternsPlay(t *testing.T) {
	t.Parallel()
	e, err := New().With(engines.Settings{"model": "patterns", "depth": "2", "exact": "8"})
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	agents := []engines.Agent{{Name: "own", Settings: engines.Settings{"table": tableFor(t)}}, {Name: "shipped"}}
	first, err := arena.Play(context.Background(), agents, 3)
	if err != nil || first.Forfeit != nil {
		t.Fatal(first.Forfeit, err)
	}
	again, err := arena.Play(context.Background(), agents, 3)
	if err != nil || first.Outcome != again.Outcome || first.Plies != again.Plies {
		t.Errorf("%v, then %v, %v", first, again, err)
	}
}
