package problems

import (
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/spsa"
)

// size returns the size of a test: many if the environment variable LANISTA_EXHAUSTIVE is set, few
// otherwise.
func size(few, many uint64) uint64 {
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		return many
	}
	return few
}

// Generated problems have valid spaces and start weights, differ from each other, and have best
// weights that are at least as strong as the start weights.
func TestWildProblemsAreSound(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
	t.Parallel()
	problems := size(12, 40)
	dims, names := map[int]bool{}, map[string]bool{}
	for seed := uint64(tuningSeed); seed < tuningSeed+problems; seed++ {
		d := newWild(seed, 0)
		made := d.problem()
		p := made.Problem(100)
		if err := p.Space.Valid(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := p.Space.Check(p.Start); err != nil {
			t.Fatalf("seed %d: start: %v", seed, err)
		}
		if r := made.Regret(p.Start); math.IsNaN(r) || math.IsInf(r, 0) || d.land.At(p.Start) > d.best {
			t.Errorf("seed %d (%s): the start leaves %v", seed, d.land.name(d.variant), r)
		}
		if math.Abs(d.land.At(d.optimum)-d.best) > 1e-9 && d.land.dim == len(p.Space) {
			t.Errorf("seed %d (%s): the best point is worth %v, not %v", seed, d.land.name(d.variant), d.land.At(d.optimum), d.best)
		}
		dims[d.land.dim], names[d.land.name(d.variant)] = true, true
	}
	if uint64(len(dims)) < problems/5 || uint64(len(names)) < problems*9/10 {
		t.Errorf("%d numbers of weights, %d kinds of problems among %d", len(dims), len(names), problems)
	}
}

// The name of a generated problem states that its start is in the middle of the ranges if it is, also if
// only the ratios of the weights matter.
func TestNamesStateTheStart(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
	t.Parallel()
	directions := 0
	for seed := range size(12, 40) {
		rng := engines.Rand(seed)
		w := &wild{dim: 3, form: form(seed % 3)}
		var space engines.Space
		middle := make(engines.Weights, w.dim)
		for i := range w.dim {
			space = append(space, w.form.weight(i, false))
			middle[i] = space[i].FromUnit(0.5)
		}
		w.target = w.form.place(w.optimum(rng))
		start := w.start(rng, space)
		if inMiddle := slices.Equal(start, space.Snap(middle)); inMiddle != (w.begins == "in the middle") {
			t.Errorf("seed %d: the search begins %s, at %v of %v", seed, w.begins, start, space)
		}
		if w.form != plain {
			directions++
		}
	}
	if directions < 8 {
		t.Errorf("only %d problems in which the ratios matter", directions)
	}
}

// If only the ratios of the weights matter, two vectors of the same direction have equal strength.
func TestWildDirections(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
	t.Parallel()
	seen := map[form]bool{}
	for seed := uint64(1); seed < size(22, 30); seed++ {
		d := newWild(seed, 0)
		w := d.land
		if w.form == plain {
			continue
		}
		seen[w.form] = true
		x, half := make([]float64, len(d.space)), make([]float64, len(d.space))
		for i := range x {
			x[i] = 1 + float64(i%3)/4
			half[i] = x[i] * 0.8
		}
		if a, b := d.land.At(x), d.land.At(half); math.Abs(a-b) > 1e-6*math.Max(1, math.Abs(a)) {
			t.Errorf("seed %d (%s): %v and %v in one direction", seed, d.land.name(d.variant), a, b)
		}
	}
	if len(seen) != 2 {
		t.Errorf("forms %v", seen)
	}
}

// The report on generated problems contains consistent numbers for every strategy, and does not
// depend on the number of workers.
func TestWildReport(t *testing.T) {
	if testing.Short() {
		t.Skip("checks results alone, and takes long under the race detector")
	}
	t.Parallel()
	o := bench.Options{Seeds: int(size(3, 5)), FirstSeed: gateSeed, Budgets: []int{int(size(100, 200))}}
	r, err := RunWild(t.Context(), []bench.Entry{bench.With("spsa", spsa.New, spsa.Options{}), {Name: "centre", New: centre}}, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Strategies) != 2 || r.Seeds != o.Seeds || r.FirstSeed != gateSeed {
		t.Fatalf("%+v", r)
	}
	for _, s := range r.Strategies {
		if len(s.Worst) != o.Seeds || s.Ratio < 1 || s.Near < 0 || s.Near > 1 || s.Quantiles[0] > s.Quantiles[1] || s.Quantiles[1] > s.Quantiles[2] {
			t.Errorf("%+v", s)
		}
		if first := s.Worst[0]; first.Regret < first.Best || first.Seed < gateSeed || first.Name == "" {
			t.Errorf("%+v", first)
		}
	}
	if a, b := r.Strategies[0], r.Strategies[1]; a.Near+b.Near < 1-1e-9 {
		t.Errorf("on every problem one of them is the best: %v and %v", a.Near, b.Near)
	}
	o.Workers = 3
	again, err := RunWild(t.Context(), []bench.Entry{bench.With("spsa", spsa.New, spsa.Options{}), {Name: "centre", New: centre}}, o)
	if err != nil {
		t.Fatal(err)
	}
	if again.Seconds = r.Seconds; !reflect.DeepEqual(again, r) {
		t.Error("three workers give another report")
	}
}

// The ratio of a strategy to the best one uses the smallest known regret of each problem, which does
// not depend on the measured strategies.
func TestTheBestKnownCounts(t *testing.T) {
	t.Parallel()
	known := bestKnown()
	if len(known) < 2*WildSeeds {
		t.Fatalf("%d are known", len(known))
	}
	for at, v := range known {
		if at.seed < tuningSeed || at.seed >= gateSeed+WildSeeds || at.games < 1 || !(v >= 0 && v < 1e5) {
			t.Errorf("%+v: %v", at, v)
		}
	}
	r, err := RunWild(t.Context(), []bench.Entry{{Name: "centre", New: centre}}, bench.Options{Seeds: 4, FirstSeed: gateSeed, Budgets: []int{2000}})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range r.Strategies[0].Worst {
		if want := known[instance{w.Seed, 2000}]; w.Best != min(want, w.Regret) || want > w.Start {
			t.Errorf("seed %d: the best is %v, known is %v, the start leaves %v", w.Seed, w.Best, want, w.Start)
		}
	}
	if s := r.Strategies[0]; s.Ratio <= 1 || s.Near == 1 {
		t.Errorf("alone it is the best: %+v", s)
	}
}

// The seeds of a release follow from its name, and do not overlap with the seeds that are used while
// strategies are changed.
func TestReleaseSeeds(t *testing.T) {
	t.Parallel()
	seeds := []uint64{ReleaseSeed("4ab52d6"), ReleaseSeed("4ab52d7")}
	if slices.Min(seeds) < gateSeed+WildSeeds || seeds[0] == seeds[1] {
		t.Errorf("%v", seeds)
	}
}

// still is a strategy whose result is the start.
type still struct{ at engines.Weights }

func centre(p tuning.Problem) (tuning.Strategy, error) {
	if p.Start == nil {
		p.Start = p.Space.Default()
	}
	return still{p.Start}, nil
}

func (still) Ask() (tuning.Batch, error)                   { return tuning.Batch{}, tuning.Done }
func (still) Tell(tuning.Batch, []tournament.Result) error { return nil }
func (s still) Best() tuning.Estimate                      { return tuning.Estimate{Weights: s.at} }
func (still) Snapshot() ([]byte, error)                    { return nil, nil }
func (still) Restore([]byte) error                         { return nil }
