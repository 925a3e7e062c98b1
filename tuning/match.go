package tuning

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// matches plays the winning candidate against every opponent. Each opponent gets an equal share of
// the games, and all matches use the same deals (starts of the game). It then decides with
// [verification.keepStart] whether the start weights replace the result.
func (v *verification) matches(ctx context.Context, games int) error {
	others, start := v.toMeet(games)
	tallies, err := v.meet(ctx, "matches", "verification", v.result, others, games, v.addAgain(start))
	if err != nil {
		return err
	}
	for i := len(v.candidates); i < len(v.field); i++ {
		if t := tallies[i]; t != nil {
			m := t.match()
			m.Same = v.options.Start != nil && v.playAlike(i, v.result)
			v.verdict.Matches = append(v.verdict.Matches, m)
		} else {
			v.verdict.Matches = append(v.verdict.Matches, itself(v.field[i].Name))
		}
	}
	if start >= 0 && start < len(v.candidates) {
		v.verdict.Matches = append(v.verdict.Matches, tallies[start].match())
	}
	v.keepStart(tallies[start])
	return nil
}

// addAgain returns a function that adds results of the matches to v.both, the tally of all games
// between the result and the start weights. v.both begins with their games in the playoff. start is
// the index of the agent that represents the start weights in the matches; the function ignores
// pairings without this agent. In the playoff the start weights have another index. The function
// converts start to that index, so that games of a match that repeat a playoff game are recognised.
//
// addAgain returns nil if no agent represents the start weights, or if the result and the start
// weights did not meet in a playoff.
func (v *verification) addAgain(start int) func(tournament.Result) {
	if start < 0 || v.result != 0 || v.verdict.Playoff == nil {
		return nil
	}
	v.both = new(v.met[v.start])
	return func(r tournament.Result) {
		for _, k := range rivals(r.Pairing) {
			if r.Pairing.Agents[k] != start {
				continue
			}
			same := r
			same.Pairing.Agents = slices.Clone(r.Pairing.Agents)
			for i, agent := range same.Pairing.Agents {
				if agent == start {
					same.Pairing.Agents[i] = v.start
				}
			}
			v.both.add(1-versus(r, k), v.metContents.Add(same).Nth)
			return
		}
	}
}

// meet plays a match of agent one against each agent in others. It returns the results as a tally
// for each opponent. Agents are indices in v.agents. The matches share the given number of games.
// name is the name of this part of the verification, and purpose determines the seeds. If also is
// not nil, meet calls it with every result.
//
// In matches with the settings VerifyOptions.Other, the names of agents end with these settings.
// The names in the tallies do not.
func (v *verification) meet(ctx context.Context, name, purpose string, one int, others []int, games int, also func(tournament.Result)) (map[int]*tally, error) {
	tallies := make(map[int]*tally, len(others))
	if len(others) == 0 {
		return tallies, nil
	}
	for _, k := range others {
		tallies[k] = v.newTally(v.field[k%len(v.field)].Name)
	}
	var part tournament.Pairings
	for deal := range v.deals(games, len(others)) {
		part = append(part, v.compare(one, others, v.deal(purpose, deal), false)...)
	}
	err := v.play(ctx, name, part, func(r tournament.Result) {
		for _, k := range rivals(r.Pairing) {
			tallies[r.Pairing.Agents[k]].add(r, k)
		}
		if also != nil {
			also(r)
		}
	})
	return tallies, err
}

// toMeet returns the opponents that the result of the search must play, as indices into the list of
// agents. To compare the result with the start weights as well, the list must contain an agent that
// chooses the same moves as the start weights. start is the index of this agent, or -1 if there is
// none:
//
//   - If an opponent chooses the same moves as the start weights, start is the first such
//     opponent.
//   - Otherwise toMeet adds the candidate with the start weights to the list. If the games are too
//     few for one more opponent, it adds none and sets Verification.Unguarded.
//   - If the result itself chooses the same moves as the start weights, there is nothing to
//     compare. toMeet then leaves out the opponents that choose the same moves too.
func (v *verification) toMeet(games int) (others []int, start int) {
	isStart := v.start >= 0 && v.playAlike(v.start, v.result)
	start = -1
	for i := len(v.candidates); i < len(v.field); i++ {
		switch likeStart := v.start >= 0 && v.playAlike(i, v.start); {
		case isStart && likeStart:
			continue
		case likeStart && start < 0:
			start = i
		}
		others = append(others, i)
	}
	if isStart || v.start < 0 || start >= 0 {
		return others, start
	}
	if games < v.perDeal(len(others)+1) {
		v.verdict.Unguarded = true
		return others, start
	}
	return append(others, v.start), v.start
}

// tally collects the results of the games between the candidate that a verification measures and
// one opponent.
type tally struct {
	m rating.Standing
	// counts is a histogram: for every possible mean score of a pairing it contains the number of
	// pairings with this score. A game scores a multiple of 0.5 divided by the number of rivals. If
	// scores may be any number, graded is used instead; otherwise graded is nil.
	counts *rating.Repeated
	graded *spread
	scored bool // game points are added, too
	differ bool // at least one pairing was not mirrored; see tournament.Result.Mirrored

	contents  tournament.Contents  // recognises pairings with the moves of an earlier one
	different tournament.Different // counts different games and pairings
	forfeits  tournament.ForfeitCounts
	openings  func(seeds []uint64) int // VerifyOptions.Openings
	seeds     []uint64                 // seeds of the deals whose content is known, in the order of play
	// Sums of the game points of the two sides and of their difference.
	result, opponent, difference tournament.ScoreSum
}

func (v *verification) newTally(opponent string) *tally {
	rivals := max(v.options.Seats, 2) - 1
	t := &tally{m: rating.Standing{Agent: opponent}, openings: v.options.Openings, counts: rating.NewRepeated(2*rivals*v.orders() + 1)}
	t.scored = v.options.Seats == 1 || v.options.Terms.Objective.ByScore()
	if v.options.Terms.Objective.ByScore() {
		t.graded = new(spread)
	}
	return t
}

// add adds the games of one pairing to the match. k is the position of the opponent among the
// agents of the pairing.
func (t *tally) add(r tournament.Result, k int) {
	t.m.Pairings++
	t.differ = t.differ || !r.Mirrored()
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
		own, theirs := r.Pairing.SeatOf(g, 0), r.Pairing.SeatOf(g, k)
		if own < 0 && theirs < 0 {
			continue // a game of another opponent
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

// countComparison counts a comparison of two separate games as won, drawn or lost for the result of
// the search. result and opponent are the places of the two agents in the comparison; the smaller
// place is better.
func (t *tally) countComparison(result, opponent int) {
	switch {
	case result > opponent:
		t.m.Losses++
	case result == opponent:
		t.m.Draws++
	default:
		t.m.Wins++
	}
}

// countGame counts a game as won, drawn or lost for the agent in the given seat, by its place among
// all seats.
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

// addScores adds the game scores of one pairing to the tally. Agent 0 of the pairing has the
// weights that are being verified, and agent k is its opponent, in one or more seats. nth is 1 if
// no earlier pairing had the same moves, 2 if one had, and so on. addScores ignores a pairing in
// which one of the two agents has no score.
func (t *tally) addScores(r tournament.Result, k, nth int) {
	own, games := r.Scores(0)
	sum, theirs := 0.0, 0
	for other, agent := range r.Pairing.Agents { // the opponent may take several seats
		if agent == r.Pairing.Agents[k] {
			mean, n := r.Scores(other)
			sum += float64(mean * float64(n))
			theirs += n
		}
	}
	if games == 0 || theirs == 0 {
		return // neither has points, or a forfeit left one without
	}
	rival := sum / float64(theirs)
	t.result.AddCopy(own, games, nth)
	t.opponent.AddCopy(rival, theirs, nth)
	t.difference.AddCopy(own-rival, games, nth)
}

// match returns the statistics of the match as a row of a rating table, under the opponent's
// name.
func (t *tally) match() rating.Standing {
	m := t.m
	m.Forfeits, m.ForfeitsByKind = t.forfeits.Games(), t.forfeits
	m.SameGames = !t.differ && m.Pairings >= tournament.LeastAlike
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
	m.Interval, m.LOS = m.Covers(m.Interval), m.Probability(float64(m.LOS))
	if a := t.result.Mean(); a != nil {
		m.Scored = &rating.Scored{Agent: *t.opponent.Mean(), Against: &rating.Compared{Result: *a, Difference: *t.difference.Mean()}}
	}
	return m
}

// byCounts computes the rating from the histogram of the scores. If the result of the search won
// all points or none, Elo would be infinite. byCounts then computes Elo as if one more pairing had
// been played and drawn.
func (t *tally) byCounts(m *rating.Standing) {
	score := t.counts.Mean()
	m.Score = rating.Float(score)
	if score == 0 || score == 1 {
		n := float64(t.different.Pairings())
		score = (float64(n*score) + 0.5) / (n + 1)
	}
	m.Rating = rating.Float(rating.Elo(score) + 0) // + 0 turns -0 into 0
	m.Interval = t.counts.Interval(rating.Confidence).Elo()
	m.LOS = rating.Float(t.counts.LOS())
}

// byMoments computes the rating from the mean and the standard error of the scores, by Student's t
// distribution. It is used if the score of a game may be any number. A mean of 0 or 1, which only
// forfeits cause, is treated as in byCounts.
func (t *tally) byMoments(m *rating.Standing) {
	mean, err := t.graded.mean(), t.graded.err()
	n := float64(t.different.Pairings())
	m.Score = rating.Float(mean)
	m.Rating = rating.Float(rating.Elo((float64(n*mean) + 0.5) / (n + 1)))
	if mean > 0 && mean < 1 {
		m.Rating = rating.Float(rating.Elo(mean) + 0)
	}
	student := distuv.StudentsT{Sigma: 1, Nu: max(t.graded.copies.Effective()-1, 1)}
	half := float64(student.Quantile((1+rating.Confidence)/2) * err)
	m.Interval = rating.Interval{Low: mean - half, High: mean + half}.Elo()
	m.LOS = rating.Float(student.CDF((mean - 0.5) / err))
}

// shared reports whether another seat has the same place as the given seat.
func shared(o engines.Outcome, seat int) bool {
	for other := range o.Seats() {
		if other != seat && o.Place(other) == o.Place(seat) {
			return true
		}
	}
	return false
}
