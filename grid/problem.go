package grid

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/engines/training"
)

// Problem contains labelled positions. Their evaluation must be linear in the weights: the value of
// a seat is the sum of its features, each multiplied by a weight. The label of a position is the
// seat that should have the largest value.
type Problem struct {
	Space engines.Space // weights, at least one
	// Constraints restricts the points of the grid; nil means no restriction.
	Constraints *constraints.Set
	Etudes      []Etude // labelled positions, at least one
}

// Etude is a labelled position: the features of every seat, and the seat that should have the
// largest value.
type Etude struct {
	Features [][]float64 // features by seat and weight, for at least two seats
	Winner   int         // seat that should have the largest value, from 0
	// Position identifies copies: leave-one-out leaves etudes with the same Position out together.
	// An etude without a Position has no copies.
	Position string
}

// NewProblem converts labelled positions (etudes) of a game to a Problem. It returns an error if
// the game's evaluation is not a weighted sum of features, or if a position is invalid. The error
// contains the line of the position, or its number in the list if the line is unknown.
func NewProblem(e engines.Engine, etudes []training.Etude) (Problem, error) {
	if e == nil {
		return Problem{}, errors.New("grid: no engine")
	}
	linear, ok := engines.AsHeuristic[engines.Linear](e)
	if !ok {
		return Problem{}, fmt.Errorf("grid: the evaluation of %s is not a weighted sum of features", e.Spec().Name)
	}
	p := Problem{Space: slices.Clone(e.Spec().Weights)}
	for i, x := range etudes {
		g, err := e.ParseGame(x.Position, 0)
		if err != nil {
			return Problem{}, wrong(i, x, err)
		}
		rows, err := linear.Features(g)
		if err != nil {
			return Problem{}, wrong(i, x, err)
		}
		p.Etudes = append(p.Etudes, Etude{Features: rows, Winner: x.Winner, Position: g.String()})
	}
	return p, nil
}

func wrong(i int, x training.Etude, err error) error {
	if x.Line > 0 {
		return fmt.Errorf("grid: %w", &training.LineError{Line: x.Line, Err: err})
	}
	return fmt.Errorf("grid: etude %d: %w", i+1, err)
}

func (p Problem) validate() error {
	if len(p.Space) == 0 {
		return fmt.Errorf("grid: no weights")
	}
	if len(p.Etudes) == 0 {
		return fmt.Errorf("grid: no etudes")
	}
	for i, e := range p.Etudes {
		if e.Winner < 0 || e.Winner >= len(e.Features) || len(e.Features) < 2 {
			return fmt.Errorf("grid: etude %d: winner %d is not one of %d seats, counted from 0", i+1, e.Winner, len(e.Features))
		}
		for _, row := range e.Features {
			if len(row) != len(p.Space) {
				return fmt.Errorf("grid: etude %d: %d features for %d weights", i+1, len(row), len(p.Space))
			}
			for k, v := range row {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return fmt.Errorf("grid: etude %d: feature %s is %v", i+1, p.Space[k].Name, v)
				}
			}
		}
	}
	return nil
}
