package runs

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Pairs that were played before add nothing to a sequential test: it ends where a test of
// the different pairs ends, and not because a few of them come again and again.
func TestSequentialTestCountsContents(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Name: "a"}, {Name: "b"}}
	start := func() *sequential {
		s, err := newSequential([]float64{0, 20}, "", field)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	pair := func(content uint64, won bool) tournament.Result {
		winner := 0
		if !won {
			winner = 1
		}
		r := tournament.Result{Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 2}}
		for g := range 2 {
			r.Games = append(r.Games, engines.Record{Outcome: engines.Winner(2, (winner+g)%2), Content: 2*content + uint64(g) + 1})
		}
		return r
	}
	enter := func(s *sequential, r tournament.Result) bool {
		decided, err := s.add(r)
		if err != nil {
			t.Fatal(err)
		}
		return decided
	}
	often, unknown := start(), start()
	for i := range 4000 {
		content := uint64(i % 12)
		if enter(often, pair(content, content < 8)) {
			t.Fatalf("decided after %d pairs of 12 different ones", i+1)
		}
		r := pair(content, content < 8)
		r.Games[0].Content, r.Games[1].Content = 0, 0
		enter(unknown, r)
	}
	if unknown.test.Decision() != rating.AcceptH1 {
		t.Error("the test has no power: 8 of 12 pairs won, each 333 times, decide nothing where their content is not known")
	}
	once := start()
	for content := range uint64(12) {
		enter(once, pair(content, content < 8))
	}
	a, b := often.state(), once.state()
	if a.LLR != b.LLR || a.Counts.Clusters() != 12 {
		t.Errorf("LLR %v of %v, once %v of %v", a.LLR, a.Counts, b.LLR, b.Counts)
	}
}

// With objective: score, too, the test counts who was ahead: a game is won by one point as by a hundred.
func TestSequentialTestIgnoresTheObjective(t *testing.T) {
	t.Parallel()
	s, err := newSequential([]float64{0, 20}, "", []engines.Agent{{Name: "a"}, {Name: "b"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, second := range []float64{9, 10, 200} { // agent a has the first seat and 10 points, and then the second
		r := tournament.Result{Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 2}, Objective: tournament.Objective{Scale: 20}}
		r.Games = []engines.Record{{Outcome: engines.ByScore(10, second)}, {Outcome: engines.ByScore(second, 10)}}
		if _, err := s.add(r); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.state().Counts; !slices.Equal(got, rating.Counts{1, 0, 1, 0, 1}) {
		t.Errorf("pairs by points %v, want one lost, one drawn and one won", got)
	}
}

func TestReportSentence(t *testing.T) {
	t.Parallel()
	var none *Test
	if got := none.ReportSentence(true); got != "" {
		t.Errorf("%q without a test", got)
	}
	const state = ": LLR -1.527, bounds (-2.944, 2.944), normalised Elo [0, 5]; 81 different pairings, by the points of new: [65 6 10 0 0]."
	for _, c := range []struct {
		decision rating.Decision
		over     bool
		want     string
	}{
		{rating.AcceptH1, true, "Sequential test: H1 accepted, new is stronger than old"},
		{rating.AcceptH0, true, "Sequential test: H0 accepted, new is not shown to be stronger than old"},
		{rating.Undecided, true, "Sequential test: undecided, the schedule ended first"},
		{rating.Undecided, false, "Sequential test so far"},
	} {
		test := Test{
			Elo: [2]float64{0, 5}, Bounds: [2]float64{-2.944, 2.944}, LLR: -1.527, Decision: c.decision,
			Counts: rating.Counts{65, 6, 10, 0, 0}, Agents: [2]string{"new", "old"},
		}
		if got, want := test.ReportSentence(c.over), c.want+state; got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
