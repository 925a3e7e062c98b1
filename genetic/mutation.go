package genetic

import (
	"errors"
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Mutator changes weights at random.
type Mutator interface {
	// Mutate returns a new value in place of v for one weight, within its kind and
	// range ([engines.Weight.Snap] brings it there). step is what a [Stepper]
	// returned for the child, 0 for other operators.
	Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64
}

// Stepper is a Mutator whose step changes in the course of a run.
type Stepper interface {
	Mutator
	// Step returns the step of a child's mutation, as a share of a weight's range. Progress
	// goes from 0 to 1 in the course of the run.
	Step(progress float64) float64
}

// Reset draws a weight anew, uniform in its range: the mutation of the Risk
// procedure, and the random replacement of Michalewicz's uniform mutation (1992).
type Reset struct{}

// Mutate returns the new value; v has no part in it.
func (Reset) Mutate(r *rand.Rand, w engines.Weight, _, _ float64) float64 { return draw(r, w) }

// Gaussian adds normal noise (Rechenberg, Evolutionsstrategie, 1973). Its
// standard deviation is a share of the weight's range that goes from First to
// Last over the run by a constant factor per generation; both lie in [0, 1], and
// Last 0 means that it stays at First.
type Gaussian struct{ First, Last float64 }

var _ Stepper = Gaussian{}

// Step is the present standard deviation: First * (Last/First)^progress.
func (m Gaussian) Step(progress float64) float64 {
	if m.Last == 0 || m.Last == m.First {
		return m.First
	}
	return m.First * math.Pow(m.Last/m.First, progress)
}

// Mutate returns the new value.
func (Gaussian) Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64 {
	return repair(r, w, shift(w, v, step*r.NormFloat64()))
}

// Validate refuses steps outside of [0, 1], and a Last that cannot be reached.
func (m Gaussian) Validate() error {
	err := errors.Join(keys.Within(0, 1).Check("step", m.First), keys.Within(0, 1).Check("final_step", m.Last))
	if m.Last > 0 && m.First == 0 {
		err = errors.Join(err, keys.Errorf("step", "0 cannot shrink or grow to a final_step of %v", m.Last))
	}
	return err
}

// stepOf returns the step of a mutation, 0 for a mutation that has none.
func stepOf(m Mutator, progress float64) float64 {
	if s, ok := m.(Stepper); ok {
		return s.Step(progress)
	}
	return 0
}

// mutateSome changes each free weight with probability rate.
func mutateSome(r *rand.Rand, m Mutator, space engines.Space, v engines.Weights, rate, step float64) {
	for _, i := range space.Free() {
		if r.Float64() < rate {
			v[i] = m.Mutate(r, space[i], v[i], step)
		}
	}
}

// mutateCount changes count different free weights, drawn at random; 0 changes
// all.
func mutateCount(r *rand.Rand, m Mutator, space engines.Space, v engines.Weights, count int, step float64) {
	free := space.Free()
	if count > 0 && count < len(free) {
		r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		free = free[:count]
	}
	for _, i := range free {
		v[i] = m.Mutate(r, space[i], v[i], step)
	}
}
