package genetic

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

func TestDrawCoversEveryKind(t *testing.T) {
	t.Parallel()
	r := engines.Rand(1)
	counts := make(map[float64]int)
	logs := 0
	const n = 16000
	for range n {
		for _, w := range kinds {
			v := draw(r, w)
			if err := w.Check(v); err != nil {
				t.Fatal(err)
			}
			switch w.Name {
			case "integer":
				counts[v]++
			case "log":
				if v < 1 {
					logs++
				}
			}
		}
	}
	if len(counts) != 16 {
		t.Errorf("%d whole numbers drawn, 16 expected", len(counts))
	}
	for v, c := range counts { // 1000 expected, standard deviation 31
		if c < 850 || c > 1150 {
			t.Errorf("%v drawn %d times in %d, want about %d", v, c, n, n/16)
		}
	}
	if share := float64(logs) / n; math.Abs(share-0.5) > 0.02 {
		t.Errorf("a log weight in [0.01, 100] is below 1 with frequency %v, want 0.5", share)
	}
}

// A whole-number weight with a logarithmic scale stays whole.
func TestDrawOfALogarithmicWholeNumber(t *testing.T) {
	t.Parallel()
	w := engines.Weight{Name: "size", Min: 10, Max: 1000, Default: 100, Kind: engines.Integer | engines.Log}
	r := engines.Rand(2)
	small := 0
	const n = 4000
	for range n {
		v := draw(r, w)
		moved := repair(r, w, shift(w, v, 0.1))
		for _, x := range []float64{v, moved, repair(r, w, between(w, v, 1000, 0.5))} {
			if err := w.Check(x); err != nil {
				t.Fatal(err)
			}
		}
		if v < 100 {
			small++
		}
	}
	if share := float64(small) / n; math.Abs(share-0.5) > 0.04 {
		t.Errorf("a size in [10, 1000] is below 100 with frequency %v, want 0.5", share)
	}
}

func TestRepairKeepsKindAndRange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		w := rapid.SampledFrom(kinds).Draw(t, "weight")
		v := rapid.Float64().Draw(t, "value")
		if w.Kind == engines.Log {
			v = math.Abs(v)
		}
		if err := w.Check(repair(r, w, v)); err != nil {
			t.Fatal(err)
		}
	})
}

func TestRepairStopsAtTheLimits(t *testing.T) {
	t.Parallel()
	w := engines.Weight{Name: "w", Min: 2, Max: 12, Default: 2}
	r := engines.Rand(1)
	for _, c := range []struct{ in, want float64 }{{2, 2}, {12, 12}, {7.5, 7.5}, {1, 2}, {13, 12}, {math.Inf(1), 12}, {math.Inf(-1), 2}, {math.NaN(), 2}} {
		if got := repair(r, w, c.in); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("repair(%v) = %v, want %v", c.in, got, c.want)
		}
	}
}

func TestRepairRoundsWithoutBias(t *testing.T) {
	t.Parallel()
	w := engines.Weight{Name: "w", Min: 0, Max: 10, Default: 2, Kind: engines.Integer}
	r := engines.Rand(1)
	sum, n := 0.0, 20000
	for range n {
		sum += repair(r, w, 3.3)
	}
	if mean := sum / float64(n); math.Abs(mean-3.3) > 0.02 { // standard error 0.003
		t.Errorf("3.3 settles at %v on average", mean)
	}
}

func TestCentreIsOnTheScaleOfTheWeight(t *testing.T) {
	t.Parallel()
	got := centre(kinds, []engines.Weights{
		{-1, 2, 7, 0.1, 5, 1, 0},
		{2, 5, 7, 10, 5, 2, 2},
		{0.5, 3.5, 7, 1, 5, 1.5, 2},
		{0.5, 3.5, 7, 1, 5, 1.5, 0},
		{0.5, 3.5, 7, 1, 5, 1.5, 1},
	}, nil)
	want := []float64{0.5, 3.5, 7, 1, 5, 1.5, 0} // of two equally frequent choices, the later one
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("%s: %v, want %v", kinds[i].Name, got[i], want[i])
		}
	}
	choice := kinds[len(kinds)-1:]
	if got := centre(choice, []engines.Weights{{0}, {2}, {2}, {1}, {0}}, nil); got[0] != 0 {
		t.Errorf("the choices 0 and 2 twice each, and 0 last: %v", got)
	}
	if got := centre(choice, []engines.Weights{{0}, {1}, {1}}, []float64{0.6, 0.2, 0.2}); got[0] != 0 {
		t.Errorf("the choice 0 with a share of 0.6: %v", got)
	}
	got = centre(square(1), []engines.Weights{{2}, {6}}, []float64{0.25, 0.75})
	if got[0] != 5 {
		t.Errorf("weighted centre %v, want 5", got[0])
	}
}
