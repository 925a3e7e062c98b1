package tournament

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

// An agent that won every pair has Wilson's interval for the clusters.
func TestWhitewashIsWilson(t *testing.T) {
	for _, pairs := range []int{1, 10, 200} {
		s := newStandings(t, StandingsOptions{Prior: 1e-9}, "a", "b")
		for range pairs {
			add(t, s, pairResult(0, 1, 4))
		}
		table := s.Table()
		finite(t, table)
		want := Wilson(float64(pairs), float64(pairs), Z95).Elo().Lo
		near(t, "lower end of the difference", []float64{table.Standings[0].Next.Interval[0]}, []float64{want}, 1)
		near(t, "lower end of the rating", []float64{table.Standings[0].Interval[0]}, []float64{want / 2}, 1)
	}
}

// One agent that loses everything does not blur what is known of the others.
func TestHopelessAgent(t *testing.T) {
	rng := engines.Rand(5)
	w := world{elo: []float64{30, -30}, bias: 100, draws: 0.3}
	without := newStandings(t, StandingsOptions{}, "a", "b")
	with := newStandings(t, StandingsOptions{}, "a", "b", "hopeless")
	for range 50 {
		r := w.pair(rng, 0, 1)
		add(t, without, r)
		add(t, with, r, pairResult(0, 2, 4), pairResult(1, 2, 4))
	}
	a, b := without.Table().Standings[0], with.Table().Standings[0]
	near(t, "lead", []float64{b.Next.Difference, b.Next.Interval[0]}, []float64{a.Next.Difference, a.Next.Interval[0]}, 1)
	last := with.Table().Standings[2]
	finite(t, with.Table())
	if last.Agent != "hopeless" || last.LOS > 1e-6 || last.Interval[1] > -300 || last.Best != 0 {
		t.Errorf("%+v", last)
	}
}

// Groups that never met cannot be compared: the intervals say so.
func TestGroupsThatNeverMet(t *testing.T) {
	s := newStandings(t, StandingsOptions{}, "a", "b", "c", "d")
	for i := range 100 {
		add(t, s, pairResult(0, 1, 1+i%4), pairResult(2, 3, 1+i%3))
	}
	table := s.Table()
	finite(t, table)
	for i, line := range table.Standings[:3] {
		other := table.Standings[i+1]
		met := table.Crosstable[i][i+1] != nil
		if width := line.Next.Interval[1] - line.Next.Interval[0]; met != (width < 400) {
			t.Errorf("%s and %s: met %v, interval %v", line.Agent, other.Agent, met, line.Next.Interval)
		}
	}
}
