package rating

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Nash returns the Nash average of a pool of agents: for every agent, its probability in a mixed
// strategy against which no agent of the pool has a positive expected payoff. If there are several
// such strategies, Nash returns the one with the largest entropy (Balduzzi, Tuyls, Perolat and
// Graepel, "Re-evaluating evaluation", 2018). elo[i][j] is the strength of agent i minus the
// strength of agent j, in Elo. The payoff of i against j is the expected score of i minus the expected
// score of j. Nash returns an error if elo is not square or contains NaN, or if elo[i][j] and
// elo[j][i] are the same infinity.
//
// If the results are transitive, the strongest agent has the probability 1. Agents that beat each
// other in a circle share it. Copies of a beaten agent do not change the result.
func Nash(elo [][]float64) ([]float64, error) {
	n := len(elo)
	if err := checkSquare("elo", elo, n); err != nil {
		return nil, err
	}
	for i, row := range elo {
		if j := slices.IndexFunc(row, math.IsNaN); j >= 0 {
			return nil, fmt.Errorf("rating: elo: row %d has NaN in column %d", i, j)
		}
	}
	if n == 0 {
		return nil, nil
	}
	payoff, largest := mat.NewDense(n, n, nil), 0.0
	for i := range elo {
		for j := range i {
			difference := (elo[i][j] - elo[j][i]) / 2
			if math.IsNaN(difference) {
				return nil, fmt.Errorf("rating: elo: rows %d and %d have the same infinity for each other", i, j)
			}
			v := 2*Score(difference) - 1
			payoff.Set(i, j, v)
			payoff.Set(j, i, -v)
			largest = max(largest, math.Abs(v))
		}
	}
	if largest > 0 {
		payoff.Scale(1/largest, payoff) // without effect on the solution
	}
	return equilibrium(payoff), nil
}

// equilibrium returns the mixed strategy with the largest entropy against which no strategy has a
// positive expected payoff. payoff is antisymmetric, with elements in [-1, 1].
//
// The function solves a game in which each player also receives the entropy of its own mixed strategy,
// divided by a weight. In the only solution the probabilities p are proportional to
// exp(weight·payoff·p). As the weight grows, it converges to the solution with the largest entropy of
// the game itself. equilibrium follows it from the weight 0 by Newton's method (R. D. McKelvey and T.
// R. Palfrey, "Quantal response equilibria for normal form games", Games and Economic Behavior 10,
// 1995).
func equilibrium(payoff *mat.Dense) []float64 {
	const (
		heaviest = 1 << 28 // payoffs that differ by more than some 1e-8 of the largest then decide
		shortest = 1e-12   // smallest increase of the weight in a step, as a share of the weight
	)
	n, _ := payoff.Dims()
	r := response{payoff: payoff, logs: mat.NewVecDense(n, nil), shares: slices.Repeat([]float64{1 / float64(n)}, n)}
	for increase := 1.0; r.weight < heaviest && increase > shortest*r.weight; {
		if next, ok := r.follow(min(r.weight+increase, heaviest)); ok {
			r, increase = next, 3*increase
		} else {
			increase /= 4
		}
	}
	return r.shares
}

// response is a logit equilibrium of a symmetric game, as described at [equilibrium]. Its mixed
// strategy responds to itself: the probability of a strategy is proportional to exp(weight·payoff),
// where payoff is the expected payoff against the mixed strategy.
type response struct {
	payoff *mat.Dense
	weight float64
	logs   *mat.VecDense // logarithms of the probabilities, up to a constant
	shares []float64     // the probabilities
}

// follow returns the equilibrium for a larger weight, computed by Newton's method from the
// equilibrium r. ok is false if the method does not converge.
func (r response) follow(weight float64) (next response, ok bool) {
	const (
		steps    = 20
		accuracy = 1e-6 // of logarithms
		farthest = 0.2  // largest change of a probability along the tangent, which leads astray beyond
	)
	next = response{payoff: r.payoff, weight: weight}
	next.moved(r.logs, r.solve(r.gains()), weight-r.weight)
	for i, v := range next.shares {
		if !(math.Abs(v-r.shares[i]) <= farthest) {
			return next, false
		}
	}
	for range steps {
		residual := next.gains()
		residual.AddScaledVec(next.logs, -weight, residual)
		if mat.Norm(residual, 2) < accuracy {
			return next, true
		}
		next.moved(next.logs, next.solve(residual), -1)
	}
	return next, false
}

// moved sets the logarithms of r to from + share·step, and computes the probabilities from them.
func (r *response) moved(from, step *mat.VecDense, share float64) {
	n := from.Len()
	logs := mat.NewVecDense(n, nil)
	logs.AddScaledVec(from, share, step)
	r.logs, r.shares = logs, make([]float64, n)
	softmax(r.shares, logs.RawVector().Data)
}

// gains returns the expected payoff of every strategy against the mixed strategy of r.
func (r *response) gains() *mat.VecDense {
	out := new(mat.VecDense)
	out.MulVec(r.payoff, mat.NewVecDense(len(r.shares), r.shares))
	return out
}

// solve returns the solution x of the linear equations of a Newton step, derivatives · x = right.
// derivatives are the partial derivatives of logs - weight·payoff·shares with respect to logs.
// There is always exactly one solution, because the product of an antisymmetric and a positive
// semidefinite matrix has no real eigenvalue other than 0.
func (r *response) solve(right *mat.VecDense) *mat.VecDense {
	n, gains := len(r.shares), r.gains()
	derivatives := mat.NewDense(n, n, nil)
	for i := range n {
		for j, p := range r.shares {
			derivatives.Set(i, j, -r.weight*p*(r.payoff.At(i, j)-gains.AtVec(i)))
		}
		derivatives.Set(i, i, derivatives.At(i, i)+1)
	}
	var factor mat.LU
	factor.Factorize(derivatives)
	out := mat.NewVecDense(n, nil)
	_ = factor.SolveVecTo(out, false, right) // bad conditioning leaves the solution usable
	return out
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

// softmax sets shares to the exponentials of logs, divided by their sum.
func softmax(shares, logs []float64) {
	most, sum := slices.Max(logs), 0.0
	for i, v := range logs {
		shares[i] = math.Exp(v - most)
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
}
