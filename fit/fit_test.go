package fit

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// spaceOf returns a space of weights with the given range and the default 1.
func spaceOf(low, high float64, names ...string) engines.Space {
	var space engines.Space
	for _, name := range names {
		space = append(space, engines.Weight{Name: name, Min: low, Max: high, Default: min(max(1, low), high)})
	}
	return space
}

// made returns examples whose results follow the model: games of some positions each, whose
// results share a part that no feature explains.
func made(games, positions int, b []float64, shared float64) Data {
	return drawn(engines.Rand(1), games, positions, b, shared)
}

// drawn is made with a random source.
func drawn(rng *rand.Rand, games, positions int, b []float64, shared float64) Data {
	d := Data{Rows: NewTable(len(b))}
	for g := range games {
		luck := shared * rng.NormFloat64()
		for range positions {
			row := make([]float64, len(b))
			z := luck
			for j := range row {
				row[j] = float64(float32(rng.NormFloat64()))
				z += b[j] * row[j]
			}
			d.Rows.(*Table).Add(row)
			result := float32(0)
			if rng.Float64() < rating.Logistic(z) {
				result = 1
			}
			d.Target = append(d.Target, result)
			d.Trajectory = append(d.Trajectory, int32(g))
		}
	}
	return d
}

func fitOf(t *testing.T, p Problem, o Options) Result {
	t.Helper()
	r, err := Fit(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFitFindsTheWeights fits results drawn from the model.
func TestFitFindsTheWeights(t *testing.T) {
	t.Parallel()
	truth := []float64{1.2, -0.4, 0, 0.7}
	r := fitOf(t, Problem{Space: spaceOf(-10, 10, "a", "b", "c", "d"), Data: made(4000, 5, truth, 0), Seed: 3}, Options{Workers: 2})
	for j, w := range r.Weights {
		off := w*r.Scale - truth[j]
		if e := r.Error[j] * r.Scale; math.Abs(off) > 4*e || e > 0.05 || e < 0.01 {
			t.Errorf("weight %d: %v, off by %v with an error of %v", j, w, off, e)
		}
	}
	if r.HeldOut >= r.StartHeldOut || r.Loss >= r.StartLoss {
		t.Errorf("losses %v, %v; the start's %v, %v", r.Loss, r.HeldOut, r.StartLoss, r.StartHeldOut)
	}
	if r.Positions != 20_000 || r.Games != 4000 {
		t.Errorf("%d positions of %d games", r.Positions, r.Games)
	}
}

// TestErrorsHoldTheTruth fits few results with a start near the truth, so that the held-out games
// often choose a strong ridge penalty, which hardly lets the weights move. The errors must contain
// the truth nevertheless.
func TestErrorsHoldTheTruth(t *testing.T) {
	t.Parallel()
	const sets = 100
	truth := []float64{0.5, -0.15, 0.8, 0.4}
	p := Problem{Space: spaceOf(-10, 10, "a", "b", "c", "d"), Start: engines.Weights{0.4, -0.1, 0.5, 0.5}}
	missed, strong := make([]int, len(truth)), 0
	for set := range uint64(sets) {
		p.Data, p.Seed = drawn(engines.Rand(set), 300, 1, truth, 0), set
		r := fitOf(t, p, Options{})
		if r.Ridge > 1e-3 {
			strong++
		}
		for j, w := range r.Weights {
			if math.Abs(w*r.Scale-truth[j]) > 1.96*r.Error[j]*r.Scale {
				missed[j]++
			}
		}
	}
	for j, n := range missed {
		if n > sets/10 {
			t.Errorf("weight %d: %d of %d errors do not contain the truth", j, n, sets)
		}
	}
	if strong < sets/4 {
		t.Errorf("the penalty is strong in %d of %d fits", strong, sets)
	}
}

// TestErrorsCountGames checks that positions of one game do not count as independent
// observations.
func TestErrorsCountGames(t *testing.T) {
	t.Parallel()
	single := made(600, 1, []float64{0.5}, 0)
	tenfold := Data{Rows: NewTable(1)}
	for i := range single.Len() {
		for range 10 {
			tenfold.Rows.(*Table).addTerms(single.Terms(i, nil))
			tenfold.Target, tenfold.Trajectory = append(tenfold.Target, single.Target[i]), append(tenfold.Trajectory, single.Trajectory[i])
		}
	}
	ridge := 0.0
	p := Problem{Space: spaceOf(-10, 10, "a"), Data: single, Seed: 1}
	one := fitOf(t, p, Options{Ridge: &ridge})
	p.Data = tenfold
	ten := fitOf(t, p, Options{Ridge: &ridge})
	if math.Abs(one.Error[0]*one.Scale-ten.Error[0]*ten.Scale) > 1e-6 {
		t.Errorf("error %v, with every position ten times %v", one.Error[0], ten.Error[0])
	}
}

// TestWorkersChangeNothing checks that the result does not depend on the number of goroutines.
func TestWorkersChangeNothing(t *testing.T) {
	t.Parallel()
	p := Problem{Space: spaceOf(0, 1, "a", "b", "c"), Data: made(500, 4, []float64{1, -0.5, 2}, 0.5), Seed: 1}
	lambda := 0.6
	one := fitOf(t, p, Options{Workers: 1, Lambda: &lambda})
	many := fitOf(t, p, Options{Workers: 5, Lambda: &lambda})
	if !slices.Equal(one.Weights, many.Weights) || !slices.Equal(one.Error, many.Error) || one.HeldOut != many.HeldOut {
		t.Errorf("%+v with one goroutine, %+v with five", one, many)
	}
}

// TestScaleFollowsAFixedWeight checks that a fixed weight determines the scale.
func TestScaleFollowsAFixedWeight(t *testing.T) {
	t.Parallel()
	space := spaceOf(-10, 10, "a", "b")
	space[0].Kind, space[0].Default = engines.Fixed, 4
	r := fitOf(t, Problem{Space: space, Data: made(3000, 4, []float64{2, 1}, 0), Seed: 1}, Options{})
	if r.Weights[0] != 4 || math.Abs(r.Weights[1]-2) > 0.2 || math.Abs(r.Scale-0.5) > 0.05 {
		t.Errorf("weights %v, scale %v, want about 4, 2 and 0.5", r.Weights, r.Scale)
	}
}

// TestRangesHold checks that the weights are within their ranges and optimal there.
func TestRangesHold(t *testing.T) {
	t.Parallel()
	space := spaceOf(0.5, 2, "a", "b")
	data := made(1500, 4, []float64{8, 0.3}, 0)
	ridge := 0.0
	r := fitOf(t, Problem{Space: space, Data: data, Seed: 1}, Options{Ridge: &ridge})
	if err := space.Check(r.Weights); err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Weights[0]/r.Weights[1]-4) > 0.01 {
		t.Errorf("weights %v: the largest ratio that the ranges have is 4", r.Weights)
	}
	p, _ := data.split(defaultHeldOut, 1)
	o := &objective{ctx: context.Background(), data: &data, part: p}
	least := math.Inf(1)
	for a := 0.5; a <= 2; a += 0.5 {
		for b := 0.5; b <= 2; b += 0.5 {
			for k := 0.5; k < 16; k *= 1.2 {
				least = min(least, o.value([]float64{k * a, k * b}))
			}
		}
	}
	if r.Loss > least+1e-6 {
		t.Errorf("loss %v, a grid has %v", r.Loss, least)
	}
}

// TestRangesHoldBesideAFixedWeight fits a weight whose range excludes the best ratio to a fixed
// one. The loss is the least of all scales.
func TestRangesHoldBesideAFixedWeight(t *testing.T) {
	t.Parallel()
	space := spaceOf(0.1, 1, "a", "b")
	space[0] = engines.Weight{Name: "a", Max: 10, Default: 4, Kind: engines.Fixed}
	space[1].Default = 0.3
	data, ridge := made(1500, 4, []float64{2, 1}, 0), 0.0
	r := fitOf(t, Problem{Space: space, Data: data, Seed: 1}, Options{Ridge: &ridge})
	p, _ := data.split(defaultHeldOut, 1)
	o := &objective{ctx: context.Background(), data: &data, part: p}
	least := math.Inf(1)
	for k := 0.1; k < 2; k += 0.01 {
		least = min(least, o.value([]float64{4 * k, k})) // the second weight at the end of its range
	}
	if r.Weights[0] != 4 || math.Abs(r.Weights[1]-1) > 1e-6 || math.Abs(r.Loss-least) > 1e-4 || r.KeptStart {
		t.Errorf("weights %v, loss %v; want 4 and 1, loss %v", r.Weights, r.Loss, least)
	}
}

// TestRidgeHoldsTheStart checks that weights which the positions do not determine stay at the
// start.
func TestRidgeHoldsTheStart(t *testing.T) {
	t.Parallel()
	data := made(200, 3, []float64{1, 1}, 0)
	strong := 1e6
	r := fitOf(t, Problem{Space: spaceOf(-10, 10, "a", "b"), Start: engines.Weights{3, 1}, Data: data, Seed: 1}, Options{Ridge: &strong})
	if math.Abs(r.Weights[0]-3) > 1e-3 || math.Abs(r.Weights[1]-1) > 1e-3 {
		t.Errorf("weights %v, held at 3 and 1", r.Weights)
	}
}

// TestDescendFindsWhatNewtonFinds compares the two solvers.
func TestDescendFindsWhatNewtonFinds(t *testing.T) {
	t.Parallel()
	data := made(1000, 4, []float64{1, -0.5, 2, 0, 0.3}, 0)
	for _, loss := range []loss{logistic, squares} {
		all, _ := data.split(0, 1)
		o := &objective{ctx: context.Background(), data: &data, part: all, loss: loss, centre: make([]float64, 5), penalty: []float64{.1, .1, 0, 0, 1}}
		low, high := cone{nil, 5}.unbounded()
		want, err := newton(o, make([]float64, 5), low, high)
		if err != nil {
			t.Fatal(err)
		}
		got, err := descend(o, &objective{ctx: o.ctx, data: &data}, make([]float64, 5), nil)
		if err != nil {
			t.Fatal(err)
		}
		for j := range want {
			if math.Abs(got[j]-want[j]) > 1e-5 {
				t.Errorf("loss %d: weight %d is %v by descent, %v by Newton", loss, j, got[j], want[j])
			}
		}
	}
}

// TestReturns compares the targets of a line with hand-computed values: all predictions are
// 1/2, and the outcome is 1.
func TestReturns(t *testing.T) {
	t.Parallel()
	d := Data{Rows: NewTable(1), Target: []float32{1, 1, 1, 0}, Trajectory: []int32{0, 0, 0, 1}}
	for range 4 {
		d.Rows.(*Table).Add([]float64{1})
	}
	got := d.returns([]float64{0}, logistic, 0.5)
	if want := []float32{0.625, 0.75, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("targets %v, want %v", got, want)
	}
}

// TestFitRefuses changes one field of a sound problem at a time.
func TestFitRefuses(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for _, c := range []struct {
		name, want string
		change     func(p *Problem)
	}{
		{"start of another length", "start: 1 weights given, 2 needed", func(p *Problem) { p.Start = engines.Weights{1} }},
		{"start that is no number", "start: a: NaN", func(p *Problem) { p.Start = engines.Weights{nan, 1} }},
		{"start out of range", "start: b: 9 is not within [-5, 5]", func(p *Problem) { p.Start = engines.Weights{1, 9} }},
		{"weights of one name", "a: named twice", func(p *Problem) { p.Space = spaceOf(-5, 5, "a", "a") }},
		{"more weights than columns", "2 columns for 3 weights", func(p *Problem) { p.Space = spaceOf(-5, 5, "a", "b", "c") }},
		{"too few targets", "5 targets for 60 examples", func(p *Problem) { p.Data.Target = p.Data.Target[:5] }},
		{"no trajectories", "0 trajectory numbers for 60 examples", func(p *Problem) { p.Data.Trajectory = nil }},
		{"negative trajectory", "example 3: the trajectory number -1 is below 0", func(p *Problem) { p.Data.Trajectory[2] = -1 }},
		{"negative number of trajectories", "-1 trajectories of each game", func(p *Problem) { p.Data.Trajectories = -1 }},
		{"too few stages", "1 stages for 60 examples", func(p *Problem) { p.Data.Stage = []float32{1} }},
		{"stage that is no number", "example 60: the stage NaN is not a finite number", func(p *Problem) {
			p.Data.Stage = make([]float32, 60)
			p.Data.Stage[59] = float32(nan)
		}},
		{"infinite stage", "example 1: the stage -Inf", func(p *Problem) {
			p.Data.Stage = make([]float32, 60)
			p.Data.Stage[0] = float32(math.Inf(-1))
		}},
		{"target that is no number", "example 1: the target NaN", func(p *Problem) { p.Data.Target[0] = float32(nan) }},
		{"result above 1", "example 2: the target 2 is not a result", func(p *Problem) { p.Data.Target[1] = 2 }},
		{"row with too many values", "example 61: a feature in column 2; there are 2 columns", func(p *Problem) {
			p.Data.Rows.(*Table).Add([]float64{1, 1, 1})
			p.Data.Target, p.Data.Trajectory = append(p.Data.Target, 1), append(p.Data.Trajectory, 30)
		}},
		{"terms in another order", "example 61: the features are not in ascending order of columns: 0 follows 1", func(p *Problem) {
			p.Data.Rows.(*Table).addTerms([]training.Term{{Column: 1, Value: 1}, {Column: 0, Value: 1}})
			p.Data.Target, p.Data.Trajectory = append(p.Data.Target, 1), append(p.Data.Trajectory, 30)
		}},
		{"infinite feature", "example 61: the feature +Inf in column 0", func(p *Problem) {
			p.Data.Rows.(*Table).Add([]float64{math.Inf(1), 1})
			p.Data.Target, p.Data.Trajectory = append(p.Data.Target, 1), append(p.Data.Trajectory, 30)
		}},
		{"huge evaluation", "example 61: the evaluation with the start weights is 4e+38; at most 3.403e+38 is possible", func(p *Problem) {
			p.Data.Rows.(*Table).addTerms([]training.Term{{Column: 0, Value: 2e38}})
			p.Data.Target, p.Data.Trajectory = append(p.Data.Target, 1), append(p.Data.Trajectory, 30)
			p.Start = engines.Weights{2, 1}
		}},
	} {
		p := Problem{Space: spaceOf(-5, 5, "a", "b"), Data: made(30, 2, []float64{1, -1}, 0)}
		c.change(&p)
		if _, err := Fit(t.Context(), p, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	d := made(30, 2, []float64{1, -1}, 0)
	if _, err := FitTable(t.Context(), d, []float64{1}, 1, Options{}); err == nil || !strings.Contains(err.Error(), "1 start weights for 2 columns") {
		t.Errorf("a table with a short start: %v", err)
	}
	d.Target = d.Target[:5]
	if _, err := FitTable(t.Context(), d, nil, 1, Options{}); err == nil || !strings.Contains(err.Error(), "5 targets for 60 examples") {
		t.Errorf("a table with too few targets: %v", err)
	}
}

// TestStartOfZeros fits examples of known coefficients from start weights without a scale. The
// weights are then the coefficients in logits.
func TestStartOfZeros(t *testing.T) {
	t.Parallel()
	coefficients := []float64{1, -0.5}
	r := fitOf(t, Problem{Space: spaceOf(-5, 5, "a", "b"), Start: engines.Weights{0, 0}, Data: made(4000, 1, coefficients, 0)}, Options{})
	for j, want := range coefficients {
		if math.Abs(r.Weights[j]-want) > 4*r.Error[j] || r.Error[j] > 0.1 {
			t.Errorf("weight %d: %.3f ± %.3f, want %v", j, r.Weights[j], r.Error[j], want)
		}
	}
	if r.Scale != 1 || r.KeptStart {
		t.Errorf("scale %v, start kept %t", r.Scale, r.KeptStart)
	}
}

// TestStartThatPredictsTheOpposite fits from start weights that prefer what loses. No scale makes
// them predict better than a constant, and a negative one is none.
func TestStartThatPredictsTheOpposite(t *testing.T) {
	t.Parallel()
	r := fitOf(t, Problem{Space: spaceOf(-5, 5, "a", "b"), Start: engines.Weights{-1, 0.5}, Data: made(2000, 1, []float64{1, -0.5}, 0)}, Options{})
	if r.StartScale != 0 || math.Abs(r.StartLoss-math.Ln2) > 1e-9 || r.Weights[0] < 0 || r.Weights[1] > 0 {
		t.Errorf("scale %v and loss %v at the start, weights %v; want 0, ln 2 and weights of the other signs", r.StartScale, r.StartLoss, r.Weights)
	}
}

// TestRangesHoldFromAStartOfAnotherSize fits from a start of which only a weight of little importance
// is large, and has the wrong sign. Neither its scale nor its size says anything about the scale of
// the two weights whose ranges exclude the best ratio.
func TestRangesHoldFromAStartOfAnotherSize(t *testing.T) {
	t.Parallel()
	for _, large := range []float64{1e4, 1e6, 1e9} {
		space := spaceOf(1, 1.1, "a", "b", "c")
		space[2].Min, space[2].Max, space[2].Default = -large, large, -large
		data, ridge := made(1500, 4, []float64{2, 0.5, 0.1}, 0), 0.0
		r := fitOf(t, Problem{Space: space, Data: data, Seed: 1}, Options{Ridge: &ridge})
		if err := space.Check(r.Weights); err != nil {
			t.Fatal(err)
		}
		p, _ := data.split(defaultHeldOut, 1)
		o := &objective{ctx: context.Background(), data: &data, part: p}
		least := math.Inf(1)
		for k := 0.5; k < 4; k *= 1.05 {
			least = min(least, o.value([]float64{1.1 * k, k, 0.1}))
		}
		if r.StartScale != 0 || r.Loss > least+1e-4 || r.KeptStart {
			t.Errorf("a start of %v: weights %v, scale %v, loss %v; weights on a grid have %v", -large, r.Weights, r.Scale, r.Loss, least)
		}
	}
}

func TestOptionsTellAllMistakes(t *testing.T) {
	t.Parallel()
	bad := -1.0
	err := Options{Target: "luck", Ridge: &bad, HeldOut: 2, Lambda: &bad, Positions: -1}.Validate()
	for _, name := range []string{"target", "ridge", "held_out", "lambda", "positions"} {
		found := false
		for _, k := range keys.All(err) {
			found = found || k.Path == name
		}
		if !found {
			t.Errorf("%v says nothing of %s", err, name)
		}
	}
}

func TestFitStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := Problem{Space: spaceOf(0, 1, "a"), Data: made(50, 2, []float64{1}, 0)}
	if _, err := Fit(ctx, p, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a fit that is cancelled: %v", err)
	}
	if _, err := Fit(context.Background(), Problem{Space: p.Space, Data: Data{Rows: NewTable(1)}}, Options{}); err == nil {
		t.Error("a fit to no positions succeeds")
	}
}

// counted contains rows that cancel a context when a number of them have been read.
type counted struct {
	Rows
	left   *atomic.Int64 // reads until the context is cancelled
	cancel context.CancelFunc
}

func (c counted) Terms(i int, dst []training.Term) []training.Term {
	if c.left.Add(-1) == 0 {
		c.cancel()
	}
	return c.Rows.Terms(i, dst)
}

// A fit that is cancelled at any moment returns the context's error or the complete result.
func TestFitStopsAnywhere(t *testing.T) {
	t.Parallel()
	plain := Problem{Space: spaceOf(0, 2, "a", "b"), Data: made(40, 3, []float64{1, 0.5}, 0)}
	want := fitOf(t, plain, Options{Workers: 3})
	all := int64(plain.Data.Len())
	for _, most := range []int64{1, all / 2, all, 2*all + 1, 3*all - 1, 5 * all, 9*all + 7, 20 * all, 40 * all, 80 * all, 160 * all, 1 << 40} {
		ctx, cancel := context.WithCancel(t.Context())
		left := new(atomic.Int64)
		left.Store(most)
		p := plain
		p.Data.Rows = counted{plain.Data.Rows, left, cancel}
		got, err := Fit(ctx, p, Options{Workers: 3})
		if done := left.Load() <= 0; err == nil && (done || !slices.Equal(got.Weights, want.Weights) || got.Loss != want.Loss) || err != nil && (!done || !errors.Is(err, context.Canceled)) {
			t.Errorf("cancelled after %d rows (%v): %+v, %v", most, done, got, err)
		}
		cancel()
	}
}

// addTerms appends a row with the given features.
func (t *Table) addTerms(terms []training.Term) {
	t.terms = append(t.terms, terms...)
	t.ends = append(t.ends, len(t.terms))
}
