package pairwise

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// seating determines in which seats the two points (weight vectors) of a pair play, and converts
// the results of their games to scores. In every game, one point of the pair plays in a single
// seat, and copies of the other point play in all remaining seats.
type seating struct {
	seats    int
	unpaired bool // a pair plays one game, instead of one in each seat order
	graded   bool // scores may be any number in [0, 1]
}

func newSeating(seats int, unpaired bool) (seating, error) {
	if seats == 0 {
		seats = 2
	}
	if seats < 2 || seats > engines.MaxSeats {
		return seating{}, fmt.Errorf("%d seats are not within [2, %d]; tuning.NewIndependentPairings serves games of one seat", seats, engines.MaxSeats)
	}
	return seating{seats: seats, unpaired: unpaired}, nil
}

// games returns the number of games that a pair of points plays.
func (s seating) games() int {
	if s.unpaired {
		return 1
	}
	return s.seats
}

// batch returns the games of a round, as pairings of agents. In every game one point of the pair
// plays in a single seat, and copies of the other point have all remaining seats. The single agent
// is point A in pairs with an even index and point B in pairs with an odd one.
func (s seating) batch(round int, p Proposal) tuning.Batch {
	b := tuning.Batch{
		Round:    round,
		Field:    make([]engines.Agent, len(p.Points)),
		Pairings: make([]tournament.Pairing, len(p.Pairs)),
	}
	for i, w := range p.Points {
		b.Field[i] = engines.Agent{Name: "point " + strconv.Itoa(i+1), Weights: w}
	}
	for i, pair := range p.Pairs {
		single, copied := pair.A, pair.B
		if i%2 == 1 {
			single, copied = copied, single
		}
		agents := slices.Repeat([]int{copied}, s.seats)
		agents[s.first(i)] = single
		b.Pairings[i] = tournament.Pairing{Agents: agents, Seed: pair.Deal, Games: s.games()}
	}
	return b
}

// first returns the seat, from 0, of the single agent in the first game of pair i. The single agent
// is the point of the pair that has only one seat; copies of the other point have all other seats.
// The seat is 0 if a pair plays in every seat order or the game has two seats. Otherwise it changes
// after every second pair, so that both points play in every seat.
func (s seating) first(i int) int {
	if s.unpaired && s.seats > 2 {
		return i / 2 % s.seats
	}
	return 0
}

// seat returns the seat, from 0, of the single agent in game g of pair i; see [seating.first],
// which returns the seat for game 0. The number decreases by one from game to game, and seat 0 is
// followed by the last seat.
func (s seating) seat(i, g int) int { return ((s.first(i)-g)%s.seats + s.seats) % s.seats }

// scores returns the mean score of point A of every pair, in [0, 1]. It returns an error if the
// number of results, or the number of games in a result, is wrong.
func (s seating) scores(pairs int, results []tournament.Result) ([]float64, error) {
	if len(results) != pairs {
		return nil, fmt.Errorf("%d results for %d pairs", len(results), pairs)
	}
	scores := make([]float64, pairs)
	for i, r := range results {
		if len(r.Games) != s.games() {
			return nil, fmt.Errorf("pair %d: %d games; expected %d", i+1, len(r.Games), s.games())
		}
		scores[i] = s.ofA(i, r.Points(s.first(i)))
	}
	return scores, nil
}

// values converts the mean scores of the two agents of every pairing to scores of points A and B
// (weight vectors), in this order. In ofAgents, the first agent plays point A in pairs with an even
// index, and point B in pairs with an odd one. values returns an error if the number of pairings is
// wrong or the game does not have two seats.
func (s seating) values(pairs int, ofAgents [][2]float64) ([][2]float64, error) {
	if len(ofAgents) != pairs || s.seats != 2 {
		return nil, fmt.Errorf("scores of %d pairs of agents in %d seats; expected %d pairs in 2 seats", len(ofAgents), s.seats, pairs)
	}
	out := make([][2]float64, pairs)
	for i, v := range ofAgents {
		if i%2 == 1 { // the first agent is B
			v[0], v[1] = v[1], v[0]
		}
		out[i] = v
	}
	return out, nil
}

// ofA converts the score of the single agent of pair i to the score of point A of the pair, or the
// reverse. The single agent is the point that has only one seat: A in pairs with an even index, and
// B in pairs with an odd one. The score of B is 1 minus that of A.
func (s seating) ofA(i int, score float64) float64 {
	if i%2 == 1 {
		return 1 - score
	}
	return score
}

// records returns the numbers of won, drawn and lost games of every pair in a round.
func (s seating) records(results []tournament.Result) []Record {
	records := make([]Record, len(results))
	for i, result := range results {
		r := &records[i]
		for g, game := range result.Games {
			switch points := s.ofA(i, game.Outcome.Points(s.seat(i, g))); {
			case points > 0.5:
				r.Wins++
			case points < 0.5:
				r.Losses++
			default:
				r.Draws++
			}
		}
	}
	return records
}

// gradedSteps is the number of equal steps from 0 to 1 to which scores are rounded for storage if
// they may be any number. It is even, so that 0.5 is exact. The rounding error, with a standard
// deviation of 0.001, is negligible beside the variance of games.
const gradedSteps = 254

// scoreSteps returns the number of equal steps into which the scores of a pair, from 0 to 1, are
// divided for storage in one byte. Scores that count wins, draws and losses are whole numbers of
// steps, so that they are stored exactly. Scores that may be any number are rounded.
func (s seating) scoreSteps() float64 {
	if s.graded {
		return gradedSteps
	}
	return float64(2 * (s.seats - 1) * s.games())
}

func (s seating) steps(score float64) byte { return byte(math.Round(score * s.scoreSteps())) }

// score converts a stored number of steps to a score in [0, 1].
func (s seating) score(steps byte) float64 { return float64(steps) / s.scoreSteps() }

// encode returns the scores of a round for a snapshot. Each score is a byte, the score in steps
// of 1/[seating.scoreSteps]. It returns an error for a score that is not within [0, 1] or, unless
// the scores are graded, not a whole number of steps.
func (s seating) encode(scores []float64) (packed, error) {
	e := make(packed, len(scores))
	for i, v := range scores {
		exact := float64(v * s.scoreSteps())
		if !((s.graded || math.Abs(exact-math.Round(exact)) < 1e-6) && v >= 0 && v <= 1) {
			return nil, fmt.Errorf("pair %d: a score of %v is not a multiple of 1/%v", i+1, v, s.scoreSteps())
		}
		e[i] = s.steps(v)
	}
	return e, nil
}

// decode converts the scores of a round from their form in a snapshot. It returns exactly the
// scores that were encoded, unless they may be any number: these were rounded.
func (s seating) decode(e packed) ([]float64, error) {
	scores := make([]float64, len(e))
	for i, steps := range e {
		if float64(steps) > s.scoreSteps() {
			return nil, fmt.Errorf("pair %d: a score of %d steps exceeds %v", i+1, steps, s.scoreSteps())
		}
		scores[i] = s.score(steps)
		if i%2 == 1 { // as in a batch: 1 minus the score of the single agent
			scores[i] = 1 - s.score(byte(s.scoreSteps())-steps)
		}
	}
	return scores, nil
}
