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

// Stepper is a Mutator with a step that changes in the course of a run.
type Stepper interface {
	Mutator
	// Step returns the step that a child mutates with, as a share of a weight's
	// range. inherited is the parents' own step (the geometric mean of two), 0 for
	// none; progress is how far the run is, from 0 to 1; free is the number of
	// weights that may change.
	Step(r *rand.Rand, inherited, progress float64, free int) float64
	// Inherits says whether a genome keeps its step and hands it on.
	Inherits() bool
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
func (m Gaussian) Step(_ *rand.Rand, _, progress float64, _ int) float64 {
	if m.Last == 0 || m.Last == m.First {
		return m.First
	}
	return m.First * math.Pow(m.Last/m.First, progress)
}

// Inherits is false: all genomes of a generation share one step.
func (Gaussian) Inherits() bool { return false }

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

// Polynomial is the bounded polynomial mutation of Deb (Deb and Goyal, "A
// combined genetic adaptive search (GeneAS) for engineering design", 1996; the
// bounded form as in NSGA-II): the larger Eta, in [0, 1000], the smaller the
// changes, about 1/Eta of the range. It never leaves the range.
type Polynomial struct{ Eta float64 }

// Mutate returns the new value.
func (m Polynomial) Mutate(r *rand.Rand, w engines.Weight, v, _ float64) float64 {
	x, u, power := w.Unit(v), r.Float64(), m.Eta+1
	var delta float64
	if u < 0.5 {
		delta = math.Pow(2*u+(1-2*u)*math.Pow(1-x, power), 1/power) - 1
	} else {
		delta = 1 - math.Pow(2*(1-u)+(2*u-1)*math.Pow(x, power), 1/power)
	}
	return repair(r, w, shift(w, v, delta))
}

// Validate refuses an Eta outside of [0, 1000].
func (m Polynomial) Validate() error { return checkEta(m.Eta) }

// SelfAdaptive adds normal noise whose standard deviation a genome carries
// itself: a child takes its parents' step times exp(N(0,1)/sqrt(n)) for n free
// weights, and then mutates by it, so that steps which make good children spread
// (Schwefel 1981; Baeck, Evolutionary Algorithms in Theory and Practice, 1996).
// First is the step of a genome without parents, as a share of the range, in
// [0.0001, 0.5].
type SelfAdaptive struct{ First float64 }

var _ Stepper = SelfAdaptive{}

// The step of a genome stays within these shares of a range, so that neither a
// lucky streak nor an unlucky one ends the search.
const (
	smallestStep = 1e-4
	largestStep  = 0.5
)

// Step mutates the inherited step.
func (m SelfAdaptive) Step(r *rand.Rand, inherited, _ float64, free int) float64 {
	if inherited == 0 {
		return m.First
	}
	step := inherited * math.Exp(r.NormFloat64()/math.Sqrt(float64(max(free, 1))))
	return min(max(step, smallestStep), largestStep)
}

// Inherits is true.
func (SelfAdaptive) Inherits() bool { return true }

// Mutate returns the new value.
func (SelfAdaptive) Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64 {
	return repair(r, w, shift(w, v, step*r.NormFloat64()))
}

// Validate refuses a First outside of [0.0001, 0.5].
func (m SelfAdaptive) Validate() error {
	return keys.Within(smallestStep, largestStep).Check("step", m.First)
}

// stepOf is the step that a child mutates with, and whether it keeps it.
func stepOf(m Mutator, r *rand.Rand, inherited, progress float64, free int) (step float64, kept bool) {
	if s, ok := m.(Stepper); ok {
		return s.Step(r, inherited, progress, free), s.Inherits()
	}
	return 0, false
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
