package rsm

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// In a trust region whose games say that the best lies beyond a wall of it nothing is
// known; where the wall is the end of the range the best lies at it.
func TestAssessAtTheWallOfARegion(t *testing.T) {
	t.Parallel()
	whole := tuning.Problem{Space: engines.Space{{Name: "a", Max: 10, Default: 5}, {Name: "b", Max: 10, Default: 5}}, Games: 4000, Seed: 3}
	s, err := pairwise.NewSetup(whole, false)
	if err != nil {
		t.Fatal(err)
	}
	region := whole
	region.Space = engines.Space{{Name: "a", Min: 4, Max: 6, Default: 5}, {Name: "b", Min: 4, Max: 6, Default: 5}}
	part, err := s.Within(region)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := pairwise.NewSetup(region, false)
	if err != nil {
		t.Fatal(err)
	}
	_, log := hillLog(t, 2000, func(u []float64) float64 { return -3*square(u[0]-1.5) - 12*square(u[1]-0.5) })
	answer := engines.Weights{6, 5}
	if r := Assess(part, log, answer, false, Hill{}); !math.IsNaN(r.Error[0]) || !(r.Error[1] < 0.3) {
		t.Errorf("errors %v: the best lies beyond the region along the first weight", r.Error)
	}
	if r := Assess(alone, log, answer, false, Hill{}); !(r.Error[0] < 0.3) || !(r.Error[1] < 0.3) {
		t.Errorf("errors %v: the best lies at the end of the range", r.Error)
	}
}
