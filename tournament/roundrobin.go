package tournament

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// RoundRobinOptions describes a tournament in which all agents meet each other. Agents is
// required.
type RoundRobinOptions struct {
	// Agents is the size of the field, at least Seats and at least 2.
	Agents int
	// Seats is the number of agents at one table. 0 means 2. In games of one seat agents
	// play apart and are compared on the same deals.
	Seats int
	Play  Play
}

// Validate returns all invalid options as [keys.KeyError]s.
func (o RoundRobinOptions) Validate() error {
	return errors.Join(
		checkSeats(o.seats()),
		keys.AtLeast(float64(max(o.seats(), 2))).Check("agents", float64(o.Agents)),
		o.Play.Validate(),
	)
}

// seats returns Seats or its default.
func (o RoundRobinOptions) seats() int {
	if o.Seats == 0 {
		return 2
	}
	return o.Seats
}

// RoundRobin returns the schedule in which every pair of agents meets once per cycle, in
// rounds in which every agent plays once (the circle method). The numbers of games that
// agents begin differ by at most one over a cycle, and any prefix of whole rounds is
// balanced.
//
// With more than two seats, up to 8 agents meet in all combinations, ordered so that their
// numbers of games differ by at most two. Larger fields meet at balanced random tables; a
// cycle has as many tables as give every agent the same number of games. In games of one
// seat, up to 8 agents are compared on every deal; of larger fields, as many as fit at a
// table of 8.
func RoundRobin(o RoundRobinOptions) (Schedule, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	seats, apart := agentsCompared(o.seats(), o.Agents), o.seats() == 1
	switch {
	case seats == 2:
		return cycles{circle{o.Agents}, o.Play, apart}, nil
	case o.Agents <= maxCombined:
		return cycles{combinations(o.Agents, seats), o.Play, apart}, nil
	default:
		return cycles{newBalanced(o.Agents, seats, o.Play.Seed), o.Play, apart}, nil
	}
}

// circle is the round robin of n agents by the circle method (Kirkman 1847): in round r of
// m-1, with m the even number not below n, agent r meets m-1, and r+i meets r-i modulo m-1;
// the meeting of m-1 is a bye if n is odd.
type circle struct{ n int }

// size returns the number of pairings in a cycle.
func (c circle) size() int { return c.n * (c.n - 1) / 2 }

// agents returns the two agents of a pairing; the first of them begins.
func (c circle) agents(_, i int) []int {
	perRound := c.n / 2
	round, i := i/perRound, i%perRound
	modulus := c.n - 1 // rounds
	if c.n%2 == 1 {
		modulus = c.n
		i++ // the first meeting of every round is the bye
	}
	if i == 0 {
		if round%2 == 1 {
			return []int{c.n - 1, round}
		}
		return []int{round, c.n - 1}
	}
	return []int{(round + i) % modulus, (round - i + modulus) % modulus}
}

// maxCombined is the size of the largest field that plays all combinations.
const maxCombined = 8

// combined is a design with the same tables in every cycle.
type combined [][]int

// size returns the number of tables.
func (c combined) size() int { return len(c) }

// agents returns the agents of a table.
func (c combined) agents(_, i int) []int { return slices.Clone(c[i]) }

// combinations lists all tables of k out of n agents. Each table is chosen so that the
// numbers of games, and then of meetings, stay even: after any number of tables the numbers
// of games differ by at most two.
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

// unevenness returns the cost of a table: the earlier games and meetings of its agents;
// games weigh more.
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

// balanced seats n agents at random tables of k. In a block of n/gcd(n, k) tables all
// agents play the same number of games, and within it the numbers differ by at most one.
// Blocks are drawn independently from the seed.
type balanced struct {
	n, k, block int
	seed        uint64
	last        *atomic.Pointer[drawnBlock] // cache of the block drawn last
}

// drawnBlock is a drawn block of tables, or a drawn group.
type drawnBlock struct {
	number int
	tables []int // block*k agents
}

// newBalanced returns the design for n agents at tables of k.
func newBalanced(n, k int, seed uint64) balanced {
	return balanced{n, k, n / gcd(n, k), engines.Seed(seed, engines.Purpose("balanced tables")), new(atomic.Pointer[drawnBlock])}
}

// size returns the number of tables in a block.
func (b balanced) size() int { return b.block }

// agents returns the agents of a table of a block.
func (b balanced) agents(cycle, i int) []int {
	d := b.last.Load()
	if d == nil || d.number != cycle {
		d = b.draw(cycle)
		b.last.Store(d)
	}
	return slices.Clone(d.tables[i*b.k : (i+1)*b.k])
}

// draw deals the agents like cards. If the deck does not fill a table, a new deck is
// shuffled, and agents that already sit at the table are passed over.
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

// gcd returns the greatest common divisor.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
