package tournament

import (
	"context"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

// Alike reports two agents whose games all end alike. It does not report agents whose numbers of
// moves vary, although the same side always wins.
func TestAlike(t *testing.T) {
	s := roundRobin(t, 3, alikePairings)
	var a Alike
	arena := arenaFunc(func(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		r := engines.Record{Outcome: engines.Winner(2, 0), Plies: 30}
		switch {
		case seats[0].Name == "agent 2" || seats[1].Name == "agent 2":
			r.Plies += int(seed % 5) // chance, though it never decides
		case seats[0].Name == "agent 1":
			r.Outcome = engines.Winner(2, 1)
		}
		return r, nil
	})
	results, err := collect(t.Context(), Local{arena, 1}, 3, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if i == len(results)-3 && a.Pairings() != nil {
			t.Errorf("after %d pairings each: %v", alikePairings-1, a.Pairings())
		}
		a.Add(r)
	}
	got := a.Pairings()
	if len(got) != 1 || got[0].Pairings != alikePairings || !slices.Contains(got[0].Agents, 0) || !slices.Contains(got[0].Agents, 1) {
		t.Errorf("alike are %v", got)
	}
	// Forfeits and games without a number of moves are ignored.
	var b Alike
	for range 30 {
		b.Add(Result{Pairing: Pairing{Agents: []int{0, 1}, Games: 1}, Games: []engines.Record{engines.ForfeitRecord(2, engines.Forfeit{})}})
	}
	for i := range 2 * alikePairings {
		if i == alikePairings && b.Pairings() != nil {
			t.Errorf("alike are %v after half of the known pairings", b.Pairings())
		}
		b.Add(Result{Pairing: Pairing{Agents: []int{0, 1}, Games: 1}, Games: []engines.Record{{Outcome: engines.Draw(2), Plies: 9 * (i % 2)}}})
	}
	if got := b.Pairings(); len(got) != 1 || got[0].Pairings != alikePairings {
		t.Errorf("alike are %v", got)
	}
}
