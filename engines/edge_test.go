package engines_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestEdge(t *testing.T) {
	t.Parallel()
	w := engines.Weight{Name: "units", Min: -1, Max: 9}
	for _, c := range []struct {
		weight engines.Weight
		want   map[float64]string
	}{
		{w, map[float64]string{-1: "at its minimum", -0.95: "near its minimum", 0: "", 8.8: "", 8.95: "near its maximum", 9: "at its maximum"}},
		{ // a default within a hundredth of a large range
			engines.Weight{Max: 100, Default: 1},
			map[float64]string{0: "at its minimum", 0.1: "near its minimum", 0.2: "", 1: "", 98: "", 99.5: "near its maximum"},
		},
		{engines.Weight{Max: 100, Default: 99}, map[float64]string{0.5: "near its minimum", 99: "", 99.8: "", 99.95: "near its maximum"}},
		{engines.Weight{Max: 100}, map[float64]string{0: "at its minimum", 0.5: "near its minimum", 2: ""}}, // the default is the minimum
		{engines.Weight{Min: 2, Max: 3, Default: 1}, map[float64]string{2: "at its minimum", 2.005: "near its minimum", 2.1: ""}},
		{ // six powers of ten, of which a hundredth is a factor of 1.148
			engines.Weight{Min: 0.001, Max: 1000, Default: 1, Kind: engines.Log},
			map[float64]string{0.001: "at its minimum", 0.0011: "near its minimum", 0.0012: "", 1: "", 850: "", 900: "near its maximum"},
		},
	} {
		for v, want := range c.want {
			if got := c.weight.Edge(v); got != want {
				t.Errorf("%v of %v to %v, default %v: %q, want %q", v, c.weight.Min, c.weight.Max, c.weight.Default, got, want)
			}
		}
	}
	w.Kind = engines.Fixed
	if got := w.Edge(-1); got != "" {
		t.Errorf("a weight that is not searched: %q", got)
	}
}
