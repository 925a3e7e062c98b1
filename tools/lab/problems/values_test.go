package problems_test

import (
	"os"
	"slices"
	"testing"

	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/cmaes"
)

// CMA-ES reaches about the function values that the authors' implementation of adaptive learning
// rates reaches with as many evaluations, the same ranges, start, first step and noise. The values
// are medians of 20 seeds. The measurement takes seconds: with LANISTA_EXHAUSTIVE=1.
func TestValuesAreThePublished(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("20 seeds of each problem: with LANISTA_EXHAUSTIVE=1")
	}
	t.Parallel()
	entries := []bench.Entry{bench.With("cmaes", cmaes.New, cmaes.Options{})}
	published := map[bench.Kind]float64{"sphere": 0.31, "ellipsoid": 2.9, "rosenbrock": 9.3}
	kinds := problems.Valuations
	r, err := problems.RunValues(t.Context(), entries, bench.Options{Kinds: kinds, Budgets: []int{4000}, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Rows {
		want := published[row.Problem]
		if q := row.Quartiles; q[1] > 1.25*want || !slices.IsSorted(q[:]) || row.Mean <= 0 {
			t.Errorf("%s with noise %v: median %.3g of %.3g, published %.3g", row.Problem, row.Noise, q[1], q, want)
		}
	}
	if len(r.Rows) != 2*len(kinds) { // with noise and without
		t.Errorf("%d rows", len(r.Rows))
	}
}

func TestValuesOfAnUnknownKind(t *testing.T) {
	t.Parallel()
	entries := []bench.Entry{bench.With("cmaes", cmaes.New, cmaes.Options{})}
	if _, err := problems.RunValues(t.Context(), entries, bench.Options{Kinds: []bench.Kind{"luck"}}); err == nil {
		t.Error("an unknown kind is accepted")
	}
}
