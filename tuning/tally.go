package tuning

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// tally sums up the clusters of one match.
type tally struct {
	m rating.Standing
	// counts has an entry for every mean score by places that a cluster can have:
	// every game gives a multiple of a half over the number of rivals. graded are
	// the scores where they may be any number, nil otherwise.
	counts *rating.Repeated
	graded *spread
	scored bool

	contents  tournament.Contents
	different tournament.Different
	forfeits  tournament.ForfeitCounts
	openings  func(seeds []uint64) int
	seeds     []uint64 // of the deals whose content is known, in the order of play
	// what was scored, and the differences
	answer, opponent, difference tournament.ScoreSum
}

func (v *verification) newTally(opponent string) *tally {
	rivals := max(v.Seats, 2) - 1
	t := &tally{m: rating.Standing{Agent: opponent}, openings: v.Openings, counts: rating.NewRepeated(2*rivals*v.orders() + 1)}
	t.scored = v.Seats == 1 || v.Objective.ByScore()
	if v.Objective.ByScore() {
		t.graded = new(spread)
	}
	return t
}

// add enters a cluster of the answer and its k-th agent.
func (t *tally) add(r tournament.Result, k int) {
	t.m.Pairings++
	seen := t.contents.Add(r)
	t.different.Add(seen, &r, 0, k)
	if seen.Known {
		t.seeds = append(t.seeds, r.Pairing.Seed)
	}
	if points := versus(r, k); t.graded != nil {
		t.graded.add(points, seen.Nth)
	} else {
		t.counts.Add(int(math.Round(points*float64(len(t.counts.Played)-1))), seen.Nth)
	}
	if t.scored {
		t.addScores(r, k, seen.Nth)
	}
	for g, game := range r.Games {
		answers, opponents := r.Pairing.SeatOf(g, 0), r.Pairing.SeatOf(g, k)
		if answers < 0 && opponents < 0 {
			continue // another opponent's own game
		}
		t.m.Games++
		if game.Forfeit != nil {
			t.forfeits.Add(game.Forfeit.Kind)
		}
	}
	met := r.Met()
	for g, game := range met.Games {
		seat, rival := met.Pairing.SeatOf(g, 0), met.Pairing.SeatOf(g, k)
		if r.Pairing.Apart {
			t.countComparison(game.Outcome.Place(seat), game.Outcome.Place(rival))
		} else {
			t.countGame(game.Outcome, seat)
		}
	}
}

// countComparison books the places of the answer and the opponent.
func (t *tally) countComparison(answer, opponent int) {
	switch {
	case answer > opponent:
		t.m.Losses++
	case answer == opponent:
		t.m.Draws++
	default:
		t.m.Wins++
	}
}

// countGame books a game by the answer's place among all at the table.
func (t *tally) countGame(o engines.Outcome, seat int) {
	switch {
	case o.Place(seat) > 1:
		t.m.Losses++
	case shared(o, seat):
		t.m.Draws++
	default:
		t.m.Wins++
	}
}

// addScores books what both scored on the nth copy of a deal.
func (t *tally) addScores(r tournament.Result, k, nth int) {
	own, games := r.Scores(0)
	sum, theirs := 0.0, 0
	for other, agent := range r.Pairing.Agents { // the opponent may take several seats
		if agent == r.Pairing.Agents[k] {
			mean, n := r.Scores(other)
			sum += mean * float64(n)
			theirs += n
		}
	}
	if games == 0 || theirs == 0 {
		return // both have none, or a forfeit left one without
	}
	rival := sum / float64(theirs)
	t.answer.AddCopy(own, games, nth)
	t.opponent.AddCopy(rival, theirs, nth)
	t.difference.AddCopy(own-rival, games, nth)
}

// match makes the statistics.
func (t *tally) match() rating.Standing {
	m := t.m
	m.Forfeits, m.ForfeitsByKind = t.forfeits.Games(), t.forfeits
	m.Variety = t.different.Variety()
	if m.Known() && m.Distinct < m.Games && t.openings != nil {
		slices.Sort(t.seeds)
		m.Openings = t.openings(slices.Compact(t.seeds))
	}
	if t.graded != nil {
		t.byMoments(&m)
	} else {
		t.byCounts(&m)
	}
	m.Interval = m.Covers(m.Interval)
	if a := t.answer.Mean(); a != nil {
		m.Scored = &rating.Scored{Agent: *t.opponent.Mean(), Against: &rating.Compared{Result: *a, Difference: *t.difference.Mean()}}
	}
	return m
}

// byCounts rates the answer by the distribution of the scores of clusters. A
// whitewash has no Elo of its own: half a point is then taken from the winner,
// as half a virtual draw would.
func (t *tally) byCounts(m *rating.Standing) {
	score := t.counts.Mean()
	m.Score = rating.Float(score)
	if score == 0 || score == 1 {
		n := float64(t.different.Pairings())
		score = (n*score + 0.5) / (n + 1)
	}
	m.Rating = rating.Float(rating.Elo(score) + 0) // never -0
	m.Interval = t.counts.Interval(rating.Z()).Elo()
	m.LOS = rating.Float(t.counts.LOS())
}

// byMoments rates the answer by the mean of graded scores, which are never 0 or
// 1 but for forfeits, and its standard error.
func (t *tally) byMoments(m *rating.Standing) {
	mean, err := t.graded.mean(), t.graded.err()
	n := float64(t.different.Pairings())
	m.Score = rating.Float(mean)
	m.Rating = rating.Float(rating.Elo((n*mean+0.5)/(n+1)) + 0)
	if mean > 0 && mean < 1 {
		m.Rating = rating.Float(rating.Elo(mean) + 0)
	}
	m.Interval = rating.Interval{Low: mean - rating.Z()*err, High: mean + rating.Z()*err}.Elo()
	m.LOS = rating.Float(math.Erfc((0.5-mean)/err/math.Sqrt2) / 2)
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
