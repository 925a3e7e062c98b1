package bench_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/spsa"
)

// The example compares two settings of one strategy on the round quadratic.
func ExampleRun() {
	entries := []bench.Entry{
		bench.With("spsa", spsa.New, spsa.Options{}),
		bench.With("spsa as on fishtest", spsa.New, spsa.Options{Schedule: spsa.Fishtest}),
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
