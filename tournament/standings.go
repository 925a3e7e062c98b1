package tournament

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
)

// StandingsOptions says how results are turned into ratings. The zero value is
// the default.
type StandingsOptions struct {
	// Anchor names the agent whose rating is 0. Empty means that the mean of all
	// ratings is 0.
	Anchor string
	// Prior is the number of virtual draws per agent against an average
	// opponent. 0 means DefaultPrior where the results alone allow no finite
	// rating (somebody won or lost everything, or groups never met), and none
	// otherwise.
	Prior float64
	// Confidence is the probability that an interval covers the truth. 0 means
	// 0.95.
	Confidence float64
	// Draws is the number of random draws behind the probability of being best.
	// 0 means 10,000; fewer are drawn for more than 100 agents.
	Draws int
	// Seed makes those draws.
	Seed uint64
}

// Validate refuses options that mean nothing for these agents.
func (o StandingsOptions) Validate(agents []string) error {
	switch {
	case o.Anchor != "" && !slices.Contains(agents, o.Anchor):
		return fmt.Errorf("anchor: no agent is named %q", o.Anchor)
	case !(o.Prior >= 0) || math.IsInf(o.Prior, 0):
		return fmt.Errorf("prior: %v virtual draws, at least 0 needed", o.Prior)
	case !(o.Confidence >= 0 && o.Confidence < 1):
		return fmt.Errorf("confidence: %v is not within [0, 1)", o.Confidence)
	case o.Draws < 0:
		return fmt.Errorf("draws: %d, at least 0 needed", o.Draws)
	}
	return nil
}

func (o StandingsOptions) withDefaults() StandingsOptions {
	if o.Confidence == 0 {
		o.Confidence = 0.95
	}
	if o.Draws == 0 {
		o.Draws = 10_000
	}
	return o
}

// Standings adds up results as they come and makes a Table at any time. Its
// memory grows with the square of the number of agents, not with the number of
// results (for more than two seats also with the number of different tables, up
// to a bound). The Table depends on the results alone, and on their order only
// through rounding.
//
// Clusters count as independent of each other even where pairings share a deal.
// Simulated with deals that favour a seat by 300 Elo, intervals are right if
// everybody plays every seat or seats are drawn, and too wide, never too narrow,
// if they are turned.
type Standings struct {
	names   []string
	options StandingsOptions
	agents  []tally
	pairs   pairSums
	tables  tableSums
	seats   [engines.MaxSeats]seatTally
	games   int
	forfeit int
	cluster int
}

// tally is one agent's record.
type tally struct {
	games, wins, draws, losses, forfeits int
	points                               float64
	pairs                                [5]int
	places                               [engines.MaxSeats]int
}

// seatTally is the record of one seat.
type seatTally struct {
	games  int
	points float64
}

// NewStandings starts the standings of a field of agents, named in the order of
// the field.
func NewStandings(agents []string, o StandingsOptions) (*Standings, error) {
	if len(agents) == 0 {
		return nil, fmt.Errorf("tournament: standings: no agents")
	}
	if err := o.Validate(agents); err != nil {
		return nil, fmt.Errorf("tournament: standings: %w", err)
	}
	return &Standings{
		names:   slices.Clone(agents),
		options: o.withDefaults(),
		agents:  make([]tally, len(agents)),
		pairs:   newPairSums(len(agents)),
		tables:  tableSums{agents: len(agents), most: maxTables},
	}, nil
}

// Add enters the result of one pairing. It refuses a result that does not fit
// the field, and then leaves the standings as they were.
func (s *Standings) Add(r Result) error {
	if err := s.check(r); err != nil {
		return fmt.Errorf("tournament: standings: pairing %d: %w", r.Index, err)
	}
	p := r.Pairing
	k := len(p.Agents)
	s.cluster++
	for g, game := range r.Games {
		s.games++
		for seat := range k {
			s.enter(p.Seat(g, seat), seat, game)
		}
		s.pairs.addGame(p, g, game.Outcome)
	}
	if k == 2 {
		s.pairs.addCluster(p.Agents[0], p.Agents[1], r.Points(0)*float64(len(r.Games)), len(r.Games))
		if len(r.Games) == 2 {
			quarters := int(math.Round(4 * r.Points(0)))
			s.agents[p.Agents[0]].pairs[quarters]++
			s.agents[p.Agents[1]].pairs[4-quarters]++
		}
		return nil
	}
	s.tables.add(r, &s.pairs)
	return nil
}

// check refuses a result that does not fit the field.
func (s *Standings) check(r Result) error {
	k := len(r.Pairing.Agents)
	if k < 2 || k > engines.MaxSeats {
		return fmt.Errorf("%d seats, 2 to %d needed", k, engines.MaxSeats)
	}
	for i, a := range r.Pairing.Agents {
		if a < 0 || a >= len(s.names) {
			return fmt.Errorf("agent %d is not within the field of %d", a, len(s.names))
		}
		if slices.Contains(r.Pairing.Agents[:i], a) {
			return fmt.Errorf("agent %s sits at one table twice", s.names[a])
		}
	}
	if len(r.Games) == 0 {
		return fmt.Errorf("no game was played")
	}
	for g, game := range r.Games {
		if game.Outcome.Seats() != k {
			return fmt.Errorf("game %d: an outcome of %d seats for %d agents", g, game.Outcome.Seats(), k)
		}
	}
	return nil
}

// enter books one game of one agent. A game is won by being first alone and
// drawn by sharing the first place.
func (s *Standings) enter(agent, seat int, game engines.Record) {
	a, o := &s.agents[agent], game.Outcome
	points := o.Points(seat)
	a.games++
	a.points += points
	a.places[o.Place(seat)-1]++
	switch first := firsts(o); {
	case o.Place(seat) > 1:
		a.losses++
	case first == 1:
		a.wins++
	default:
		a.draws++
	}
	if game.Forfeited(seat) {
		a.forfeits++
		s.forfeit++
	}
	s.seats[seat].games++
	s.seats[seat].points += points
}

// firsts is the number of seats in the first place.
func firsts(o engines.Outcome) int {
	n := 0
	for seat := range o.Seats() {
		if o.Place(seat) == 1 {
			n++
		}
	}
	return n
}

// Duels is the table of who beat whom; from games of more than two seats every
// pair of seats is entered with a weight that makes one game of every agent.
func (s *Standings) Duels() *Duels { return s.pairs.duels() }
