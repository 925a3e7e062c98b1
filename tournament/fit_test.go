package tournament

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"pgregory.net/rapid"
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

// Renaming the agents and entering the results backwards changes nothing.
func TestFitIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 5
		rename := rapid.Permutation(ints(n)).Draw(t, "rename")
		names := make([]string, n)
		straight, err := NewStandings(names, StandingsOptions{Draws: 1})
		if err != nil {
			t.Fatal(err)
		}
		turned, err := NewStandings(names, StandingsOptions{Draws: 1})
		if err != nil {
			t.Fatal(err)
		}
		results := make([]Result, rapid.IntRange(0, 20).Draw(t, "results"))
		for i := range results {
			results[i] = randomResult(t, n)
			if err := straight.Add(results[i]); err != nil {
				t.Fatal(err)
			}
		}
		for i := len(results) - 1; i >= 0; i-- {
			r := results[i]
			agents := make([]int, len(r.Pairing.Agents))
			for k, a := range r.Pairing.Agents {
				agents[k] = rename[a]
			}
			r.Pairing.Agents = agents
			if err := turned.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		a, b := straight.fit(), turned.fit()
		if a.scattered() {
			t.Skip("of groups that never met and are equally large, either may be the core")
		}
		for i := range n {
			elo, interval, los := a.rating(i)
			elo2, interval2, los2 := b.rating(rename[i])
			if far(elo, elo2) || far(interval[0], interval2[0]) || far(interval[1], interval2[1]) || far(los, los2) {
				t.Fatalf("agent %d: %v in %v, LOS %v; renamed %v in %v, LOS %v", i, elo, interval, los, elo2, interval2, los2)
			}
		}
	})
}

func far(a, b float64) bool { return !(math.Abs(a-b) <= 1e-5*(1+math.Abs(a))) }
