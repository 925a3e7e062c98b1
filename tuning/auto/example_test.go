package auto_test

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/auto"
	"github.com/lanista/lanista/tuning/bench"
)

// The example tunes a duel with a known optimum. The middle of the box is 176 Elo below it.
func Example() {
	game, err := bench.NewDuel(bench.Quad, 4, 7, bench.Variant{})
	if err != nil {
		fmt.Println(err)
		return
	}
	problem := game.Problem(2000)
	strategy, err := auto.New(problem, auto.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rounds := 0
	for _, err := range tuning.Run(context.Background(), strategy, tournament.Local{Arena: game, Workers: 2}, tuning.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		rounds++
	}
	best := strategy.Best()
	fmt.Println(best.Name, "after", best.Games, "games in", rounds, "rounds")
	fmt.Printf("the middle: %.0f Elo\n", game.Regret(problem.Space.Default()))
	fmt.Println("less than 10 Elo are left:", game.Regret(best.Weights) < 10)
	// Output:
	// the top of the fitted surface after 2000 games in 51 rounds
	// the middle: 176 Elo
	// less than 10 Elo are left: true
}

// The example tunes without games: it requests pairs of weights, compares them by a
// measurement, and passes the scores to the strategy.
func ExampleNew() {
	best, rng := []float64{0.2, 0.7, 0.5, 0.9}, engines.Rand(1)
	measure := func(x engines.Weights) float64 { // higher is better
		sum := 0.0
		for i, v := range x {
			sum -= (v - best[i]) * (v - best[i])
		}
		return sum + 0.3*rng.NormFloat64()
	}

	var space engines.Space
	for _, name := range []string{"a", "b", "c", "d"} {
		space = append(space, engines.Weight{Name: name, Max: 1, Default: 0.5})
	}
	strategy, err := auto.New(tuning.Problem{Space: space, Games: 4000, Seed: 1}, auto.Options{Unpaired: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		round, err := strategy.Propose()
		if errors.Is(err, tuning.Done) {
			break
		}
		scores := make([]float64, len(round.Pairs))
		for i, pair := range round.Pairs {
			if measure(round.Points[pair.A]) > measure(round.Points[pair.B]) {
				scores[i] = 1
			}
		}
		if err := strategy.Learn(scores); err != nil {
			fmt.Println(err)
			return
		}
	}
	far := 0.0
	for i, v := range strategy.Best().Weights {
		far = math.Hypot(far, v-best[i])
	}
	fmt.Println("nearer than 0.1 after", strategy.Best().Games, "comparisons:", far < 0.1)
	// Output:
	// nearer than 0.1 after 4000 comparisons: true
}
