package tournament

import (
	"math"

	"github.com/lanista/lanista/engines"
)

// Result contains the game records of one pairing, a set of agents that play from one start.
type Result struct {
	Index   int     `json:"index"` // place of the pairing in its schedule, from 0
	Pairing Pairing `json:"pairing"`
	// Games contains the records of the games in order; see [Pairing.Played]. Their places and
	// scores are by seat, not by agent.
	Games []engines.Record `json:"games"`
	// Objective defines the value of a game to an agent.
	Objective Objective `json:"objective,omitzero"`
	// Origin is the worker that played the games. It is nil if they were played in this process
	// by [Local].
	Origin *Origin `json:"-"`
}

// Points returns the mean value, in [0, 1], of the games of the pairing to its k-th agent; see
// [Objective]. If the agents play separate games (Pairing.Apart), comparisons of these games take
// the place of games. [rating.SequentialTest.Add] takes the number of half points, which is Points
// times twice Pairing.Games.
func (r Result) Points(k int) float64 {
	sum, n := 0.0, len(r.Pairing.Agents)
	for order := range r.Pairing.Games {
		sum += r.Objective.Points(r.outcome(order), turnedSeat(k, order, n))
	}
	return sum / float64(r.Pairing.Games)
}

// Against returns the mean value, in [0, 1], that the games of the pairing have for agent k
// compared with the agent other; see [Objective.Over]. k and other are indices of agents in the
// pairing.
func (r Result) Against(k, other int) float64 {
	sum, n := 0.0, len(r.Pairing.Agents)
	for order := range r.Pairing.Games {
		sum += r.Objective.Over(r.outcome(order), turnedSeat(k, order, n), turnedSeat(other, order, n))
	}
	return sum / float64(r.Pairing.Games)
}

// Content returns a hash of the moves of all games and of the agents' seats in them. The order of
// the agents in the pairing does not matter. Two results with equal content contain the same
// games and count as one observation. Content is 0 if the moves of a game are unknown or the game
// has chance; then every result counts as an observation.
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

// outcome returns the places and scores of the agents in one seat order. If each agent plays a
// separate game (Apart), they come from a comparison of these games.
func (r Result) outcome(order int) engines.Outcome {
	if r.Pairing.Apart {
		return r.compare(order).Outcome
	}
	return r.Games[order].Outcome
}

// turnedSeat returns the seat to which the k-th of n agents moves if all agents move by the given
// number of seats.
func turnedSeat(k, by, n int) int { return ((k-by)%n + n) % n }

// Met returns the result as if the agents had played each other. If they have played separate games
// from the same starts (Apart), Met combines the games of each seat order into one game. The
// agents' places in it follow from a comparison of their games. Other results are returned
// unchanged.
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

// compare returns the result of a comparison of agents that play separate games (Apart), as the
// record of one game between them. order selects the seat order. The agents are ranked by their
// scores if scores count or the game has one seat, and otherwise by the points for their places.
//
// A game may have no score, because a player resigned or an opponent forfeited. In a game of one
// seat, its agent then ranks below all agents with scores. In a game of several seats, a winner
// without a score ranks above them and a loser without a score below them.
//
// If agents forfeited their games, the first of them in seat order forfeits the comparison.
func (r Result) compare(order int) engines.Record {
	p := r.Pairing
	n := len(p.Agents)
	seat := (p.First + order) % p.Seats()
	byScore := r.Objective.ByScore() || p.Seats() == 1
	scored := byScore // whether all agents have scores
	var keys [engines.MaxSeats]float64
	var record engines.Record
	for s := range n {
		game := &r.Games[order*n+(s+order)%n]
		if game.Forfeited(seat) {
			f := *game.Forfeit
			f.Seat = s
			return engines.ForfeitRecord(n, f)
		}
		record.Plies += game.Plies
		score, ok := game.Outcome.Score(seat)
		switch {
		case byScore && ok:
			keys[s] = score
		case p.Seats() == 1:
			keys[s], scored = -math.MaxFloat64, false
		default:
			keys[s], scored = (float64(2*game.Outcome.Points(seat))-1)*math.MaxFloat64, false
		}
	}
	if scored {
		record.Outcome = engines.ByScore(keys[:n]...)
	} else {
		record.Outcome = engines.Ranked(n, func(a, b int) bool { return keys[a] > keys[b] })
	}
	return record
}
