package tournament

import (
	"errors"

	"github.com/lanista/lanista/keys"
)

// RoundRobinOptions describes a tournament in which everybody meets everybody. The zero
// value is refused: Agents is needed.
type RoundRobinOptions struct {
	// Agents is the size of the field, at least the number of seats and at least
	// two.
	Agents int
	// Seats is the number of agents at one table. 0 means 2. In games of one seat
	// agents play apart, and are compared on the same deals.
	Seats int
	Play
}

// Validate returns all mistakes.
func (o RoundRobinOptions) Validate() error {
	return errors.Join(
		checkSeats(o.seats()),
		keys.AtLeast(float64(max(o.seats(), 2))).Check("agents", float64(o.Agents)),
		o.Play.Validate(),
	)
}

func (o RoundRobinOptions) seats() int {
	if o.Seats == 0 {
		return 2
	}
	return o.Seats
}

// RoundRobin makes the schedule in which, in every cycle, every pair of agents
// meets once, in rounds in which every agent plays once (the circle method).
// First seats differ by at most one over a cycle, and any prefix of whole rounds
// is balanced.
//
// With more than two seats, fields of up to 8 agents meet in every combination,
// in an order that keeps the numbers of games even to two; larger fields
// meet at balanced random tables, as many in a cycle as give every agent the
// same number of games. In games of one seat up to 8 agents are compared on
// every deal; of larger fields, as many as would sit at a table of 8.
func RoundRobin(o RoundRobinOptions) (Schedule, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	seats, apart := compared(o.seats(), o.Agents), o.seats() == 1
	switch {
	case seats == 2:
		return cycles{circle{o.Agents}, o.Play, apart}, nil
	case o.Agents <= maxCombined:
		return cycles{combinations(o.Agents, seats), o.Play, apart}, nil
	default:
		return cycles{newBalanced(o.Agents, seats, o.Seed), o.Play, apart}, nil
	}
}

// circle is the round robin of n agents by the circle method (Kirkman 1847): in
// round r of m-1, with m the even number not below n, agent r meets m-1, and r+i
// meets r-i modulo m-1; the meeting of m-1 is a bye if n is odd.
type circle struct{ n int }

func (c circle) size() int { return c.n * (c.n - 1) / 2 }

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
