package gp_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/gp"
)

// The example maximizes a function with two peaks by noisy comparisons. The nearer peak is
// lower; the process finds the higher one.
func ExampleNew() {
	rng := engines.Rand(1)
	hill := func(x engines.Weights, a, b float64) float64 {
		return math.Exp(-((x[0]-a)*(x[0]-a) + (x[1]-b)*(x[1]-b)) / 0.02)
	}
	height := func(x engines.Weights) float64 { return 2*hill(x, 0.4, 0.4) + 4*hill(x, 0.8, 0.9) }
	better := func(a, b engines.Weights) bool { return height(a)-height(b)+rng.NormFloat64() > 0 }

	space := engines.Space{{Name: "first", Max: 1, Default: 0.5}, {Name: "second", Max: 1, Default: 0.5}}
	s, err := gp.New(tuning.Problem{Space: space, Games: 600, Seed: 1}, gp.Options{Unpaired: true, Rounds: 6})
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
	best := s.Best().Weights
	fmt.Printf("%.1f %.1f\n", best[0], best[1])
	// Output:
	// 0.8 0.9
}
