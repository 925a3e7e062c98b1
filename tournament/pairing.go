package tournament

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Pairing is a set of agents that play one deal in one or more seat orders. A deal is the start of
// a game that a seed determines: the opening and the chance events. A pairing is the unit of
// schedules and of statistics.
//
// Usually the agents play against each other. If they play apart, they do not meet: each plays
// separate games from the same start, in the same seats, against the same opponents (or alone in
// games of one seat). Their results are then compared.
type Pairing struct {
	// Agents contains the agents as indices in a list of agents, in the seat order of the first
	// game. Agents that play against each other fill the seats of a game, and one agent may have
	// several seats.
	Agents []int `json:"agents"`
	// Seed determines the opening and the chance events of all games of the pairing.
	Seed uint64 `json:"seed"`
	// Games is the number of seat orders; [Pairing.Played] returns the number of games. Agents that
	// play against each other turn by one seat in every order: in order r, seat s has the agent
	// Agents[(s+r) % len(Agents)], so that with len(Agents) orders every agent plays every seat
	// once. Agents that play apart all have the seat (First+r) % Seats() in order r.
	Games int `json:"games"`
	// Apart states that the agents do not play against each other. Each plays separate games, and
	// the results are compared.
	Apart bool `json:"apart,omitempty"`
	// Opponents contains the opponents of agents that play apart, as indices in the list of agents.
	// They have the seats that follow the compared agent's seat in turn order. It is empty for
	// games of one seat.
	Opponents []int `json:"opponents,omitempty"`
	// First is the seat of the compared agents in the first seat order, if these agents play
	// apart.
	First int `json:"first,omitempty"`
}

// Seats returns the number of seats of each game.
func (p Pairing) Seats() int {
	if p.Apart {
		return 1 + len(p.Opponents)
	}
	return len(p.Agents)
}

// Played returns the number of games of the pairing. It is one for each seat order, or one for each
// seat order and agent if the agents play separate games that are compared (Apart). The games of
// one seat order are consecutive.
func (p Pairing) Played() int {
	if p.Apart {
		return p.Games * len(p.Agents)
	}
	return p.Games
}

// Seat returns the agent in a seat of the g-th game, as an index into the list of agents. It
// panics if the pairing has no agents.
func (p Pairing) Seat(g, seat int) int {
	if !p.Apart {
		return p.Agents[(seat+g)%len(p.Agents)]
	}
	return p.seatApart(g, seat)
}

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

// SeatOf returns the seat of the k-th agent in the g-th game, or -1 if the agent does not
// play in it. It panics if the pairing has no agents.
func (p Pairing) SeatOf(g, k int) int {
	n := len(p.Agents)
	switch {
	case !p.Apart:
		return turnedSeat(k, g, n)
	case g%n == k:
		return (p.First + g/n) % p.Seats()
	}
	return -1
}

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
