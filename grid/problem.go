package grid

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// Problem is labelled positions, as the features of a linear evaluator: a seat is
// worth the sum of its features, each times its weight.
type Problem struct {
	Space  engines.Space // the weights; at least one
	Etudes []Etude       // at least one
}

// Etude is a labelled position: a row of features per seat, with a value per
// weight, and the seat that should come out first.
type Etude struct {
	Features [][]float64 // by seat and weight; at least two seats
	Winner   int         // a seat, from 0
}

// NewProblem asks an engine for the features of etudes. It refuses an engine
// whose evaluation is not a weighted sum, and a position that the engine does
// not read, naming its line.
func NewProblem(e engines.Engine, etudes []training.Etude) (Problem, error) {
	if e == nil {
		return Problem{}, errors.New("grid: no engine")
	}
	linear, ok := e.(engines.Linear)
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
		p.Etudes = append(p.Etudes, Etude{Features: rows, Winner: x.Winner})
	}
	return p, nil
}

// wrong names the etude, the i-th of its set, that an engine refuses.
func wrong(i int, x training.Etude, err error) error {
	if x.Line > 0 {
		return fmt.Errorf("grid: %w", &training.LineError{Line: x.Line, Err: err})
	}
	return fmt.Errorf("grid: etude %d: %w", i+1, err)
}

// validate refuses etudes that are not of the space.
func (p Problem) validate() error {
	if len(p.Space) == 0 {
		return fmt.Errorf("grid: no weights")
	}
	if len(p.Etudes) == 0 {
		return fmt.Errorf("grid: no etudes")
	}
	for i, e := range p.Etudes {
		if e.Winner < 0 || e.Winner >= len(e.Features) || len(e.Features) < 2 {
			return fmt.Errorf("grid: etude %d: winner %d of %d seats", i+1, e.Winner, len(e.Features))
		}
		for _, row := range e.Features {
			if len(row) != len(p.Space) {
				return fmt.Errorf("grid: etude %d: %d features, %d weights", i+1, len(row), len(p.Space))
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
