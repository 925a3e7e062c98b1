package engines_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestEdge(t *testing.T) {
	t.Parallel()
	w := engines.Weight{Name: "units", Min: -1, Max: 9}
	for v, want := range map[float64]string{
		-1: "at its minimum", -0.95: "near its minimum", 0: "", 8.8: "", 8.95: "near its maximum", 9: "at its maximum",
	} {
		if got := w.Edge(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
	w.Kind = engines.Fixed
	if got := w.Edge(-1); got != "" {
		t.Errorf("a weight that is not searched: %q", got)
	}
}
