package tournament

import (
	"cmp"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/lanista/lanista/engines"
)

// RoundRobinOptions describes a tournament in which all agents meet each other. Agents is
// required.
type RoundRobinOptions struct {
	// Agents is the number of agents in the tournament, at least Seats and at least 2.
	Agents int
	// Seats is the number of seats of a game. 0 means 2. In games of one seat every agent plays
	// alone, and the results of agents on the same deal are compared.
	Seats int
	// Play is how often, with which seat orders and on which deals the pairings are played. The
	// zero value plays each once, with all seat orders, on shared deals.
	Play Play
}

// Validate returns an error that joins a [keys.KeyError] for every invalid option.
func (o RoundRobinOptions) Validate() error {
	return errors.Join(
		checkSeats(o.seats()),
		checkAgents("agents", max(o.seats(), 2), o.Agents),
		o.Play.Validate(),
	)
}

func (o RoundRobinOptions) seats() int {
	return cmp.Or(o.Seats, 2)
}

// RoundRobin returns a schedule in which the agents meet each other. What a cycle contains depends
// on the number of seats.
//
// With two seats, every two agents meet once per cycle. A cycle consists of rounds in which every
// agent plays once (the circle method), so after any number of whole rounds all agents have played
// equally often. Over a cycle, the numbers of games in which an agent moves first differ by at most
// one.
//
// With more seats, a cycle of up to 8 agents contains every combination of agents that fills the
// seats once, ordered so that the agents' numbers of pairings differ by at most two. With more than
// 8 agents, a cycle contains random combinations, just so many that every agent plays equally
// often; two agents may meet several times or not at all.
//
// With one seat, up to 8 agents are compared on every deal. More than 8 agents are compared in
// random groups of 8.
func RoundRobin(o RoundRobinOptions) (Schedule, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	seats := agentsCompared(o.seats(), o.Agents)
	s := cycles{play: o.Play, apart: o.seats() == 1}
	switch {
	case seats == 2:
		s.design = circle{o.Agents}
	case o.Agents <= maxCombined:
		s.design = combinations(o.Agents, seats)
	default:
		s.design = newBalanced(o.Agents, seats, o.Play.Seed)
	}
	return s, s.validate()
}

// circle computes the round robin of n agents by the circle method (Kirkman 1847). There are m-1
// rounds, where m is the smallest even number not below n. In round r, agent r meets agent m-1, and
// agent r+i meets agent r-i modulo m-1. If n is odd there is no agent m-1, and agent r does not
// play.
type circle struct{ n int }

func (c circle) size() int { return c.n * (c.n - 1) / 2 }

// agents returns the two agents of the i-th pairing. The first agent has the first seat.
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

// maxCombined is the largest number of agents for which a round robin with more than two seats
// plays all combinations of agents.
const maxCombined = 8

// combined is a list of groups of agents. The agents of a group play together, and every cycle of
// the schedule has the same groups.
type combined [][]int

func (c combined) size() int { return len(c) }

func (c combined) agents(_, i int) []int { return slices.Clone(c[i]) }

// combinations returns all groups of k out of n agents, in an order that treats agents equally.
// After any number of groups, the agents' numbers of games differ by at most two. Among several
// suitable groups, the one whose agents have met least comes first.
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

// unevenness returns the cost of letting a group of agents play next. It grows with the games that
// these agents have already played and with their meetings. Games weigh more than meetings.
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

// balanced draws random groups of k out of n agents, in blocks of n/gcd(n, k) groups. In a block
// all agents play the same number of games. At any point within the block, these numbers differ
// by at most one. Each block is drawn from its own seed.
type balanced struct {
	n, k, block int
	seed        uint64
	last        *atomic.Pointer[drawnBlock] // cache of the block drawn last
}

// drawnBlock is a block of random groups of agents that have been drawn. In a block all agents play
// the same number of games; see [balanced].
type drawnBlock struct {
	number int   // number of the block
	tables []int // the agents of all its groups, group by group
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

// draw returns the block of random groups with the given number; see [balanced]. It fills the
// groups of the block one after another with agents from a shuffled list. When the list is used up
// within a group, it shuffles a new one and skips agents that are already in the group.
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
			copy(deck[1:at+1], deck[:at]) // at is mostly 0, so that this is faster than slices.Delete
			deck = deck[1:]
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
