package tournament

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Pairing is one cluster to play: agents on one deal, in one or more seat
// orders. It is the unit of schedules and of statistics.
//
// Agents mostly meet at one table. Agents that play apart do not: each plays
// games of its own, on the same deal, from the same seats, against the same
// opponents (or alone, in games of one seat), and what came of them is compared.
type Pairing struct {
	// Agents are indices into the field, in the seat order of the first game.
	Agents []int `json:"agents"`
	// Seed deals every game of the cluster alike.
	Seed uint64 `json:"seed"`
	// Games is the number of seat orders. In order r of agents who meet, the one
	// in seat s is Agents[(s+r) % len(Agents)]: 1 plays the first order alone,
	// len(Agents) gives every agent every seat. Agents who play apart all sit in
	// seat (First+r) % Seats(), each in a game of its own.
	Games int `json:"games"`
	// Apart says that the agents do not meet.
	Apart bool `json:"apart,omitempty"`
	// Opponents, of agents who play apart, are indices into the field: who sits
	// in the seats that follow the agent's, round the table. Games of one seat
	// have none.
	Opponents []int `json:"opponents,omitempty"`
	// First, of agents who play apart, is their seat in the first order.
	First int `json:"first,omitempty"`
}

// Seats is the number of seats at the table.
func (p Pairing) Seats() int {
	if p.Apart {
		return 1 + len(p.Opponents)
	}
	return len(p.Agents)
}

// Played is the number of games that are played: one for every seat order, of
// agents who play apart one for every order and agent. The games of one order
// follow each other.
func (p Pairing) Played() int {
	if p.Apart {
		return p.Games * len(p.Agents)
	}
	return p.Games
}

// Seat returns the index in the field of who sits in a seat of the g-th game. It panics
// if the pairing has no agents.
func (p Pairing) Seat(g, seat int) int {
	if !p.Apart {
		return p.Agents[(seat+g)%len(p.Agents)]
	}
	return p.seatApart(g, seat)
}

// seatApart is Seat of agents who play apart.
func (p *Pairing) seatApart(g, seat int) int {
	n, seats := len(p.Agents), p.Seats()
	after := (seat - p.First - g/n) % seats // the agent's seat
	if after < 0 {
		after += seats
	}
	if after == 0 {
		return p.Agents[g%n]
	}
	return p.Opponents[after-1]
}

// SeatOf returns the seat of the k-th agent in the g-th game; it is -1 if that
// game is another agent's. It panics if the pairing has no agents.
func (p Pairing) SeatOf(g, k int) int {
	n := len(p.Agents)
	switch {
	case !p.Apart:
		return turned(k, g, n)
	case g%n == k:
		return (p.First + g/n) % p.Seats()
	}
	return -1
}

// check refuses a pairing that cannot be played by a field of so many agents.
func (p *Pairing) check(field int) error {
	if n := p.Seats(); n < 1 || n > engines.MaxSeats {
		return fmt.Errorf("a table of %d seats, 1 to %d needed", n, engines.MaxSeats)
	}
	if n := len(p.Agents); n < 1 || n > engines.MaxSeats {
		return fmt.Errorf("%d agents, 1 to %d needed", n, engines.MaxSeats)
	}
	for _, list := range [...][]int{p.Agents, p.Opponents} {
		for _, a := range list {
			if a < 0 || a >= field {
				return fmt.Errorf("agent %d is not within the field of %d", a, field)
			}
		}
	}
	if p.Games < 1 {
		return fmt.Errorf("%d seat orders, at least 1 needed", p.Games)
	}
	if p.Apart && (p.First < 0 || p.First >= p.Seats()) {
		return fmt.Errorf("seat %d is not one of the %d", p.First, p.Seats())
	}
	if !p.Apart && (p.Opponents != nil || p.First != 0) {
		return fmt.Errorf("opponents of agents who meet each other")
	}
	return nil
}
