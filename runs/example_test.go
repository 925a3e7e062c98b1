package runs_test

import (
	"context"
	"fmt"
	"os"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/runs"
)

// turns plays twenty turns of Pig: a die is thrown until the sum is at least the
// weight, and a 1 loses the turn.
func turns(_ context.Context, a engines.Agent, seed uint64) (score float64, _ error) {
	for turn := range uint64(20) {
		sum := 0.0
		for dice := engines.Rand(engines.Seed(seed, turn)); sum < a.Weights[0]; {
			thrown := float64(1 + dice.IntN(6))
			if sum += thrown; thrown == 1 {
				sum = 0
				break
			}
		}
		score += sum
	}
	return score, nil
}

// The example tunes a new game and verifies the result. Every round is stored: an interrupted run
// continues with runs.Options{Store: "pig.db", Resume: "last"}.
func Example() {
	pig := engines.Spec{Name: "pig", Weights: engines.Space{{Name: "hold", Min: 2, Max: 60, Default: 5}}}
	catalog := runs.Catalog{Games: engines.Registry{solo.Func(pig, turns)}}
	defer func() { _ = os.Remove("pig.db") }()
	tuned, err := catalog.Tune(context.Background(), runs.Options{Store: "pig.db", Text: `
engine: {name: pig}
budget: {games: 4000}
verification: {games: 4000, opponents: [default]}
seed: 1`}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	scored := tuned.Verification.Matches[0].Scored
	fmt.Printf("stop at %.0f: %.0f points in place of %.0f\n", tuned.Verification.Result.Weights[0], scored.Against.Result.Mean, scored.Agent.Mean)
	// Output: stop at 21: 160 points in place of 97
}
