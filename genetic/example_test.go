package genetic_test

import (
	"context"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/genetic"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// coin is a game of chance that the agent nearer to 7 wins more often.
type coin struct{}

func (coin) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	edge := math.Abs(seats[1].Weights[0]-7) - math.Abs(seats[0].Weights[0]-7)
	if engines.Rand(seed).Float64() < 1/(1+math.Exp(-edge)) {
		return engines.Record{Outcome: engines.Winner(2, 0)}, nil
	}
	return engines.Record{Outcome: engines.Winner(2, 1)}, nil
}

// Breed one weight by the Risk procedure, and see what each generation brought.
func Example() {
	problem := tuning.Problem{
		Space: engines.Space{{Name: "courage", Min: 0, Max: 10, Default: 1}},
		Seed:  1,
	}
	breeder, err := genetic.New(problem, genetic.Paper())
	if err != nil {
		fmt.Println(err)
		return
	}
	rounds := tuning.Run(context.Background(), breeder, tournament.Local{Arena: coin{}, Workers: 1}, tuning.Options{})
	for round, err := range rounds {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("generation %d: %d games\n", round.Number, round.Total)
	}
	best := breeder.Best()
	fmt.Printf("%s has courage %.1f\n", best.Name, best.Weights[0])
	// Output:
	// generation 1: 450 games
	// generation 2: 900 games
	// generation 3: 1350 games
	// generation 4: 1800 games
	// the fittest genome has courage 6.5
}

// A number that cannot be meant is refused by its key.
func ExampleOptions_Validate() {
	o := genetic.Bred()
	o.Mutation.Rate = 1.5
	fmt.Println(o.Validate())
	// Output: mutation.rate: 1.5 is not within [0, 1]
}
