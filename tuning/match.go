package tuning

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Match is the answer against one opponent. Its statistics are those of
// clusters: every deal is played in all seat orders.
type Match struct {
	Opponent string
	Clusters int
	Games    int
	Wins     int
	Draws    int
	Losses   int
	Forfeits int
	Score    float64 // mean points of the answer, in [0, 1]
	Elo      float64 // of the answer above the opponent; always finite
	Low      float64 // 95% interval of Elo; infinite on the side that is open
	High     float64
	LOS      float64 // probability that the answer is the stronger
}

// tally sums up the clusters of one match.
type tally struct {
	m     Match
	seats int
	// counts has an entry for every mean score that a cluster can have: every
	// game gives a multiple of a half over the number of rivals.
	counts rating.Counts
}

func newTally(opponent string, seats int) *tally {
	return &tally{
		m:      Match{Opponent: opponent},
		seats:  seats,
		counts: make(rating.Counts, 2*(seats-1)*seats+1),
	}
}

// add enters a cluster whose first agent is the answer.
func (t *tally) add(r tournament.Result) {
	t.counts[int(math.Round(r.Points(0)*float64(len(t.counts)-1)))]++
	t.m.Clusters++
	for i, g := range r.Games {
		seat := (t.seats - i%t.seats) % t.seats
		t.m.Games++
		switch {
		case g.Outcome.Place(seat) > 1:
			t.m.Losses++
		case shared(g.Outcome, seat):
			t.m.Draws++
		default:
			t.m.Wins++
		}
		if g.Forfeit != nil {
			t.m.Forfeits++
		}
	}
}

// shared reports whether a seat shares its place.
func shared(o engines.Outcome, seat int) bool {
	for other := range o.Seats() {
		if other != seat && o.Place(other) == o.Place(seat) {
			return true
		}
	}
	return false
}

// match makes the statistics. A whitewash has no Elo of its own: half a point
// is then taken from the winner, as half a virtual draw would.
func (t *tally) match() Match {
	m := t.m
	m.Score = t.counts.Mean()
	score := m.Score
	if score == 0 || score == 1 {
		n := float64(m.Clusters)
		score = (n*score + 0.5) / (n + 1)
	}
	m.Elo = rating.Elo(score) + 0 // never -0
	interval := t.counts.Interval(rating.Z95).Elo()
	m.Low, m.High = interval.Lo, interval.Hi
	m.LOS = t.counts.LOS()
	return m
}
