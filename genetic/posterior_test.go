package genetic

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

func TestTally(t *testing.T) {
	t.Parallel()
	tl := newTally([]int{11, 12, 13})
	tl.add(tournament.Result{
		Pairing: tournament.Pairing{Agents: []int{2, 0}, Games: 2},
		// In the second game the seats are swapped: field 0 sits first.
		Games: []engines.Record{{Outcome: engines.Winner(2, 0)}, {Outcome: engines.Draw(2)}},
	})
	tl.add(tournament.Result{
		Pairing: tournament.Pairing{Agents: []int{0, 1, 2}, Games: 1},
		Games:   []engines.Record{{Outcome: engines.Places(1, 2, 1)}},
	})
	want := []record{
		{Games: 3, Draws: 2, Losses: 1, Points: 0.5 + 0.75},
		{Games: 1, Losses: 1},
		{Games: 3, Wins: 1, Draws: 2, Points: 1.5 + 0.75},
	}
	if got := recordsOf(tl, []int{0, 1, 2, -1}); !slices.Equal(got, append(want, record{})) {
		t.Errorf("%+v, want %+v", got, want)
	}
	met := []HeadToHead{{11, 12, 1, 1}, {11, 13, 3, 1}, {12, 13, 1, 0}}
	if got := tl.sorted(); !slices.Equal(got, met) {
		t.Errorf("%v, want %v", got, met)
	}
}
