package genetic

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/evolution"
)

// These are optional interfaces of operators. A validator checks its own numbers. A fitter checks
// whether it can be used with a size of the population and a number of seats.
type (
	validator interface{ Validate() error }
	fitter    interface {
		Fits(population, seats int) error
	}
)

// most is the largest accepted value of a config number that determines the use of memory, such as
// the size of the population.
const most = 1e6

// Validate returns an error that joins a [keys.KeyError] for every unknown operator and every
// invalid number. It also calls the method Validate of operators that have one. It does not check
// what depends on the game: [New] does, with the method Fits(population, seats int) error of
// operators that have one.
func (c Config) Validate() error {
	o := c.operators()
	return errors.Join(
		keys.Within(0, most).Check("population", float64(c.Population)),
		checkBreedable(c.Population),
		keys.Within(0, 1).Check("spread", c.Spread),
		checkOperator("grouping", "", o.Grouping, c.Grouping, names(groupers)),
		keys.Within(1, most).Check("games_per_pair", float64(c.GamesPerPair)),
		keys.Within(0, engines.MaxSeats).Check("seat_orders", float64(c.SeatOrders)),
		checkOperator("fitness", "", o.Fitness, c.Fitness, names(fitnesses)),
		keys.AtLeast(0).Check("evidence", float64(c.Evidence)),
		checkOperator("selection.kind", "selection", o.Selection, c.Selection.Kind, names(selectors)),
		checkOperator("crossover.kind", "crossover", o.Crossover, c.Crossover.Kind, names(crossers)),
		keys.Within(0, most).Check("crossover.pairs", float64(c.Crossover.Pairs)),
		checkOperator("mutation.kind", "mutation", o.Mutation, c.Mutation.Kind, names(mutators)),
		keys.Within(0, 1).Check("mutation.rate", c.Mutation.Rate),
		keys.Within(0, most).Check("mutation.count", float64(c.Mutation.Count)),
		keys.AtLeast(0).Check("mutation.weights", float64(c.Mutation.Weights)),
		checkOperator("replacement", "", o.Replacement, c.Replacement, names(replacers)),
		keys.Within(0, most).Check("hall_of_fame", float64(c.HallOfFame)),
		keys.AtLeast(0).Check("generations", float64(c.Generations)),
		keys.AtLeast(0).Check("stall", float64(c.Stall)),
		keys.OneOf("result", "", string(c.Result), results...),
		keys.Within(0, 1).Check("result_share", c.ResultShare),
	)
}

func checkBreedable(population int) error {
	if population == 1 {
		return keys.Errorf("population", "1 genome cannot breed, at least 2 are needed")
	}
	return nil
}

// checkOperator returns an error if the operator op is nil, because no operator has the given name,
// or if op is invalid. An error for the name has the given key and lists the valid names. Errors of
// op, from its method Validate, have keys of the given config section; "" means the top level.
func checkOperator(key, section string, op any, name string, list []string) error {
	if op == nil {
		return keys.OneOf(key, "", name, list...)
	}
	if v, ok := op.(validator); ok {
		return keys.Under(section, v.Validate())
	}
	return nil
}

// fits returns an error if the values of a valid config do not fit the problem or each other.
func (t *terms) fits() error {
	var mistakes []error
	if c, seats := t.config, t.problem.Seats; c.SeatOrders > seats {
		mistakes = append(mistakes, keys.Errorf("seat_orders", "%d, but a table has %d seats", c.SeatOrders, seats))
	} else if c.GamesPerPair%c.SeatOrders != 0 {
		mistakes = append(mistakes, keys.Errorf("games_per_pair", "%d is not a multiple of seat_orders, %d", c.GamesPerPair, c.SeatOrders))
	}
	err := t.fitOperators()
	if err == nil {
		err = t.fitCovariance()
	}
	if err == nil {
		err = t.fitChildren()
	}
	return errors.Join(append(mistakes, err)...)
}

// fitOperators checks whether the operators suit the size of the population and the number of
// seats. It joins the errors of the method Fits of those operators that have one.
func (t *terms) fitOperators() error {
	o := t.operators
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
			mistakes = append(mistakes, keys.Under(at.section, f.Fits(t.config.Population, t.problem.Seats)))
		}
	}
	return errors.Join(mistakes...)
}

// fitCovariance returns an error if the config selects the mutation [Covariance] together with
// operators or numbers that it excludes, such as another crossover than [Weighted]. It also returns
// an error for the crossover Weighted with another mutation.
func (t *terms) fitCovariance() error {
	_, adapts := t.operators.Mutation.(Covariance)
	_, weighted := t.operators.Crossover.(Weighted)
	whole, all := t.operators.Replacement.(Generational)
	switch {
	case weighted && !adapts:
		return keys.Errorf("crossover.kind", "weighted gives all children of a generation the same mean; it needs mutation.kind: covariance")
	case !adapts:
		return nil
	case !weighted:
		return keys.Errorf("mutation.kind", "covariance needs crossover.kind: weighted")
	case !all || whole.Elites > 0:
		return keys.Errorf("replacement", "mutation.kind: covariance needs replacement: generational without elites")
	case t.config.Mutation.Count > 0:
		return keys.Errorf("mutation.count", "covariance makes no mutants, %d are asked for", t.config.Mutation.Count)
	case len(numbered(t.problem.Space)) == 0:
		return keys.Errorf("mutation.kind", "covariance needs a free weight that is a number")
	}
	if err := evolution.CheckWeights(len(numbered(t.problem.Space))); err != nil {
		return keys.Errorf("mutation.kind", "covariance: %w", err)
	}
	return nil
}

// fitChildren returns an error if the numbers of children in the config do not suit the replacement
// operator. Some operators determine how many genomes they replace. Then the children of two
// parents and the mutants must add up to this number, unless crossover.pairs is 0 and fills it.
// With other operators the sum must be from 1 to the size of the population.
func (t *terms) fitChildren() error {
	population, pairs, mutants := t.config.Population, t.config.Crossover.Pairs, t.config.Mutation.Count
	children := pairs + mutants
	switch room := t.operators.Replacement.Children(population); {
	case room > population:
		return keys.Errorf("replacement", "%T replaces %d of %d genomes", t.operators.Replacement, room, population)
	case room <= 0 && children == 0:
		return keys.Errorf("crossover.pairs", "no children: this replacement needs crossover.pairs or mutation.count")
	case room <= 0 && children > population:
		return keys.Errorf("crossover.pairs", "%d children (with mutation.count), but only %d genomes to replace", children, population)
	case room > 0 && mutants > room:
		return keys.Errorf("mutation.count", "%d mutants; the number of children is %d", mutants, room)
	case room > 0 && pairs > 0 && children != room:
		return keys.Errorf("crossover.pairs", "%d and mutation.count %d; together they must be %d, the number of children (0 fills it)", pairs, mutants, room)
	}
	return nil
}

// Results of operators are checked before they are used, because operators may come from other
// packages. An invalid slot ends the run with an error that names the operator, and not with a
// panic.

// checkDrawn returns an error if a grouping operator returned no groups, an empty or invalid group,
// or an invalid table.
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
