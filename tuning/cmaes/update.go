package cmaes

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// The step size stays within these shares of the box.
const (
	smallestStep = 1e-6
	largestStep  = 0.5
)

// update moves the distribution towards the candidates of a round, counted from 1,
// that scored best. Without adapt the learning rates of mean and covariance stay 1.
func (e *evolution) update(c constants, round int, candidates [][]float64, scores []float64, adapt bool) {
	before := *e
	_, inverse := e.roots()
	d := len(e.Mean)
	weights := c.ranked(scores)
	steps := make([]*mat.VecDense, len(candidates))
	move := mat.NewVecDense(d, nil)
	for k, x := range candidates {
		steps[k] = mat.NewVecDense(d, nil)
		for i := range d {
			steps[k].SetVec(i, (x[i]-e.Mean[i])/e.Sigma)
		}
		if weights[k] > 0 {
			move.AddScaledVec(move, weights[k], steps[k])
		}
	}
	e.Mean = added(before.Mean, e.Sigma, move)
	stalled := e.paths(c, round, inverse, move)
	e.shape(c, inverse, steps, weights, stalled)
	if adapt {
		e.adapt(before, inverse)
	}
	e.Sigma = min(max(e.Sigma, smallestStep), largestStep)
}

func added(v []float64, scale float64, by *mat.VecDense) []float64 {
	out := make([]float64, len(v))
	for i := range out {
		out[i] = v[i] + scale*by.AtVec(i)
	}
	return out
}

// paths accumulates the moves of the mean and sets the step size by the length
// of the path. It returns how much the covariance's path must make up for when
// it stalls because the step size grows fast.
func (e *evolution) paths(c constants, round int, inverse *mat.Dense, move *mat.VecDense) float64 {
	n := float64(len(e.Mean))
	var white mat.VecDense
	white.MulVec(inverse, move)
	gain := math.Sqrt(c.stepMemory * (2 - c.stepMemory) * c.mass)
	path := make([]float64, len(e.Mean))
	norm := 0.0
	for i, v := range e.StepPath {
		path[i] = (1-c.stepMemory)*v + gain*white.AtVec(i)
		norm += path[i] * path[i]
	}
	norm = math.Sqrt(norm)
	e.StepPath = path
	e.Sigma *= math.Exp(min(1, c.stepMemory/c.stepDamping*(norm/c.expectedNorm-1)))

	young := math.Sqrt(1 - math.Pow(1-c.stepMemory, 2*float64(round)))
	follow := 0.0
	if norm/young < (1.4+2/(n+1))*c.expectedNorm {
		follow = 1
	}
	gain = follow * math.Sqrt(c.pathMemory*(2-c.pathMemory)*c.mass)
	path = make([]float64, len(e.Mean))
	for i, v := range e.Path {
		path[i] = (1-c.pathMemory)*v + gain*move.AtVec(i)
	}
	e.Path = path
	return (1 - follow) * c.pathMemory * (2 - c.pathMemory)
}

// shape is the rank-one and rank-mu update of the covariance, with negative
// weights for the worse half.
func (e *evolution) shape(c constants, inverse *mat.Dense, steps []*mat.VecDense, weights []float64, stalled float64) {
	d := len(e.Mean)
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	next := mat.NewSymDense(d, append([]float64(nil), e.Covariance...))
	next.ScaleSym(1+c.rankOne*stalled-c.rankOne-c.rankMu*sum, next)
	next.SymRankOne(next, c.rankOne, mat.NewVecDense(d, e.Path))
	for k, w := range weights {
		if w < 0 {
			var white mat.VecDense
			white.MulVec(inverse, steps[k])
			w *= float64(d) / (mat.Dot(&white, &white) + 1e-8)
		}
		next.SymRankOne(next, c.rankMu*w, steps[k])
	}
	e.Covariance = dense(next)
}

func dense(s *mat.SymDense) []float64 {
	d := s.SymmetricDim()
	out := make([]float64, d*d)
	for i := range d {
		for j := range d {
			out[i*d+j] = s.At(i, j)
		}
	}
	return out
}
