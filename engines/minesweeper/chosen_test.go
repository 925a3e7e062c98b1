package minesweeper

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/training"
)

// TestChosen plays a game. It checks that the rows of features of all cells that are compared add up to
// 0, and that the leads agree with the score.
func TestChosen(t *testing.T) {
	t.Parallel()
	e, err := New().With(engines.Settings{"agent": "linear", "width": "7", "height": "7", "mines": "9"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for !g.Over() {
		v, err := viewOf(g)
		if err != nil {
			t.Fatal(err)
		}
		sum := make([]float64, features)
		moves := g.Moves(nil)
		for _, m := range moves {
			row, standing, err := e.(training.MoveComparer).Chosen(g, m)
			if err != nil || len(standing) != 1 || standing[0] != float64(v.score[v.turn]-v.score[1-v.turn]) {
				t.Fatalf("%v, %v", standing, err)
			}
			if row == nil {
				continue // a mine is certain
			}
			compared++
			for j, x := range row {
				sum[j] += x
			}
		}
		for j, x := range sum {
			if math.Abs(x) > 1e-9 {
				t.Errorf("feature %d adds up to %v", j, x)
			}
		}
		if err := g.Apply(moves[0]); err != nil {
			t.Fatal(err)
		}
		if row, _, _ := e.(training.MoveComparer).Chosen(g, moves[0]); v.cells[moves[0]] != field.Closed && row != nil {
			t.Error("an open cell has features")
		}
	}
	if compared == 0 {
		t.Error("no move was compared")
	}
	if _, _, err := New().(training.MoveComparer).Chosen(g, 0); err == nil {
		t.Error("gemini compares no sums of features")
	}
}
