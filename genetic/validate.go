package genetic

import (
	"errors"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// validator is an operator that can refuse its own numbers, by the keys of
// [Config]; fitter is one that can refuse a population and a table.
type (
	validator interface{ Validate() error }
	fitter    interface {
		Fits(population, seats int) error
	}
)

// most is a limit to counts of what is in memory at once.
const most = 1e6

// Validate refuses options that cannot be meant, with a [keys.KeyError] for every
// mistake that names the key of [Config]. An operator with a method Validate()
// error is asked too. What depends on the problem is left to [New], which asks an
// operator with a method Fits(population, seats int) error whether it suits.
func (o Options) Validate() error { return o.withDefaults().check() }

// check is Validate without defaults: it refuses nil operators.
func (o Options) check() error {
	return errors.Join(
		keys.Within(0, most).Check("population", float64(o.Population)),
		checkBreedable(o.Population),
		keys.Within(0, 1).Check("spread", o.Spread),
		checkOperator("grouping", "", o.Grouping),
		keys.Within(1, most).Check("games_per_pair", float64(o.GamesPerPair)),
		keys.Within(0, engines.MaxSeats).Check("seat_orders", float64(o.SeatOrders)),
		checkOperator("fitness", "", o.Fitness),
		keys.AtLeast(0).Check("evidence", float64(o.Evidence)),
		checkOperator("selection", "selection", o.Selection),
		checkOperator("crossover", "crossover", o.Crossover),
		keys.Within(0, most).Check("crossover.pairs", float64(o.Pairs)),
		checkOperator("mutation", "mutation", o.Mutation),
		keys.Within(0, 1).Check("mutation.rate", o.MutationRate),
		keys.Within(0, most).Check("mutation.count", float64(o.Mutants)),
		keys.AtLeast(0).Check("mutation.weights", float64(o.MutantWeights)),
		checkOperator("replacement", "", o.Replacement),
		keys.Within(0, most).Check("hall_of_fame", float64(o.HallOfFame)),
		keys.AtLeast(0).Check("generations", float64(o.Generations)),
		keys.AtLeast(0).Check("stall", float64(o.Stall)),
		keys.OneOf("answer", "", string(o.Answer), answers...),
		keys.Within(0, 1).Check("answer_share", o.AnswerShare),
	)
}

func checkBreedable(population int) error {
	if population == 1 {
		return keys.Errorf("population", "1 genome cannot breed, at least 2 are needed")
	}
	return nil
}

// checkOperator refuses an operator that is nil, and what the operator itself
// refuses. Its keys lie under a section, or at the top.
func checkOperator(key, section string, op any) error {
	if op == nil {
		return keys.Errorf(key, "an operator is needed")
	}
	if v, ok := op.(validator); ok {
		return keys.Under(section, v.Validate())
	}
	return nil
}

// Validate returns a [keys.KeyError] for every unknown operator and for every mistake that
// [Options.Validate] reports.
func (c Config) Validate() error {
	unknown := errors.Join(
		known("grouping", c.Grouping, groupers),
		known("fitness", c.Fitness, fitnesses),
		known("selection.kind", c.Selection.Kind, selectors),
		known("crossover.kind", c.Crossover.Kind, crossers),
		known("mutation.kind", c.Mutation.Kind, mutators),
		known("replacement", c.Replacement, replacers),
	)
	// An unknown operator is replaced by one without numbers.
	o := c.Options()
	if o.Grouping == nil {
		o.Grouping = RoundRobin{}
	}
	if o.Fitness == nil {
		o.Fitness = WinRate{}
	}
	if o.Selection == nil {
		o.Selection = Truncation{}
	}
	if o.Crossover == nil {
		o.Crossover = Average{}
	}
	if o.Mutation == nil {
		o.Mutation = Reset{}
	}
	if o.Replacement == nil {
		o.Replacement = Worst{}
	}
	return errors.Join(unknown, o.check())
}

// fits refuses options that are sound but do not fit the problem or each other.
// Every number has been filled in.
func (o Options) fits(p tuning.Problem) error {
	var mistakes []error
	if o.SeatOrders > p.Seats {
		mistakes = append(mistakes, keys.Errorf("seat_orders", "%d, but a table has %d seats", o.SeatOrders, p.Seats))
	} else if o.GamesPerPair%o.SeatOrders != 0 {
		mistakes = append(mistakes, keys.Errorf("games_per_pair", "%d is not a multiple of seat_orders, %d", o.GamesPerPair, o.SeatOrders))
	}
	err := o.fitOperators(p)
	if err == nil {
		err = o.fitChildren()
	}
	return errors.Join(append(mistakes, err)...)
}

// fitOperators asks the operators whether they suit the population.
func (o Options) fitOperators(p tuning.Problem) error {
	var mistakes []error
	for _, at := range []struct {
		section string
		op      any
	}{
		{"", o.Grouping},
		{"", o.Fitness},
		{"selection", o.Selection},
		{"crossover", o.Crossover},
		{"mutation", o.Mutation},
		{"", o.Replacement},
	} {
		if f, ok := at.op.(fitter); ok {
			mistakes = append(mistakes, keys.Under(at.section, f.Fits(o.Population, p.Seats)))
		}
	}
	return errors.Join(mistakes...)
}

// fitChildren holds the number of children against the room that there is.
func (o Options) fitChildren() error {
	children := o.Pairs + o.Mutants
	switch room := o.Replacement.Children(o.Population); {
	case room > o.Population:
		return keys.Errorf("replacement", "%T replaces %d of %d genomes", o.Replacement, room, o.Population)
	case room <= 0 && children == 0:
		return keys.Errorf("crossover.pairs", "no children: this replacement needs crossover.pairs or mutation.count")
	case room <= 0 && children > o.Population:
		return keys.Errorf("crossover.pairs", "%d children (with mutation.count), but only %d genomes to replace", children, o.Population)
	case room > 0 && o.Mutants > room:
		return keys.Errorf("mutation.count", "%d mutants, but room for %d children", o.Mutants, room)
	case room > 0 && o.Pairs > 0 && children != room:
		return keys.Errorf("crossover.pairs", "%d with %d mutants, but room for %d children (0 fills it)", o.Pairs, o.Mutants, room)
	}
	return nil
}
