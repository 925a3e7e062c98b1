package cmaes_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/cmaes"
)

// The example follows a long narrow ridge diagonal to the axes by comparisons. The noise is as
// large as the largest possible gain. The covariance turns along the ridge.
func ExampleNew() {
	rng := engines.Rand(1)
	height := func(x engines.Weights) float64 {
		along, across := x[0]+x[1]-1.4, x[0]-x[1]
		return -along*along - 20*across*across
	}
	better := func(a, b engines.Weights) bool {
		return height(a)-height(b)+0.3*rng.NormFloat64() > 0
	}

	space := engines.Space{{Name: "x", Max: 1, Default: 0.2}, {Name: "y", Max: 1, Default: 0.2}}
	s, err := cmaes.New(tuning.Problem{Space: space, Games: 4000, Seed: 1}, cmaes.Options{Unpaired: true})
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
	result := s.Best()
	fmt.Printf("%s after %d comparisons\n", result.Name, result.Games)
	fmt.Println("nearer than 0.1 to (0.7, 0.7):", math.Hypot(result.Weights[0]-0.7, result.Weights[1]-0.7) < 0.1)
	// Output:
	// the average of the last centres after 3996 comparisons
	// nearer than 0.1 to (0.7, 0.7): true
}
