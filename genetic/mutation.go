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
	// Mutate returns a new value for the weight w with value v, within its kind and range (see
	// [engines.Weight.Snap]). step is the result of Step for a [Stepper], and 0 for other
	// operators.
	Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64
}

// Stepper is a Mutator whose step changes during a run.
type Stepper interface {
	Mutator
	// Step returns the step of a child's mutation, as a share of a weight's range. Progress
	// rises from 0 to 1 during the run.
	Step(progress float64) float64
}

// Reset draws a weight uniformly from its range. It is the mutation of the Risk procedure and
// the uniform mutation of Michalewicz (1992).
type Reset struct{}

// Mutate returns the new value; it does not depend on v.
func (Reset) Mutate(r *rand.Rand, w engines.Weight, _, _ float64) float64 { return draw(r, w) }

// Gaussian adds normal noise (Rechenberg, Evolutionsstrategie, 1973). Its standard deviation
// is a share of the weight's range, which changes from First to Last during the run by a
// constant factor per generation. Both lie in [0, 1]; a Last of 0 keeps First.
type Gaussian struct{ First, Last float64 }

var _ Stepper = Gaussian{}

// Step returns the standard deviation First * (Last/First)^progress.
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

// Validate returns an error for steps outside [0, 1], and for a positive Last with a First of
// 0.
func (m Gaussian) Validate() error {
	err := errors.Join(keys.Within(0, 1).Check("step", m.First), keys.Within(0, 1).Check("final_step", m.Last))
	if m.Last > 0 && m.First == 0 {
		err = errors.Join(err, keys.Errorf("step", "0 cannot shrink or grow to a final_step of %v", m.Last))
	}
	return err
}

// stepOf returns the step of a mutation, 0 for a mutation without steps.
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

// mutateCount changes count different random free weights; 0 changes all.
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
