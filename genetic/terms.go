package genetic

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// terms contains the data of a search that never change: its problem, its config, and the sizes
// that follow from both.
type terms struct {
	problem   tuning.Problem
	config    Config // the config in use, with the numbers that follow from the problem
	operators Operators
	last      int // number of planned generations
	games     int // number of games in all planned generations
}

// complete returns the problem with defaults filled in. It returns an error for a problem that
// cannot be tuned.
func complete(p tuning.Problem) (tuning.Problem, error) {
	p = p.Clone()
	if p.Seats == 0 {
		p.Seats = 2
	}
	if p.Start == nil {
		p.Start = p.Space.Default()
	}
	if err := checkProblem(p); err != nil {
		return p, fmt.Errorf("genetic: %w", err)
	}
	return p, nil
}

// leastShare replaces a lower limit of 0 if a weight gets a logarithmic scale, because the
// logarithm of 0 is not finite. The range then begins at leastShare times its upper limit.
const leastShare = 1.0 / 2000

// inLogs gives the free weights of a problem logarithmic scales, and returns the changed problem
// and true. If this is not possible, it returns the problem unchanged and false. Only the ratios of
// the weights may matter. No free weight may be negative, a choice, or a whole number that can be
// 0. All start weights must lie within the new ranges. See [Config].Linear.
func inLogs(p tuning.Problem) (tuning.Problem, bool) {
	if !p.ScaleFree {
		return p, false
	}
	space := slices.Clone(p.Space)
	for _, i := range space.Free() {
		w := &space[i]
		if w.Min < 0 || w.Kind.Has(engines.Choices) || w.Kind.Has(engines.Integer) && w.Min == 0 {
			return p, false
		}
		if w.Kind |= engines.Log; w.Min == 0 {
			w.Min = leastShare * w.Max
		}
	}
	if space.Check(p.Start) != nil {
		return p, false
	}
	p.Space, p.Constraints = space, p.Constraints.Within(space)
	return p, true
}

func checkProblem(p tuning.Problem) error {
	if p.Seats < 2 || p.Seats > engines.MaxSeats {
		return fmt.Errorf("%d seats are not within [2, %d]; tuning.NewIndependentPairings serves games of one seat", p.Seats, engines.MaxSeats)
	}
	if err := p.Validate(); err != nil {
		return err
	}
	if len(p.Space.Free()) == 0 {
		return fmt.Errorf("no weight is free to change")
	}
	return nil
}

// rand returns a random generator for one purpose, such as the crossover of one child. Its seed is
// derived from the run's seed, the purpose, the generation and the index.
func (t *terms) rand(purpose string, generation, index int) *rand.Rand {
	return engines.Rand(engines.Seed(t.problem.Seed, engines.Purpose(purpose), uint64(generation), uint64(index)))
}

// feasible returns the weights w if they satisfy the constraints of the problem, and otherwise
// nearby weights that do. If none are found, it returns the start weights.
func (t *terms) feasible(w engines.Weights) engines.Weights {
	if t.problem.Constraints.Holds(w) {
		return w
	}
	if near, ok := t.problem.Constraints.Nearest(w); ok {
		return near
	}
	return slices.Clone(t.problem.Start)
}

// progress returns how far the run has advanced at a generation. It rises from 0 at generation 2,
// the first with children, to 1 at the last planned one. It is always 0 if at most two generations
// are planned. Mutation steps depend on it.
func (t *terms) progress(generation int) float64 {
	if t.last <= 2 {
		return 0
	}
	return min(float64(generation-2)/float64(t.last-2), 1)
}

// step returns the standard deviation of the first random changes of weight k, as a share of the
// weight's range. If the problem sets no first step for this weight, it returns fallback.
func (t *terms) step(k int, fallback float64) float64 {
	if steps := t.problem.Steps; steps != nil && steps[k] > 0 {
		return t.problem.Space[k].UnitStep(t.problem.Start[k], steps[k])
	}
	return fallback
}
