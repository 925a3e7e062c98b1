package tuning

import (
	"context"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Match is the answer against one opponent. Its statistics are those of
// clusters: every deal is played in all seat orders that matter. Clusters of equal
// content, see [tournament.Result.Content], all count for Score and Elo, and together as
// one for Interval and LOS.
type Match struct {
	Opponent string `json:"opponent"`
	Clusters int    `json:"-"`
	// Games is the number of games that the match rests on. In games of one seat
	// the answer's own are common to all matches.
	Games int `json:"games"`
	rating.Variety
	// Wins, Draws and Losses count games, of agents who play apart comparisons.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Forfeits is the number of games that either side lost by failing, and ForfeitsByKind
	// counts them by kind.
	Forfeits       int                   `json:"forfeits"`
	ForfeitsByKind engines.ForfeitCounts `json:"forfeits_by_kind,omitempty"`
	Score          float64               `json:"score"`  // mean worth of the games to the answer, in [0, 1]
	Elo            float64               `json:"rating"` // of the answer above the opponent; always finite
	// Interval covers Elo with a probability of 95%; it is infinite on a side that
	// is open. Both sides are open if there are fewer than [rating.LeastPairings]
	// different pairings.
	Interval rating.Interval `json:"interval"`
	LOS      float64         `json:"los"` // probability that the answer is the stronger
	// Itself states that the opponent plays like the answer: the difference is 0, and what
	// the games show of it is chance.
	Itself bool `json:"-"`
	// Scored is what both scored, where the objective is by score or the game has
	// one seat, and points were counted; otherwise nil.
	Scored *Scored `json:"scored,omitempty"`
}

// Scored contains the scores of the result and of an opponent on the same deals.
type Scored struct {
	Answer     tournament.MeanScore `json:"answer"`
	Opponent   tournament.MeanScore `json:"opponent"`
	Difference tournament.MeanScore `json:"difference"` // deal by deal, the answer's less the opponent's
}

// matches plays the answer against every opponent for an equal share of games, on the
// same deals, and then compares it with the start.
func (v *verification) matches(ctx context.Context, games int) error {
	others, guard := v.toMeet(games)
	tallies := make(map[int]*tally, len(others))
	for _, i := range others {
		tallies[i] = v.newTally(v.field[i].Name)
	}
	if len(others) > 0 {
		var part tournament.Pairings
		for deal := range max(1, games/v.perDeal(len(others))) {
			part = append(part, v.compare(v.answer, others, v.deal("verification", deal), false)...)
		}
		for r, err := range v.play(ctx, "matches", part) {
			if err != nil {
				return err
			}
			for _, k := range rivals(r.Pairing) {
				tallies[r.Pairing.Agents[k]].add(r, k)
			}
		}
	}
	for i := len(v.finalists); i < len(v.field); i++ {
		if t := tallies[i]; t != nil {
			m := t.match()
			m.Itself = v.Start != nil && v.playAlike(i, v.answer)
			v.verdict.Matches = append(v.verdict.Matches, m)
		} else {
			v.verdict.Matches = append(v.verdict.Matches, itself(v.field[i].Name))
		}
	}
	if guard >= 0 && guard < len(v.finalists) {
		v.verdict.Matches = append(v.verdict.Matches, tallies[guard].match())
	}
	v.keepStart(tallies[guard])
	return nil
}

// toMeet returns the opponents that the answer has to meet, as places in the field, and
// the one of them that plays like the start, -1 if there is none. The start weights are
// one more opponent if no opponent plays like them and the games suffice. If the answer is
// the start and all opponents play like it, there is nobody to meet.
func (v *verification) toMeet(games int) (others []int, guard int) {
	guard = -1
	different := v.Start == nil
	for i := len(v.finalists); i < len(v.field); i++ {
		others = append(others, i)
		different = different || !v.playAlike(i, v.answer)
		if guard < 0 && v.start >= 0 && v.playAlike(i, v.start) {
			guard = i
		}
	}
	switch {
	case v.start >= 0 && v.playAlike(v.start, v.answer):
		if guard = -1; !different {
			others = nil
		}
		return others, guard
	case v.start < 0 || guard >= 0:
		return others, guard
	}
	if games < v.perDeal(len(others)+1) {
		v.verdict.Unguarded = true
		return others, guard
	}
	return append(others, v.start), v.start
}

// tally sums up the clusters of one match.
type tally struct {
	m Match
	// counts has an entry for every mean score by places that a cluster can have:
	// every game gives a multiple of a half over the number of rivals. graded are
	// the scores where they may be any number, nil otherwise.
	counts *rating.Repeated
	graded *spread
	scored bool

	contents  tournament.Contents
	different tournament.Different
	openings  func(seeds []uint64) int
	seeds     []uint64 // of the deals whose content is known, in the order of play
	// what was scored, and the differences
	answer, opponent, difference tournament.ScoreSum
}

func (v *verification) newTally(opponent string) *tally {
	rivals := max(v.Seats, 2) - 1
	t := &tally{m: Match{Opponent: opponent}, openings: v.Openings, counts: rating.NewRepeated(2*rivals*v.orders() + 1)}
	t.scored = v.Seats == 1 || v.Objective.ByScore()
	if v.Objective.ByScore() {
		t.graded = new(spread)
	}
	return t
}

// add enters a cluster of the answer and its k-th agent.
func (t *tally) add(r tournament.Result, k int) {
	t.m.Clusters++
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
			t.m.Forfeits++
			t.m.ForfeitsByKind.Add(game.Forfeit.Kind)
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
func (t *tally) match() Match {
	m := t.m
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
		m.Scored = &Scored{*a, *t.opponent.Mean(), *t.difference.Mean()}
	}
	return m
}

// byCounts rates the answer by the distribution of the scores of clusters. A
// whitewash has no Elo of its own: half a point is then taken from the winner,
// as half a virtual draw would.
func (t *tally) byCounts(m *Match) {
	m.Score = t.counts.Mean()
	score := m.Score
	if score == 0 || score == 1 {
		n := float64(t.different.Pairings())
		score = (n*score + 0.5) / (n + 1)
	}
	m.Elo = rating.Elo(score) + 0 // never -0
	m.Interval = t.counts.Interval(rating.Z95).Elo()
	m.LOS = t.counts.LOS()
}

// byMoments rates the answer by the mean of graded scores, which are never 0 or
// 1 but for forfeits, and its standard error.
func (t *tally) byMoments(m *Match) {
	mean, err := t.graded.mean(), t.graded.err()
	n := float64(t.different.Pairings())
	m.Score = mean
	m.Elo = rating.Elo((n*mean+0.5)/(n+1)) + 0
	if mean > 0 && mean < 1 {
		m.Elo = rating.Elo(mean) + 0
	}
	m.Interval = rating.Interval{Lo: mean - rating.Z95*err, Hi: mean + rating.Z95*err}.Elo()
	m.LOS = math.Erfc((0.5-mean)/err/math.Sqrt2) / 2
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
