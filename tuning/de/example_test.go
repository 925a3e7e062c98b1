package de_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/de"
)

// The example maximizes a function with two peaks by noisy comparisons. The start is on the
// lower peak; the population covers the box and finds the higher one.
func ExampleNew() {
	rng := engines.Rand(1)
	hill := func(x engines.Weights, at, top float64) float64 {
		d := math.Hypot(x[0]-at, x[1]-at)
		return top * math.Exp(-20*d*d)
	}
	better := func(a, b engines.Weights) bool {
		height := func(x engines.Weights) float64 { return max(hill(x, 0.2, 1), hill(x, 0.8, 2)) }
		return height(a)-height(b)+rng.NormFloat64() > 0
	}

	space := engines.Space{{Name: "x", Max: 1, Default: 0.2}, {Name: "y", Max: 1, Default: 0.2}}
	s, err := de.New(tuning.Problem{Space: space, Games: 8000, Seed: 1}, de.Options{Unpaired: true})
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
	fmt.Println("nearer than 0.1 to (0.8, 0.8):", math.Hypot(result.Weights[0]-0.8, result.Weights[1]-0.8) < 0.1)
	// Output:
	// the mean of the population after 7920 comparisons
	// nearer than 0.1 to (0.8, 0.8): true
}
