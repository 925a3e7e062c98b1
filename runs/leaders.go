package runs

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// leaders sums the points that the agents of a tournament have scored so far. In a game of several
// seats, every two agents are compared: the agent with the better place scores 1 point, and equal
// places score half a point each.
type leaders struct {
	field  []engines.Agent
	points []float64
	games  []int
}

func (l *leaders) add(r tournament.Result) {
	if l.points == nil {
		l.points, l.games = make([]float64, len(l.field)), make([]int, len(l.field))
	}
	r = r.Met()
	for k, g := range r.Games {
		for a := range g.Outcome.Seats() {
			for b := range g.Outcome.Seats() {
				i := r.Pairing.Seat(k, a)
				if a == b || i == r.Pairing.Seat(k, b) {
					continue
				}
				l.games[i]++
				switch mine, theirs := g.Outcome.Place(a), g.Outcome.Place(b); {
				case mine < theirs:
					l.points[i]++
				case mine == theirs:
					l.points[i] += 0.5
				}
			}
		}
	}
}

// list returns the agents that have played, sorted by score, best first.
func (l *leaders) list() []tuning.Leader {
	var out []tuning.Leader
	for i, n := range l.games {
		if n > 0 {
			out = append(out, tuning.Leader{Agent: l.field[i].Name, Score: l.points[i] / float64(n), Games: n})
		}
	}
	slices.SortStableFunc(out, func(a, b tuning.Leader) int { return cmp.Compare(b.Score, a.Score) })
	return out
}
