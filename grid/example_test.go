package grid_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/grid"
)

// The article's grid, 16 values of three weights, over its one surviving etude.
func ExampleSearch() {
	problem, err := grid.NewProblem(hare.New(), []engines.Etude{{Position: "45;26;2;f;29;19;0;f", Winner: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	from, to := 0.5, 2.0
	tenths := grid.Range{From: &from, To: &to, Step: 0.1}
	result, err := grid.Search(context.Background(), problem, grid.Options{
		Weights: map[string]grid.Range{"Ks": tenths, "Kc": tenths, "Kp": tenths},
	})
	fmt.Println(result.Count, "of", result.Points, "points hit", result.Best, err)
	// Output: 4002 of 4096 points hit 1 <nil>
}
