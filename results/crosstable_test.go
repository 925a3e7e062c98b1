package results

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

func TestCrosstable(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	// Between a (0) and b (1): a wins from the first seat, then they draw.
	two := tournament.Result{
		Index: 9, Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 2},
		Games: []engines.Record{{Outcome: engines.Winner(2, 0)}, {Outcome: engines.Draw(2)}},
	}
	must(t, run.SavePairings(t.Context(), []tournament.Result{two}))
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if rec.Crosstable != nil {
		t.Error("Get adds up the journal")
	}
	must(t, s.AddCrosstable(t.Context(), &rec))
	nan := math.NaN()
	want := [][]float64{{nan, 0.75, nan}, {0.25, nan, nan}, {nan, nan, nan}}
	if diff := cmp.Diff(want, rec.Crosstable.Scores, cmpopts.EquateNaNs()); diff != "" {
		t.Error(diff)
	}
	// A table of three adds each pair of seats: seats c a b finish 1 2 3; then
	// all tie; then, turned twice, seats b c a, and c, in seat 1, forfeits.
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0)}))
	must(t, s.AddCrosstable(t.Context(), &rec))
	want = [][]float64{{nan, (1.5 + 1 + 0.5 + 0.5) / 5, (0 + 0.5 + 1) / 3}, {(0.5 + 0 + 0.5 + 0.5) / 5, nan, (0 + 0.5 + 1) / 3}, {(1 + 0.5 + 0) / 3, (1 + 0.5 + 0) / 3, nan}}
	if diff := cmp.Diff(want, rec.Crosstable.Scores, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if rec.Crosstable.Games[0][1] != 5 || rec.Crosstable.Agents[2] != "c" {
		t.Errorf("%+v", rec.Crosstable)
	}
}

func TestCrosstablePassesErrorsOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	_, err := newCrosstable([]string{"a"}, func(yield func(tournament.Result, error) bool) {
		yield(tournament.Result{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// Agents that are not in the list, and an agent that meets itself, are not in the table. Three agents
// of which each has beaten the next are a circle.
func TestCrosstableOfACircle(t *testing.T) {
	t.Parallel()
	var list []tournament.Result
	for _, agents := range [][]int{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {3, 0}, {0, 0}} {
		for range 40 {
			list = append(list, tournament.Result{Pairing: tournament.Pairing{Agents: agents, Games: 1}, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}})
		}
	}
	table, err := newCrosstable([]string{"a", "b", "c"}, func(yield func(tournament.Result, error) bool) {
		for _, r := range list {
			if !yield(r, nil) {
				return
			}
		}
	})
	must(t, err)
	if diff := cmp.Diff([][]int{{0, 40, 40}, {40, 0, 40}, {40, 40, 0}}, table.Games); diff != "" {
		t.Error(diff)
	}
	one, err := newCrosstable([]string{"a", "b"}, func(yield func(tournament.Result, error) bool) { yield(list[0], nil) })
	must(t, err)
	if diff := cmp.Diff([][]float64{{math.NaN(), 1}, {0, math.NaN()}}, one.Scores, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("one game: %s", diff)
	}
	circle := table.Circle(nil)
	if circle == nil || len(circle.Agents) != 3 {
		t.Fatalf("%+v", circle)
	}
	for i, name := range circle.Agents {
		if next := circle.Agents[(i+1)%3]; next != map[string]string{"a": "b", "b": "c", "c": "a"}[name] {
			t.Errorf("%s comes before %s", name, next)
		}
	}
	s := testStore(t)
	rec := Record{Summary: Summary{Info: Info{Kind: Evolve}}}
	if err := s.AddCrosstable(t.Context(), &rec); err != nil || rec.Crosstable != nil {
		t.Errorf("of a search: %v, %v", rec.Crosstable, err)
	}
}
