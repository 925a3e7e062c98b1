package tournament

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
)

// pairResult makes the result of a pair of games in which i made so many half
// points, 0 to 4.
func pairResult(i, j, halves int) Result {
	win, draw, loss := engines.Winner(2, 0), engines.Draw(2), engines.Winner(2, 1)
	games := [...][2]engines.Outcome{{loss, win}, {loss, draw}, {win, win}, {win, draw}, {win, loss}}[halves]
	return Result{
		Pairing: Pairing{Agents: []int{i, j}, Games: 2},
		Games:   []Game{{Outcome: games[0], Forfeit: -1}, {Outcome: games[1], Forfeit: -1}},
	}
}

func newStandings(t testing.TB, o StandingsOptions, names ...string) *Standings {
	t.Helper()
	s, err := NewStandings(names, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func add(t testing.TB, s *Standings, results ...Result) {
	t.Helper()
	for _, r := range results {
		if err := s.Add(r); err != nil {
			t.Fatal(err)
		}
	}
}

// finite fails on a table that JSON cannot hold or whose intervals miss their ratings.
func finite(t testing.TB, table Table) {
	t.Helper()
	if _, err := json.Marshal(table); err != nil {
		t.Errorf("the table has no JSON: %v", err)
	}
	for _, s := range table.Standings {
		if !(s.Interval[0] <= s.Rating && s.Rating <= s.Interval[1]) || math.IsNaN(s.LOS) || s.LOS < 0 || s.LOS > 1 {
			t.Errorf("%s: rating %v in %v, LOS %v", s.Agent, s.Rating, s.Interval, s.LOS)
		}
		if s.Wins+s.Draws+s.Losses != s.Games {
			t.Errorf("%s: %d + %d + %d is not %d", s.Agent, s.Wins, s.Draws, s.Losses, s.Games)
		}
	}
}

func TestStandingsAtTheEdges(t *testing.T) {
	for name, halves := range map[string][]int{
		"nothing":   {},
		"one pair":  {3},
		"all drawn": {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
		"whitewash": {4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
		"lost all":  {0},
		"mixed":     {0, 4, 2, 1, 3, 4},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStandings(t, StandingsOptions{}, "a", "b", "c")
			for _, h := range halves {
				add(t, s, pairResult(0, 1, h))
			}
			table := s.Table()
			finite(t, table)
			for _, line := range table.Standings {
				if line.Interval[1]-line.Interval[0] < 20 {
					t.Errorf("%s: %v is too sure of %d pairs", line.Agent, line.Interval, len(halves))
				}
			}
			t.Logf("%+v", table.Standings)
		})
	}
}
