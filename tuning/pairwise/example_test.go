package pairwise_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// slope is a method that compares the points on either side of its centre, along one coordinate
// after the other, and moves the centre towards the winner.
type slope struct {
	pairwise.Setup
	centre []float64
	rounds int
}

// options are the options of a slope: its number of rounds.
type options struct{ rounds int }

func (o options) Validate() error {
	if o.rounds < 1 {
		return errors.New("rounds: at least 1 is needed")
	}
	return nil
}

func newSlope(s pairwise.Setup, o options) (*slope, error) {
	return &slope{Setup: s, centre: s.Box.Start(), rounds: o.rounds}, nil
}

// beside returns the weights at a distance from the centre along the coordinate of a round.
func (s *slope) beside(round int, distance float64) engines.Weights {
	point := append([]float64(nil), s.centre...)
	point[round%len(point)] += distance
	return s.Box.Nearest(point)
}

func (s *slope) Propose(round int) pairwise.Proposal {
	if round > s.rounds {
		return pairwise.Proposal{}
	}
	return pairwise.Proposal{
		Points: []engines.Weights{s.beside(round, -0.05), s.beside(round, 0.05)},
		Pairs:  []pairwise.Pair{{A: 0, B: 1, Deal: s.Deal(round, 0)}},
	}
}

func (s *slope) Learn(round int, _ pairwise.Proposal, scores []float64) error {
	s.centre[round%len(s.centre)] += 0.04 * (0.5 - scores[0])
	return nil
}

func (s *slope) Best() tuning.Estimate { return tuning.Estimate{Weights: s.Box.Nearest(s.centre)} }
func (s *slope) PlannedPairs() int     { return s.rounds }
func (s *slope) LargestRound() int     { return 1 }

// The example tunes with any comparison of two points: the point nearer to 0.3 wins.
func ExampleDriver() {
	plane := tuning.Problem{Space: engines.Space{{Name: "x", Max: 1, Default: 0.5}, {Name: "y", Max: 1, Default: 0.2}}}
	format := pairwise.SnapshotFormat{Strategy: "slope", Version: 1}
	d, err := pairwise.New(format, plane, options{rounds: 40}, false, newSlope)
	if err != nil {
		fmt.Println(err)
		return
	}
	far := func(w engines.Weights) float64 { return math.Hypot(w[0]-0.3, w[1]-0.3) }
	for {
		p, err := d.Propose()
		if errors.Is(err, tuning.Done) {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		scores := make([]float64, len(p.Pairs))
		for i, pair := range p.Pairs {
			if far(p.Points[pair.A]) < far(p.Points[pair.B]) {
				scores[i] = 1
			}
		}
		if err := d.Learn(scores); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println("came nearer than 0.04:", far(d.Best().Weights) < 0.04)
	// Output:
	// came nearer than 0.04: true
}
