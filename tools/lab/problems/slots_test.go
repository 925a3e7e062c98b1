package problems_test

import (
	"testing"

	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/cmaes"
	"github.com/lanista/lanista/tuning/spsa"
)

// With more slots more rounds are requested ahead, if the strategy can return rounds ahead.
// Otherwise the number of slots changes nothing.
func TestSlots(t *testing.T) {
	t.Parallel()
	entries := []bench.Entry{bench.With("spsa", spsa.New, spsa.Options{}), bench.With("cmaes", cmaes.New, cmaes.Options{})}
	o := bench.Options{Seeds: 2, Budgets: []int{400}, Kinds: []bench.Kind{bench.Quad}, Dims: []int{4}}
	list, err := problems.RunSlots(t.Context(), entries, []int{1, 16, 64}, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 0, 2, 0, 8, 0} {
		r := list[i]
		if r.Ahead != want {
			t.Errorf("%s with %d slots: %d rounds ahead, want %d", r.Strategy, r.Slots, r.Ahead, want)
		}
		if r.Loss != r.Mean-r.Single || (want == 0) != (r.Loss == 0) {
			t.Errorf("%s with %d slots: %+v", r.Strategy, r.Slots, r)
		}
	}
}
