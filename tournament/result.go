package tournament

import "github.com/lanista/lanista/engines"

// Pairing is one cluster to play: agents at one table, on one seed, in one or
// more seat orders.
type Pairing struct {
	// Agents are indices into the field, in the seat order of the first game.
	Agents []int
	// Seed deals every game of the cluster alike.
	Seed uint64
	// Games is the number of seat orders: in game r, the agent in seat s is
	// Agents[(s+r) % len(Agents)]. 1 plays the first order alone,
	// len(Agents) gives every agent every seat.
	Games int
}

// Seat returns the index of the agent in a seat of the pairing's game r.
func (p Pairing) Seat(r, seat int) int { return p.Agents[(seat+r)%len(p.Agents)] }

// Result is what came of one pairing.
type Result struct {
	Index   int // place of the pairing in its schedule
	Pairing Pairing
	Games   []engines.Record // one per seat order; their places are by seat, not by agent
}

// Points returns the mean score of the k-th agent of the pairing over its
// games, in [0, 1].
func (r Result) Points(k int) float64 {
	n := len(r.Pairing.Agents)
	sum := 0.0
	for i, g := range r.Games {
		sum += g.Outcome.Points(((k-i)%n + n) % n)
	}
	return sum / float64(len(r.Games))
}

// Schedule is a list of pairings that need not be held in memory. At must be
// pure and may be called from several goroutines.
type Schedule interface {
	Len() int
	At(i int) Pairing
}

// Pairings is a schedule held as a list.
type Pairings []Pairing

// Len is the number of pairings.
func (p Pairings) Len() int { return len(p) }

// At is the i-th pairing.
func (p Pairings) At(i int) Pairing { return p[i] }
