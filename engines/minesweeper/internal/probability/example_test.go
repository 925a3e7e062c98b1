package probability_test

import (
	"fmt"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// The row ".1.1..." has two mines. Either one is between the numbers and one among the cells at the
// right, or there is one beside each number.
func ExampleSolver() {
	f, err := field.New(7, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	const x = field.Closed
	s := probability.New()
	if err := s.Solve(f, []uint8{x, 1, x, 1, x, x, x}, 2); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(probability.Count(s), "placements")
	for c, p := range s.P {
		fmt.Printf("%d: %.4f\n", c, p)
	}
	// Output:
	// 3 placements
	// 0: 0.3333
	// 1: 0.0000
	// 2: 0.6667
	// 3: 0.0000
	// 4: 0.3333
	// 5: 0.3333
	// 6: 0.3333
}
