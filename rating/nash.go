package rating

import (
	"fmt"
	"math"
	"slices"
)

// Nash returns the Nash average of a pool of agents: for every agent, its probability in a mixed
// strategy against which no agent of the pool has a positive expected payoff. If there are several
// such strategies, Nash returns the one with the largest entropy (Balduzzi, Tuyls, Perolat and
// Graepel, "Re-evaluating evaluation", 2018). elo[i][j] is the strength of agent i minus the
// strength of agent j, in Elo. Nash returns an error if elo is not square or contains NaN.
//
// If the results are transitive, the strongest agent has the probability 1. Agents that beat each
// other in a circle share it. Copies of a beaten agent do not change the result.
//
// Nash begins with equal probabilities and uses optimistic multiplicative weights (Rakhlin and
// Sridharan, "Online learning with predictable sequences", 2013), which converge for a symmetric
// two-player game. The payoff of i against j is the expected score of i minus the expected score of
// j.
func Nash(elo [][]float64) ([]float64, error) {
	const rounds, step = 50000, 0.2
	n := len(elo)
	if err := checkSquare("elo", elo, n); err != nil {
		return nil, err
	}
	for i, row := range elo {
		if j := slices.IndexFunc(row, math.IsNaN); j >= 0 {
			return nil, fmt.Errorf("rating: elo: row %d has NaN in column %d", i, j)
		}
	}
	payoff := make([][]float64, n)
	for i := range elo {
		payoff[i] = make([]float64, n)
		for j := range elo {
			payoff[i][j] = 2*Score((elo[i][j]-elo[j][i])/2) - 1
		}
	}
	logs, shares := make([]float64, n), make([]float64, n)
	now, before := make([]float64, n), make([]float64, n)
	softmax(shares, logs)
	for range rounds {
		for i := range now {
			now[i] = 0
			for j, p := range shares {
				now[i] += payoff[i][j] * p
			}
		}
		for i := range logs {
			logs[i] += step * (2*now[i] - before[i])
		}
		now, before = before, now
		softmax(shares, logs)
	}
	return shares, nil
}

func checkSquare[T any](name string, matrix [][]T, n int) error {
	if len(matrix) != n {
		return fmt.Errorf("rating: %s has %d rows; %d are needed", name, len(matrix), n)
	}
	for i, row := range matrix {
		if len(row) != n {
			return fmt.Errorf("rating: %s: row %d has %d values; %d are needed", name, i, len(row), n)
		}
	}
	return nil
}

// softmax sets shares to the exponentials of logs, divided by their sum. It also shifts logs so
// that the largest is 0.
func softmax(shares, logs []float64) {
	if len(logs) == 0 {
		return
	}
	most, sum := math.Inf(-1), 0.0
	for _, v := range logs {
		most = max(most, v)
	}
	for i := range logs {
		logs[i] -= most
		shares[i] = math.Exp(logs[i])
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
}
