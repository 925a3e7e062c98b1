package genetic

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// Operators can implement these interfaces. A validator checks its own numbers. A fitter checks
// whether it can be used with a size of the population and a number of seats.
type (
	validator interface{ Validate() error }
	fitter    interface {
		Fits(population, seats int) error
	}
)

// most is the largest accepted value of options that determine how many values are stored in memory.
const most = 1e6

// Validate returns an error that joins a [keys.KeyError] for every invalid number, with its key
// in [Config]. It calls the method Validate of operators that have one. [New] checks the rest,
// which depends on the problem; it calls the method Fits(population, seats int) error of
// operators that have one.
func (o Options) Validate() error { return o.withDefaults().check() }

// check returns the errors of options to which the defaults have been applied. A nil operator is
// an error.
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
		keys.OneOf("result", "", string(o.Result), results...),
		keys.Within(0, 1).Check("result_share", o.ResultShare),
	)
}

func checkBreedable(population int) error {
	if population == 1 {
		return keys.Errorf("population", "1 genome cannot breed, at least 2 are needed")
	}
	return nil
}

// checkOperator returns an error for a nil operator, and otherwise the errors of the operator's
// Validate. section is the config section of its keys; an empty one means the top level.
func checkOperator(key, section string, op any) error {
	if op == nil {
		return keys.Errorf(key, "an operator is needed")
	}
	if v, ok := op.(validator); ok {
		return keys.Under(section, v.Validate())
	}
	return nil
}

// Validate returns a [keys.KeyError] for every unknown operator and every mistake that
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
	// Replace an unknown operator by one without numbers, so that the rest can be checked.
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

// fits returns an error if valid options do not fit the problem or each other. All defaults must
// have been filled in.
func (o Options) fits(p tuning.Problem) error {
	var mistakes []error
	if o.SeatOrders > p.Seats {
		mistakes = append(mistakes, keys.Errorf("seat_orders", "%d, but a table has %d seats", o.SeatOrders, p.Seats))
	} else if o.GamesPerPair%o.SeatOrders != 0 {
		mistakes = append(mistakes, keys.Errorf("games_per_pair", "%d is not a multiple of seat_orders, %d", o.GamesPerPair, o.SeatOrders))
	}
	err := o.fitOperators(p)
	if err == nil {
		err = o.fitCovariance(p.Space)
	}
	if err == nil {
		err = o.fitChildren()
	}
	return errors.Join(append(mistakes, err)...)
}

// fitOperators returns the errors of the method Fits of all operators that have one.
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

// fitChildren returns an error if the population has fewer places than there are children in a
// generation.
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

// Results of operators are checked before they are used, because operators may come from other
// packages. An invalid slot ends the run with an error that names the operator, and not with a
// panic.

// checkDrawn returns an error if a grouping operator returned empty groups or invalid tables.
func checkDrawn(groups []Group, d Draw) error {
	if len(groups) == 0 {
		return fmt.Errorf("no groups")
	}
	for _, g := range groups {
		if len(g.Members) == 0 {
			return fmt.Errorf("an empty group")
		}
		for _, slot := range g.Members {
			if slot < 0 || slot >= d.Population {
				return fmt.Errorf("slot %d in a group, of a population of %d", slot, d.Population)
			}
		}
		for _, table := range g.Tables {
			if err := checkTable(table, d); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkTable(table []int, d Draw) error {
	if len(table) != d.Seats {
		return fmt.Errorf("%d at a table of %d seats", len(table), d.Seats)
	}
	for i, at := range table {
		switch {
		case at < 0 || at >= d.Population+d.Guests:
			return fmt.Errorf("index %d at a table, of a field of %d", at, d.Population+d.Guests)
		case at < d.Population && slices.Contains(table[:i], at):
			return fmt.Errorf("slot %d twice at a table", at)
		}
	}
	return nil
}

// checkFitness returns an error unless a fitness function returned a value in [0, 1] for each
// member.
func checkFitness(fitness []float64, members int) error {
	if len(fitness) != members {
		return fmt.Errorf("%d fitnesses for %d genomes", len(fitness), members)
	}
	for slot, f := range fitness {
		if !(f >= 0 && f <= 1) {
			return fmt.Errorf("%v for slot %d is not within [0, 1]", f, slot)
		}
	}
	return nil
}

// checkParents returns an error if a selection operator returned no parents or invalid indices.
func checkParents(parents []int, members int) error {
	if len(parents) == 0 {
		return fmt.Errorf("no parents")
	}
	for _, slot := range parents {
		if slot < 0 || slot >= members {
			return fmt.Errorf("slot %d chosen, of a population of %d", slot, members)
		}
	}
	return nil
}

// checkSlots returns an error unless a replacement operator returned a different valid index for
// each child.
func checkSlots(slots []int, children, members int) error {
	if len(slots) != children {
		return fmt.Errorf("%d slots for %d children", len(slots), children)
	}
	seen := make([]bool, members)
	for _, slot := range slots {
		if slot < 0 || slot >= members || seen[slot] {
			return fmt.Errorf("slot %d for a child is taken or does not exist", slot)
		}
		seen[slot] = true
	}
	return nil
}
