package tournament

import (
	"slices"
	"sync/atomic"

	"github.com/lanista/lanista/engines"
)

// maxCombined is the largest field of which all combinations are played.
const maxCombined = 8

// combined is a list of tables, the same in every cycle.
type combined [][]int

func (c combined) size() int { return len(c) }

func (c combined) agents(_, i int) []int { return slices.Clone(c[i]) }

// combinations lists all tables of k out of n agents, each next one chosen so
// that the numbers of games, and after them of meetings, stay even: after any
// number of tables the agents' games differ by at most two.
func combinations(n, k int) combined {
	var all combined
	table := make([]int, k)
	var extend func(at, from int)
	extend = func(at, from int) {
		if at == k {
			all = append(all, slices.Clone(table))
			return
		}
		for a := from; a < n; a++ {
			table[at] = a
			extend(at+1, a+1)
		}
	}
	extend(0, 0)
	games := make([]int, n)
	meetings := make([]int, n*n)
	for next := range all {
		best, lowest := next, -1
		for i := next; i < len(all); i++ {
			if cost := unevenness(all[i], games, meetings); lowest < 0 || cost < lowest {
				best, lowest = i, cost
			}
		}
		chosen := all[best]
		copy(all[next+1:best+1], all[next:best])
		all[next] = chosen
		for i, a := range chosen {
			games[a]++
			for _, b := range chosen[:i] {
				meetings[b*n+a]++
			}
		}
	}
	return all
}

// unevenness weighs what a table's agents have played already, games first.
func unevenness(table, games, meetings []int) int {
	n := len(games)
	cost := 0
	for i, a := range table {
		cost += 1000 * games[a]
		for _, b := range table[:i] {
			cost += meetings[b*n+a]
		}
	}
	return cost
}

// balanced seats n agents at random tables of k. A block of n/gcd(n, k) tables
// gives everybody the same number of games, and within it the numbers differ by
// at most one. Blocks are drawn independently from the seed.
type balanced struct {
	n, k, block int
	seed        uint64
	last        *atomic.Pointer[drawnBlock] // the block dealt last, for the pairings that follow
}

type drawnBlock struct {
	number int
	tables []int // block*k agents
}

func newBalanced(n, k int, seed uint64) balanced {
	return balanced{n, k, n / gcd(n, k), engines.Seed(seed, engines.Purpose("balanced tables")), new(atomic.Pointer[drawnBlock])}
}

func (b balanced) size() int { return b.block }

func (b balanced) agents(cycle, i int) []int {
	d := b.last.Load()
	if d == nil || d.number != cycle {
		d = b.draw(cycle)
		b.last.Store(d)
	}
	return slices.Clone(d.tables[i*b.k : (i+1)*b.k])
}

// draw deals the agents like cards: when the deck does not fill a table, a new
// deck is shuffled whose first cards are none of those already at the table.
func (b balanced) draw(number int) *drawnBlock {
	rng := engines.Rand(engines.Seed(b.seed, uint64(number)))
	d := &drawnBlock{number: number, tables: make([]int, 0, b.block*b.k)}
	var deck []int
	for range b.block {
		table := len(d.tables)
		for len(d.tables) < table+b.k {
			if len(deck) == 0 {
				deck = rng.Perm(b.n)
			}
			at := slices.IndexFunc(deck, func(a int) bool { return !slices.Contains(d.tables[table:], a) })
			d.tables = append(d.tables, deck[at])
			deck = slices.Delete(deck, at, at+1)
		}
	}
	return d
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
