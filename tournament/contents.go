package tournament

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Contents recognises pairings and games without chance that were played before, by the
// hashes of their moves and of who sat where. The zero value has seen none. It keeps a
// hash of every different pairing and of every different game.
type Contents struct {
	pairings map[uint64]int // by content: how often it was seen
	games    map[uint64]struct{}
}

// Nth enters a result and returns which copy of its content it is, counted from 1. A
// result whose content is not known is a new observation: the first of its kind.
func (c *Contents) Nth(r Result) (nth int, known bool) {
	content := r.Content()
	if content == 0 {
		return 1, false
	}
	if c.pairings == nil {
		c.pairings = make(map[uint64]int)
	}
	c.pairings[content]++
	return c.pairings[content], true
}

// New enters the g-th game of a result and reports whether the same agents have not
// played it before from the same seats. A game whose content is not known is new.
func (c *Contents) New(r Result, g int) bool {
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

// variety adds up a [rating.Variety].
type variety struct {
	games, pairings int
	known           bool
}

// add enters the nth copy of a pairing of which so many games are new.
func (v *variety) add(nth int, known bool, games int) {
	v.games += games
	v.known = v.known || known
	if nth == 1 {
		v.pairings++
	}
}

// counts returns the sums, nothing if no content was known.
func (v variety) counts() rating.Variety {
	if !v.known {
		return rating.Variety{}
	}
	return rating.Variety{Distinct: v.games, DistinctPairings: v.pairings}
}
