package hare

import (
	"context"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
)

func TestWorth(t *testing.T) {
	for _, c := range []struct {
		position string
		want     map[string][]float64 // by board
	}{
		{"0;68;3;f;0;68;3;f", map[string][]float64{"2008": {16.6, 16.6}, "1978": {23.6, 23.6}}},
		{"45;26;2;f;29;19;0;f", map[string][]float64{"2008": {51, 138.2}, "1978": {111, 138.2}}},
		{"54;43;0;f;29;19;0;f", map[string][]float64{"2008": {208.5, 138.2}, "1978": {208.5, 138.2}}},
		{"22;40;2;t;35;12;1;f", map[string][]float64{"2008": {109, 102}, "1978": {116, 109}}},
		{"63;60;3;f;58;21;0;f", map[string][]float64{"2008": {-112, 264.85}, "1978": {-112, 264.85}}},
		{"20;9;0;f;64;9;0;f", map[string][]float64{"2008": {-1e6, 1e6}}},
		{"20;0;0;f;64;9;0;f;64;9;0;f;22;0;0;f", map[string][]float64{"2008": {60, 1e6, 999_000, 66}, "1978": {60, 1e6, 999_000, 66}}},
	} {
		for board, want := range c.want {
			e := with(t, engines.Settings{"board": board})
			g, err := e.ParseGame(c.position, 1)
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Evaluate(g, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%s %s: player %d is worth %v, want %v", board, c.position, i, got[i], want[i])
				}
			}
		}
	}
}

// with is the engine under some settings.
func with(t testing.TB, s engines.Settings) *engine {
	t.Helper()
	e, err := New().With(s)
	if err != nil {
		t.Fatal(err)
	}
	return e.(*engine)
}

func TestWorthIsLinear(t *testing.T) {
	t.Parallel()
	e := with(t, nil)
	weights := []engines.Weights{{1, 1, 1}, {0.5, 2, 1.3}, {1.0 / 3, 1e-7, 17}, {-4, 0, 123456.789}}
	values := make([]*evaluator, len(weights))
	for k, w := range weights {
		var err error
		if values[k], err = newEvaluator(e.board, e.curves, w); err != nil { // takes weights beyond the ranges, too
			t.Fatal(err)
		}
	}
	for position := range positions(t, e, 20/min(racetest.Effort, 4)) {
		rows, err := e.Features(position)
		if err != nil {
			t.Fatal(err)
		}
		for k, w := range weights {
			for i, row := range rows {
				got := values[k].value(&position.(*table).state, i)
				want := row[0]*w[0] + row[1]*w[1] + row[2]*w[2]
				if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("%s: player %d is worth %v, the features say %v", position.String(), i, got, want)
				}
			}
		}
	}
}

// TestTablesMatchFeatures compares what a search adds up from its tables with
// the features.
func TestTablesMatchFeatures(t *testing.T) {
	e := with(t, nil)
	v, err := e.evaluator(engines.Weights{0.7, 1.9, 1.1})
	if err != nil {
		t.Fatal(err)
	}
	v.tabulate()
	for g := range positions(t, e, 50/racetest.Effort) {
		s := g.(*table).state
		for i := range s.seats {
			s.carrots[i] *= 1 + 9*int32(i) // beyond the tables too
		}
		if s.over() {
			continue
		}
		for i := range s.seats {
			if s.place[i] != 0 {
				continue
			}
			if got, want := float64(v.scaledValue(&s, i))/float64(v.unit), v.value(&s, int(i)); got != want {
				t.Fatalf("%s: player %d is worth %v in a search, %v outside", formatPosition(&s), i, got, want)
			}
		}
	}
}

func TestWeightsRefused(t *testing.T) {
	e := with(t, nil)
	for _, w := range []engines.Weights{{}, {1, 1}, {1, 1, 1, 1}, {math.NaN(), 1, 1}, {1, math.Inf(1), 1}, {1, 1, 1e7}} {
		if _, err := e.NewPlayer(context.Background(), engines.Agent{Weights: w}); err == nil {
			t.Errorf("weights %v were taken", w)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	e := with(b, nil)
	v, _ := e.evaluator(nil)
	v.tabulate()
	s := tableAt(b, "2008", "(45;26;2;f)(29;19;0;f)").state
	sum := int64(0)
	for b.Loop() {
		sum += v.scaledValue(&s, 0) + v.scaledValue(&s, 1)
	}
}
