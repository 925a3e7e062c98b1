package genetic

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/keys"
)

// Grouper is a grouping operator: it selects the genomes that play together in a generation.
type Grouper interface {
	// Groups returns the groups of a generation in order, each with its tables in order. A table
	// is a set of agents that play together.
	Groups(d Draw) []Group
	// Tables returns the number of tables that Groups makes, given the size of the population,
	// the number of seats, and the number of agents outside the population. The number of
	// generations follows from it and the budget.
	Tables(population, seats, guests int) int
	// Invites reports whether agents outside the population take part. These guests are the fixed
	// opponents of the problem and the hall of fame, or the start weights if there are neither.
	Invites() bool
}

// Draw contains the input from which a Grouper makes the groups of a generation, such as the
// numbers of genomes and of seats.
type Draw struct {
	Population int // the genomes have the field indices 0 to Population-1, which are their slots
	Seats      int // at one table
	Guests     int // the guests have the field indices from Population on; 0 unless Grouper.Invites
	// Rand returns the random generator for the group with the given index. Every call returns it
	// in its initial state.
	Rand func(index int) *rand.Rand
}

// Group is a part of the population whose members are compared with each other. It contains the
// members, and the tables, which are the sets of members that play together.
type Group struct {
	Members []int   // slots
	Tables  [][]int // field indices, Seats in each table; every table is played
}

// RandomGroups is the grouping operator that draws Count groups of Size different genomes, each
// from the whole population. A genome may be in several groups or in none. The article that
// [Paper] describes uses it. With Disjoint it divides the shuffled population into groups instead,
// again and again with new shuffles until there are Count groups. The numbers of groups of any two
// genomes then differ by at most one. Size 0 means the number of seats. Count 0 means the
// population divided by Size, rounded up.
type RandomGroups struct {
	Count, Size int
	Disjoint    bool
}

// Groups draws the members of every group, and makes its tables, which are sets of members that
// play together. With two seats every two members of a group share exactly one table, and with more
// seats about one on average.
func (g RandomGroups) Groups(d Draw) []Group {
	count, size := groupsOf(g.Count, g.Size, d.Population, d.Seats)
	groups, all := make([]Group, count), everyone(d.Population)
	var deck []int // the shuffled genomes that are not in a group yet, if the groups are disjoint
	for i := range groups {
		r := d.Rand(i)
		var members []int
		if g.Disjoint {
			members, deck = deal(r, deck, all, size)
		} else {
			slots := slices.Clone(all)
			for k := range size {
				j := k + r.IntN(len(slots)-k)
				slots[k], slots[j] = slots[j], slots[k]
			}
			members = slots[:size]
		}
		groups[i] = Group{Members: members, Tables: tables(r, members, d.Seats)}
	}
	return groups
}

// Tables returns the number of tables, which are sets of genomes that play together, in all groups.
func (g RandomGroups) Tables(population, seats, _ int) int {
	count, size := groupsOf(g.Count, g.Size, population, seats)
	return count * tableCount(size, seats)
}

// Invites returns false, because genomes play only against each other.
func (RandomGroups) Invites() bool { return false }

// Validate returns an error for a negative Count, and for a Size that is neither 0 nor at least 2.
func (g RandomGroups) Validate() error {
	return errors.Join(
		keys.Within(0, most).Check("groups", float64(g.Count)),
		keys.Range{Min: 2, Max: most, OrZero: true}.Check("group_size", float64(g.Size)),
	)
}

// Fits returns an error for groups that are smaller than the number of seats or larger than the
// population.
func (g RandomGroups) Fits(population, seats int) error {
	switch {
	case g.Size > population:
		return keys.Errorf("group_size", "%d genomes in a group, but %d in the population", g.Size, population)
	case g.Size > 0 && g.Size < seats:
		return keys.Errorf("group_size", "%d genomes cannot fill a table of %d seats", g.Size, seats)
	}
	return populationFills(population, seats)
}

// RoundRobin is the grouping operator that makes one group of the whole population. With two seats
// every two genomes meet once, and with more seats about once on average.
type RoundRobin struct{}

// Groups returns the one group of all genomes.
func (RoundRobin) Groups(d Draw) []Group {
	members := everyone(d.Population)
	return []Group{{Members: members, Tables: tables(d.Rand(0), members, d.Seats)}}
}

// Tables returns the number of tables, which are sets of genomes that play together, in the only
// group.
func (RoundRobin) Tables(population, seats, _ int) int { return tableCount(population, seats) }

// Invites returns false, because genomes play only against each other.
func (RoundRobin) Invites() bool { return false }

// Fits returns an error if the population has fewer genomes than a game has seats.
func (RoundRobin) Fits(population, seats int) error { return populationFills(population, seats) }

// Siblings is the grouping operator in which neighbours in the population play each other: the
// first genome the second, the third the fourth, and so on. With the mutation [Covariance] such
// neighbours are mirror images of each other. A game between them measures how strength changes
// along the line through both. Games of each genome against the midpoint would measure the same,
// but four times as many would be needed. See Brockhoff et al., "Mirrored sampling and sequential
// selection for evolution strategies", PPSN 2010.
type Siblings struct{}

// Groups returns one group of all genomes. Its tables, the sets of genomes that play together,
// contain successive genomes. A last table that is not full is completed by the first genomes.
func (g Siblings) Groups(d Draw) []Group {
	group := Group{Members: everyone(d.Population)}
	for t := range g.Tables(d.Population, d.Seats, 0) {
		table := make([]int, d.Seats)
		for k := range table {
			table[k] = (t*d.Seats + k) % d.Population
		}
		group.Tables = append(group.Tables, table)
	}
	return []Group{group}
}

// Tables returns the number of tables, which are sets of genomes that play together: the smallest
// number with every genome at a table.
func (Siblings) Tables(population, seats, _ int) int { return (population + seats - 1) / seats }

// Invites returns false, because genomes play only against each other.
func (Siblings) Invites() bool { return false }

// Fits returns an error if the population has fewer genomes than a game has seats.
func (Siblings) Fits(population, seats int) error { return populationFills(population, seats) }

// Gauntlet is the grouping operator in which every genome plays against the same agents outside the
// population. These are the fixed opponents of the problem and the hall of fame, or the start
// weights if there are neither. Genomes do not meet each other, so a population cannot cycle (A
// beats B beats C beats A). See Rosin and Belew, "New methods for competitive coevolution",
// Evolutionary Computation 5, 1997.
type Gauntlet struct{}

// Groups returns one group of all genomes, with a table for every genome and every guest. A table
// is a set of agents that play together, and a guest is an agent outside the population. With more
// than two seats, the next guests in the list take the other seats. After the last guest, the list
// begins again.
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

// Tables returns the number of tables, which are sets of agents that play together: one for every
// genome and every opponent outside the population.
func (Gauntlet) Tables(population, _, guests int) int { return population * guests }

// Invites returns true, because genomes play against agents outside the population.
func (Gauntlet) Invites() bool { return true }

// groupsOf returns the number and the size of groups, with defaults in place of zeros. The default
// size is the number of seats. The default number is the population divided by the size, rounded
// up.
func groupsOf(count, size, population, seats int) (int, int) {
	if size == 0 {
		size = seats
	}
	if count == 0 {
		count = (population + size - 1) / size
	}
	return count, size
}

func populationFills(population, seats int) error {
	if population < seats {
		return keys.Errorf("population", "%d genomes cannot fill a table of %d seats", population, seats)
	}
	return nil
}

// tables returns the sets of members of a group that play together. With two seats every pair
// meets once, in the order (0,1), (0,2), ..., (1,2), ... With more seats the group is shuffled
// and divided into tables repeatedly. The numbers of tables of any two members then differ by at
// most one, and a pair meets once on average.
func tables(r *rand.Rand, members []int, seats int) [][]int {
	n := len(members)
	if seats == 2 {
		out := make([][]int, 0, n*(n-1)/2)
		for i, a := range members {
			for _, b := range members[i+1:] {
				out = append(out, []int{a, b})
			}
		}
		return out
	}
	count := tableCount(n, seats)
	out := make([][]int, 0, count)
	var deck []int
	for range count {
		var table []int
		table, deck = deal(r, deck, members, seats)
		out = append(out, table)
	}
	return out
}

// deal takes n different genomes from the front of deck, a shuffled list, and returns them with the
// rest of the deck. If the deck runs out, deal shuffles the list all to make a new deck. The
// genomes that have just been taken are moved to its end.
func deal(r *rand.Rand, deck, all []int, n int) (hand, rest []int) {
	hand = make([]int, 0, n)
	for len(hand) < n {
		if len(deck) == 0 {
			deck = slices.Clone(all)
			r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			deck = moveBack(deck, hand)
		}
		hand = append(hand, deck[0])
		deck = deck[1:]
	}
	return hand, deck
}

// tableCount returns the number of tables, sets of genomes that play together, in a group of n
// genomes. It is the number of pairs of genomes divided by the number of pairs at a table, rounded
// up. So there is one table for every pair if a game has two seats. tableCount returns 0 if n is
// below seats.
func tableCount(n, seats int) int {
	if n < seats {
		return 0
	}
	return (n*(n-1) + seats*(seats-1) - 1) / (seats * (seats - 1))
}

// moveBack returns a copy of the list deck in which the members of the list hand come last. All
// others keep their order.
func moveBack(deck, hand []int) []int {
	front := make([]int, 0, len(deck))
	var back []int
	for _, card := range deck {
		if slices.Contains(hand, card) {
			back = append(back, card)
		} else {
			front = append(front, card)
		}
	}
	return append(front, back...)
}
