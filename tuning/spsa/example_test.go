package spsa_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
)

// The example maximizes a function of four variables by comparisons of two points. The noise
// is as large as the largest possible gain.
func ExampleNew() {
	best := []float64{0.2, 0.7, 0.5, 0.9}
	rng := engines.Rand(1)
	measure := func(x engines.Weights) float64 {
		sum := 0.0
		for i, v := range x {
			sum -= (v - best[i]) * (v - best[i])
		}
		return sum + 0.3*rng.NormFloat64()
	}

	space := engines.Space{}
	for _, name := range []string{"a", "b", "c", "d"} {
		space = append(space, engines.Weight{Name: name, Min: 0, Max: 1, Default: 0.5})
	}
	s, err := spsa.New(tuning.Problem{Space: space, Games: 4000, Seed: 1}, spsa.Options{Unpaired: true})
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
			if measure(round.Points[pair.A]) > measure(round.Points[pair.B]) {
				scores[i] = 1
			}
		}
		if err := s.Learn(scores); err != nil {
			fmt.Println(err)
			return
		}
	}
	result, far := s.Best(), 0.0
	for i, v := range result.Weights {
		far = math.Hypot(far, v-best[i])
	}
	fmt.Printf("%s after %d comparisons\n", result.Name, result.Games)
	fmt.Println("nearer than 0.2:", far < 0.2)
	// Output:
	// the average of the last steps after 4000 comparisons
	// nearer than 0.2: true
}
