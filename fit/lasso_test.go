package fit

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// At the optimum the slope of the smooth part is opposite to the subgradient of the penalty:
// equal to the penalty for a weight that has moved, at most the penalty for one at the start, and
// of the right sign at a bound. The slope is computed by plain formulas.
func TestLassoMeetsTheSubgradientConditions(t *testing.T) {
	t.Parallel()
	truth := []float64{1.2, -0.4, 0.02, 0.7, 0, -0.03}
	d := made(1500, 4, truth, 0.3)
	space := spaceOf(-10, 10, "a", "b", "c", "d", "e", "f")
	space[3].Max, space[3].Default = 0.5, 0.25 // lies at its bound, at a scale of about 1
	start := engines.Weights{1, 1, 0.1, 0.25, 0.1, 0}
	for _, c := range []struct {
		lasso, ridge float64
		bounded      bool
	}{{0.01, 0, false}, {0.05, 0, false}, {0.02, 0.01, false}, {0.003, 0, true}, {1, 0, false}} {
		p, _ := d.split(defaultHeldOut, 1)
		f := &fitting{problem: Problem{Space: space, Start: start, Data: d}, ctx: context.Background(), fitted: p, cone: cone{space, len(space)}, started: 0.9}
		f.options = Options{Lasso: c.lasso}.Complete()
		o := f.objective(&f.problem.Data, p)
		f.squares = o.squares(len(space))
		o.centre = f.centre()
		f.penalise(o, c.ridge)
		low, high := f.cone.unbounded()
		if c.bounded {
			low, high = f.cone.at(0.9)
		}
		b, err := minimise(o, make([]float64, len(space)), low, high)
		if err != nil {
			t.Fatal(err)
		}
		slope := make([]float64, len(b))
		for _, i := range p {
			terms := d.Terms(int(i), nil)
			z := 0.0
			for _, x := range terms {
				z += b[x.Column] * float64(x.Value)
			}
			for _, x := range terms {
				slope[x.Column] += (1/(1+math.Exp(-z)) - float64(d.Target[i])) * float64(x.Value) / float64(len(p))
			}
		}
		kept := 0
		for j := range b {
			away := b[j] - 0.9*start[j]
			slope[j] += c.ridge * f.squares[j] * away
			most := c.lasso * math.Sqrt(f.squares[j])
			switch {
			case b[j] == high[j] && away > 0:
				if slope[j]+most > 1e-7 {
					t.Errorf("%+v: weight %d is at its upper bound with the slope %v and the penalty %v", c, j, slope[j], most)
				}
			case b[j] == low[j] && away < 0:
				if slope[j]-most < -1e-7 {
					t.Errorf("%+v: weight %d is at its lower bound with the slope %v and the penalty %v", c, j, slope[j], most)
				}
			case b[j] == o.centre[j]:
				kept++
				if math.Abs(slope[j]) > most+1e-7 {
					t.Errorf("%+v: weight %d stays at the start with the slope %v and the penalty %v", c, j, slope[j], most)
				}
			default:
				if want := -math.Copysign(most, away); math.Abs(slope[j]-want) > 1e-7 {
					t.Errorf("%+v: weight %d has moved by %v with the slope %v, want %v", c, j, away, slope[j], want)
				}
			}
		}
		if c.bounded && b[3] != high[3] {
			t.Errorf("%+v: no weight is at its bound: %v", c, b)
		}
		if kept == 0 && c.lasso >= 0.02 || (c.lasso == 1) != (kept == len(b)) {
			t.Errorf("%+v: %d weights stay at the start: %v", c, kept, b)
		}
	}
}

// A weight that stays at the start has exactly its value, and without a penalty the search finds
// what Newton's method finds.
func TestLassoKeepsWeights(t *testing.T) {
	t.Parallel()
	d := made(3000, 4, []float64{1.2, 0.5, 0.35}, 0)
	start := engines.Weights{0.3, 0.2, 0.13}
	p := Problem{Space: spaceOf(-10, 10, "a", "b", "c"), Start: start, Data: d, Seed: 2}
	r := fitOf(t, p, Options{Lasso: 0.02})
	if r.Weights[0] == start[0] || r.Weights[1] != start[1] && r.Weights[2] != start[2] {
		t.Errorf("weights %v, from %v", r.Weights, start)
	}
	for j, e := range r.Error {
		if e != 0 {
			t.Errorf("weight %d has the error %v, which a selection by the same positions does not allow", j, e)
		}
	}
	none := fitOf(t, p, Options{})
	tiny := fitOf(t, p, Options{Lasso: 1e-12})
	for j := range none.Weights {
		if math.Abs(none.Weights[j]-tiny.Weights[j]) > 1e-6 {
			t.Errorf("weight %d: %v without a penalty, %v with almost none", j, none.Weights[j], tiny.Weights[j])
		}
	}
	if _, err := FitTable(context.Background(), d, nil, 1, Options{Lasso: 0.1}); !isKey(err, "lasso") {
		t.Errorf("a table: %v", err)
	}
	if err := (Options{Lasso: -1}).Validate(); !isKey(err, "lasso") {
		t.Errorf("a negative penalty: %v", err)
	}
}

// isKey reports whether an error belongs to an option.
func isKey(err error, path string) bool {
	key := (*keys.KeyError)(nil)
	return errors.As(err, &key) && key.Path == path
}
