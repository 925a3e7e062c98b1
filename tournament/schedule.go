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

// Schedule is a list of pairings that need not be held in memory. At must be
// pure and may be called from several goroutines.
type Schedule interface {
	Len() int
	At(i int) Pairing
}

// Pairings is a schedule held as a list.
type Pairings []Pairing

// Len is the number of pairings.
func (p Pairings) Len() int { return len(p) }

// At is the i-th pairing.
func (p Pairings) At(i int) Pairing { return p[i] }

// Prefix returns the first n pairings of a schedule, none if n is negative.
func Prefix(s Schedule, n int) Schedule { return prefix{s, max(min(n, s.Len()), 0)} }

type prefix struct {
	Schedule
	n int
}

// Len is the number of pairings.
func (p prefix) Len() int { return p.n }

// SeatOrders says in which seat orders a pairing is played.
type SeatOrders int

// The ways to seat a pairing.
const (
	// AllSeats plays every agent in every seat once on the same deal: pairs of
	// games for two seats. What the deal or the seat is worth cancels.
	AllSeats SeatOrders = iota
	// DrawnSeats plays one game, its seat order drawn from the seed.
	DrawnSeats
	// TurnedSeats plays one game, its seat order turned by one from cycle to
	// cycle.
	TurnedSeats
)

var seatOrderNames = [...]string{"all", "drawn", "turned"}

// Deals says which pairings are played on the same deal.
type Deals int

// The ways to deal.
const (
	// SharedDeals gives all pairings of a cycle the same seed (common random
	// numbers): nobody is ahead for having been dealt better.
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

// MarshalText writes the name.
func (s SeatOrders) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *SeatOrders) UnmarshalText(text []byte) error {
	i, err := parseName("seat order", seatOrderNames[:], string(text))
	*s = SeatOrders(max(i, 0))
	return err
}

// String returns the name in a config: shared or independent.
func (d Deals) String() string { return nameOf(dealNames[:], int(d)) }

// MarshalText writes the name.
func (d Deals) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads the name.
func (d *Deals) UnmarshalText(text []byte) error {
	i, err := parseName("deal", dealNames[:], string(text))
	*d = Deals(max(i, 0))
	return err
}

func nameOf(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("unknown(%d)", i)
	}
	return names[i]
}

func parseName(what string, names []string, text string) (int, error) {
	return slices.Index(names, text), keys.OneOf("", what, text, names...)
}

// Play says how the pairings of any schedule are played. The zero value plays
// one cycle on one deal with all seat orders.
type Play struct {
	// Cycles is the number of times that the whole schedule is played, each on
	// fresh deals. 0 means 1.
	Cycles int
	// Orders says in which seat orders a pairing is played. It says nothing in
	// games of one seat.
	Orders SeatOrders
	// Symmetric says that seats do not matter (see [engines.Spec]): one seat
	// order is then as good as all of them, and AllSeats plays one.
	Symmetric bool
	// Deals says which pairings are played on the same deal.
	Deals Deals
	// Seed is where all deals and draws come from. Cycle r is dealt by
	// engines.Seed(Seed, r), and with independent deals pairing i of the cycle
	// by engines.Seed(Seed, r, i), unless Deal is set.
	Seed uint64
	// Deal, when set, returns the seed of deal n; the deals of a schedule are numbered in its
	// order. It must be pure, and may be called from several goroutines.
	Deal func(n int) uint64
}

// Validate returns all mistakes.
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

func (p Play) cycles() int { return max(p.Cycles, 1) }

// checkSeats returns the mistake of a number of seats that no table has.
func checkSeats(seats int) error {
	return keys.Within(1, engines.MaxSeats).Check("seats", float64(seats))
}

// compared is the number of agents in a pairing of games of so many seats, among
// a field: those at a table, and in games of one seat as many as can be
// compared.
func compared(seats, agents int) int {
	if seats == 1 {
		return min(agents, engines.MaxSeats)
	}
	return seats
}

// design is one cycle of a schedule: which agents meet, in which order of seats.
type design interface {
	// size is the number of pairings in a cycle.
	size() int
	// agents returns a new list of the agents of one pairing.
	agents(cycle, i int) []int
}

// cycles plays a design again and again.
type cycles struct {
	design
	play  Play
	apart bool // games of one seat
}

// Len is the number of pairings.
func (c cycles) Len() int { return c.size() * c.play.cycles() }

// At is the i-th pairing.
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

// shuffle puts agents into an order drawn from a seed.
func shuffle(agents []int, seed uint64) {
	engines.Rand(seed).Shuffle(len(agents), func(a, b int) { agents[a], agents[b] = agents[b], agents[a] })
}

// turn moves every agent by so many seats.
func turn(agents []int, by int) {
	by %= len(agents)
	slices.Reverse(agents[:by])
	slices.Reverse(agents[by:])
	slices.Reverse(agents)
}
