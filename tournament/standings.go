package tournament

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// StandingsOptions says how results are turned into ratings. The zero value is
// the default.
type StandingsOptions struct {
	// Anchor names the agent whose rating is 0. Empty means that the mean of all
	// ratings is 0.
	Anchor string
	// Prior is the number of virtual draws per agent against an average
	// opponent. 0 means rating.DefaultPrior where the results alone allow no finite
	// rating (somebody won or lost everything, or groups never met), and none
	// otherwise.
	Prior float64
	// Confidence is the probability that an interval covers the truth. 0 means
	// [rating.Confidence].
	Confidence float64
	// Draws is the number of random draws behind the probability of being best.
	// 0 means 10,000; fewer are drawn for more than 100 agents.
	Draws int
	// Seed makes those draws.
	Seed uint64
}

// Validate returns all mistakes of options for these agents.
func (o StandingsOptions) Validate(agents []string) error {
	var unknown error
	if o.Anchor != "" && !slices.Contains(agents, o.Anchor) {
		unknown = keys.Errorf("anchor", "no agent is named %q (%s)", o.Anchor, keys.Suggest(agents, o.Anchor))
	}
	return errors.Join(unknown, o.fit().Validate(), keys.AtLeast(0).Check("draws", float64(o.Draws)))
}

// fit is the part of the options that the fit of the ratings needs.
func (o StandingsOptions) fit() rating.FitOptions {
	return rating.FitOptions{Prior: o.Prior, Confidence: o.Confidence}
}

func (o StandingsOptions) withDefaults() StandingsOptions {
	if o.Confidence == 0 {
		o.Confidence = rating.Confidence
	}
	if o.Draws == 0 {
		o.Draws = 10_000
	}
	return o
}

// Standings adds up results as they come and makes a Table at any time. The Table
// depends on the results alone, and on their order only through rounding.
//
// Results of equal content, see [Result.Content], are one observation: all of them
// count for ratings and scores, and together as one for intervals, probabilities and
// the counts of pairs.
//
// Memory grows with the square of the number of agents, and for more than two seats
// with the number of different tables, up to a bound. In games with chance it does not
// grow with the number of results; in games without, every different pairing and
// every different game takes some 30 bytes.
//
// Clusters count as independent of each other even where pairings share a deal.
// Simulated with deals that favour a seat by 300 Elo, intervals are right if
// everybody plays every seat or seats are drawn, and too wide, never too narrow,
// if they are turned.
//
// The zero value has no agents and refuses every result: use [NewStandings].
type Standings struct {
	names   []string
	options StandingsOptions
	agents  []tally
	results *rating.Clusters
	places  []int // of the result that is being entered
	seats   [engines.MaxSeats]seatTally
	games   int
	forfeit engines.ForfeitCounts
	cluster int
	scores  []ScoreSum // by agent; nil where the game counts no points

	contents  Contents
	different distinct
	played    gamesOfAgents
}

// tally is one agent's record.
type tally struct {
	games, wins, draws, losses int
	forfeits                   engines.ForfeitCounts
	points                     float64
	different                  distinct
	pairs                      [5]int // every content once
	places                     [engines.MaxSeats]int
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
		return nil, err
	}
	return &Standings{
		names:   slices.Clone(agents),
		options: o.withDefaults(),
		agents:  make([]tally, len(agents)),
		results: rating.NewClusters(len(agents)),
	}, nil
}

// Add enters the result of one pairing. It refuses a result that does not fit
// the field, and then leaves the standings as they were.
func (s *Standings) Add(r Result) error {
	if err := s.check(&r); err != nil {
		return fmt.Errorf("tournament: standings: pairing %d: %w", r.Index+1, err)
	}
	s.cluster++
	s.games += len(r.Games)
	nth := s.enterContent(&r)
	s.enterScores(&r, nth)
	s.enterForfeits(&r)
	apart := r.Pairing.Apart
	if apart {
		r = r.Met()
	}
	agents := r.Pairing.Agents
	k := len(agents)
	s.places = append(s.places[:0], make([]int, k*len(r.Games))...)
	first := 0.0 // points of the first agent
	for g := range r.Games {
		outcome := &r.Games[g].Outcome
		for i, agent := range agents {
			seat := turned(i, g, k)
			points := s.enter(&s.agents[agent], outcome, seat)
			s.places[g*k+i] = outcome.Place(seat)
			if i == 0 {
				first += points
			}
			if !apart {
				s.seats[seat].games++
				s.seats[seat].points += points
			}
		}
	}
	if err := s.results.AddCopy(agents, s.places, nth); err != nil {
		return fmt.Errorf("tournament: standings: pairing %d: %w", r.Index+1, err)
	}
	if k == 2 && len(r.Games) == 2 && nth == 1 {
		quarters := int(math.Round(2 * first))
		s.agents[agents[0]].pairs[quarters]++
		s.agents[agents[1]].pairs[4-quarters]++
	}
	return nil
}

// check refuses a result that does not fit the field.
func (s *Standings) check(r *Result) error {
	if k := len(r.Pairing.Agents); k < 2 {
		return fmt.Errorf("%d agents, 2 to %d needed", k, engines.MaxSeats)
	}
	if err := r.Pairing.check(len(s.names)); err != nil {
		return err
	}
	for i, a := range r.Pairing.Agents {
		if slices.Contains(r.Pairing.Agents[:i], a) {
			return fmt.Errorf("agent %s sits at one table twice", s.names[a])
		}
	}
	return r.Pairing.checkGames(r.Games)
}

// enter books one game of one agent and returns its points. A game is won by
// being first alone and drawn by sharing the first place.
func (s *Standings) enter(a *tally, o *engines.Outcome, seat int) float64 {
	points, place := o.Points(seat), o.Place(seat)
	a.games++
	a.points += points
	a.places[place-1]++
	switch {
	case place > 1:
		a.losses++
	case firsts(o) == 1:
		a.wins++
	default:
		a.draws++
	}
	return points
}

// enterForfeits books who failed.
func (s *Standings) enterForfeits(r *Result) {
	for g := range r.Games {
		if f := r.Games[g].Forfeit; f != nil {
			s.agents[r.Pairing.Seat(g, f.Seat)].forfeits.Add(f.Kind)
			s.forfeit.Add(f.Kind)
		}
	}
}

// firsts is the number of seats in the first place.
func firsts(o *engines.Outcome) int {
	n := 0
	for seat := range o.Seats() {
		if o.Place(seat) == 1 {
			n++
		}
	}
	return n
}
