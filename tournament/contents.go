package tournament

import (
	"slices"

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
