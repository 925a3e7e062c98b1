package rsm_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/rsm"
)

// The example maximizes a function of three variables, of which the last has no effect, by
// noisy comparisons. It prints standard errors and importances.
func ExampleNew() {
	rng := engines.Rand(1)
	better := func(a, b engines.Weights) bool {
		height := func(x engines.Weights) float64 {
			return -4*(x[0]-0.3)*(x[0]-0.3) - 2*(x[1]-0.6)*(x[1]-0.6)
		}
		return height(a)-height(b)+rng.NormFloat64() > 0
	}

	var space engines.Space
	for _, name := range []string{"first", "second", "idle"} {
		space = append(space, engines.Weight{Name: name, Max: 1, Default: 0.5})
	}
	s, err := rsm.New(tuning.Problem{Space: space, Games: 8000, Seed: 1}, rsm.Options{Unpaired: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		round, err := s.Propose()
		if errors.Is(err, tuning.Done) {
			break
		}
		scores := make([]float64, len(round.Pairs))
		for i, pair := range round.Pairs {
			if better(round.Points[pair.A], round.Points[pair.B]) {
				scores[i] = 1
			}
		}
		if err := s.Learn(scores); err != nil {
			fmt.Println(err)
			return
		}
	}
	result, report := s.Best(), s.Report()
	for i, best := range []float64{0.3, 0.6} {
		fmt.Printf("%s: within two standard errors: %v\n", space[i].Name, math.Abs(result.Weights[i]-best) < 2*report.Error[i])
	}
	fmt.Println("the first is worth more:", report.Importance[0] > report.Importance[1]+3*report.ImportanceError[1])
	fmt.Println("where the last is best is not known:", math.IsNaN(report.Error[2]))
	// Output:
	// first: within two standard errors: true
	// second: within two standard errors: true
	// the first is worth more: true
	// where the last is best is not known: true
}
