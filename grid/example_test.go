package grid_test

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/grid"
)

// Three positions of a game with two features: the search finds the best weights in steps of
// 0.1, and the exact limit of all weights.
func Example() {
	problem := grid.Problem{
		Space: engines.Space{{Name: "attack", Min: 0, Max: 1}, {Name: "defence", Min: 0, Max: 1}},
		Etudes: []grid.Etude{
			{Features: [][]float64{{3, 1}, {1, 2}}, Winner: 0},  // hit where 2 attack > defence
			{Features: [][]float64{{1, 4}, {4, 0}}, Winner: 0},  // hit where 4 defence > 3 attack
			{Features: [][]float64{{5, 9}, {2, 10}}, Winner: 1}, // hit where defence > 3 attack
		},
	}
	result, err := grid.Search(context.Background(), problem, grid.Options{Exact: true, LeaveOneOut: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d of %d points hit %d of %d etudes\n", result.Count, result.Points, result.Best, result.Etudes)
	fmt.Printf("chosen: attack %.1f, defence %.1f\n", result.Chosen.Weights[0], result.Chosen.Weights[1])
	fmt.Printf("no weights hit more than %d\n", result.Bound.Hits)
	fmt.Printf("without an etude, the choice hits it %d times of %d\n", result.LeaveOneOut.Hits, result.LeaveOneOut.Etudes)
	// Output:
	// 60 of 121 points hit 2 of 3 etudes
	// chosen: attack 0.0, defence 1.0
	// no weights hit more than 2
	// without an etude, the choice hits it 0 times of 3
}

// The article's grid, 16 values of three weights, over its one surviving etude.
func ExampleSearch() {
	problem, err := grid.NewProblem(hare.New(), []training.Etude{{Position: "45;26;2;f;29;19;0;f", Winner: 1}})
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
