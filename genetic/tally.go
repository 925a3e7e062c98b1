package genetic

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/tournament"
)

// tally counts games by genome and by pair of genomes.
type tally struct {
	ids     []int    // of the field
	records []Record // of the field
	duels   map[[2]int]*Duel
}

func newTally(ids []int) *tally {
	return &tally{ids: ids, records: make([]Record, len(ids)), duels: make(map[[2]int]*Duel)}
}

// add counts the games of one pairing.
func (t *tally) add(res tournament.Result) {
	for r, game := range res.Games {
		for seat := range res.Pairing.Agents {
			mine := res.Pairing.Seat(r, seat)
			t.records[mine].count(game.Outcome, seat)
			for other := seat + 1; other < len(res.Pairing.Agents); other++ {
				points := 0.5
				switch a, b := game.Outcome.Place(seat), game.Outcome.Place(other); {
				case a < b:
					points = 1
				case a > b:
					points = 0
				}
				t.duel(t.ids[mine], t.ids[res.Pairing.Seat(r, other)], points)
			}
		}
	}
}

func (t *tally) duel(a, b int, points float64) {
	if a == b {
		return // a fixed opponent that sits at one table twice
	}
	if a > b {
		a, b, points = b, a, 1-points
	}
	d := t.duels[[2]int{a, b}]
	if d == nil {
		d = &Duel{A: a, B: b}
		t.duels[[2]int{a, b}] = d
	}
	d.Games++
	d.Points += points
}

// sorted lists the duels by their IDs.
func (t *tally) sorted() []Duel {
	out := make([]Duel, 0, len(t.duels))
	for _, d := range t.duels {
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b Duel) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return out
}
