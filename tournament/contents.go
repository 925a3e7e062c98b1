package tournament

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Contents recognises pairings and games without chance that were played before, by the
// hashes of their moves and of who sat where. The zero value has seen none. It keeps a
// hash of every different pairing and of every different game.
type Contents struct {
	pairings map[uint64]int // by content: how often it was seen
	games    map[uint64]struct{}
	fresh    []bool
}

// Seen states what is new of a result.
type Seen struct {
	// Nth is which copy of its content the result is, counted from 1. A result whose
	// content is not known is a new observation: the first of its kind.
	Nth   int
	Known bool
	// New reports of every game whether the same agents have not played it before from
	// the same seats. The next call of [Contents.Add] writes over it.
	New []bool
}

// Add enters a result and returns what is new of it.
func (c *Contents) Add(r Result) Seen {
	s := Seen{Nth: 1}
	if content := r.Content(); content != 0 {
		if c.pairings == nil {
			c.pairings = make(map[uint64]int)
		}
		c.pairings[content]++
		s.Nth, s.Known = c.pairings[content], true
	}
	c.fresh = c.fresh[:0]
	for g := range r.Games {
		c.fresh = append(c.fresh, s.Nth == 1 && c.addGame(&r, g))
	}
	s.New = c.fresh
	return s
}

// addGame enters the g-th game of a result and reports whether it is new. A game whose
// content is not known is.
func (c *Contents) addGame(r *Result, g int) bool {
	content := r.Games[g].Content
	if content == 0 {
		return true
	}
	for seat := range r.Pairing.Seats() {
		content = engines.Seed(content, uint64(r.Pairing.Seat(g, seat)))
	}
	if _, seen := c.games[content]; seen {
		return false
	}
	if c.games == nil {
		c.games = make(map[uint64]struct{})
	}
	c.games[content] = struct{}{}
	return true
}

// Different counts the different ones of some games and pairings. The zero value has
// counted none.
type Different struct {
	games, pairings int
	known           bool
}

// Add counts a pairing and its new games: those in which one of the agents plays that
// have these places in the pairing, or all games if no place is given.
func (d *Different) Add(s Seen, p *Pairing, agents ...int) {
	d.known = d.known || s.Known
	if s.Nth == 1 {
		d.pairings++
	}
	for g, isNew := range s.New {
		if isNew && (len(agents) == 0 || slices.ContainsFunc(agents, func(k int) bool { return p.SeatOf(g, k) >= 0 })) {
			d.games++
		}
	}
}

// Pairings is the number of different pairings. Pairings of unknown content are all
// different.
func (d Different) Pairings() int { return d.pairings }

// Variety returns the counts, none if no content was known.
func (d Different) Variety() rating.Variety {
	if !d.known {
		return rating.Variety{}
	}
	return rating.Variety{Distinct: d.games, DistinctPairings: d.pairings}
}
