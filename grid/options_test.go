package grid

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

func at(v float64) *float64 { return &v }

// mixed is a space with a weight of every kind.
var mixed = engines.Space{
	{Name: "real", Min: 0, Max: 1},
	{Name: "whole", Min: 0.5, Max: 4, Default: 1, Kind: engines.Integer},
	{Name: "fixed", Min: 0, Max: 9, Default: 1.5, Kind: engines.Fixed},
}

func TestMistakesNameTheKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		weight string
		r      Range
		want   string
	}{
		{"real", Range{Step: -1}, "weights.real.step: -1 is not a positive number"},
		{"real", Range{Step: math.NaN()}, "weights.real.step: NaN is not a positive number"},
		{"real", Range{Step: 1e-9}, "weights.real.step: 1e-09 makes more than 1048576 values; use a larger step"},
		{"real", Range{Step: 1.0 / 3}, "weights.real: from, to and step may have at most 9 decimals"},
		{"real", Range{From: at(1e-12)}, "weights.real: from, to and step may have at most 9 decimals"},
		{"real", Range{From: at(math.NaN())}, "weights.real.from: NaN is not within [0, 1]"},
		{"real", Range{From: at(-1)}, "weights.real.from: -1 is not within [0, 1]"},
		{"real", Range{To: at(2)}, "weights.real.to: 2 is not within [0, 1]"},
		{"real", Range{From: at(1), To: at(0.5)}, "weights.real: from 1 is above to 0.5"},
		{"whole", Range{From: at(1.5)}, "weights.whole.from: 1.5 is not a whole number"},
		{"whole", Range{Step: 0.5}, "weights.whole.step: 0.5 is not a whole number, but the weight is"},
		{"fixed", Range{Step: 1}, "weights.fixed: the weight is fixed at 1.5 and has no range"},
		{"Real", Range{}, "weights.Real: unknown weight (did you mean real?)"},
	} {
		list := keys.All(Options{Weights: map[string]Range{c.weight: c.r}}.Validate(mixed))
		if len(list) != 1 || list[0].Error() != c.want {
			t.Errorf("got %v, want %q alone", list, c.want)
		}
	}
}

func TestValidateTellsEverything(t *testing.T) {
	t.Parallel()
	o := Options{Top: -1, Weights: map[string]Range{"reel": {}, "real": {From: at(-1), To: at(2)}}}
	var got []string
	for _, e := range keys.All(o.Validate(mixed)) {
		got = append(got, e.Path)
	}
	if want := "top weights.reel weights.real.from weights.real.to"; strings.Join(got, " ") != want {
		t.Errorf("mistakes of %v, want of %s", got, want)
	}
}

func TestTooManyPointsAreRefused(t *testing.T) {
	t.Parallel()
	space := make(engines.Space, 14) // 11^14 points
	for i := range space {
		space[i] = engines.Weight{Name: strings.Repeat("w", i+1), Max: 1}
	}
	if err := (Options{}).Validate(space); err == nil || !strings.Contains(err.Error(), "weights: the grid has 3.797e+14 points; at most 1099511627776") {
		t.Errorf("%v", err)
	}
	if err := (Options{Weights: map[string]Range{"x": {}}}).Validate(space); err == nil || !strings.Contains(err.Error(), "and 2 more") {
		t.Errorf("%v", err)
	}
}

// Complete fills in all defaults, and a search with the completed options is the same.
func TestComplete(t *testing.T) {
	t.Parallel()
	got, err := Options{Weights: map[string]Range{"real": {To: at(0.75), Step: 0.5}}}.Complete(mixed)
	if err != nil {
		t.Fatal(err)
	}
	want := Options{Top: 20, Weights: map[string]Range{
		"real":  {From: at(0), To: at(0.75), Step: 0.5},
		"whole": {From: at(1), To: at(4), Step: 1},
	}}
	ignore := cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "Events" }, cmp.Ignore())
	if diff := cmp.Diff(want, got, ignore); diff != "" {
		t.Error(diff)
	}
	again, err := got.Complete(mixed)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again, ignore); diff != "" {
		t.Error(diff)
	}
	if _, err := (Options{Top: -1}).Complete(mixed); err == nil {
		t.Error("options that cannot be meant were completed")
	}
}

// A fixed weight stays constant, and an integer weight has integer values.
func TestKindsAreKept(t *testing.T) {
	t.Parallel()
	p := Problem{Space: mixed, Etudes: []Etude{{Features: [][]float64{{1, 1, 1}, {0, 0, 0}}}}}
	r := search(t, p, Options{Top: 1000})
	if r.Points != 11*4 {
		t.Errorf("%d points, want 11 values of one weight and 4 of another", r.Points)
	}
	for _, o := range r.Optimal {
		if err := mixed.Check(o.Weights); err != nil || o.Weights[2] != 1.5 {
			t.Errorf("%v: %v", o.Weights, err)
		}
	}
}

func TestStepsDoNotDrift(t *testing.T) {
	t.Parallel()
	p := Problem{Space: engines.Space{{Name: "a", Max: 1}}, Etudes: []Etude{{Features: [][]float64{{1}, {0}}}}}
	r := search(t, p, Options{Weights: map[string]Range{"a": {From: at(0.1), To: at(0.3), Step: 0.1}}})
	var got []float64
	for _, o := range r.Optimal {
		got = append(got, o.Weights[0])
	}
	slices.Sort(got)
	if !slices.Equal(got, []float64{0.1, 0.2, 0.3}) {
		t.Errorf("values %v", got)
	}
}
