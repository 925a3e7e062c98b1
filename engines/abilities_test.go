package engines_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/show"
)

// sizer is Nim with an evaluation: every seat is worth what is left of the heap.
type sizer struct{ engines.Engine }

func (s sizer) Features(p engines.Position) ([][]float64, error) {
	rows := make([][]float64, p.Seats())
	for seat := range rows {
		rows[seat] = []float64{float64(p.(*Heap).matches)}
	}
	return rows, nil
}

func (s sizer) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(s, p, w)
}

// The analysis of a game with the required methods alone contains the move, and the features and
// evaluation of the position if the engine has them.
func TestAnalyzeAnyGame(t *testing.T) {
	g, err := newNim().ParseGame("7 1/2", 1)
	if err != nil {
		t.Fatal(err)
	}
	agent := engines.Agent{Weights: engines.Weights{2}}
	n, err := analysis.Analyze(t.Context(), newNim(), g, agent)
	if err != nil || n.Best != "2" || n.Features != nil || n.Static != nil || len(n.Value) != 2 {
		t.Errorf("%+v, %v", n, err)
	}
	n, err = analysis.Analyze(t.Context(), sizer{newNim()}, g, agent)
	if err != nil || n.Best != "2" || n.Features[0].Name != "take" || !slices.Equal(n.Features[0].Values, []float64{7, 7}) || !slices.Equal(n.Static, []float64{14, 14}) {
		t.Errorf("%+v, %v", n, err)
	}
	d := newDiary()
	if _, err := analysis.Analyze(t.Context(), d, g, agent); err != nil || *d.closed != 1 || (*d.entries)[0] != "1 sits at 1 of 2 before 7 1/2" {
		t.Errorf("%v, %d players closed, %q", err, *d.closed, *d.entries)
	}
	over, _ := newNim().ParseGame("0 1/2", 1)
	if n, err := analysis.Analyze(t.Context(), newNim(), over, agent); err != nil || n.Best != "" {
		t.Errorf("a game that is over: %+v, %v", n, err)
	}
	if got := show.Illustrate(newNim(), g); got != "7 1/2" {
		t.Errorf("drawn as %q", got)
	}
}

func TestPerftOfAnyGame(t *testing.T) {
	g, err := newNim().ParseGame("10 0/2", 1)
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range []uint64{1, 3, 9, 27, 76, 147} { // the compositions of at most 10 into so many parts of 1 to 3
		if n, _, err := analysis.Perft(t.Context(), newNim(), g, depth); err != nil || n != want {
			t.Errorf("depth %d: %d sequences, want %d, %v", depth, n, want, err)
		}
	}
	if _, _, err := analysis.Perft(t.Context(), newNim(), g, -1); err == nil {
		t.Error("a depth of -1 was counted")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := analysis.Perft(ctx, newNim(), g, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestVariety(t *testing.T) {
	for _, c := range []struct {
		options           deals.VarietyOptions
		played, different int
	}{
		{deals.VarietyOptions{}, 8, 1},
		{deals.VarietyOptions{Deals: 3, Seats: 4}, 3, 1},
		{deals.VarietyOptions{Agent: engines.Agent{Player: "random"}}, 8, 8},
		{deals.VarietyOptions{Openings: engines.Openings{RandomPlies: 1}}, 8, 3},
	} {
		played, different, err := deals.Variety(t.Context(), newNim(), c.options)
		if err != nil || played != c.played || different != c.different {
			t.Errorf("%+v: %d different games of %d, want %d of %d, %v", c.options, different, played, c.different, c.played, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	waits := deals.VarietyOptions{Agent: engines.Agent{Settings: engines.Settings{"mood": "waits"}}}
	if played, different, err := deals.Variety(ctx, newNim(), waits); played != 0 || different != 0 || err != nil {
		t.Errorf("no game ends in time: %d different games of %d, %v", different, played, err)
	}
}
