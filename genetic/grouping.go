package genetic

import (
	"errors"
	"math/rand/v2"

	"github.com/lanista/lanista/keys"
)

// Grouper chooses the tables of a generation.
type Grouper interface {
	// Groups returns the groups in order, each with its tables in order.
	Groups(d Draw) []Group
	// Tables is the number of tables that Groups makes of a population at tables
	// of so many seats with so many guests: with it a run knows how many
	// generations its budget pays for.
	Tables(population, seats, guests int) int
	// Invites reports whether guests take part: the fixed opponents of the
	// problem and the hall of fame, or the start weights where there are neither.
	Invites() bool
}

// Draw contains the inputs of a Grouper.
type Draw struct {
	Population int // the genomes: field indices 0 to Population-1, their slots
	Seats      int // at one table
	Guests     int // field indices from Population on; 0 unless invited
	// Rand returns the generator of the index-th group, fresh with every call.
	Rand func(index int) *rand.Rand
}

// Group is a part of the population whose members are compared with each other.
type Group struct {
	Members []int   // slots
	Tables  [][]int // field indices, Seats of them each; every table is played
}

// RandomGroups draws Count groups of Size different genomes, each from the whole
// population: a genome may be in several groups or in none. It is the grouping
// of the Risk procedure. Size 0 is one table full; Count 0 is as many groups as
// deal the population out once.
type RandomGroups struct{ Count, Size int }

// Groups draws the groups and lets every pair of a group meet.
func (g RandomGroups) Groups(d Draw) []Group {
	count, size := groupsOf(g.Count, g.Size, d.Population, d.Seats)
	groups := make([]Group, count)
	for i := range groups {
		r := d.Rand(i)
		slots := everyone(d.Population)
		for k := range size {
			j := k + r.IntN(len(slots)-k)
			slots[k], slots[j] = slots[j], slots[k]
		}
		members := slots[:size]
		groups[i] = Group{Members: members, Tables: tables(r, members, d.Seats)}
	}
	return groups
}

// Tables is the number of tables at which the groups meet.
func (g RandomGroups) Tables(population, seats, _ int) int {
	count, size := groupsOf(g.Count, g.Size, population, seats)
	return count * tableCount(size, seats)
}

// Invites is false.
func (RandomGroups) Invites() bool { return false }

// Validate refuses a negative Count and a group of less than two.
func (g RandomGroups) Validate() error { return checkGroupNumbers(g.Count, g.Size) }

// Fits refuses groups that are smaller than a table or larger than the
// population.
func (g RandomGroups) Fits(population, seats int) error {
	return groupFits(g.Size, population, seats)
}

// DisjointGroups deals the shuffled population out into groups of Size, and
// again with a new shuffle, until there are Count groups: all genomes play
// equally often, give or take one group. Size 0 is one table full; Count 0 is as
// many groups as deal the population out once.
type DisjointGroups struct{ Count, Size int }

// Groups deals the groups and lets every pair of a group meet.
func (g DisjointGroups) Groups(d Draw) []Group {
	count, size := groupsOf(g.Count, g.Size, d.Population, d.Seats)
	groups := make([]Group, count)
	var deck []int
	for i := range groups {
		r := d.Rand(i)
		members := make([]int, 0, size)
		for len(members) < size {
			if len(deck) == 0 {
				deck = everyone(d.Population)
				r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
				deck = moveBack(deck, members)
			}
			members = append(members, deck[0])
			deck = deck[1:]
		}
		groups[i] = Group{Members: members, Tables: tables(r, members, d.Seats)}
	}
	return groups
}

// Tables is the number of tables at which the groups meet.
func (g DisjointGroups) Tables(population, seats, guests int) int {
	return RandomGroups(g).Tables(population, seats, guests)
}

// Invites is false.
func (DisjointGroups) Invites() bool { return false }

// Validate refuses a negative Count and a group of less than two.
func (g DisjointGroups) Validate() error { return checkGroupNumbers(g.Count, g.Size) }

// Fits refuses groups that are smaller than a table or larger than the
// population.
func (g DisjointGroups) Fits(population, seats int) error {
	return groupFits(g.Size, population, seats)
}

// RoundRobin makes one group of the whole population: everybody meets everybody.
type RoundRobin struct{}

// Groups returns the one group.
func (RoundRobin) Groups(d Draw) []Group {
	members := everyone(d.Population)
	return []Group{{Members: members, Tables: tables(d.Rand(0), members, d.Seats)}}
}

// Tables is the number of tables at which all could have met.
func (RoundRobin) Tables(population, seats, _ int) int { return tableCount(population, seats) }

// Invites is false.
func (RoundRobin) Invites() bool { return false }

// Fits refuses a population that does not fill a table.
func (RoundRobin) Fits(population, seats int) error { return populationFills(population, seats) }

// Gauntlet sends every genome against the same guests: the fixed agents of the
// problem and the hall of fame (Rosin and Belew, "New methods for competitive
// coevolution", Evolutionary Computation 5, 1997). Genomes do not meet each
// other, so a population cannot win by circling (A beats B beats C beats A).
type Gauntlet struct{}

// Groups lets each genome meet every guest; at more than two seats, guest j
// comes with the next ones in turn.
func (Gauntlet) Groups(d Draw) []Group {
	group := Group{Members: everyone(d.Population)}
	for _, slot := range group.Members {
		for j := range d.Guests {
			table := []int{slot}
			for k := range d.Seats - 1 {
				table = append(table, d.Population+(j+k)%d.Guests)
			}
			group.Tables = append(group.Tables, table)
		}
	}
	return []Group{group}
}

// Tables is one for every genome and guest.
func (Gauntlet) Tables(population, _, guests int) int { return population * guests }

// Invites is true.
func (Gauntlet) Invites() bool { return true }

// groupsOf fills in a number and a size of groups that are left to the problem.
func groupsOf(count, size, population, seats int) (int, int) {
	if size == 0 {
		size = seats
	}
	if count == 0 {
		count = (population + size - 1) / size
	}
	return count, size
}

func checkGroupNumbers(count, size int) error {
	return errors.Join(
		keys.Within(0, most).Check("groups", float64(count)),
		keys.Range{Min: 2, Max: most, OrZero: true}.Check("group_size", float64(size)),
	)
}

func groupFits(size, population, seats int) error {
	switch {
	case size > population:
		return keys.Errorf("group_size", "%d genomes in a group, but %d in the population", size, population)
	case size > 0 && size < seats:
		return keys.Errorf("group_size", "%d genomes cannot fill a table of %d seats", size, seats)
	}
	return populationFills(population, seats)
}

func populationFills(population, seats int) error {
	if population < seats {
		return keys.Errorf("population", "%d genomes cannot fill a table of %d seats", population, seats)
	}
	return nil
}
