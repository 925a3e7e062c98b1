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

// Schedule is a list of pairings (sets of agents that play together), which may be computed when
// needed.
type Schedule interface {
	// Len returns the number of pairings. It may grow only in a [Stream].
	Len() int
	// At returns the pairing with index i, from 0. It must be a pure function and may be called
	// from several goroutines.
	At(i int) Pairing
}

// Pairings is a [Schedule] whose pairings are stored in a slice.
type Pairings []Pairing

// Len returns the number of pairings.
func (p Pairings) Len() int { return len(p) }

// At returns the pairing with index i.
func (p Pairings) At(i int) Pairing { return p[i] }

// Prefix returns the first n pairings of s as a schedule. It is empty if n is negative or s is nil,
// and contains all pairings if n exceeds their number.
func Prefix(s Schedule, n int) Schedule {
	if s == nil {
		return Pairings(nil)
	}
	return prefix{s, max(min(n, s.Len()), 0)}
}

type prefix struct {
	Schedule
	n int
}

// Len returns the number of pairings.
func (p prefix) Len() int { return p.n }

// SeatOrders selects in which seat orders a pairing of agents is played.
type SeatOrders int

// These are the values of SeatOrders.
const (
	// AllSeats plays one game for each seat, so that every agent has every seat once. Within a
	// pairing an agent always plays after the same other one. With three and more seats these
	// neighbours differ from cycle to cycle.
	AllSeats SeatOrders = iota
	// DrawnSeats plays one game, whose seat order is drawn at random from the seed.
	DrawnSeats
	// TurnedSeats plays one game. From one cycle of the schedule to the next, every agent moves
	// by one seat. With three and more seats the neighbours of an agent differ after it has had
	// every seat.
	TurnedSeats
)

var seatOrderNames = [...]string{"all", "drawn", "turned"}

// Deals selects which pairings of agents in a schedule have the same seed, and so begin with the
// same opening and chance events.
type Deals int

// These are the values of the type [Deals].
const (
	// SharedDeals gives all pairings of a cycle, or of a group of [Groups], the same seed.
	SharedDeals Deals = iota
	// IndependentDeals gives every pairing its own seed.
	IndependentDeals
)

var dealNames = [...]string{"shared", "independent"}

var (
	_ encoding.TextUnmarshaler = (*SeatOrders)(nil)
	_ encoding.TextUnmarshaler = (*Deals)(nil)
)

// String returns the name that configs use for the seat orders: all, drawn or turned.
func (s SeatOrders) String() string { return nameOf(seatOrderNames[:], int(s)) }

// MarshalText returns the name of the seat orders: all, drawn or turned.
func (s SeatOrders) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses the name of the seat orders: all, drawn or turned.
func (s *SeatOrders) UnmarshalText(text []byte) error {
	i, err := parseName("seat order", seatOrderNames[:], string(text))
	*s = SeatOrders(max(i, 0))
	return err
}

// String returns "shared" or "independent", the name of the value in configs.
func (d Deals) String() string { return nameOf(dealNames[:], int(d)) }

// MarshalText returns "shared" or "independent", the name of the value in configs.
func (d Deals) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses "shared" or "independent", the values that configs use.
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

// parseName returns the index of text in the list names. If the list does not contain text,
// parseName returns an error with the valid names. what is the word for such a name in the error,
// for example "seat order".
func parseName(what string, names []string, text string) (int, error) {
	return slices.Index(names, text), keys.OneOf("", what, text, names...)
}

// Play defines how the pairings of agents in a schedule are played. The zero value plays one cycle
// from one seed with all seat orders.
type Play struct {
	// Cycles is the number of times that the whole schedule is played, each time from new seeds.
	// 0 means 1.
	Cycles int
	// Orders selects the seat orders of a pairing. It has no effect in games of one seat.
	Orders SeatOrders
	// Symmetric states that seats do not matter in the game (see [engines.Spec]). AllSeats then
	// plays a single seat order.
	Symmetric bool
	// Deals selects which pairings have the same seed, and so the same start.
	Deals Deals
	// Seed determines the seeds of all pairings and all random choices. With shared deals, all
	// pairings of cycle r have the seed engines.Seed(Seed, r). With independent deals, pairing i of
	// cycle r has the seed engines.Seed(Seed, r, i). [Groups] states its seeds of shared deals. If
	// Deal is set, it replaces these seeds.
	Seed uint64
	// Deal returns the n-th seed of a schedule; seeds are numbered in the order in which the
	// schedule needs them. It must be a pure function and may be called from several goroutines.
	// nil means that seeds are derived from Seed.
	Deal func(n int) uint64
}

// Validate returns an error that joins a [keys.KeyError] for every invalid option.
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

func checkSeats(seats int) error {
	return keys.Within(1, engines.MaxSeats).Check("seats", float64(seats))
}

// mostAgents is the largest number of agents in a schedule. The number of pairs of so many agents
// fits an int.
const mostAgents = 1 << 24

// checkAgents returns a [keys.KeyError] if a number of agents is not within [least, mostAgents].
func checkAgents(key string, least, agents int) error {
	if agents > mostAgents {
		return keys.Errorf(key, "%d is above the maximum %d", agents, mostAgents)
	}
	return keys.AtLeast(float64(least)).Check(key, float64(agents))
}

// agentsCompared returns the number of agents in a pairing: as many as a game has seats. In games
// of one seat, where the agents play separate games, it is the number of agents, but at most
// engines.MaxSeats.
func agentsCompared(seats, agents int) int {
	if seats == 1 {
		return min(agents, engines.MaxSeats)
	}
	return seats
}

// design computes the pairings of one cycle of a schedule: which agents meet, in which seat order.
// A design that draws agents at random may depend on the number of the cycle.
type design interface {
	// size returns the number of pairings in a cycle.
	size() int
	// agents returns a new list of the agents of the i-th pairing in a cycle.
	agents(cycle, i int) []int
}

// cycles is a schedule that repeats the pairings of one cycle, a [design], with new seeds.
type cycles struct {
	design
	play  Play
	apart bool // the game has one seat
}

// maxPairings is the largest number of pairings in a schedule. It ensures that the numbers of pairings
// and games are far from the limits of an int.
const maxPairings = 1_000_000_000_000

// validate returns a [keys.KeyError] if the schedule has too many pairings.
func (c cycles) validate() error {
	if c.size() > maxPairings/c.play.cycles() {
		return keys.Errorf("cycles", "%d cycles of %d pairings are more than %d pairings", c.play.cycles(), c.size(), maxPairings)
	}
	return nil
}

func (c cycles) Len() int { return c.size() * c.play.cycles() }

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
			c.mix(p.Agents, cycle, i)
			p.Games = len(p.Agents)
		}
	case DrawnSeats:
		seed := engines.Seed(c.play.Seed, engines.Purpose("seat order"), uint64(cycle), uint64(i))
		shuffle(p.Agents, seed)
	case TurnedSeats:
		c.mix(p.Agents, cycle/len(p.Agents), i)
		turn(p.Agents, cycle)
	}
	return p
}

// mix reorders the agents of the i-th pairing, except the first, so that an agent does not always
// play after the same other agent. A period is a number of consecutive cycles with the same order.
// Period 0 keeps the given order, and every later even period shuffles it. Every odd period
// reverses the order of the period before.
func (c cycles) mix(agents []int, period, i int) {
	others := agents[1:]
	if shuffled := period / 2; shuffled > 0 {
		shuffle(others, engines.Seed(c.play.Seed, engines.Purpose("neighbours"), uint64(shuffled), uint64(i)))
	}
	if period%2 == 1 {
		slices.Reverse(others)
	}
}

// deal returns the seed of the i-th pairing in a cycle. The seed determines the opening and the
// chance events of the games.
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

// Sharing returns the number of consecutive pairings that form a block of a schedule, for use as
// [StandingsOptions].Sharing. The pairings of a block share deals and may therefore depend on each
// other. Pairings of different blocks play different deals. All blocks of the same agents have the
// same pairings, and the same seats except in groups.
//
// A block is a cycle of [RoundRobin] or [Gauntlet] with shared deals, or the round robin of a group
// of [Groups]. With [TurnedSeats], a block of the first two schedules is as many cycles as there
// are seats, unless a cycle is one pairing. Sharing returns 0 for other schedules.
func Sharing(s Schedule) int {
	if g, ok := s.(groupCycles); ok && g.play.Deals == SharedDeals {
		return g.design.(*groups).perGroup.size()
	}
	c, ok := s.(cycles)
	if _, drawn := c.design.(balanced); !ok || drawn || c.play.Deals != SharedDeals {
		return 0
	}
	if c.play.Orders == TurnedSeats && !c.apart && c.size() > 1 {
		return c.size() * len(c.agents(0, 0))
	}
	return c.size()
}

func shuffle(agents []int, seed uint64) {
	engines.Rand(seed).Shuffle(len(agents), func(a, b int) { agents[a], agents[b] = agents[b], agents[a] })
}

// turn moves all agents by the same number of seats, so that agents[by] becomes the first.
func turn(agents []int, by int) {
	by %= len(agents)
	slices.Reverse(agents[:by])
	slices.Reverse(agents[by:])
	slices.Reverse(agents)
}
