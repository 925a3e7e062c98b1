package solo_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/auto"
)

var pig = engines.Spec{Name: "pig", Weights: engines.Space{{Name: "hold", Min: 2, Max: 60, Default: 5}}}

// turns plays twenty turns of Pig alone: throw a die again and again, and keep
// the sum unless a 1 comes first. The weight is the sum from which on a turn ends.
func turns(_ context.Context, a engines.Agent, seed uint64) (score float64, _ error) {
	for turn := range uint64(20) {
		sum := 0
		for die := engines.Rand(engines.Seed(seed, turn)); float64(sum) < a.Weights[0]; {
			thrown := 1 + die.IntN(6)
			if sum += thrown; thrown == 1 {
				sum = 0
				break
			}
		}
		score += float64(sum)
	}
	return score, nil
}

// The example tunes a dice game. The best sum to stop at is 20; its
// neighbours are nearly as good.
func Example() {
	arena, err := engines.NewArena(solo.Func(pig, turns), engines.ArenaOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	problem := tuning.Problem{Space: pig.Weights, Seats: 1, Games: 4000, Seed: 1}
	strategy, err := tuning.NewIndependentPairings(problem, func(p tuning.Problem) (tuning.Strategy, error) { return auto.New(p, auto.Options{}) })
	if err != nil {
		fmt.Println(err)
		return
	}
	for round, err := range tuning.Run(context.Background(), strategy, tournament.Local{Arena: arena, Workers: 2}, tuning.Options{}) {
		if err != nil {
			fmt.Println("round", round.Number, err)
			return
		}
	}
	fmt.Printf("stop at %.0f\n", strategy.Best().Weights[0])
	// Output: stop at 21
}
