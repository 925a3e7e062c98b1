package bench_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/spsa"
)

// Two settings of one method, on the round bowl alone.
func ExampleRun() {
	setting := func(o spsa.Options) func(tuning.Problem) (tuning.Strategy, error) {
		return func(p tuning.Problem) (tuning.Strategy, error) { return spsa.New(p, o) }
	}
	entries := []bench.Entry{
		{Name: "spsa", New: setting(spsa.Options{})},
		{Name: "spsa as on fishtest", New: setting(spsa.Options{Schedule: spsa.Fishtest})},
	}
	report, err := bench.Run(context.Background(), entries, bench.Options{
		Seeds: 10, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad}, Dims: []int{4, 10},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range report.Strategies {
		fmt.Printf("%s leaves less than 20 Elo: %v\n", s.Strategy, s.GeometricMean < 20)
	}
	// Output:
	// spsa leaves less than 20 Elo: true
	// spsa as on fishtest leaves less than 20 Elo: false
}
