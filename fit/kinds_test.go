package fit

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/game2048"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/training"
)

// TestOneSeat checks that a game of one seat predicts the points still to come, with a column
// of ones for the constant.
func TestOneSeat(t *testing.T) {
	t.Parallel()
	o := Options{Target: ByScore, Positions: 1 << 20}
	d := collect(t, selfPlay(game2048.New(), 1, 3), o)
	columns := len(game2048.New().Spec().Weights)
	if d.Columns() != columns+1 || d.Len() < 100 || d.games(part{0, int32(d.Len() - 1)}) != 2 {
		t.Fatalf("%d rows of %d columns", d.Len(), d.Columns())
	}
	last := d.Terms(0, nil)
	if c := last[len(last)-1]; int(c.Column) != columns || c.Value != 1 {
		t.Errorf("the last column is %+v", c)
	}
	for i := 1; i < d.Len(); i++ {
		if d.Trajectory[i] == d.Trajectory[i-1] && d.Target[i] > d.Target[i-1] || d.Target[i] < 0 {
			t.Fatalf("position %d: %v to come after %v", i, d.Target[i], d.Target[i-1])
		}
	}
	// With lambda 1 the targets are the points still to come, whatever the weights are.
	if got := d.returns(make([]float64, d.Columns()), squares, 1); !slices.Equal(got, d.Target) {
		t.Error("the targets of TD(1) are not the outcome of the game")
	}
	// With lambda 0 and zero weights the targets are the points until the next position.
	if got, want := d.returns(make([]float64, d.Columns()), squares, 0)[0], d.Target[0]-d.Target[1]; got != want {
		t.Errorf("TD(0) predicts %v, gained were %v", got, want)
	}
}

// TestChoices checks that a row contains the features of the move that was made, from the
// point of view of the first seat.
func TestChoices(t *testing.T) {
	t.Parallel()
	e := with(t, minesweeper.New(), engines.Settings{"agent": "linear", "width": "8", "height": "8", "mines": "11"})
	r, err := newReader(Games{Engine: e, Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]examples, 1)
	for turn := 0; turn < 2 && !g.Over(); {
		m := g.Moves(nil)[0]
		features, standing, err := e.(training.MoveComparer).Chosen(g, m)
		if err != nil {
			t.Fatal(err)
		}
		if features != nil && g.Turn() == turn {
			sign := 1 - 2*float64(turn)
			lines[0] = examples{}
			if err := r.read(g, m, []float64{3, -3}, lines); err != nil {
				t.Fatal(err)
			}
			want := NewTable(r.columns())
			row := append(slices.Clone(features), 1, 1)
			row = append(row, standing...)
			for j := range row {
				row[j] *= sign
			}
			row[len(features)] = 1
			want.Add(row)
			if got := lines[0].rows.Terms(0, nil); !slices.Equal(got, want.Terms(0, nil)) || lines[0].target[0] != 3 {
				t.Fatalf("seat %d: %v, want %v", turn, got, want.Terms(0, nil))
			}
			turn++
		}
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.read(g, noMove, []float64{0, 0}, lines); err == nil || !strings.Contains(err.Error(), "needs games") {
		t.Errorf("a position without a move: %v", err)
	}
}

// TestOutcomesThatSayNothing checks that data which determine no weights are an error.
func TestOutcomesThatSayNothing(t *testing.T) {
	t.Parallel()
	d := made(50, 2, []float64{1}, 0)
	for i := range d.Target {
		d.Target[i] = 0.5
	}
	p := Problem{Space: spaceOf(0, 1, "a"), Data: d, Seed: 1}
	if _, err := Fit(context.Background(), p, Options{}); err == nil || !strings.Contains(err.Error(), "have the same outcome") {
		t.Errorf("all games drawn: %v", err)
	}
	if _, err := FitTable(context.Background(), d, nil, 1, Options{}); err == nil || !strings.Contains(err.Error(), "have the same outcome") {
		t.Errorf("all games drawn, a table: %v", err)
	}
	one := Data{Rows: NewTable(1), Target: []float32{1}, Trajectory: []int32{0}}
	one.Rows.(*Table).Add([]float64{1})
	p.Data = one
	if _, err := Fit(context.Background(), p, Options{HeldOut: 1e-9}); err == nil || !strings.Contains(err.Error(), "single position") {
		t.Errorf("one position: %v", err)
	}
}

// TestNoFitIsWorseThanItsStart fits few positions of any result, which the start weights may predict
// worse than a constant. The start at its best positive scale is a candidate, and weights of 0 are
// not.
func TestNoFitIsWorseThanItsStart(t *testing.T) {
	t.Parallel()
	rng := engines.Rand(4)
	kept := 0
	for i := range 200 {
		columns := 1 + i%3
		d := drawn(rng, columns+rng.IntN(4), 1, make([]float64, columns), 0)
		if d.CheckTargets() != nil {
			continue
		}
		low := []float64{-5, 0, 0.1}[rng.IntN(3)]
		r := fitOf(t, Problem{Space: spaceOf(low, 10, []string{"a", "b", "c"}[:columns]...), Data: d}, Options{HeldOut: 1e-9})
		start := math.Inf(1) // lowest loss of the start on a grid of scales
		x, y, b := make([][]float64, d.Len()), make([]float64, d.Len()), make([]float64, columns)
		for i, result := range d.Target {
			x[i], y[i] = make([]float64, columns), float64(result)
			for _, term := range d.Terms(i, nil) {
				x[i][term.Column] = float64(term.Value)
			}
		}
		for k := 0.0; k <= 5; k += 0.01 {
			for j := range b {
				b[j] = k
			}
			loss, _ := meanLoss(x, y, b)
			start = min(start, loss)
		}
		if r.Loss > start+1e-6 {
			t.Errorf("%d positions, %d weights from %v on: loss %v, of the start %v", d.Len(), columns, low, r.Loss, start)
		}
		if !slices.ContainsFunc(r.Weights, func(w float64) bool { return w != 0 }) {
			t.Errorf("%d positions, %d weights: all are 0", d.Len(), columns)
		}
		if r.KeptStart {
			kept++
		}
	}
	if kept == 0 {
		t.Error("no fit has kept its start")
	}
}

// TestUnconverged fits two nearly equal features with a weak lasso, whose coordinate descent moves
// slowly along their difference.
func TestUnconverged(t *testing.T) {
	t.Parallel()
	d := Data{Rows: NewTable(2), Target: []float32{1, 0, 1}, Trajectory: []int32{0, 1, 2}}
	for _, row := range [][]float64{{1, 1.001}, {2, 1.999}, {3, 3.001}} {
		d.Rows.(*Table).Add(row)
	}
	for lasso, want := range map[float64]bool{0: false, 1e-6: true} {
		r := fitOf(t, Problem{Space: spaceOf(-1e9, 1e9, "a", "b"), Data: d}, Options{Lasso: lasso, Target: ByScore, HeldOut: 1e-9, Ridge: new(0.0)})
		if least := 1.0 / 57; r.Unconverged != want || (r.Loss > 1.1*least) != want {
			t.Errorf("lasso %v: unconverged %t with a loss of %v; the least is %v", lasso, r.Unconverged, r.Loss, least)
		}
	}
}

// TestWeightsThatNothingTells checks that undetermined weights keep their values and have no
// error.
func TestWeightsThatNothingTells(t *testing.T) {
	t.Parallel()
	d := made(300, 3, []float64{1, 0, 0}, 0)
	silent := Data{Rows: NewTable(3), Target: d.Target, Trajectory: d.Trajectory}
	for i := range d.Len() {
		row := make([]float64, 3)
		for _, term := range d.Terms(i, nil) {
			row[term.Column] = float64(term.Value)
		}
		row[1], row[2] = 0, 5 // one is never seen, and one is constant
		silent.Rows.(*Table).Add(row)
	}
	r := fitOf(t, Problem{Space: spaceOf(-10, 10, "a", "never", "always"), Start: engines.Weights{1, 2, 0}, Data: silent, Seed: 1}, Options{})
	if r.Error[1] != 0 || math.Abs(r.Weights[1]-2) > 1e-6 {
		t.Errorf("never seen: %v ± %v, it began at 2", r.Weights[1], r.Error[1])
	}
	for j, w := range r.Weights {
		if math.IsNaN(w) || math.IsNaN(r.Error[j]) || math.IsInf(r.Error[j], 0) {
			t.Errorf("weight %d: %v ± %v", j, w, r.Error[j])
		}
	}
}
