package tournament

import "fmt"

// RoundRobinOptions describes a tournament in which everybody meets everybody.
type RoundRobinOptions struct {
	// Agents is the size of the field, at least the number of seats.
	Agents int
	// Seats is the number of agents at one table. 0 means 2.
	Seats int
	Play
}

// Validate refuses options that make no schedule.
func (o RoundRobinOptions) Validate() error {
	seats := o.seats()
	if err := checkSeats(seats); err != nil {
		return err
	}
	if o.Agents < seats {
		return fmt.Errorf("agents: %d, at least %d needed", o.Agents, seats)
	}
	return o.Play.Validate()
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
// same number of games.
func RoundRobin(o RoundRobinOptions) (Schedule, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("tournament: round robin: %w", err)
	}
	switch seats := o.seats(); {
	case seats == 2:
		return cycles{circle{o.Agents}, o.Play}, nil
	case o.Agents <= maxCombined:
		return cycles{combinations(o.Agents, seats), o.Play}, nil
	default:
		return cycles{newBalanced(o.Agents, seats, o.Seed), o.Play}, nil
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
