package risk

import "github.com/lanista/lanista/engines"

// featuresAt computes the features of a seat from scratch.
func featuresAt(b *board, s *state, seat int8) features {
	var f features
	f[0], f[1], f[2], f[3] = b.features(s.holdings(seat), sum(b, s, seat))
	return f
}

// Features returns a row per seat: territories, units, defence, density.
func (e *engine) Features(g engines.Position) ([][]float64, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, t.Seats())
	for p := range rows {
		f := featuresAt(t.board, &t.state, int8(p))
		rows[p] = f[:]
	}
	return rows, nil
}

// Evaluate returns the weighted sum of every seat's features.
func (e *engine) Evaluate(g engines.Position, weights engines.Weights) ([]float64, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	w, err := weightsOf(weights)
	if err != nil {
		return nil, err
	}
	return static(t, &w), nil
}

func static(g *game, w *features) []float64 {
	values := make([]float64, g.Seats())
	for p := range values {
		f := featuresAt(g.board, &g.state, int8(p))
		values[p] = w.weigh(f[0], f[1], f[2], f[3])
	}
	return values
}
