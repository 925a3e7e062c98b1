package genetic

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Validate refuses options that cannot be meant, with an error that names every
// wrong key. What depends on the problem is left to [New].
func (o Options) Validate() error {
	var c checks
	c.atLeast("population", o.Population, 0)
	if o.Population == 1 {
		c.fail("population", "1 genome cannot breed, at least 2 needed")
	}
	c.within("spread", o.Spread, 0, 1)
	c.oneOf("grouping", o.Grouping, GroupingKinds)
	if o.Grouping == GroupGroups {
		c.atLeast("groups", o.Groups, 0)
		if o.GroupSize != 0 {
			c.atLeast("group_size", o.GroupSize, 2)
		}
		if o.Population > 0 && o.GroupSize > o.Population {
			c.fail("group_size", "%d genomes in a group, but %d in the population", o.GroupSize, o.Population)
		}
	}
	c.atLeast("games_per_pair", o.GamesPerPair, 1)
	c.inRange("seat_orders", o.SeatOrders, 0, engines.MaxSeats)
	c.oneOf("fitness", o.Fitness, FitnessKinds)
	c.within("unplayed", o.Unplayed, 0, 1)
	c.atLeast("evidence", o.Evidence, 0)
	if o.Fitness != FitnessWinRate {
		c.positive("prior", o.Prior)
	}
	if h := o.Heritability; o.Fitness == FitnessGenomic && !(h > 0 && h < 1) {
		c.fail("heritability", "%v is not between 0 and 1", h)
	}
	c.selection(o)
	c.crossover(o)
	c.mutation(o)
	c.replacement(o)
	c.atLeast("hall_of_fame", o.HallOfFame, 0)
	c.atLeast("generations", o.Generations, 0)
	c.atLeast("stall", o.Stall, 0)
	c.oneOf("answer", o.Answer, AnswerKinds)
	c.within("answer_share", o.AnswerShare, 0, 1)
	return errors.Join(c...)
}

// checks gathers what is wrong.
type checks []error

func (c *checks) selection(o Options) {
	s := o.Selection
	c.oneOf("selection.kind", s.Kind, SelectionKinds)
	c.atLeast("selection.count", s.Count, 0)
	switch {
	case s.Kind == SelectTop && s.Count == 0:
		c.fail("selection.count", "top needs the number of parents of each group")
	case s.Kind == SelectTournament:
		c.atLeast("selection.size", s.Size, 1)
	case s.Kind == SelectRank:
		c.within("selection.pressure", s.Pressure, 1, 2)
	}
}

func (c *checks) crossover(o Options) {
	x := o.Crossover
	c.oneOf("crossover.kind", x.Kind, CrossoverKinds)
	c.atLeast("crossover.pairs", x.Pairs, 0)
	switch x.Kind {
	case CrossBlend:
		c.within("crossover.alpha", x.Alpha, 0, 10)
	case CrossSBX:
		c.within("crossover.eta", x.Eta, 0, 1000)
	}
}

func (c *checks) mutation(o Options) {
	m := o.Mutation
	c.oneOf("mutation.kind", m.Kind, MutationKinds)
	c.atLeast("mutation.count", m.Count, 0)
	c.atLeast("mutation.weights", m.Weights, 0)
	c.within("mutation.rate", m.Rate, 0, 1)
	switch m.Kind {
	case MutateGaussian:
		c.within("mutation.step", m.Step, 0, 1)
		c.within("mutation.final_step", m.FinalStep, 0, 1)
		if m.FinalStep > 0 && m.Step == 0 {
			c.fail("mutation.step", "0 cannot shrink or grow to a final_step of %v", m.FinalStep)
		}
	case MutateSelfAdaptive:
		c.within("mutation.step", m.Step, smallestStep, largestStep)
	case MutatePolynomial:
		c.within("mutation.eta", m.Eta, 0, 1000)
	}
}

func (c *checks) replacement(o Options) {
	c.oneOf("replacement", o.Replacement, ReplacementKinds)
	children := o.Crossover.Pairs + o.Mutation.Count
	if o.Replacement != ReplaceGenerational {
		if o.Crossover.Pairs >= 0 && o.Mutation.Count >= 0 && children == 0 {
			c.fail("crossover.pairs", "no children: replacement %s needs crossover.pairs or mutation.count", o.Replacement)
		}
		if o.Population > 0 && children > o.Population {
			c.fail("crossover.pairs", "%d children (with mutation.count), but only %d genomes to replace", children, o.Population)
		}
		return
	}
	c.atLeast("elites", o.Elites, 0)
	if o.Population == 0 {
		return
	}
	switch room := o.Population - o.Elites; {
	case room < 1:
		c.fail("elites", "%d of %d genomes leave no room for children", o.Elites, o.Population)
	case o.Mutation.Count > room:
		c.fail("mutation.count", "%d mutants, but room for %d children", o.Mutation.Count, room)
	case o.Crossover.Pairs > 0 && children != room:
		c.fail("crossover.pairs", "%d with %d mutants, but room for %d children (0 fills it)", o.Crossover.Pairs, o.Mutation.Count, room)
	}
}

func (c *checks) fail(key, format string, args ...any) {
	*c = append(*c, fmt.Errorf("%s: %s", key, fmt.Sprintf(format, args...)))
}

func (c *checks) atLeast(key string, v, low int) {
	if v < low {
		c.fail(key, "%d is less than %d", v, low)
	}
}

func (c *checks) inRange(key string, v, low, high int) {
	if v < low || v > high {
		c.fail(key, "%d is not within [%d, %d]", v, low, high)
	}
}

func (c *checks) within(key string, v, low, high float64) {
	if !(v >= low && v <= high) {
		c.fail(key, "%v is not within [%v, %v]", v, low, high)
	}
}

func (c *checks) positive(key string, v float64) {
	if !(v > 0) || math.IsInf(v, 0) {
		c.fail(key, "%v is not a positive number", v)
	}
}

func (c *checks) oneOf(key, v string, kinds []string) {
	if !slices.Contains(kinds, v) {
		c.fail(key, "%q is not one of %s", v, strings.Join(kinds, ", "))
	}
}
