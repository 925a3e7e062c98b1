package tournament

import (
	"math"

	"github.com/lanista/lanista/engines"
)

// Result is what came of one pairing.
type Result struct {
	Index   int     `json:"index"` // place of the pairing in its schedule
	Pairing Pairing `json:"pairing"`
	// Games are the games that were played, in order, see [Pairing.Played]. Their
	// places and scores are by seat, not by agent.
	Games []engines.Record `json:"games"`
	// Objective is what the games are worth by.
	Objective Objective `json:"objective,omitzero"`
}

// Points returns the mean worth of the games to the k-th agent of the pairing,
// in [0, 1]. Of agents who play apart, it is that of the comparisons.
func (r Result) Points(k int) float64 {
	sum, n := 0.0, len(r.Pairing.Agents)
	for order := range r.Pairing.Games {
		sum += r.Objective.Points(r.outcome(order), turned(k, order, n))
	}
	return sum / float64(r.Pairing.Games)
}

// Against returns the mean worth of the games to the k-th agent over another of
// the pairing, in [0, 1].
func (r Result) Against(k, other int) float64 {
	sum, n := 0.0, len(r.Pairing.Agents)
	for order := range r.Pairing.Games {
		sum += r.Objective.Over(r.outcome(order), turned(k, order, n), turned(other, order, n))
	}
	return sum / float64(r.Pairing.Games)
}

// Content returns a hash of what the games of the pairing were and which agent sat where
// in each, the same for every order of the agents in the Pairing. Two results of equal
// content hold the same games and are one observation. It is 0 if the content of a game
// is not known or the game has chance; then every deal is an observation of its own.
func (r Result) Content() uint64 {
	sum := uint64(0)
	for g := range r.Games {
		content := r.Games[g].Content
		if content == 0 {
			return 0
		}
		for seat := range r.Pairing.Seats() {
			content = engines.Seed(content, uint64(r.Pairing.Seat(g, seat)))
		}
		sum += content
	}
	return max(sum, 1)
}

// outcome is that of the agents' game of one seat order, or of their comparison.
func (r Result) outcome(order int) engines.Outcome {
	if r.Pairing.Apart {
		return r.compare(order).Outcome
	}
	return r.Games[order].Outcome
}

// turned is the seat of the k-th of n agents who have been turned by so many
// seats.
func turned(k, by, n int) int { return ((k-by)%n + n) % n }

// Met returns the result of agents who played apart as if they had met: one game
// for every seat order, in which the agents are placed by what each made of its
// own game. The result of agents who met is returned as it is.
func (r Result) Met() Result {
	p := r.Pairing
	if !p.Apart {
		return r
	}
	met := Result{
		Index: r.Index, Objective: r.Objective,
		Pairing: Pairing{Agents: p.Agents, Seed: p.Seed, Games: p.Games},
		Games:   make([]engines.Record, p.Games),
	}
	for order := range met.Games {
		met.Games[order] = r.compare(order)
	}
	return met
}

// compare places the agents who played apart by their games of one seat order:
// by the points of their places, or by their scores where those count or a seat
// has no other to beat. The first in the order of seats that forfeited its own
// game forfeits.
func (r Result) compare(order int) engines.Record {
	p := r.Pairing
	n := len(p.Agents)
	seat := (p.First + order) % p.Seats()
	byScore := r.Objective.ByScore() || p.Seats() == 1
	scored := byScore // all of them
	var keys [engines.MaxSeats]float64
	var record engines.Record
	for s := range n {
		game := &r.Games[order*n+(s+order)%n]
		if game.Forfeited(seat) {
			f := *game.Forfeit
			f.Seat = s
			return engines.Forfeiture(n, f)
		}
		record.Plies += game.Plies
		score, ok := game.Outcome.Score(seat)
		switch {
		case byScore && game.Forfeit != nil: // an opponent's failure beats every score
			keys[s], scored = math.Inf(1), false
		case byScore && ok:
			keys[s] = score
		default:
			keys[s], scored = game.Outcome.Points(seat), false
		}
	}
	if scored {
		record.Outcome = engines.ByScore(keys[:n]...)
	} else {
		record.Outcome = ranked(keys[:n])
	}
	return record
}

// ranked places seats by a number each, more being better.
func ranked(keys []float64) engines.Outcome {
	var places [engines.MaxSeats]int
	for s, mine := range keys {
		for _, other := range keys {
			if other > mine {
				places[s]++
			}
		}
	}
	return engines.Places(places[:len(keys)]...)
}
