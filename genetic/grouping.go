package genetic

import "math/rand/v2"

// Grouper decides who meets whom in a generation.
type Grouper interface {
	// Groups returns the groups in order, each with its tables in order.
	Groups(d Draw) []Group
}

// Draw is what a Grouper may use.
type Draw struct {
	Population int // slots 0 to Population-1
	Seats      int // at one table
	// Opponents sit at field indices from Population on.
	Opponents int
	// Rand returns the generator of the index-th group.
	Rand func(index int) *rand.Rand
}

// Group is a part of the population whose members are compared with each other.
type Group struct {
	Members []int   // slots
	Tables  [][]int // field indices, Seats of them each; every table is played
}

// The kinds of grouping.
const (
	GroupGroups     = "groups"
	GroupRoundRobin = "round_robin"
	GroupGauntlet   = "gauntlet"
)

// GroupingKinds lists the kinds of grouping.
var GroupingKinds = []string{GroupGroups, GroupRoundRobin, GroupGauntlet}

func newGrouper(o Options) Grouper {
	switch o.Grouping {
	case GroupRoundRobin:
		return RoundRobin{}
	case GroupGauntlet:
		return Gauntlet{}
	}
	if o.Disjoint {
		return DisjointGroups{Count: o.Groups, Size: o.GroupSize}
	}
	return RandomGroups{Count: o.Groups, Size: o.GroupSize}
}

// tables lets the members of a group meet. At two seats every pair meets once,
// in the order (0,1), (0,2), ..., (1,2), ... At more seats the group is shuffled
// and dealt out table by table, again and again, so that the members sit at
// equally many tables (give or take one) and a pair meets once on average.
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
		table := make([]int, 0, seats)
		for len(table) < seats {
			if len(deck) == 0 {
				deck = append(deck, members...)
				r.Shuffle(n, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
				// Whoever sits at this table already waits for the next one.
				deck = moveBack(deck, table)
			}
			table = append(table, deck[0])
			deck = deck[1:]
		}
		out = append(out, table)
	}
	return out
}

// tableCount is the number of tables at which n genomes meet: for two seats
// every pair, for more the least number at which they could all have met.
func tableCount(n, seats int) int {
	if n < seats {
		return 0
	}
	return (n*(n-1) + seats*(seats-1) - 1) / (seats * (seats - 1))
}

// moveBack returns the deck with the cards of table moved to its end.
func moveBack(deck, table []int) []int {
	front := make([]int, 0, len(deck))
	var back []int
	for _, card := range deck {
		seated := false
		for _, s := range table {
			seated = seated || s == card
		}
		if seated {
			back = append(back, card)
		} else {
			front = append(front, card)
		}
	}
	return append(front, back...)
}

// RandomGroups draws Count groups of Size different genomes, each from the whole
// population: a genome may be in several groups or in none. It is the grouping
// of the Risk procedure.
type RandomGroups struct{ Count, Size int }

// Groups draws the groups and lets every pair of a group meet.
func (g RandomGroups) Groups(d Draw) []Group {
	groups := make([]Group, g.Count)
	for i := range groups {
		r := d.Rand(i)
		slots := everyone(d.Population)
		for k := range g.Size {
			j := k + r.IntN(len(slots)-k)
			slots[k], slots[j] = slots[j], slots[k]
		}
		members := slots[:g.Size]
		groups[i] = Group{Members: members, Tables: tables(r, members, d.Seats)}
	}
	return groups
}

// DisjointGroups deals the shuffled population out into groups of Size, and
// again with a new shuffle, until there are Count groups: all genomes play
// equally often, give or take one group.
type DisjointGroups struct{ Count, Size int }

// Groups deals the groups and lets every pair of a group meet.
func (g DisjointGroups) Groups(d Draw) []Group {
	groups := make([]Group, g.Count)
	var deck []int
	for i := range groups {
		r := d.Rand(i)
		members := make([]int, 0, g.Size)
		for len(members) < g.Size {
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

// RoundRobin makes one group of the whole population.
type RoundRobin struct{}

// Groups lets everybody meet everybody.
func (RoundRobin) Groups(d Draw) []Group {
	members := everyone(d.Population)
	return []Group{{Members: members, Tables: tables(d.Rand(0), members, d.Seats)}}
}

// Gauntlet sends every genome against the same opponents: the fixed agents of
// the problem and the hall of fame (Rosin and Belew, "New methods for
// competitive coevolution", Evolutionary Computation 5, 1997). Genomes do not
// meet each other, so a population cannot win by circling (A beats B beats C
// beats A).
type Gauntlet struct{}

// Groups lets each genome meet every opponent; at more than two seats, opponent
// j comes with the next ones in turn.
func (Gauntlet) Groups(d Draw) []Group {
	group := Group{Members: everyone(d.Population)}
	for _, slot := range group.Members {
		for j := range d.Opponents {
			table := []int{slot}
			for k := range d.Seats - 1 {
				table = append(table, d.Population+(j+k)%d.Opponents)
			}
			group.Tables = append(group.Tables, table)
		}
	}
	return []Group{group}
}
