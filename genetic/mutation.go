package genetic

import (
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Mutator changes weights by chance.
type Mutator interface {
	// Step returns the step that a child mutates with, as a share of a weight's
	// range: inherited is the (geometric mean of the) parents' own step, 0 for
	// none; progress is how far the run is, in [0, 1]; free is the number of
	// weights that may change.
	Step(r *rand.Rand, inherited, progress float64, free int) float64
	// Mutate returns a new value for a weight, within its kind and range.
	Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64
	// Inherits says whether a genome keeps its step and hands it on.
	Inherits() bool
}

// The kinds of mutation.
const (
	MutateReset        = "reset"
	MutateGaussian     = "gaussian"
	MutatePolynomial   = "polynomial"
	MutateSelfAdaptive = "self_adaptive"
)

// MutationKinds lists the kinds of mutation.
var MutationKinds = []string{MutateReset, MutateGaussian, MutatePolynomial, MutateSelfAdaptive}

func newMutator(o MutationOptions) Mutator {
	switch o.Kind {
	case MutateReset:
		return Reset{}
	case MutatePolynomial:
		return Polynomial{Eta: o.Eta}
	case MutateSelfAdaptive:
		return SelfAdaptive{First: o.Step}
	}
	return Gaussian{First: o.Step, Last: o.FinalStep}
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

// Reset draws a weight anew, uniform in its range: the mutation of the Risk
// procedure, and the random replacement of Michalewicz's uniform mutation (1992).
type Reset struct{}

// Step is 0: a reset knows no distance.
func (Reset) Step(*rand.Rand, float64, float64, int) float64 { return 0 }

// Inherits is false.
func (Reset) Inherits() bool { return false }

// Mutate returns the new value; v has no part in it.
func (Reset) Mutate(r *rand.Rand, w engines.Weight, _, _ float64) float64 { return draw(r, w) }

// Gaussian adds normal noise (Rechenberg, Evolutionsstrategie, 1973). Its
// standard deviation is a share of the weight's range that goes from First to
// Last over the run by a constant factor per generation; Last 0 means that it
// stays at First.
type Gaussian struct{ First, Last float64 }

// Step is the present standard deviation.
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
	return settle(r, w, shift(w, v, step*r.NormFloat64()))
}

// Polynomial is the bounded polynomial mutation of Deb (Deb and Goyal, "A
// combined genetic adaptive search (GeneAS) for engineering design", 1996; the
// bounded form as in NSGA-II): the larger Eta, the smaller the changes, about
// 1/Eta of the range. It never leaves the range.
type Polynomial struct{ Eta float64 }

// Step is 0: Eta is the measure.
func (Polynomial) Step(*rand.Rand, float64, float64, int) float64 { return 0 }

// Inherits is false.
func (Polynomial) Inherits() bool { return false }

// Mutate returns the new value.
func (m Polynomial) Mutate(r *rand.Rand, w engines.Weight, v, _ float64) float64 {
	x, u, power := w.Unit(v), r.Float64(), m.Eta+1
	var delta float64
	if u < 0.5 {
		delta = math.Pow(2*u+(1-2*u)*math.Pow(1-x, power), 1/power) - 1
	} else {
		delta = 1 - math.Pow(2*(1-u)+(2*u-1)*math.Pow(x, power), 1/power)
	}
	return settle(r, w, shift(w, v, delta))
}

// SelfAdaptive adds normal noise whose standard deviation a genome carries
// itself: a child takes its parents' step times exp(N(0,1)/sqrt(n)) for n free
// weights, and then mutates by it, so that steps which make good children spread
// (Schwefel 1981; Baeck, Evolutionary Algorithms in Theory and Practice, 1996).
// First is the step of a genome without parents.
type SelfAdaptive struct{ First float64 }

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
	return settle(r, w, shift(w, v, step*r.NormFloat64()))
}
