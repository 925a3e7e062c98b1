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

// StandingsOptions defines how ratings are computed from the results of a tournament. The zero
// value selects the defaults.
type StandingsOptions struct {
	// Anchor is the name of the agent whose rating is defined as 0. Empty means that the mean of
	// all ratings is 0.
	Anchor string
	// Prior is the number of virtual draws per agent against an average opponent. 0 means no prior
	// if the results alone give finite ratings. It means rating.DefaultPrior if they do not,
	// because an agent won or lost all games or groups of agents never met.
	Prior float64
	// Confidence is the probability with which an interval covers the true value, in (0,
	// 1). 0 means [rating.Confidence].
	Confidence float64
	// Draws is the number of random draws from which the probability of being best is estimated. 0
	// means 10,000. For n agents at most 1e8 / n^2 draws are made, but never fewer than 1,000
	// because of this limit.
	Draws int
	// Seed is the seed of the random draws for the probability of being best.
	Seed uint64
	// Sharing is the number of consecutive pairings that form a block, as the function [Sharing]
	// returns it. Pairings of a block play the same deals. They depend on each other if a deal
	// suits one agent, and the intervals allow for this once every agent is in ten different
	// blocks in the mean. The index of a result determines its block. 0 and 1 mean that every
	// pairing is independent.
	Sharing int
}

// Validate returns an error that joins a [keys.KeyError] for every option that is invalid for a
// tournament of these agents.
func (o StandingsOptions) Validate(agents []string) error {
	var unknown error
	if o.Anchor != "" && !slices.Contains(agents, o.Anchor) {
		unknown = keys.Errorf("anchor", "no agent is named %q (%s)", o.Anchor, keys.Suggest(agents, o.Anchor))
	}
	return errors.Join(unknown, o.fit().Validate(), keys.AtLeast(0).Check("draws", float64(o.Draws)), keys.AtLeast(0).Check("sharing", float64(o.Sharing)))
}

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

// Standings collects the results of pairings and can compute a Table of ratings at any time. The
// order of the results changes the Table only by rounding. Use [NewStandings]; the zero value
// rejects every result.
//
// Results with equal moves are one observation; see [Result.Content]. All copies count for ratings
// and scores. Together they count once for intervals, probabilities and the numbers of pairs of
// games.
//
// Pairings on the same deal depend on each other if the deal suits one agent against all others.
// Intervals allow for this by blocks of such pairings; see [StandingsOptions].Sharing. In three
// cases all pairings count as independent, and the intervals of three agents and more may be too
// narrow (docs/lab/evidence.md has measurements):
//
//   - Sharing is not set.
//   - The agents are in fewer than ten different blocks in the mean.
//   - Two blocks of different agents contain pairings with the same moves.
//
// Two blocks of the same agents that contain pairings with the same moves are one observation. They
// began with the same deals, which can happen in games without chance.
//
// Memory grows with the square of the number of agents. With more than two seats, and in groups, it
// also grows with the number of different groups of agents, up to a limit. In games without chance
// every different pairing takes about 60 bytes and every different game about 30; in games with
// chance results take none.
type Standings struct {
	names    []string
	options  StandingsOptions
	agents   []tally
	results  *rating.Clusters
	blocks   map[int]*block // unfinished blocks by their number in the schedule
	places   []int          // buffer for the result that is being added
	seats    [engines.MaxSeats]seatTally
	games    int
	forfeit  ForfeitCounts
	pairings int
	scores   []ScoreSum // by agent; nil if the game has no scores

	contents  Contents
	different distinct
	played    gamesOfAgents
}

// tally counts the results of one agent.
type tally struct {
	games, wins, draws, losses int
	forfeits                   ForfeitCounts
	points                     float64
	different                  distinct
	pairs                      [5]int                // pairs of games by their half points, from 0 to 4; copies count once
	places                     [engines.MaxSeats]int // number of games by place
}

// block contains the results of consecutive pairings that share deals (game starts) and thus depend
// on each other; see Sharing in [StandingsOptions].
type block struct {
	pairings int
	points   []float64 // by agent
	played   []bool    // by agent: whether it is in the block
	contents []uint64  // of the pairings, as [Result.Content] returns them, without zeros
}

// seatTally counts the games and points of one seat, whichever agent had it.
type seatTally struct {
	games  int
	points float64
}

// NewStandings returns empty standings for the agents with the given names, in the order in which
// pairings number them.
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
		blocks:  make(map[int]*block),
		played:  make(gamesOfAgents),
	}, nil
}

// Add enters the result of one pairing. It returns an error, and leaves the standings unchanged,
// if the result refers to agents that do not exist or to impossible games.
func (s *Standings) Add(r Result) error {
	err := s.check(&r)
	if err == nil {
		err = s.enter(r)
	}
	if err != nil {
		return fmt.Errorf("tournament: standings: pairing %d: %w", r.Index+1, err)
	}
	return nil
}

// enter adds a result to the standings. The result must have been checked.
func (s *Standings) enter(r Result) error {
	s.pairings++
	s.games += len(r.Games)
	nth := s.addContent(&r)
	s.addScores(&r, nth)
	s.addForfeits(&r)
	b := s.blockOf(&r)
	apart := r.Pairing.Apart
	if apart {
		r = r.Met()
	}
	agents := r.Pairing.Agents
	k := len(agents)
	s.places = append(s.places[:0], make([]int, k*len(r.Games))...)
	first := 0.0 // sum of the first agent's points
	for g := range r.Games {
		outcome := &r.Games[g].Outcome
		for i, agent := range agents {
			seat := turnedSeat(i, g, k)
			points := s.addGame(&s.agents[agent], outcome, seat)
			if b != nil {
				b.points[agent] += points
				b.played[agent] = true
			}
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
	if k == 2 && len(r.Games) == 2 && nth == 1 {
		quarters := int(math.Round(2 * first))
		s.agents[agents[0]].pairs[quarters]++
		s.agents[agents[1]].pairs[4-quarters]++
	}
	if err := s.results.AddCopy(agents, s.places, nth); err != nil || b == nil {
		return err
	}
	if b.pairings++; b.pairings < s.options.Sharing {
		return nil
	}
	delete(s.blocks, r.Index/s.options.Sharing)
	var players []int
	var points []float64
	for agent, played := range b.played {
		if played {
			players, points = append(players, agent), append(points, b.points[agent])
		}
	}
	return s.results.AddBlock(players, points, b.pairings, b.contents...)
}

// blockOf returns the block of a result's pairing, in which it records what was played. It returns
// nil if every pairing is independent.
func (s *Standings) blockOf(r *Result) *block {
	if s.options.Sharing < 2 {
		return nil
	}
	number := r.Index / s.options.Sharing
	b := s.blocks[number]
	if b == nil {
		b = &block{points: make([]float64, len(s.names)), played: make([]bool, len(s.names))}
		s.blocks[number] = b
	}
	if content := r.Content(); content != 0 {
		b.contents = append(b.contents, content)
	}
	return b
}

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

// addGame enters one game of one agent and returns the agent's points. An agent alone in first
// place wins the game; an agent that shares first place draws it.
func (s *Standings) addGame(a *tally, o *engines.Outcome, seat int) float64 {
	points, place := o.Points(seat), o.Place(seat)
	a.games++
	a.points += points
	a.places[place-1]++
	switch {
	case place > 1:
		a.losses++
	case firstPlaces(o) == 1:
		a.wins++
	default:
		a.draws++
	}
	return points
}

func (s *Standings) addForfeits(r *Result) {
	for g := range r.Games {
		if f := r.Games[g].Forfeit; f != nil {
			s.agents[r.Pairing.Seat(g, f.Seat)].forfeits.Add(f.Kind)
			s.forfeit.Add(f.Kind)
		}
	}
}

func firstPlaces(o *engines.Outcome) int {
	n := 0
	for seat := range o.Seats() {
		if o.Place(seat) == 1 {
			n++
		}
	}
	return n
}

// addContent adds the games and the pairing of a result to the counts of different games and
// pairings. It returns how many results with the same moves were entered so far, this one included.
func (s *Standings) addContent(r *Result) int {
	seen := s.contents.Add(*r)
	s.different.addPairing(seen)
	for _, agent := range r.Pairing.Agents {
		s.agents[agent].different.addPairing(seen)
	}
	if seen.Nth > 1 { // its games are known
		return seen.Nth
	}
	for g := range r.Games {
		s.addDistinctGame(r, g)
	}
	return seen.Nth
}

func (s *Standings) addDistinctGame(r *Result, g int) {
	content := r.Games[g].Content
	if content == 0 {
		s.different.games++
	}
	for k, agent := range r.Pairing.Agents {
		if r.Pairing.SeatOf(g, k) < 0 {
			continue // the game of another agent
		}
		toAgent := true
		if content != 0 {
			var isNew bool
			if isNew, toAgent = s.played.add(content, agent); isNew {
				s.different.games++
			}
		}
		if toAgent {
			s.agents[agent].different.games++
		}
	}
}

// addScores adds the game scores of a pairing to the standings. It does nothing if a game has
// several seats and its value depends on places only. nth is the number of results with the same
// moves so far, this one included.
func (s *Standings) addScores(r *Result, nth int) {
	if !r.Objective.ByScore() && r.Pairing.Seats() > 1 {
		return
	}
	if s.scores == nil {
		s.scores = make([]ScoreSum, len(s.names))
	}
	for k, agent := range r.Pairing.Agents {
		mean, games := r.Scores(k)
		s.scores[agent].AddCopy(mean, games, nth)
	}
}
