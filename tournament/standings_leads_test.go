package tournament

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The agent of a gauntlet is compared with each opponent. As the opponents did not meet each other, its
// lead is that of the games of these two alone. An agent that other agents met too has no such list.
func TestLeadsOfAGauntlet(t *testing.T) {
	t.Parallel()
	s := newStandings(t, StandingsOptions{}, "weak", "mine", "strong")
	alone := map[string]*Standings{"weak": newStandings(t, StandingsOptions{}, "weak", "mine"), "strong": newStandings(t, StandingsOptions{}, "strong", "mine")}
	points := map[string]float64{}
	seed := uint64(0)
	play := func(i int, name string, halves ...int) {
		for _, h := range halves {
			seed++
			r := pairResult(1, i, h)
			r.Pairing.Seed = seed
			add(t, s, r)
			points[name] += float64(h) / 4 / float64(len(halves))
			r.Pairing.Agents = []int{1, 0}
			add(t, alone[name], r)
		}
	}
	play(0, "weak", 4, 3, 2, 4, 2, 3, 1, 4, 2, 2, 3, 3)
	play(2, "strong", 1, 0, 2, 2, 1, 3, 2, 0, 2, 1, 1, 2)
	table := s.Table()
	for _, line := range table.Standings {
		if line.Agent != "mine" {
			if line.Leads != nil {
				t.Errorf("%s: %+v", line.Agent, line.Leads)
			}
			continue
		}
		if len(line.Leads) != 2 || line.Leads[0].Agent != "strong" || line.Leads[1].Agent != "weak" {
			t.Fatalf("%+v", line.Leads)
		}
		for _, over := range line.Leads {
			score := points[over.Agent]
			if want := 400 * math.Log10(score/(1-score)); math.Abs(float64(over.Difference)-want) > 0.01 {
				t.Errorf("%s: %v, not %v", over.Agent, over.Difference, want)
			}
			two := alone[over.Agent].Table().Standings[0]
			want := two.Next.LOS
			if two.Agent != "mine" {
				want = 1 - want
			}
			if math.Abs(float64(over.LOS-want)) > 0.01 {
				t.Errorf("%s: stronger with probability %v, not %v", over.Agent, over.LOS, want)
			}
		}
		if diff := cmp.Diff(*line.Next, line.Leads[1].Lead); diff != "" { // the agent below it in the table
			t.Error(diff)
		}
	}
	add(t, s, pairResult(0, 2, 1))
	for _, line := range s.Table().Standings {
		if line.Leads != nil {
			t.Errorf("after a game of the opponents: %+v", line.Leads)
		}
	}
}

// The first agent is compared with the agent that is most likely to be stronger, which has played little and
// need not be the second of the table.
func TestLeastCertainLead(t *testing.T) {
	t.Parallel()
	names := []string{"first", "second", "third", "fourth"}
	s := newStandings(t, StandingsOptions{}, names...)
	seed := uint64(0)
	play := func(against, times int, halves ...int) {
		for _, h := range slices.Repeat(halves, times) {
			seed++
			r := pairResult(0, against, h)
			r.Pairing.Seed = seed
			add(t, s, r)
		}
	}
	play(1, 8, 3, 3, 2)
	play(2, 1, 4, 3, 1, 4, 2, 3)
	play(3, 1, 4, 4, 3, 4, 4, 3)
	table := s.Table()
	for k, want := range names {
		if table.Standings[k].Agent != want {
			t.Fatalf("rank %d: %s, want %s", k+1, table.Standings[k].Agent, want)
		}
	}
	least := table.Standings[0].LeastCertain
	if p := table.Superiority[0]; least == nil || least.Agent != "third" || p[2] >= p[1] || p[2] >= p[3] || float64(least.LOS) != p[2] {
		t.Errorf("%+v, with the probabilities %v", least, p)
	}
	play(1, 6, 0, 2)
	if p := s.Table(); p.Standings[1].Agent != "second" || p.Standings[0].LeastCertain != nil {
		t.Errorf("%+v, with the probabilities %v", p.Standings[0].LeastCertain, p.Superiority[0])
	}
}
