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
	result, err := grid.Search(context.Background(), problem, grid.Options{})
	fmt.Println(result.Count, "of", result.Points, "points hit", result.Best, err)
	// Output: 4002 of 4096 points hit 1 <nil>
}
