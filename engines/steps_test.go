package engines_test

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// A step is a distance within the range of a weight that is searched.
func TestCheckSteps(t *testing.T) {
	space := engines.Space{
		{Name: "a", Min: -1, Max: 3},
		{Name: "b", Kind: engines.Fixed, Max: 1},
		{Name: "c", Kind: engines.Choices, Choices: []string{"x", "y"}, Max: 1},
		{Name: "d", Kind: engines.Log, Min: 1, Max: 100, Default: 10},
	}
	for _, c := range []struct {
		steps []float64
		want  string
	}{
		{nil, ""},
		{[]float64{2, 0, 0, 5}, ""},
		{[]float64{2.1, 0, 0, 0}, "a.step: 2.1 is more than half of the range [-1, 3]"},
		{[]float64{-1, 0, 0, 0}, "a.step: -1 is not above 0"},
		{[]float64{math.NaN(), 0, 0, 0}, "a.step: NaN is not above 0"},
		{[]float64{0, 1, 0, 0}, "b.step: the weight is fixed and is not searched; remove the step"},
		{[]float64{0, 0, 1, 0}, "c.step: the weight is one of several choices, which have no distance; remove the step"},
		{[]float64{1}, "1 steps for 4 weights"},
	} {
		err := space.CheckSteps(c.steps)
		if got := errorText(err); got != c.want {
			t.Errorf("%v: %q, want %q", c.steps, got, c.want)
		}
		if all := keys.All(err); len(c.steps) == 4 && err != nil && (len(all) != 1 || all[0].Path == "") {
			t.Errorf("%v: %v has no key", c.steps, err)
		}
	}
	if got := space[0].UnitStep(2, 1); got != 0.25 {
		t.Errorf("a step of 1 in [-1, 3] is %v", got)
	}
	if got, want := space[3].UnitStep(10, 5), space[3].Unit(15)-space[3].Unit(10); math.Abs(got-want) > 1e-12 {
		t.Errorf("a step on a logarithmic scale is %v, want %v", got, want)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
