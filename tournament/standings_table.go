package tournament

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Table computes the standings from all results entered so far. Agents without games come last,
// have the rating 0, and do not count for the mean.
func (s *Standings) Table() Table {
	if s.results == nil {
		return Table{}
	}
	e := s.results.Fit(s.options.fit())
	t := Table{
		Games: s.games, Pairings: s.pairings, Forfeits: s.forfeit.Games(), ForfeitsByKind: maps.Clone(s.forfeit),
		Prior: e.Prior, Confidence: s.options.Confidence, Anchor: s.options.Anchor,
		Seats: s.seatScores(), Standings: make([]rating.Standing, len(s.names)), Variety: s.different.Variety(), Misfit: s.misfit(e),
	}
	anchor := rating.Mean
	if s.options.Anchor != "" {
		anchor = slices.Index(s.names, s.options.Anchor)
	}
	rng := engines.Rand(engines.Seed(s.options.Seed, engines.Purpose("probability of being best")))
	best := e.Best(s.draws(), rng)
	for i := range s.names {
		t.Standings[i] = s.standing(i, e.Line(i, anchor))
		t.Standings[i].Best = rating.Float(best[i])
		t.Standings[i].Apart = e.Apart(i)
	}
	if slices.ContainsFunc(t.Standings, func(line rating.Standing) bool { return line.TooFew() }) {
		for i := range t.Standings {
			t.Standings[i].Best = rating.Float(math.NaN()) // it depends on the errors of all ratings
		}
	}
	slices.SortStableFunc(t.Standings, compareStandings)
	for k := range t.Standings {
		line := &t.Standings[k]
		line.Rank = k + 1
		if k+1 < len(t.Standings) {
			line.Next = new(lead(e, *line, t.Standings[k+1]))
		}
	}
	t.Standings[0].LeastCertain = leastCertain(e, t.Standings)
	if len(t.Standings) == 2 {
		normalize(t.Standings[0].Next, rating.Counts(t.Standings[0].Pentanomial), s.options.Confidence)
	}
	t.Crosstable = s.crosstable(t.Standings)
	if i := challenger(t.Crosstable); i >= 0 {
		for k := range t.Standings {
			if k != i {
				t.Standings[i].Leads = append(t.Standings[i].Leads, rating.LeadOver{Agent: t.Standings[k].Agent, Lead: lead(e, t.Standings[i], t.Standings[k])})
			}
		}
	}
	t.Superiority = make(rating.Matrix, len(t.Standings))
	for a, line := range t.Standings {
		for _, other := range t.Standings {
			t.Superiority[a] = append(t.Superiority[a], float64(superiority(e, line, other)))
		}
	}
	return t
}

// lead returns the lead of the agent in row line over the agent in row other. It contains the
// difference of their ratings, its interval, and the probability that the first agent is stronger.
func lead(e *rating.Estimate, line, other rating.Standing) rating.Lead {
	difference, interval, _ := e.Against(line.Index, other.Index)
	return rating.Lead{Difference: rating.Float(difference), Interval: other.Covers(line.Covers(interval)), LOS: superiority(e, line, other)}
}

// challenger returns the row of the only agent that all others have met, if the others have not met
// each other. This is the case in a gauntlet with one candidate. Otherwise, and for fewer than
// three agents, challenger returns -1.
func challenger(crosstable [][]*Cell) int {
	n, all, center := len(crosstable), 0, -1
	for i, row := range crosstable {
		met := 0
		for _, cell := range row {
			if cell != nil {
				met++
			}
		}
		if all += met; met == n-1 {
			center = i
		}
	}
	if n < 3 || all != 2*(n-1) { // each meeting has two cells
		return -1
	}
	return center
}

// superiority returns the probability that the agent in row line is stronger than the agent in row
// other. It is NaN if one of them has too few different games.
func superiority(e *rating.Estimate, line, other rating.Standing) rating.Float {
	return other.Probability(float64(line.Probability(e.Superiority(line.Index, other.Index))))
}

// leastCertain returns the least certain lead of the first agent in sorted: its lead over the agent
// that is most likely to be stronger. If this probability is unknown for an agent, the lead over
// that agent is the least certain. leastCertain returns nil if this is the lead over the second
// agent, which the first row of the table shows.
func leastCertain(e *rating.Estimate, sorted []rating.Standing) *rating.LeadOver {
	least, smallest := 1, rating.Float(math.Inf(1))
	for k := 1; k < len(sorted); k++ {
		// Compare counts an unknown probability, NaN, as the smallest.
		if los := superiority(e, sorted[0], sorted[k]); cmp.Compare(los, smallest) < 0 {
			least, smallest = k, los
		}
	}
	if least == 1 {
		return nil
	}
	return &rating.LeadOver{Agent: sorted[least].Agent, Lead: lead(e, sorted[0], sorted[least])}
}

// normalize adds the difference in normalized Elo, and its error, to the lead l of one agent over
// another; see [rating.Counts.NormalizedElo]. pairs counts the different pairings of the two agents
// by the points of the first agent. normalize does nothing if there are fewer than
// [rating.LeastPairings] different pairings, or if the points are equal in all of them.
func normalize(l *rating.Lead, pairs rating.Counts, confidence float64) {
	if pairs.Clusters() < rating.LeastPairings || pairs.Variance() == 0 {
		return
	}
	elo, arm := pairs.NormalizedElo(), pairs.NormalizedErrorDelta(confidence)
	l.NormalizedElo, l.NormalizedError = &elo, &arm
}

// misfit returns the score between two agents that contradicts the ratings most, with their
// names. It is nil if chance explains all scores.
func (s *Standings) misfit(e *rating.Estimate) *Misfit {
	m := s.results.Misfit(e)
	if m == nil {
		return nil
	}
	return &Misfit{Agent: s.names[m.Player], Against: s.names[m.Against], Score: m.Score, Predicted: m.Predicted, P: m.P}
}

// draws returns the number of random draws from which the probability of being best is estimated.
// It is limited for many agents, because a draw then takes longer; see StandingsOptions.Draws.
func (s *Standings) draws() int {
	n := len(s.names)
	return min(s.options.Draws, max(1e8/(n*n), 1000))
}

func (s *Standings) seatScores() []float64 {
	scores := []float64{}
	for _, seat := range s.seats {
		if seat.games > 0 {
			scores = append(scores, seat.points/float64(seat.games))
		}
	}
	return scores
}

// compareStandings defines the order of the rows in the table. Agents that have played come first.
// The order then depends on rating, score, name and index. Ratings that differ only by rounding are
// treated as equal.
func compareStandings(a, b rating.Standing) int {
	whole := func(r rating.Float) float64 { return math.Round(float64(r) * 1e6) }
	played := func(games int) int { return min(games, 1) }
	return cmp.Or(
		cmp.Compare(played(b.Games), played(a.Games)),
		cmp.Compare(whole(b.Rating), whole(a.Rating)),
		cmp.Compare(b.Score, a.Score),
		cmp.Compare(a.Agent, b.Agent),
		cmp.Compare(a.Index, b.Index),
	)
}

// standing returns the row of agent i in the table. The caller must add the fields that depend on
// other agents, such as the rank.
func (s *Standings) standing(i int, rated rating.Line) rating.Standing {
	a := s.agents[i]
	line := rating.Standing{
		Index: i, Agent: s.names[i],
		Games: a.games, Wins: a.wins, Draws: a.draws, Losses: a.losses, Forfeits: a.forfeits.Games(), ForfeitsByKind: maps.Clone(a.forfeits),
		Points: a.points, Variety: a.different.Variety(),
		Rating: rating.Float(rated.Elo), Interval: rated.Interval, Error: rating.Float(rated.Error),
	}
	line.LOS = line.Probability(rated.LOS)
	if s.names[i] != s.options.Anchor { // the rating of the anchor is 0 by definition
		line.Interval = line.Covers(rated.Interval)
	}
	if a.games > 0 {
		line.Score = rating.Float(a.points / float64(a.games))
	}
	if a.pairs != [5]int{} {
		line.Pentanomial = slices.Clone(a.pairs[:])
	}
	if s.scores != nil {
		if mean := s.scores[i].Mean(); mean != nil {
			line.Scored = &rating.Scored{Agent: *mean}
		}
	}
	if seats := s.mostSeats(); seats > 2 {
		line.Places = slices.Clone(a.places[:seats])
	}
	return line
}

func (s *Standings) mostSeats() int {
	most := 0
	for seat, t := range s.seats {
		if t.games > 0 {
			most = seat + 1
		}
	}
	return most
}

func (s *Standings) crosstable(lines []rating.Standing) [][]*Cell {
	rows := make([][]*Cell, len(lines))
	for a, line := range lines {
		rows[a] = make([]*Cell, len(lines))
		for b, other := range lines {
			if a == b {
				continue
			}
			wins, draws, losses := s.results.Record(line.Index, other.Index)
			c := Cell{Games: wins + draws + losses, Wins: wins, Draws: draws, Losses: losses}
			if c.Games > 0 {
				c.Score = (float64(c.Wins) + float64(float64(c.Draws)/2)) / float64(c.Games)
				rows[a][b] = &c
			}
		}
	}
	return rows
}
