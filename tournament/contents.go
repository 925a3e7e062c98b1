package tournament

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Contents recognises pairings without chance that were played before, by the hashes of
// their moves and of who sat where. The zero value has seen none. It keeps a hash of
// every different pairing.
type Contents struct {
	pairings map[uint64]int // by content: how often it was seen
}

// Seen states whether the content of a result was seen before.
type Seen struct {
	// Nth is which copy of its content the result is, counted from 1. A result whose
	// content is not known is a new observation: the first of its kind.
	Nth   int
	Known bool
}

// Add enters a result and returns whether its content was seen before.
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

// Different counts the different ones of some games and pairings. Games with the same
// moves are the same game, whichever agents played them. The zero value has counted
// none. It keeps a hash of every different game.
type Different struct {
	pairings int
	known    bool
	games    map[uint64]struct{}
	others   int // games of unknown content: each of them is different
}

// Add counts a result that a [Contents] has seen, and its games: those in which one of
// the agents plays that have these places in the pairing, or all games if no place is
// given.
func (d *Different) Add(s Seen, r *Result, agents ...int) {
	d.known = d.known || s.Known
	if s.Nth > 1 {
		return
	}
	d.pairings++
	for g := range r.Games {
		if len(agents) > 0 && !slices.ContainsFunc(agents, func(k int) bool { return r.Pairing.SeatOf(g, k) >= 0 }) {
			continue
		}
		content := r.Games[g].Content
		if content == 0 {
			d.others++
			continue
		}
		if d.games == nil {
			d.games = make(map[uint64]struct{})
		}
		d.games[content] = struct{}{}
	}
}

// Pairings is the number of different pairings. Pairings of unknown content are all
// different.
func (d *Different) Pairings() int { return d.pairings }

// Variety returns the counts, none if no content was known.
func (d *Different) Variety() rating.Variety {
	if !d.known {
		return rating.Variety{}
	}
	return rating.Variety{Distinct: len(d.games) + d.others, DistinctPairings: d.pairings}
}

// distinct counts the different pairings and games of a table or of one of its agents.
type distinct struct {
	games, pairings int
	known           bool // the content of a pairing
}

// gamesOfAgents stores which agents have played a game, by its content: a bit for each of
// the first 64 agents, and for those that follow, 64 at a time, under keys of their own.
// One look-up of a game serves two agents, in most fields.
type gamesOfAgents map[uint64]uint64

// variety returns the counts, none if no content was known.
func (d distinct) variety() rating.Variety {
	if !d.known {
		return rating.Variety{}
	}
	return rating.Variety{Distinct: d.games, DistinctPairings: d.pairings}
}

// addPairing counts a pairing that a [Contents] has seen.
func (d *distinct) addPairing(s Seen) {
	d.known = d.known || s.Known
	if s.Nth == 1 {
		d.pairings++
	}
}

// add enters that an agent has played a game. It reports whether the game is new, and
// whether it is new to the agent.
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
