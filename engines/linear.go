package engines

// WeightedSum is the Evaluate of an engine that implements [Linear]: the worth of p to
// seat s is the sum over i of weights[i] * Features(p)[s][i], added in this
// order. Nil weights are the defaults.
func WeightedSum(e interface {
	Spec() Spec
	Features(p Position) ([][]float64, error)
}, p Position, weights Weights,
) ([]float64, error) {
	if weights == nil {
		weights = e.Spec().Weights.Default()
	}
	rows, err := e.Features(p)
	if err != nil {
		return nil, err
	}
	worth := make([]float64, len(rows))
	for seat, features := range rows {
		for i, v := range features {
			worth[seat] += weights[i] * v
		}
	}
	return worth, nil
}
