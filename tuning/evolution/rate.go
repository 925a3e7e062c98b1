package evolution

import (
	"math"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/tuning/vector"
)

// These are the constants of the adaptive learning rate of LRA-CMA-ES, with the values that Nomura,
// Akimoto and Ono (arXiv 2304.03473) recommend. meanMemory and shapeMemory (beta in the article)
// are the weights of a new update in the moving averages, for the mean and for the covariance
// matrix.
const (
	target      = 1.4 // alpha: the ratio of signal to noise divided by the learning rate
	caution     = 0.1 // gamma: damps changes of the rate
	meanMemory  = 0.1
	shapeMemory = 0.03
)

// Rate is an adaptive learning rate: a factor of the updates of a distribution. The noisier the updates
// are, the smaller it is. It is proportional to the ratio of signal to noise, which is estimated from the
// moving averages Mean and Square. Updates are measured in coordinates in which the distribution is a
// standard normal.
type Rate struct {
	Eta    float64   `json:"eta"`    // the learning rate, at most 1; a factor of an update
	Mean   []float64 `json:"mean"`   // moving average of the updates
	Square float64   `json:"square"` // moving average of their squared lengths
}

func newRate(n int) Rate { return Rate{Eta: 1, Mean: make([]float64, n)} }

// adapted returns the learning rate after one more update of the distribution. It compares the
// signal-to-noise ratio of the updates, divided by the rate, with the constant target. Above the
// target the rate rises, and below it the rate falls. memory, from 0 to 1, is the weight of this
// update in the moving averages. The rate does not change if all updates were equal, so that there
// is no noise.
func (r Rate) adapted(update []float64, memory float64) Rate {
	mean := make([]float64, len(update))
	var length, square float64
	for i, v := range update {
		mean[i] = float64((1-memory)*r.Mean[i]) + float64(memory*v)
		length += float64(mean[i] * mean[i])
		square += float64(v * v)
	}
	r.Mean = mean
	r.Square = float64((1-memory)*r.Square) + float64(memory*square)
	noise := r.Square - length
	if noise <= 0 {
		return r
	}
	ratio := (length - float64(memory/(2-memory)*r.Square)) / noise
	change := min(max(ratio/(target*r.Eta)-1, -1), 1)
	r.Eta = min(r.Eta*elementary.Exp(min(caution*r.Eta, memory)*change), 1)
	return r
}

// adapt scales the latest update of the distribution by the learning rates of mean and covariance.
// before is the distribution before the update. If the rate of the mean falls, adapt increases the
// step size, as the authors of LRA-CMA-ES propose.
func (e *Distribution) adapt(before Distribution, inverse matrix) {
	d := len(e.Mean)
	moved := make([]float64, d)
	for i := range moved {
		moved[i] = (e.Mean[i] - before.Mean[i]) / before.Sigma
	}
	change := newMatrix(d) // of sigma^2 C, divided by the old sigma^2
	growth := e.Sigma * e.Sigma / (before.Sigma * before.Sigma)
	for i, v := range e.Covariance {
		change.at[i] = float64(growth*v) - before.Covariance[i]
	}
	local := symmetricProduct(product(inverse, change), inverse)
	local.scale(1 / math.Sqrt2)

	e.MeanRate = before.MeanRate.adapted(inverse.times(moved), meanMemory)
	e.ShapeRate = before.ShapeRate.adapted(local.at, shapeMemory)

	for i, v := range moved {
		e.Mean[i] = before.Mean[i] + float64(e.MeanRate.Eta*before.Sigma*v)
	}
	shape := matrix{d, slices.Clone(before.Covariance)}
	vector.Add(shape.at, e.ShapeRate.Eta, change.at)
	values, _ := spectrum(shape, false)
	logs := 0.0
	for _, v := range values {
		logs += elementary.Log(v)
	}
	size := elementary.Exp(logs / float64(2*d)) // the part of the step size in shape
	shape.scale(1 / (size * size))
	e.Covariance = shape.at
	e.Sigma = before.Sigma * size * before.MeanRate.Eta / e.MeanRate.Eta
}
