package conformance

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
)

// tolerance is the largest allowed difference between an evaluation and the weighted sum of its
// features, relative to 1 plus the sum of the absolute terms.
const tolerance = 1e-6

// checkEvaluation tests that an evaluation has a finite value for every seat. If the evaluation is
// linear, the value must equal the weighted sum of the features. Computing them must change neither
// the position nor the weights nor earlier results.
func checkEvaluation(p *probe) error {
	evaluator, ok := engines.AsHeuristic[engines.Evaluator](p.engine)
	if !ok {
		p.note("the engine does not implement Evaluator: eval shows no values")
		return nil
	}
	linear, _ := engines.AsHeuristic[engines.Linear](p.engine)
	var earlier, kept [][]float64 // the features of the last position, and a copy of them
	refused, varied, visited := false, len(engines.Space(p.spec.Weights).Free()) == 0, 0
	err := p.visitPositions(func(at place) error {
		text := at.game.String()
		w := make(engines.Weights, len(p.spec.Weights))
		for i, weight := range p.spec.Weights {
			w[i] = weight.Snap(weight.FromUnit(at.rng.Float64()))
		}
		given := slices.Clone(w)
		worth, err := evaluator.Evaluate(at.game, w)
		if err != nil {
			return fmt.Errorf("method Evaluate: %w", err)
		}
		if !slices.Equal(w, given) {
			return fmt.Errorf("method Evaluate changes the weights that it receives from %v to %v; copy them", given, w)
		}
		if len(worth) != at.seats {
			return fmt.Errorf("method Evaluate returns %d values for %d seats", len(worth), at.seats)
		}
		for seat, v := range worth {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("with the weights %v Evaluate returns %v for seat %d", w, v, seat)
			}
		}
		first := slices.Clone(worth)
		defaults, err := evaluator.Evaluate(at.game, nil)
		if err != nil {
			return fmt.Errorf("method Evaluate with nil weights, which mean the defaults: %w", err)
		}
		if !slices.Equal(worth, first) {
			return errors.New("method Evaluate changes the values that an earlier call returned; return a new slice")
		}
		if len(defaults) != at.seats {
			return fmt.Errorf("with nil weights Evaluate returns %d values for %d seats", len(defaults), at.seats)
		}
		visited++
		varied = varied || !slices.Equal(worth, defaults)
		if linear != nil && !refused {
			rows, err := linear.Features(at.game)
			if err != nil {
				refused = true // not linear with these settings
			} else if err := errors.Join(compare(rows, w, worth), compare(rows, p.spec.Weights.Default(), defaults)); err != nil {
				return err
			}
			if !slices.EqualFunc(earlier, kept, slices.Equal[[]float64]) {
				return errors.New("method Features changes the rows that an earlier call returned; return new slices")
			}
			earlier, kept = rows, nil
			for _, row := range rows {
				kept = append(kept, slices.Clone(row))
			}
		}
		if now := at.game.String(); now != text {
			return fmt.Errorf("method Evaluate or Features has changed the game to %s", now)
		}
		return nil
	})
	if err == nil && visited > 0 && !varied {
		p.note("with random weights Evaluate returns the same values as with the defaults in all %d positions; it should use the weights that it receives", visited)
	}
	if refused {
		p.note("with these settings the engine has no features")
	}
	return err
}

// compare returns an error if an evaluation differs from the weighted sum of features. evals
// contains the evaluation and rows the features, both by seat.
func compare(rows [][]float64, w engines.Weights, evals []float64) error {
	if len(rows) != len(evals) {
		return fmt.Errorf("method Features returns %d rows for %d seats", len(rows), len(evals))
	}
	for seat, row := range rows {
		if len(row) != len(w) {
			return fmt.Errorf("method Features returns %d values for seat %d and %d weights", len(row), seat, len(w))
		}
		sum, size := 0.0, 1.0
		for i, v := range row {
			sum += float64(w[i] * v)
			size += math.Abs(w[i] * v)
		}
		if !(math.Abs(sum-evals[seat]) <= tolerance*size) {
			return fmt.Errorf("with the weights %v Evaluate returns %v for seat %d, but the features times the weights are %v", w, evals[seat], seat, sum)
		}
	}
	return nil
}
