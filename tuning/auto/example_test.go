package auto_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/auto"
	"github.com/lanista/lanista/tuning/bench"
)

// Any strategy is played by one loop. Here the game is a duel whose optimum is
// known: the middle of the box lies 176 Elo below it.
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
	// the peak of the surface after 2000 games in 51 rounds
	// the middle: 176 Elo
	// less than 10 Elo are left: true
}
