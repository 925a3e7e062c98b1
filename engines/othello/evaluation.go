package othello

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

// Evaluate returns the worth of a position to Black and to White by the
// evaluation of the engine's model. For a level, which has no evaluation of
// positions, it is what the best single move brings to the side to move, and
// the opposite to the other.
func (e *engine) Evaluate(g engines.Position, weights engines.Weights) ([]float64, error) {
	if e.model.features == nil && !e.model.tabled {
		return e.levelWorth(g, weights)
	}
	rows, err := e.Features(g)
	if err != nil {
		return nil, err
	}
	_, weights, err = e.seat(engines.Agent{Weights: weights})
	if err != nil {
		return nil, err
	}
	worth := make([]float64, 2)
	for seat, row := range rows {
		for i, v := range row {
			worth[seat] += weights[i] * v
		}
	}
	return worth, nil
}

// Features returns a row for Black and one for White with a value per weight.
// It fails under a level, which is not linear.
func (e *engine) Features(g engines.Position) ([][]float64, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	if e.model.tabled {
		worth := float64(e.patterns.Evaluate(t.own, t.opp)) / pattern.Unit
		rows := make([][]float64, 2)
		rows[t.turn], rows[1-t.turn] = []float64{worth}, []float64{-worth}
		return rows, nil
	}
	if e.model.features == nil {
		return nil, fmt.Errorf("the model %s is not a sum of features", e.model.name)
	}
	rows := make([][]float64, 2)
	for seat := range rows {
		rows[seat] = make([]float64, len(e.model.space))
	}
	e.model.features(t.own, t.opp, rows[t.turn])
	e.model.features(t.opp, t.own, rows[1-t.turn])
	if e.model.name == "classic" {
		// Parity is the one term that depends on who is to move.
		for _, i := range []int{2 * parity, 2*parity + 1} {
			rows[1-t.turn][i] = -rows[t.turn][i]
		}
	}
	return rows, nil
}

// levelWorth is Evaluate for a level.
func (e *engine) levelWorth(g engines.Position, weights engines.Weights) ([]float64, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	_, weights, err = e.seat(engines.Agent{Weights: weights})
	if err != nil {
		return nil, err
	}
	worth := make([]float64, 2)
	if t.moves != 0 {
		v := newLeveller(weights).root(t, 1)
		worth[t.turn], worth[1-t.turn] = v.value, -v.value
	}
	return worth, nil
}
