package pages

import (
	"math"
	"testing"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// An open end of an interval is drawn at the edge of the chart, beyond all other ends, and the other
// end of its interval where it is.
func TestOpenEndsReachTheEdge(t *testing.T) {
	t.Parallel()
	at := func(games int, elo, low, high float64) results.Checkpoint {
		return results.Checkpoint{Games: games, Rating: rating.Float(elo), Interval: rating.Interval{Low: low, High: high}, Against: "default"}
	}
	s := newStrength([]results.Checkpoint{at(10, 0, math.Inf(-1), math.Inf(1)), at(20, 300, -400, math.Inf(1)), at(30, 50, 20, 80)}, 0, false)
	both, upper, none := s.Points[0], s.Points[1], s.Points[2]
	if !s.Open || both.From != s.Foot || both.To != upper.To || !(both.To < upper.Y && upper.Y < upper.From && upper.From < both.From) || none.To <= both.To {
		t.Errorf("open %v, at both ends %+v, at the upper end %+v, at none %+v", s.Open, both, upper, none)
	}
	if s := newStrength([]results.Checkpoint{at(30, 50, 20, 80)}, 0, false); s.Open || s.Points[0].To != 12 {
		t.Errorf("%+v has an open end", s.Points[0])
	}
	rows := Tuned{Run: Run{Record: results.Record{Explanation: &results.Explanation{Weights: []results.Contributed{
		{Contribution: results.NotShown, Rating: 400, Interval: rating.Interval{Low: -100, High: math.Inf(1)}},
	}}}}}.Contributions()
	if r := rows[0]; r.From != 0 || r.Zero != 20 || r.Dot != 100 || r.To != 100 {
		t.Errorf("a contribution of [-100, open] is drawn as %+v", r)
	}
}
