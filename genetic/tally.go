package genetic

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/tournament"
)

// tally counts games by genome and by pair of genomes.
type tally struct {
	ids     []int    // of the field
	records []record // of the field
	met     map[[2]int]*HeadToHead
}

func newTally(ids []int) *tally {
	return &tally{ids: ids, records: make([]record, len(ids)), met: make(map[[2]int]*HeadToHead)}
}

// add counts the games of one pairing. Every two of those seated at a game meet
// once in it; what it is worth to the one over the other, by places a point, half
// of one or none, the objective says.
func (t *tally) add(res tournament.Result) {
	for r, game := range res.Games {
		for seat := range res.Pairing.Agents {
			mine := res.Pairing.Seat(r, seat)
			t.records[mine].count(game.Outcome, seat)
			for other := seat + 1; other < len(res.Pairing.Agents); other++ {
				t.meet(t.ids[mine], t.ids[res.Pairing.Seat(r, other)], res.Objective.Over(game.Outcome, seat, other))
			}
		}
	}
}

// meet counts one game of two genomes, in which a made so many points.
func (t *tally) meet(a, b int, points float64) {
	if a == b {
		return // a guest that sits at one table twice
	}
	if a > b {
		a, b, points = b, a, 1-points
	}
	h := t.met[[2]int{a, b}]
	if h == nil {
		h = &HeadToHead{A: a, B: b}
		t.met[[2]int{a, b}] = h
	}
	h.Games++
	h.Points += points
}

// sorted lists the pairs that met by their IDs.
func (t *tally) sorted() []HeadToHead {
	out := make([]HeadToHead, 0, len(t.met))
	for _, h := range t.met {
		out = append(out, *h)
	}
	slices.SortFunc(out, func(a, b HeadToHead) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return out
}
