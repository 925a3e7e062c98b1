package tuning

import (
	"context"

	"github.com/lanista/lanista/tournament"
)

// matches plays the answer against every opponent for an equal share of games, on the
// same deals, and then compares it with the start.
func (v *verification) matches(ctx context.Context, games int) error {
	others, guard := v.toMeet(games)
	tallies := make(map[int]*tally, len(others))
	for _, i := range others {
		tallies[i] = v.newTally(v.field[i].Name)
	}
	if len(others) > 0 {
		var part tournament.Pairings
		for deal := range max(1, games/v.perDeal(len(others))) {
			part = append(part, v.compare(v.answer, others, v.deal("verification", deal), false)...)
		}
		for r, err := range v.play(ctx, "matches", part) {
			if err != nil {
				return err
			}
			for _, k := range rivals(r.Pairing) {
				tallies[r.Pairing.Agents[k]].add(r, k)
			}
		}
	}
	for i := len(v.finalists); i < len(v.field); i++ {
		if t := tallies[i]; t != nil {
			m := t.match()
			m.Same = v.Start != nil && v.playAlike(i, v.answer)
			v.verdict.Matches = append(v.verdict.Matches, m)
		} else {
			v.verdict.Matches = append(v.verdict.Matches, itself(v.field[i].Name))
		}
	}
	if guard >= 0 && guard < len(v.finalists) {
		v.verdict.Matches = append(v.verdict.Matches, tallies[guard].match())
	}
	v.keepStart(tallies[guard])
	return nil
}

// toMeet returns the opponents that the answer has to meet, as places in the field, and
// the one of them that plays like the start, -1 if there is none. The start weights are
// one more opponent if no opponent plays like them and the games suffice. If the answer is
// the start and all opponents play like it, there is nobody to meet.
func (v *verification) toMeet(games int) (others []int, guard int) {
	guard = -1
	different := v.Start == nil
	for i := len(v.finalists); i < len(v.field); i++ {
		others = append(others, i)
		different = different || !v.playAlike(i, v.answer)
		if guard < 0 && v.start >= 0 && v.playAlike(i, v.start) {
			guard = i
		}
	}
	switch {
	case v.start >= 0 && v.playAlike(v.start, v.answer):
		if guard = -1; !different {
			others = nil
		}
		return others, guard
	case v.start < 0 || guard >= 0:
		return others, guard
	}
	if games < v.perDeal(len(others)+1) {
		v.verdict.Unguarded = true
		return others, guard
	}
	return append(others, v.start), v.start
}
