package riskclassic

import (
	"math/bits"
	"math/rand/v2"
)

// deck is a set of cards, one bit per card. Cards 0 to 41 show the territory with the same number
// and one of three symbols. Cards 42 and 43 are wild.
type deck uint64

const (
	cards      = territories + 2
	allCards   = deck(1)<<cards - 1
	firstWild  = territories
	mustTrade  = 5 // cards at the start of a turn, from which on a set must be traded
	mustReduce = 6 // cards after an elimination, from which on sets must be traded
	keepAtMost = 4 // cards after such trades
)

// symbols contains the names of the three symbols on the cards.
var symbols = [3]string{"infantry", "cavalry", "artillery"}

func (d deck) size() int { return bits.OnesCount64(uint64(d)) }

func (d deck) first() int { return bits.TrailingZeros64(uint64(d)) }

// symbolOf returns the index in symbols of the symbol on a card. The card must not be wild.
func symbolOf(card int) int { return card % len(symbols) }

// isSet reports whether three cards form a set, which can be traded for units: three equal symbols,
// three different ones, or any two cards and a wild one.
func isSet(a, b, c int) bool {
	if a >= firstWild || b >= firstWild || c >= firstWild {
		return true
	}
	x, y, z := symbolOf(a), symbolOf(b), symbolOf(c)
	return x == y && y == z || x != y && y != z && x != z
}

// hasSet reports whether a hand contains a set of three cards.
func (d deck) hasSet() bool {
	found := false
	d.sets(func(_, _, _ int) bool {
		found = true
		return false
	})
	return found
}

// sets calls f for every set of three cards in a hand, until f returns false.
func (d deck) sets(f func(a, b, c int) bool) {
	for x := d; x != 0; x &= x - 1 {
		for y := x & (x - 1); y != 0; y &= y - 1 {
			for z := y & (y - 1); z != 0; z &= z - 1 {
				a, b, c := x.first(), y.first(), z.first()
				if isSet(a, b, c) && !f(a, b, c) {
					return
				}
			}
		}
	}
}

// setValue returns the number of units for a set of cards. traded is the number of sets that all
// players have traded before. The values are 4, 6, 8, 10, 12, 15, and then 5 more for each further
// set.
func setValue(traded int32) int32 {
	if first := [...]int32{4, 6, 8, 10, 12, 15}; int(traded) < len(first) {
		return first[traded]
	}
	return 15 + 5*(traded-5)
}

// pick returns a random card of d, which must not be empty.
func (d deck) pick(r *rand.Rand) int {
	for skip := r.IntN(d.size()); skip > 0; skip-- {
		d &= d - 1
	}
	return d.first()
}
