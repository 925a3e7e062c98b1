package grid

import (
	"context"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/tools/racetest"
	"github.com/lanista/lanista/tuning"
)

// exampleOf is the article's etude on a board: the features of both players.
func exampleOf(t testing.TB, board string) Problem {
	t.Helper()
	e, err := hare.New().With(engines.Settings{"board": board})
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewProblem(e, []training.Etude{{Position: "45;26;2;f;29;19;0;f", Winner: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Space { // the article's ranges
		p.Space[i].Min, p.Space[i].Max = 0.5, 2
	}
	return p
}

func search(t testing.TB, p Problem, o Options) Result {
	t.Helper()
	r, err := Search(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestExampleEtude(t *testing.T) {
	t.Parallel()
	for board, want := range map[string]int64{"2008": 4002, "1978": 3321} {
		r := search(t, exampleOf(t, board), Options{})
		if r.Points != 4096 || r.Count != want || r.Best != 1 || r.Histogram[0] != 4096-want {
			t.Errorf("%s: %d of %d points hit (%+v), want %d of 4096", board, r.Count, r.Points, r.Histogram, want)
		}
	}
}

// random returns a problem with features of two decimals.
func random(seed uint64, weights, etudes, seats int, size int) Problem {
	r := engines.Rand(seed)
	var p Problem
	for k := range weights {
		p.Space = append(p.Space, engines.Weight{Name: string(rune('a' + k)), Min: 0.5, Max: 2, Default: 1})
	}
	for range etudes {
		e := Etude{Winner: r.IntN(seats)}
		for range seats {
			row := make([]float64, weights)
			for k := range row {
				row[k] = float64(r.IntN(2*size+1)-size) / 100
			}
			e.Features = append(e.Features, row)
		}
		p.Etudes = append(p.Etudes, e)
	}
	return p
}

// count returns the hits of weights by definition, in exact fractions.
func count(p Problem, w []*big.Rat) int {
	hits := 0
	for _, e := range p.Etudes {
		sums := make([]*big.Rat, len(e.Features))
		for s, row := range e.Features {
			sums[s] = new(big.Rat)
			for k, v := range row {
				f := big.NewRat(int64(v*100+1000.5)-1000, 100)
				sums[s].Add(sums[s], f.Mul(f, w[k]))
			}
		}
		hit := true
		for s := range sums {
			hit = hit && (s == e.Winner || sums[e.Winner].Cmp(sums[s]) > 0)
		}
		if hit {
			hits++
		}
	}
	return hits
}

func TestSearchIsTheDefinition(t *testing.T) {
	t.Parallel()
	sets := 4
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		sets = 8
	}
	for seed := range uint64(sets / min(racetest.Effort, 4)) {
		r := rand.New(rand.NewPCG(seed, 1))
		weights := 1 + r.IntN(3)
		p := random(seed, weights, 1+r.IntN(12), 2+r.IntN(3), 2+r.IntN(6))
		got := search(t, p, Options{Top: 1 << 20, Workers: 1 + int(seed)%3})
		histogram := make([]int64, len(p.Etudes)+1)
		best := 0
		var optimal []engines.Weights
		var visit func(w []*big.Rat, at engines.Weights)
		visit = func(w []*big.Rat, at engines.Weights) {
			if len(w) < weights {
				for tenth := int64(5); tenth <= 20; tenth++ {
					visit(append(w[:len(w):len(w)], big.NewRat(tenth, 10)), append(at[:len(at):len(at)], float64(tenth)/10))
				}
				return
			}
			h := count(p, w)
			histogram[h]++
			if h > best {
				best, optimal = h, nil
			}
			if h == best {
				optimal = append(optimal, at)
			}
		}
		visit(nil, nil)
		if got.Best != best || !slices.Equal(got.Histogram, histogram) || got.Count != int64(len(optimal)) {
			t.Fatalf("seed %d: best %d, %v; want %d, %v", seed, got.Best, got.Histogram, best, histogram)
		}
		var listed []engines.Weights
		for _, o := range got.Optimal {
			listed = append(listed, o.Weights)
		}
		slices.SortFunc(listed, slices.Compare)
		if diff := cmp.Diff(optimal, listed); diff != "" {
			t.Fatalf("seed %d: optimal points: %s", seed, diff)
		}
	}
}

func TestWorkersChangeNothing(t *testing.T) {
	t.Parallel()
	p := random(5, 3, 30, 2, 500)
	var first Result
	for workers := 1; workers <= 4; workers++ {
		step := 0.025
		o := Options{Workers: workers, LeaveOneOut: workers < 3, Exact: true, Weights: map[string]Range{"a": {Step: step}, "b": {Step: step}, "c": {Step: step}}}
		calls, last := 0, int64(0)
		o.Events.Progress = func(p tuning.Progress) { calls, last = calls+1, p.Of-p.Done }
		got := search(t, p, o)
		if last != 0 || calls == 0 {
			t.Errorf("%d workers: %d calls of progress, %d points left", workers, calls, last)
		}
		if workers == 1 {
			first = got
		}
		if workers >= 3 {
			got.LeaveOneOut = first.LeaveOneOut
		}
		if diff := cmp.Diff(first, got); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
}

func TestMargin(t *testing.T) {
	t.Parallel()
	// The etude is hit if 10 a > b. The margin is largest at the corner with the largest 10 a - b.
	// It is measured in units of the ranges, for any step.
	p := Problem{
		Space:  engines.Space{{Name: "a", Max: 1}, {Name: "b", Max: 10}},
		Etudes: []Etude{{Features: [][]float64{{10, 0}, {0, 1}}}},
	}
	want := Point{Weights: engines.Weights{1, 0}, Hits: 1, Margin: 0.7071067811865475}
	for _, c := range []struct {
		step         float64
		count, total int64
	}{
		{1, 55, 121},
		{4, 18, 33},  // 0, 4 and 8
		{11, 10, 11}, // 0 alone
	} {
		r := search(t, p, Options{Weights: map[string]Range{"b": {Step: c.step}}})
		if diff := cmp.Diff(want, r.Chosen, cmp.Comparer(func(a, b float64) bool { return a-b < 1e-12 && b-a < 1e-12 })); diff != "" {
			t.Errorf("step %v: %s", c.step, diff)
		}
		if r.Points != c.total || r.Count != c.count {
			t.Errorf("step %v: %d of %d points hit, want %d of %d", c.step, r.Count, r.Points, c.count, c.total)
		}
	}
}

// The lines of this search run along a, so that it does not visit the points in the order of the grid.
func TestEqualMarginsHaveTheOrderOfTheGrid(t *testing.T) {
	t.Parallel()
	p := Problem{
		Space:  engines.Space{{Name: "a", Max: 3}, {Name: "b", Max: 1}},
		Etudes: []Etude{{Features: [][]float64{{1, 1}, {1, 1}}}}, // is never hit
	}
	want := []engines.Weights{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {3, 0}, {3, 1}}
	for top := 1; top <= len(want); top++ {
		r := search(t, p, Options{Top: top, Weights: map[string]Range{"a": {Step: 1}, "b": {Step: 1}}})
		var got []engines.Weights
		for _, o := range r.Optimal {
			got = append(got, o.Weights)
		}
		if diff := cmp.Diff(want[:top], got); diff != "" {
			t.Errorf("the best %d: %s", top, diff)
		}
	}
}

func TestProblemsRefused(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a", Max: 1}}
	huge := 1e300
	for _, p := range []Problem{
		{},
		{Space: space},
		{Space: space, Etudes: []Etude{{Features: [][]float64{{1}}}}},
		{Space: space, Etudes: []Etude{{Features: [][]float64{{1}, {2}}, Winner: 2}}},
		{Space: space, Etudes: []Etude{{Features: [][]float64{{1}, {2}}, Winner: -1}}},
		{Space: space, Etudes: []Etude{{Features: [][]float64{{1}, {2, 3}}}}},
		{Space: space, Etudes: []Etude{{Features: [][]float64{{1}, {huge * huge}}}}},
		{Space: space, Etudes: []Etude{{Features: [][]float64{{1}, {-huge * huge}}}}},
		{Space: space, Etudes: []Etude{{Features: [][]float64{{1}, {huge}}}}},
		{Space: space, Etudes: []Etude{{Features: [][]float64{{3e10}, {2e10}}}, {Features: [][]float64{{1.0 / 3}, {0}}}}}, // nine decimals do not fit
	} {
		if _, err := Search(context.Background(), p, Options{}); err == nil {
			t.Errorf("%+v was taken", p)
		}
	}
	if _, err := NewProblem(hare.New(), []training.Etude{{Position: "1;2;3", Line: 7}}); err == nil {
		t.Error("a position that is none was taken")
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Search(ctx, random(1, 3, 5, 2, 100), Options{Exact: true}); err == nil {
		t.Error("a cancelled search succeeded")
	}
}

// TestLeaveOneOut compares with a separate search without each etude.
func TestLeaveOneOut(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20 / racetest.Effort) {
		p := random(200+seed, 3, 2+int(seed), 2, 300)
		want := Accuracy{Etudes: len(p.Etudes)}
		for i, e := range p.Etudes {
			rest := Problem{Space: p.Space, Etudes: slices.Concat(p.Etudes[:i], p.Etudes[i+1:])}
			chosen := search(t, rest, Options{}).Chosen.Weights
			lead := 0.0
			for k, w := range chosen {
				lead += w * (e.Features[e.Winner][k] - e.Features[1-e.Winner][k])
			}
			if lead > 1e-9 {
				want.Hits++
			}
		}
		if got := search(t, p, Options{LeaveOneOut: true, Workers: 2}).LeaveOneOut; *got != want {
			t.Errorf("seed %d: %+v, want %+v", seed, *got, want)
		}
	}
}

// If every etude is contained twice, leave-one-out counts every hit twice.
func TestLeaveOneOutLeavesOutCopies(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20 / racetest.Effort) {
		p := random(300+seed, 2, 9, 2, 300)
		once := search(t, p, Options{LeaveOneOut: true}).LeaveOneOut
		for i := range p.Etudes {
			p.Etudes[i].Position = string(rune('A' + i))
		}
		p.Etudes = slices.Concat(p.Etudes, p.Etudes)
		progress := tuning.Progress{}
		o := Options{LeaveOneOut: true, Events: tuning.Events{Progress: func(p tuning.Progress) { progress = p }}}
		if got, want := search(t, p, o).LeaveOneOut, (Accuracy{Hits: 2 * once.Hits, Etudes: 18}); *got != want {
			t.Errorf("seed %d: %+v, want %+v", seed, *got, want)
		}
		if want := int64(10 * 16 * 16); progress.Done != want || progress.Of != want {
			t.Errorf("seed %d: %d of %d points visited, want %d", seed, progress.Done, progress.Of, want)
		}
	}
	p := random(1, 2, 1, 2, 300)
	p.Etudes[0].Position = "A"
	p.Etudes = slices.Repeat(p.Etudes, 3)
	if got := search(t, p, Options{LeaveOneOut: true}).LeaveOneOut; got != nil {
		t.Errorf("copies of one etude: %+v, but no point can be chosen without them", *got)
	}
}

func TestRounded(t *testing.T) {
	t.Parallel()
	p := Problem{
		Space:  engines.Space{{Name: "a", Max: 1}},
		Etudes: []Etude{{Features: [][]float64{{1.0 / 3}, {0.25}}}},
	}
	if r := search(t, p, Options{}); r.Count != 10 {
		t.Errorf("%d points hit, want 10", r.Count)
	}
}
