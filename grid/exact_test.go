package grid

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
	"github.com/lanista/lanista/tuning"
)

// TestBoundAgainstFineGrid compares the bound with a fine grid: it has at least as many hits,
// and a point reaches it. The bound is searched in the same ranges in steps that divide them and in
// steps that do not.
func TestBoundAgainstFineGrid(t *testing.T) {
	t.Parallel()
	const sets = 200 / racetest.Effort
	same := 0
	for seed := range uint64(sets) {
		weights := 2 + int(seed)%2
		p := random(seed, weights, 5+int(seed)%16, 2+int(seed/7)%2, 4+int(seed)%30)
		fine := Options{Weights: map[string]Range{}}
		for _, w := range p.Space {
			fine.Weights[w.Name] = Range{Step: 0.03}
		}
		steps := Options{Exact: true, Weights: map[string]Range{}}
		for _, w := range p.Space {
			steps.Weights[w.Name] = Range{Step: []float64{0.1, 0.4, 1.4, 3}[seed/2%4]}
		}
		coarse := search(t, p, steps)
		want := search(t, p, fine).Best
		got := coarse.Bound
		if !got.Proven || got.Hits < want || got.Hits < coarse.Best {
			t.Fatalf("seed %d: bound %+v, fine grid %d, coarse %d", seed, got, want, coarse.Best)
		}
		if got.OnGrid != (got.Hits == coarse.Best) {
			t.Fatalf("seed %d: bound %+v, coarse %d", seed, got, coarse.Best)
		}
		exact := make([]*big.Rat, weights)
		for k, w := range got.Weights {
			exact[k] = new(big.Rat).SetFloat64(w)
			if got.OnGrid {
				exact[k] = big.NewRat(int64(math.Round(w*10)), 10)
			}
			if w < 0.5 || w > 2 {
				t.Fatalf("seed %d: weights %v outside of the ranges", seed, got.Weights)
			}
		}
		if n := count(p, exact); n != got.Hits {
			t.Fatalf("seed %d: %d claimed, %d hit", seed, got.Hits, n)
		}
		if got.Hits == want {
			same++
		}
	}
	if same < sets*9/10 {
		t.Errorf("the fine grid agrees in %d of %d sets", same, sets)
	}
}

// TestBoundOfTwoWeights compares the bound with all directions between the planes, which can
// be listed for two weights.
func TestBoundOfTwoWeights(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60 / racetest.Effort) {
		p := random(1000+seed, 2, 25, 2, 12)
		got := search(t, p, Options{Exact: true}).Bound
		best := 0
		// With features below 25/100 the direction of a plane is a fraction of integers below
		// 25. Their mediant lies between two neighbours.
		for num := int64(1); num <= 50; num++ {
			for den := int64(1); den <= 50; den++ {
				if num > 4*den || den > 4*num {
					continue
				}
				best = max(best, countWhole(p, num, den))
			}
		}
		if got.Hits != best {
			t.Errorf("seed %d: %d, want %d", seed, got.Hits, best)
		}
	}
}

// countWhole is count for two integer weights, two seats and two decimals.
func countWhole(p Problem, a, b int64) int {
	hits := 0
	for _, e := range p.Etudes {
		winner, other := e.Features[e.Winner], e.Features[1-e.Winner]
		lead := func(k int) int64 { return int64(math.Round(100*winner[k])) - int64(math.Round(100*other[k])) }
		if a*lead(0)+b*lead(1) > 0 {
			hits++
		}
	}
	return hits
}

// TestBoundAgainstAllCells compares the bound with a point of every cell of two free weights, in
// ranges of any sign and with and without a third weight that is fixed.
func TestBoundAgainstAllCells(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60 / racetest.Effort) {
		ranges := [][2]float64{{0.5, 2}, {-1, 1}, {-2, -0.5}, {0, 1}}
		p := random(3000+seed, 3, 5+int(seed), 2+int(seed)%2, 6)
		for k := range 2 {
			r := ranges[(int(seed)+k)%len(ranges)]
			p.Space[k].Min, p.Space[k].Max, p.Space[k].Default = r[0], r[1], r[0]
		}
		p.Space[2] = engines.Weight{Name: "fixed", Min: -1, Max: 1, Default: []float64{0, 0.7, -0.3}[seed/4%3], Kind: engines.Fixed}
		got := search(t, p, Options{Exact: true, Weights: map[string]Range{"a": {Step: 5}, "b": {Step: 5}}}).Bound
		if want := mostOfAllCells(p); got.Hits != want || !got.Proven {
			t.Errorf("seed %d: %+v, want %d hits", seed, got, want)
		}
	}
}

// mostOfAllCells returns the largest number of hits in any cell of the first two weights; the third
// one is fixed. Lines through the intersections of all planes and edges divide the box into strips.
// In the middle of a strip no two planes meet, so that a point between neighbouring planes lies in
// every cell of the strip. The features are multiples of 0.01 up to 0.06, so that intersections
// which differ do so by more than 1e-8.
func mostOfAllCells(p Problem) int {
	const rounding = 1e-11
	middles := func(list []float64, w engines.Weight) (out []float64) {
		list = slices.DeleteFunc(append(list, w.Min, w.Max), func(x float64) bool { return x < w.Min || x > w.Max })
		slices.Sort(list)
		for i := range len(list) - 1 {
			if list[i+1]-list[i] > rounding {
				out = append(out, (list[i]+list[i+1])/2)
			}
		}
		return out
	}
	type line struct{ a, b, c float64 } // a x + b y + c = 0
	var leads [][]line                  // by etude
	lines := []line{{0, 1, -p.Space[1].Min}, {0, 1, -p.Space[1].Max}}
	for _, e := range p.Etudes {
		var list []line
		for seat, row := range e.Features {
			lead := func(k int) float64 { return math.Round(100 * (e.Features[e.Winner][k] - row[k])) }
			if seat != e.Winner {
				list = append(list, line{lead(0), lead(1), lead(2) * p.Space[2].Default})
			}
		}
		leads, lines = append(leads, list), append(lines, list...)
	}
	var across []float64
	for i, l := range lines {
		if l.b == 0 && l.a != 0 {
			across = append(across, -l.c/l.a)
		}
		for _, m := range lines[:i] {
			if d := l.a*m.b - l.b*m.a; d != 0 {
				across = append(across, (l.b*m.c-l.c*m.b)/d)
			}
		}
	}
	most := 0
	for _, x := range middles(across, p.Space[0]) {
		var up []float64
		for _, l := range lines {
			if l.b != 0 {
				up = append(up, -(l.a*x+l.c)/l.b)
			}
		}
		for _, y := range middles(up, p.Space[1]) {
			hits := 0
			for _, list := range leads {
				if !slices.ContainsFunc(list, func(l line) bool { return l.a*x+l.b*y+l.c <= rounding }) {
					hits++
				}
			}
			most = max(most, hits)
		}
	}
	return most
}

func TestBoundBetweenGridPoints(t *testing.T) {
	t.Parallel()
	// The etude is hit if 1.02 < a/b < 1.03. No quotient of tenths between 0.5 and 2 lies
	// there.
	p := Problem{
		Space: engines.Space{{Name: "a", Min: 0.5, Max: 2, Default: 1}, {Name: "b", Min: 0.5, Max: 2, Default: 1}},
		Etudes: []Etude{
			{Features: [][]float64{{1, 0}, {0, 1.02}}},
			{Features: [][]float64{{0, 1.03}, {1, 0}}},
		},
	}
	r := search(t, p, Options{Exact: true})
	if b := r.Bound; r.Best != 1 || b.Hits != 2 || b.OnGrid || b.Weights[0] <= 1.02*b.Weights[1] || b.Weights[0] >= 1.03*b.Weights[1] {
		t.Errorf("grid %d, bound %+v", r.Best, r.Bound)
	}
}

// TestBoundOfDegenerateEtudes tests ties everywhere, duplicate planes, planes that only touch
// the box, and constant weights.
func TestBoundOfDegenerateEtudes(t *testing.T) {
	t.Parallel()
	one := 1.0
	p := Problem{
		Space: engines.Space{{Name: "a", Max: 1}, {Name: "b", Max: 1}, {Name: "c", Max: 1}},
		Etudes: []Etude{
			{Features: [][]float64{{1, 2, 3}, {1, 2, 3}}},             // never
			{Features: [][]float64{{1, 0, 0}, {0, 1, 0}}},             // a > b
			{Features: [][]float64{{0, 1, 0}, {1, 0, 0}}},             // b > a
			{Features: [][]float64{{2, 0, 0}, {0, 2, 0}}},             // a > b again
			{Features: [][]float64{{0, 0, 1}, {1, 0, 0}}},             // c > a: touches a = 1
			{Features: [][]float64{{-1, 0, 0}, {0, 0, 0}}},            // a < 0: touches a = 0
			{Features: [][]float64{{0, 0, 1}, {0, 0, 0}}},             // always
			{Features: [][]float64{{0, 0, 0}, {0, 0, 1}}},             // never
			{Features: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},  // a > b and a > c: never
			{Features: [][]float64{{0, 0, 3}, {1, 1, 0}, {1, 0, 0.}}}, // always
		},
	}
	o := Options{Exact: true, Weights: map[string]Range{"c": {From: &one, To: &one}}}
	if b := search(t, p, o).Bound; b.Hits != 5 || !b.Proven {
		t.Errorf("%+v, want 5 hits", b)
	}
}

// A search that is stopped has Proven false and reports a reached number of hits.
func TestBoundGivesUp(t *testing.T) {
	t.Parallel()
	p := random(3, 3, 60, 2, 1000)
	axes, err := Options{}.Axes(p.Space)
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLattice(p, axes)
	if err != nil {
		t.Fatal(err)
	}
	chosen := search(t, p, Options{}).Chosen
	got, err := bound(t.Context(), l, chosen, 10, nil)
	if err != nil || got.Proven || got.Cells != 10 || got.Hits < chosen.Hits {
		t.Errorf("%+v, %v after ten cells", got, err)
	}
	whole, err := bound(t.Context(), l, chosen, maxCells, nil)
	if err != nil || !whole.Proven || whole.Hits < got.Hits {
		t.Errorf("%+v, %v without a limit", whole, err)
	}
}

// The exact search reports the searched share up to the whole, and ends at once when its context
// does.
func TestBoundReportsProgress(t *testing.T) {
	t.Parallel()
	p := random(3, 3, 300, 2, 1000)
	for _, stop := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		var last tuning.Progress
		calls := 0
		o := Options{Exact: true, Events: tuning.Events{Progress: func(now tuning.Progress) {
			if now.Phase != tuning.Exact {
				return
			}
			if calls++; now.Done <= last.Done || now.Done > now.Of {
				t.Errorf("%+v after %+v", now, last)
			}
			if last = now; stop {
				cancel()
			}
		}}}
		_, err := Search(ctx, p, o)
		cancel()
		if stop && (err == nil || calls > 1) || !stop && (err != nil || last.Done != last.Of || calls < 10) {
			t.Errorf("stopped %v: %d calls, the last one with %+v, %v", stop, calls, last, err)
		}
	}
}

func TestBoundIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	p := random(3, 3, 400, 2, 1000)
	o := Options{Exact: true, Events: tuning.Events{Progress: func(now tuning.Progress) {
		if now.Done == now.Of {
			cancel()
		}
	}}}
	if _, err := Search(ctx, p, o); err == nil {
		t.Error("a cancelled search succeeded")
	}
}
