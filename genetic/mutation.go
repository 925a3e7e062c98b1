package genetic

import (
	"errors"
	"math/rand/v2"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Mutator is a mutation operator: it changes weights at random.
type Mutator interface {
	// Mutate returns a new value for the weight w with the value v. It must be within the kind
	// and range of the weight (see [engines.Weight.Snap]). step comes from the method Step of a
	// [Stepper] and is 0 for other operators.
	Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64
}

// Stepper is a Mutator with a step, the size of its changes, that varies during a run.
type Stepper interface {
	Mutator
	// Step returns the size of a mutation, as a share of a weight's range. progress rises from 0,
	// in the first generation with children, to 1, in the last planned generation.
	Step(progress float64) float64
}

// Reset is the mutation operator that draws a weight uniformly from its range. It is the mutation
// of the article that [Paper] describes, and the uniform mutation of Michalewicz (1992).
type Reset struct{}

// Mutate returns a value drawn from the range of the weight. It does not depend on the old value.
func (Reset) Mutate(r *rand.Rand, w engines.Weight, _, _ float64) float64 { return draw(r, w) }

// Gaussian is the mutation operator that adds normal noise (Rechenberg, Evolutionsstrategie, 1973).
// The standard deviation of the noise is a share of the weight's range. It changes from First, in
// the first generation with children, to Last, in the last planned generation, by a constant factor
// per generation. Both lie in [0, 1]; a Last of 0 means First.
type Gaussian struct{ First, Last float64 }

var _ Stepper = Gaussian{}

// Step returns the standard deviation of the noise as a share of a weight's range: First *
// (Last/First)^progress. progress rises from 0 to 1 during the run. Without a Last, the standard
// deviation is always First.
func (m Gaussian) Step(progress float64) float64 {
	if m.Last == 0 || m.Last == m.First {
		return m.First
	}
	return m.First * elementary.Pow(m.Last/m.First, progress)
}

// Mutate returns the value v plus normal noise, limited to the range of the weight. The standard
// deviation of the noise is step, as a share of this range.
func (Gaussian) Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64 {
	return repair(r, w, shift(w, v, step*elementary.Normal(r)))
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

// stepOf returns the step of a mutation operator, which may change during a run. progress is the
// part of the run that is over, in [0, 1]. stepOf returns 0 for an operator without steps.
func stepOf(m Mutator, progress float64) float64 {
	if s, ok := m.(Stepper); ok {
		return s.Step(progress)
	}
	return 0
}

// switching is the largest probability with which a weight of kind Choices changes to another choice
// in a child of two parents. It is small, since a choice cannot change in small steps as a number
// can.
const switching = 0.1

// mutateSome mutates the free weights in v, which are those that a strategy may change. Each
// changes by the operator m, with a probability of rate. A weight of kind [engines.Choices] has no
// range of numbers and switches to another choice instead. Its probability is the smaller of rate
// and the constant switching.
func mutateSome(r *rand.Rand, m Mutator, space engines.Space, v engines.Weights, rate, step float64) {
	for _, i := range space.Free() {
		switch w := space[i]; {
		case w.Kind.Has(engines.Choices):
			if r.Float64() < min(rate, switching) {
				v[i] = switchTo(r, w, v[i])
			}
		case r.Float64() < rate:
			v[i] = m.Mutate(r, w, v[i], step)
		}
	}
}

// mutateCount changes count different random free weights by the operator m; a count of 0 changes
// all. A selected weight of kind Choices changes to another choice.
func mutateCount(r *rand.Rand, m Mutator, space engines.Space, v engines.Weights, count int, step float64) {
	free := space.Free()
	if count > 0 && count < len(free) {
		r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		free = free[:count]
	}
	for _, i := range free {
		if space[i].Kind.Has(engines.Choices) {
			v[i] = switchTo(r, space[i], v[i])
			continue
		}
		v[i] = m.Mutate(r, space[i], v[i], step)
	}
}
