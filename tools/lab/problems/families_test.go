package problems

import (
	"math"
	"reflect"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/spsa"
)

// Problems of every family have valid start weights, lose the intended strength at random weights,
// and are equal if they are made twice.
func TestFamilies(t *testing.T) {
	t.Parallel()
	seen := map[bench.Kind]bool{}
	for _, kind := range Families {
		if seen[kind] {
			t.Errorf("%s stands there twice", kind)
		}
		seen[kind] = true
		for _, dim := range []int{2, 6} {
			d := drawn(t, kind, dim, 2, bench.Variant{})
			made := d.problem()
			p := made.Problem(100)
			if err := p.Space.Check(p.Space.Snap(d.begins())); err != nil {
				t.Errorf("%s %d: start: %v", kind, dim, err)
			}
			w := d.land
			if got := w.typical(engines.Rand(4)); got < 250*steepness(kind) || got > 600*steepness(kind) {
				t.Errorf("%s %d: a random point loses %.0f", kind, dim, got)
			}
			if again := drawn(t, kind, dim, 2, bench.Variant{}); again.problem().Regret(d.begins()) != made.Regret(d.begins()) {
				t.Errorf("%s: made twice it is another", kind)
			}
			if left := made.Regret(d.begins()); math.IsNaN(left) || left <= 0 {
				t.Errorf("%s %d: the start leaves %v", kind, dim, left)
			}
		}
	}
}

// The report has consistent ratios and intervals: a strategy with the best result has a ratio of 1,
// and two entries with equal results have equal ratios. It does not depend on the number of workers.
func TestFamilyReport(t *testing.T) {
	t.Parallel()
	entries := []bench.Entry{bench.With("spsa", spsa.New, spsa.Options{}), {Name: "centre", New: centre}, {Name: "again", New: centre}}
	o := bench.Options{Seeds: int(size(3, 5)), FirstSeed: gateSeed, Budgets: []int{int(size(100, 200))}, Kinds: []bench.Kind{kindPlateau, kindExpert, kindRatios}, Dims: []int{2, 3}}
	r, err := RunFamilies(t.Context(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Strategies) != 3 || r.Seeds != o.Seeds || r.FirstSeed != gateSeed {
		t.Fatalf("%+v", r)
	}
	for _, s := range r.Strategies {
		if len(s.Cells) != 6 || len(s.Dims) != 2 || s.Ratio < 1 || s.Near > s.Close || s.Harmed > 1 {
			t.Errorf("%+v", s)
		}
		for _, c := range s.Cells {
			if c.Ratio < 1 || c.Low > c.Ratio || c.High < c.Ratio || c.Best > c.Median || len(c.Regrets) != o.Seeds {
				t.Errorf("%s: %+v", s.Strategy, c)
			}
			if c.Leader == s.Strategy && (c.Ratio != 1 || c.High != 1) {
				t.Errorf("%s leads with %+v", s.Strategy, c)
			}
		}
		for _, c := range s.Behind() {
			if c.Low <= 1.1 {
				t.Errorf("%s: %+v is not surely behind", s.Strategy, c)
			}
		}
	}
	centre, again := r.Strategies[1], r.Strategies[2]
	if centre.Ratio != again.Ratio || centre.Near != again.Near {
		t.Errorf("the same results are %v and %v", centre.Ratio, again.Ratio)
	}
	o.Workers = 3
	other, err := RunFamilies(t.Context(), entries, o)
	if err != nil {
		t.Fatal(err)
	}
	if other.Seconds = r.Seconds; !reflect.DeepEqual(other, r) {
		t.Error("three workers give another report")
	}
}

// RunFamilies plays the games of the problem that the options make, such as one with scores.
func TestFamiliesWithScores(t *testing.T) {
	t.Parallel()
	scored := 0
	o := bench.Options{Seeds: 1, Budgets: []int{20}, Kinds: []bench.Kind{kindPlateau}, Dims: []int{2}}
	o.Problem = func(kind bench.Kind, dim int, seed uint64, v bench.Variant) (*bench.Duel, error) {
		scored++
		return New(kind, dim, seed, v)
	}
	if _, err := RunFamilies(t.Context(), []bench.Entry{{Name: "centre", New: centre}}, o); err != nil || scored == 0 {
		t.Errorf("%d problems of the options, %v", scored, err)
	}
}

// heldOut chooses the best strategy on one half of the seeds and measures it on the other half, so
// that a strategy that is best by luck gains nothing.
func TestHeldOut(t *testing.T) {
	t.Parallel()
	score := func(budget int, regrets ...float64) bench.Score {
		return bench.Score{Budget: budget, Cells: []bench.Cell{{Regrets: regrets}}}
	}
	even, odd, good, other := score(500, 1, 8, 1, 8), score(500, 8, 1, 8, 1), score(500, 0.5, 0.4, 0.5, 0.4), score(2000, 0.3, 0.3, 0.3, 0.3)
	for _, c := range []struct {
		s    bench.Score
		all  []bench.Score
		want []float64
	}{
		{even, []bench.Score{even, other}, []float64{1, 1}},
		{even, []bench.Score{even, odd, other}, []float64{1, 1. / 8}},
		{even, []bench.Score{even, odd, good, other}, []float64{8 / 0.4, 2}},
		{score(500, 3), []bench.Score{good}, nil},
	} {
		got := heldOut(c.s, 0, c.all)
		if len(got) != len(c.want) || len(got) > 0 && (math.Abs(got[0]-c.want[0]) > 1e-9 || math.Abs(got[1]-c.want[1]) > 1e-9) {
			t.Errorf("%v among %v: %v, want %v", c.s, c.all, got, c.want)
		}
	}
	if got, want := toBest([]float64{1, 1.2, 1.8}), (ToBest{math.Cbrt(1.2 * 1.8), 1. / 3, 2. / 3}); math.Abs(got.Ratio-want.Ratio) > 1e-9 || math.Abs(got.Near-want.Near) > 1e-9 || math.Abs(got.Close-want.Close) > 1e-9 {
		t.Errorf("%+v, want %+v", got, want)
	}
}
