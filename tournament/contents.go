package tournament

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Contents finds pairings whose games repeat those of an earlier pairing move by move, in games
// without chance. A pairing is a set of agents that play from one start in several seat orders.
// Contents stores a hash of the moves and seats of every different pairing. The zero value is
// empty.
type Contents struct {
	pairings map[uint64]int // number of occurrences by content
}

// Seen is the result of [Contents.Add]. It states whether a pairing (a group of games) that was
// added before had the same moves in all its games.
type Seen struct {
	// Nth is 1 for a pairing whose moves are new or unknown, and n for the n-th pairing with the
	// same moves.
	Nth   int
	Known bool
}

// Add enters the result of a pairing. It returns in Seen.Nth how many of the entered pairings, this
// one included, have the same moves. The number is 1 if the moves are unknown.
func (c *Contents) Add(r Result) Seen {
	content := r.Content()
	if content == 0 {
		return Seen{Nth: 1}
	}
	if c.pairings == nil {
		c.pairings = make(map[uint64]int)
	}
	c.pairings[content]++
	return Seen{Nth: c.pairings[content], Known: true}
}

// distinct counts games and pairings (groups of games from one start), either of a whole tournament or
// of one agent. Games with the same moves count once, and so do pairings of the same games.
type distinct struct {
	games, pairings int
	known           bool // whether the content of any pairing was known
}

// addPairing counts a pairing, unless an earlier pairing had the same games move by move. s is what
// [Contents.Add] returned for the pairing's result. A pairing whose moves are unknown always
// counts.
func (d *distinct) addPairing(s Seen) {
	d.known = d.known || s.Known
	if s.Nth == 1 {
		d.pairings++
	}
}

// Variety returns the numbers of different games and pairings. They are 0 if no moves were known.
func (d *distinct) Variety() rating.Variety {
	if !d.known {
		return rating.Variety{}
	}
	return rating.Variety{Distinct: d.games, DistinctPairings: d.pairings}
}

// Different counts the different games and the different pairings (groups of games from one start)
// of a tournament. Games with the same moves count as one game, whichever agents played them.
// Different stores a hash of every different game. The zero value has counted none.
type Different struct {
	distinct
	seen map[uint64]struct{} // the contents of games
}

// Add counts a pairing and its games. s must be the return value of [Contents.Add] for this
// pairing. If agents are given, as indices in the pairing, Add counts only the games in which one
// of them plays.
func (d *Different) Add(s Seen, r *Result, agents ...int) {
	d.addPairing(s)
	if s.Nth > 1 {
		return
	}
	for g := range r.Games {
		if len(agents) > 0 && !slices.ContainsFunc(agents, func(k int) bool { return r.Pairing.SeatOf(g, k) >= 0 }) {
			continue
		}
		if content := r.Games[g].Content; content != 0 {
			if _, known := d.seen[content]; known {
				continue
			}
			if d.seen == nil {
				d.seen = make(map[uint64]struct{})
			}
			d.seen[content] = struct{}{}
		}
		d.games++
	}
}

// Pairings returns the number of pairings (groups of games from one start) with different moves.
// Pairings with unknown moves all count as different.
func (d *Different) Pairings() int { return d.pairings }

// gamesOfAgents records which agents have played which games. A key is the content hash of a game,
// and its value is a bit set of the agents with numbers below 64. Every further 64 agents have a
// bit set under another key, which is derived from the hash.
type gamesOfAgents map[uint64]uint64

// add records that an agent has played the game with the given content hash. It reports whether
// the game is new, and whether it is new to this agent.
func (p gamesOfAgents) add(content uint64, agent int) (isNew, toAgent bool) {
	played, known := p[content]
	bit := uint64(1) << (agent % 64)
	if agent < 64 {
		if !known || played&bit == 0 {
			p[content] = played | bit
		}
		return !known, played&bit == 0
	}
	if !known {
		p[content] = 0
	}
	_, toAgent = p.add(engines.Seed(content, uint64(agent/64)), agent%64)
	return !known, toAgent
}
