package fit_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/fit"
)

// A row contains the features of one seat minus those of the other: here pawns and knights,
// with the outcomes of the games.
func Example() {
	rows := fit.NewTable(2)
	data := fit.Data{Rows: rows}
	for game, p := range []struct{ pawns, knights, won float64 }{
		{1, 0, 1}, {1, 0, 0}, {1, 0, 1}, {0, 1, 1}, {0, 1, 1}, {0, 1, 1}, {0, 1, 1}, {0, 1, 0}, {-3, 1, 0}, {-3, 1, 1},
	} {
		rows.Add([]float64{p.pawns, p.knights})
		data.Target = append(data.Target, float32(p.won))
		data.Trajectory = append(data.Trajectory, int32(game))
	}
	result, err := fit.Fit(context.Background(), fit.Problem{
		Space: engines.Space{
			{Name: "pawn", Min: 1, Max: 1, Default: 1, Kind: engines.Fixed},
			{Name: "knight", Min: 0, Max: 9, Default: 3},
		},
		Data: data,
	}, fit.Options{HeldOut: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("pawn %.0f, knight %.1f, from %d positions\n", result.Weights[0], result.Weights[1], result.Positions)
	// Output: pawn 1, knight 2.8, from 10 positions
}

// The example plays games of an engine, collects their positions, and fits the weights of its
// evaluation to the results. Random moves after the opening make the positions vary.
func ExampleCollect() {
	ctx := context.Background()
	game, err := hare.New().With(engines.Settings{"depth": "1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	agents := make([]engines.Agent, 2) // the zero value plays with the default weights
	data, err := fit.Collect(ctx, fit.Games{
		Engine: game,
		Seats:  2,
		Count:  60,
		Game: func(i int) fit.Game {
			return fit.Game{Seats: agents, Seed: uint64(i), Explore: 4}
		},
	}, fit.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := fit.Fit(ctx, fit.Problem{Space: game.Spec().Weights, Data: data}, fit.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d weights from %d positions of %d games\n", len(result.Weights), result.Positions, result.Games)
	// Output:
	// 3 weights from 1920 positions of 60 games
}
