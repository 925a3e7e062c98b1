package fit_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
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
