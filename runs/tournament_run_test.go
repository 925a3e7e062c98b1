package runs

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// duel returns a pairing that the first of two agents wins, or loses.
func duel(index int, won bool) tournament.Result {
	r := tournament.Result{Index: index, Pairing: tournament.Pairing{Agents: []int{0, 1}, Games: 2}}
	for seat := range 2 { // the first agent sits in seat 0, then in seat 1
		winner := seat
		if !won {
			winner = 1 - seat
		}
		r.Games = append(r.Games, engines.Record{Outcome: engines.Winner(2, winner)})
	}
	return r
}

func newRun(t *testing.T) *tournamentRun {
	t.Helper()
	standings, err := tournament.NewStandings([]string{"a", "b"}, tournament.StandingsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := &Resolved{Agents: []engines.Agent{{Name: "a"}, {Name: "b"}}, contest: &contest{standings: standings, schedule: tournament.Pairings(nil)}}
	return newTournamentRun(&recorder{r: r})
}

// A tournament that is being stopped delivers results behind a gap. They are not added, so
// that a sequential test does not end by them.
func TestResultsBehindAGapWait(t *testing.T) {
	b := newRun(t)
	for _, step := range []struct{ index, next int }{{0, 1}, {2, 1}, {1, 2}, {2, 3}, {5, 3}} {
		if err := b.take(duel(step.index, step.index%2 == 0)); err != nil {
			t.Fatal(err)
		}
		if b.next != step.next {
			t.Errorf("after %d: next is %d, want %d", step.index, b.next, step.next)
		}
	}
	// What an earlier part had finished fills the gap.
	b.waiting[3], b.waiting[4] = duel(3, true), duel(4, true)
	if err := b.take(duel(5, true)); err != nil || b.next != 6 || b.contest.standings.Table().Pairings != 6 {
		t.Errorf("next is %d, %d pairings in the standings, %v", b.next, b.contest.standings.Table().Pairings, err)
	}
}

// A tournament of 100 pairings and 12 openings is expected to end after 14, unless its moves have a
// limit of time. How many pairings a sequential test takes is not known beforehand.
func TestPlannedPairings(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Name: "a"}, {Name: "b"}}
	test, err := newSequential([]float64{0, 5}, "", field)
	if err != nil {
		t.Fatal(err)
	}
	played := func(cycles int, test *sequential, given bool) contest {
		return contest{
			options: ScheduleOptions{Cycles: cycles}, cyclesGiven: given, seats: 2,
			schedule: tournament.Pairings(make([]tournament.Pairing, cycles)), test: test,
		}
	}
	for name, c := range map[string]struct {
		contest  contest
		openings int
		timed    bool
		want     int
	}{
		"rounds":                    {played(100, nil, true), 0, false, 100},
		"rounds, openings":          {played(100, nil, true), 12, false, 14},
		"rounds, openings, clock":   {played(100, nil, true), 12, true, 100},
		"rounds, test":              {played(100, test, true), 0, false, 100},
		"test":                      {played(100, test, false), 0, false, 0},
		"test, openings":            {played(100, test, false), 12, false, 14},
		"test, openings, clock":     {played(100, test, false), 12, true, 0},
		"test, cycles from a store": {played(test.cycles(2), test, true), 0, false, 0},
	} {
		run := &tournamentRun{contest: &c.contest, repeats: repeats{from: c.openings}, timed: c.timed}
		if got := run.planned(); got != c.want {
			t.Errorf("%s: %d pairings, want %d", name, got, c.want)
		}
	}
}
