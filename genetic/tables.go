package genetic

import "math/rand/v2"

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
