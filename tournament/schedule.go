package tournament

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Schedule is a list of pairings that need not be in memory. At must be a pure function and
// may be called from several goroutines.
type Schedule interface {
	Len() int
	At(i int) Pairing
}

// Pairings is a schedule in memory.
type Pairings []Pairing

// Len returns the number of pairings.
func (p Pairings) Len() int { return len(p) }

// At returns the i-th pairing.
func (p Pairings) At(i int) Pairing { return p[i] }

// Prefix returns the first n pairings of a schedule, none if n is negative.
func Prefix(s Schedule, n int) Schedule { return prefix{s, max(min(n, s.Len()), 0)} }

// prefix is the first n pairings of a schedule.
type prefix struct {
	Schedule
	n int
}

// Len returns the number of pairings.
func (p prefix) Len() int { return p.n }

// SeatOrders selects the seat orders in which a pairing is played.
type SeatOrders int

// The ways to seat a pairing.
const (
	// The choices of seat orders.
	AllSeats SeatOrders = iota
	// DrawnSeats plays one game, its seat order drawn from the seed.
	DrawnSeats
	// TurnedSeats plays one game, its seat order turned by one from cycle to
	// cycle.
	TurnedSeats
)

var seatOrderNames = [...]string{"all", "drawn", "turned"}

// Deals selects which pairings share a deal.
type Deals int

// The ways to deal.
const (
	// The choices of deals.
	SharedDeals Deals = iota
	// IndependentDeals gives every pairing its own seed.
	IndependentDeals
)

var dealNames = [...]string{"shared", "independent"}

var (
	_ encoding.TextUnmarshaler = (*SeatOrders)(nil)
	_ encoding.TextUnmarshaler = (*Deals)(nil)
)

// String returns the name in a config: all, drawn or turned.
func (s SeatOrders) String() string { return nameOf(seatOrderNames[:], int(s)) }

// MarshalText returns the name.
func (s SeatOrders) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses the name.
func (s *SeatOrders) UnmarshalText(text []byte) error {
	i, err := parseName("seat order", seatOrderNames[:], string(text))
	*s = SeatOrders(max(i, 0))
	return err
}

// String returns the name in a config: shared or independent.
func (d Deals) String() string { return nameOf(dealNames[:], int(d)) }

// MarshalText returns the name.
func (d Deals) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses the name.
func (d *Deals) UnmarshalText(text []byte) error {
	i, err := parseName("deal", dealNames[:], string(text))
	*d = Deals(max(i, 0))
	return err
}

// nameOf returns the i-th name, or "unknown(i)".
func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("unknown(%d)", i)
	}
	return names[i]
}

// parseName returns the index of a name. What is the kind of thing that the error names.
func parseName(what string, names []string, text string) (int, error) {
	return slices.Index(names, text), keys.OneOf("", what, text, names...)
}

// Play defines how the pairings of a schedule are played. The zero value plays one cycle on
// one deal with all seat orders.
type Play struct {
	// Cycles is the number of times that the whole schedule is played, each time on new
	// deals. 0 means 1.
	Cycles int
	// Orders selects the seat orders of a pairing. It has no effect in games of one seat.
	Orders SeatOrders
	// Symmetric states that seats do not matter (see [engines.Spec]); AllSeats then plays
	// one seat order.
	Symmetric bool
	// Deals selects which pairings share a deal.
	Deals Deals
	// Seed is the source of all deals and draws. The deal of cycle r is engines.Seed(Seed,
	// r), and with independent deals that of pairing i is engines.Seed(Seed, r, i), unless
	// Deal is set.
	Seed uint64
	// Deal, if not nil, returns the seed of deal n; the deals of a schedule are numbered in
	// its order. It must be a pure function and may be called from several goroutines.
	Deal func(n int) uint64
}

// Validate returns all invalid options as [keys.KeyError]s.
func (p Play) Validate() error {
	var orders, deals error
	if p.Orders < 0 || int(p.Orders) >= len(seatOrderNames) {
		orders = keys.Errorf("seat_orders", "%v is not one of %s", p.Orders, strings.Join(seatOrderNames[:], ", "))
	}
	if p.Deals < 0 || int(p.Deals) >= len(dealNames) {
		deals = keys.Errorf("deals", "%v is not one of %s", p.Deals, strings.Join(dealNames[:], ", "))
	}
	return errors.Join(keys.Range{Min: 1, Max: math.Inf(1), OrZero: true}.Check("cycles", float64(p.Cycles)), orders, deals)
}

// cycles returns Cycles or its default.
func (p Play) cycles() int { return max(p.Cycles, 1) }

// checkSeats returns an error unless a table can have this number of seats.
func checkSeats(seats int) error {
	return keys.Within(1, engines.MaxSeats).Check("seats", float64(seats))
}

// agentsCompared returns the number of agents in a pairing: those at a table, or in games of one
// seat as many of the field as can be compared.
func agentsCompared(seats, agents int) int {
	if seats == 1 {
		return min(agents, engines.MaxSeats)
	}
	return seats
}

// design is one cycle of a schedule: which agents meet, in which seat order.
type design interface {
	// size is the number of pairings in a cycle.
	size() int
	// agents returns a new list of the agents of one pairing.
	agents(cycle, i int) []int
}

// cycles repeats a design.
type cycles struct {
	design
	play  Play
	apart bool // the game has one seat
}

// Len returns the number of pairings.
func (c cycles) Len() int { return c.size() * c.play.cycles() }

// At returns the i-th pairing.
func (c cycles) At(i int) Pairing {
	cycle, i := i/c.size(), i%c.size()
	p := Pairing{Agents: c.agents(cycle, i), Seed: c.deal(cycle, i), Games: 1}
	if c.apart {
		p.Apart = true
		return p
	}
	switch c.play.Orders {
	case AllSeats:
		if !c.play.Symmetric {
			p.Games = len(p.Agents)
		}
	case DrawnSeats:
		seed := engines.Seed(c.play.Seed, engines.Purpose("seat order"), uint64(cycle), uint64(i))
		shuffle(p.Agents, seed)
	case TurnedSeats:
		turn(p.Agents, cycle)
	}
	return p
}

// deal returns the seed of a pairing.
func (c cycles) deal(cycle, i int) uint64 {
	independent := c.play.Deals == IndependentDeals
	switch {
	case c.play.Deal != nil && independent:
		return c.play.Deal(cycle*c.size() + i)
	case c.play.Deal != nil:
		return c.play.Deal(cycle)
	case independent:
		return engines.Seed(c.play.Seed, uint64(cycle), uint64(i))
	}
	return engines.Seed(c.play.Seed, uint64(cycle))
}

// shuffle permutes agents by a seed.
func shuffle(agents []int, seed uint64) {
	engines.Rand(seed).Shuffle(len(agents), func(a, b int) { agents[a], agents[b] = agents[b], agents[a] })
}

// turn moves every agent by a number of seats.
func turn(agents []int, by int) {
	by %= len(agents)
	slices.Reverse(agents[:by])
	slices.Reverse(agents[by:])
	slices.Reverse(agents)
}
