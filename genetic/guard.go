package genetic

import (
	"fmt"
	"slices"
)

// Results of operators are checked before they are used, because operators may come from
// other packages: an invalid slot ends the run with an error that names the operator, not the
// program with a panic.

// checkDrawn returns an error for empty groups and for impossible tables.
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

// checkFitness refuses fitnesses that are not one for each member, in [0, 1].
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

// checkParents returns an error for an empty choice and for slots that do not exist.
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

// checkSlots refuses slots that are not one for each child, all different.
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
