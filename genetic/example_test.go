package genetic_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/elementary"
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

// The example breeds one weight with the Risk procedure and prints the games of each
// generation.
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

// cauchy is a mutation like Gaussian, but with a Cauchy distribution (Yao, Liu and Lin,
// "Evolutionary programming made faster", 1999). It uses the steps of Gaussian and draws its
// own noise, the quotient of two normal numbers. math.Tan, which the usual formula needs, does not
// return the same on every processor.
type cauchy struct{ genetic.Gaussian }

func (cauchy) Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64 {
	noise := elementary.Normal(r) / elementary.Normal(r)
	return w.Snap(v + step*noise*(w.Max-w.Min))
}

// The example uses a custom mutation. Any type that implements the interface of a part can
// replace an operator.
func ExampleOperators() {
	config := genetic.Bred()
	config.Custom.Mutation = cauchy{genetic.Gaussian{First: 0.05, Last: 0.01}}
	config.Crossover = genetic.CrossoverConfig{Kind: "blend", Alpha: 0.366}
	problem := tuning.Problem{
		Space: engines.Space{{Name: "courage", Min: 0, Max: 10, Default: 1}},
		Games: 4000,
		Seed:  1,
	}
	breeder, err := genetic.New(problem, config)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, err := range tuning.Run(context.Background(), breeder, tournament.Local{Arena: coin{}, Workers: 1}, tuning.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	best := breeder.Best()
	fmt.Printf("%s has courage %.1f\n", best.Name, best.Weights[0])
	// Output: the average of the parents has courage 7.1
}

// The error of Validate contains every invalid number with its key.
func ExampleConfig_Validate() {
	c := genetic.Bred()
	c.Mutation.Rate = 1.5
	c.Selection = genetic.SelectionConfig{Kind: "rank", Pressure: 3}
	fmt.Println(c.Validate())
	// Output:
	// selection.pressure: 3 is not within [1, 2]
	// mutation.rate: 1.5 is not within [0, 1]
}
