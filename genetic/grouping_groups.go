package genetic

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
