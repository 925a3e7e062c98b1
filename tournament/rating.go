package tournament

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Table makes the standings of all results entered so far. Agents without games
// stand last, with rating 0, and do not count in the mean.
func (s *Standings) Table() Table {
	fit := s.fit()
	t := Table{
		Games: s.games, Clusters: s.cluster, Forfeits: s.forfeit,
		Prior: fit.prior, Confidence: s.options.Confidence, Anchor: s.options.Anchor,
		Seats: s.seatScores(), Standings: make([]Standing, len(s.names)),
	}
	best := fit.cov.ProbabilityBest(fit.elo, s.draws(), s.options.Seed)
	for i := range s.names {
		t.Standings[i] = s.standing(i, fit)
		if at := fit.at[i]; at >= 0 {
			t.Standings[i].Best = best[at]
		}
	}
	slices.SortStableFunc(t.Standings, compareStandings)
	for k := range t.Standings {
		line := &t.Standings[k]
		line.Rank = k + 1
		if k+1 < len(t.Standings) {
			line.Next = fit.lead(line.Index, t.Standings[k+1].Index)
		}
	}
	t.Crosstable = s.crosstable(t.Standings)
	return t
}

// draws keeps the work for the probability of being best within bounds.
func (s *Standings) draws() int {
	n := len(s.names)
	return min(s.options.Draws, max(4e8/(n*n), 1000))
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

// compareStandings sorts by rating, score, name. Ratings that differ by
// rounding alone are equal.
func compareStandings(a, b Standing) int {
	whole := func(rating float64) float64 { return math.Round(rating * 1e6) }
	played := func(games int) int { return min(games, 1) }
	return cmp.Or(
		cmp.Compare(played(b.Games), played(a.Games)),
		cmp.Compare(whole(b.Rating), whole(a.Rating)),
		cmp.Compare(b.Score, a.Score),
		cmp.Compare(a.Agent, b.Agent),
		cmp.Compare(a.Index, b.Index),
	)
}

// rating is a fit of all results with its errors. It numbers the agents that
// have played.
type rating struct {
	at      []int     // number of an agent, -1 for one that has not played
	elo     []float64 // mean 0
	cov     Covariance
	prior   float64
	freedom float64 // degrees of freedom of Student's t; +Inf for the normal distribution
	width   float64 // half width of an interval in standard errors
	anchor  int     // place of the anchor in the field, -1 for none
}

// fit rates the agents and estimates the errors from the spread of the clusters.
//
// The sandwich is multiplied by clusters/(clusters - parameters), and intervals
// are Student's with clusters - agents degrees of freedom. Where the results
// leave no spread to estimate, a cluster counts as one verdict of the model:
// between groups of which one won everything, if all results are as expected to
// the last point, and with no more clusters than agents. A prior counts in the
// meat like results that vary as the model says.
func (s *Standings) fit() rating {
	r := rating{at: make([]int, len(s.names)), prior: s.options.Prior, anchor: -1}
	if s.options.Anchor != "" {
		r.anchor = slices.Index(s.names, s.options.Anchor)
	}
	var played []int
	for i, a := range s.agents {
		r.at[i] = -1
		if a.games > 0 {
			r.at[i] = len(played)
			played = append(played, i)
		}
	}
	d := s.Duels().among(played)
	if r.prior == 0 && !StronglyConnected(d) {
		r.prior = DefaultPrior
	}
	fit, err := BradleyTerry(d, r.prior)
	if err != nil {
		if fit, err = BradleyTerryMM(d, r.prior); err != nil {
			fit.Log = make([]float64, d.n)
		}
	}
	r.elo = fit.Elo()
	bread := Fisher(d, fit.Log, r.prior)
	meat, freedom := s.meat(played, fit)
	if r.prior > 0 {
		meat.AddSym(meat, Fisher(NewDuels(d.n), fit.Log, r.prior))
	}
	r.cov, r.freedom = Sandwich(bread, meat), freedom
	upper := (1 + s.options.Confidence) / 2
	r.width = distuv.UnitNormal.Quantile(upper)
	if !math.IsInf(freedom, 1) {
		r.width = distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile(upper)
	}
	return r
}

// meat sums the outer products of the scores of the clusters among those who
// played, and returns the degrees of freedom that they leave.
func (s *Standings) meat(played []int, fit Ratings) (*mat.SymDense, float64) {
	n := len(s.names)
	log, component := make([]float64, n), make([]int, n)
	for k, i := range played {
		log[i], component[i] = fit.Log[k], fit.Components[k]
	}
	part := func(m *mat.SymDense) *mat.SymDense {
		sub := mat.NewSymDense(max(len(played), 1), nil)
		if len(played) > 0 {
			sub.SubsetSym(m, played)
		}
		return sub
	}
	meat, safe := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	s.pairs.safeMeat(log, safe, func(int, int) bool { return true })
	freedom := float64(s.cluster - len(played))
	if freedom < 1 {
		return part(safe), math.Inf(1)
	}
	s.pairs.meat(log, meat)
	s.tables.meat(log, meat)
	if mat.Trace(meat) < 1e-9*mat.Trace(safe) {
		return part(safe), math.Inf(1)
	}
	meat.ScaleSym(float64(s.cluster)/(freedom+1), meat)
	s.pairs.safeMeat(log, meat, func(i, j int) bool { return component[i] != component[j] })
	return part(meat), freedom
}

// standing is an agent's line but for its rank and its neighbours.
func (s *Standings) standing(i int, fit rating) Standing {
	a := s.agents[i]
	line := Standing{
		Index: i, Agent: s.names[i],
		Games: a.games, Wins: a.wins, Draws: a.draws, Losses: a.losses, Forfeits: a.forfeits,
		Points: a.points, Pairs: a.pairs,
	}
	if a.games > 0 {
		line.Score = a.points / float64(a.games)
	}
	rating, meanError := fit.against(i, -1)
	line.LOS = superiority(rating, meanError, fit.freedom)
	line.Rating, line.Error = fit.against(i, fit.anchor)
	line.Interval = fit.interval(line.Rating, line.Error)
	if seats := s.mostSeats(); seats > 2 {
		line.Places = slices.Clone(a.places[:seats])
	}
	return line
}

// mostSeats is the number of seats of the largest table.
func (s *Standings) mostSeats() int {
	most := 0
	for seat, t := range s.seats {
		if t.games > 0 {
			most = seat + 1
		}
	}
	return most
}

// unplayedError is the standard error in Elo that the default prior alone
// allows a rating: nothing is known of an agent without games.
var unplayedError = eloPerLog / math.Sqrt(DefaultPrior/4)

// against is the rating of an agent and its error against another one, or
// against the mean if that is -1.
func (r rating) against(i, other int) (elo, err float64) {
	if other == i {
		return 0, 0
	}
	a, b := r.at[i], -1
	if other >= 0 {
		b = r.at[other]
	}
	switch {
	case a >= 0 && b >= 0:
		return r.elo[a] - r.elo[b], r.cov.PairError(a, b)
	case a >= 0 && other < 0:
		return r.elo[a], r.cov.MeanError(a)
	case a >= 0: // against one that has not played
		return r.elo[a], math.Hypot(r.cov.MeanError(a), unplayedError)
	case b >= 0:
		return -r.elo[b], math.Hypot(r.cov.MeanError(b), unplayedError)
	}
	return 0, unplayedError
}

func (r rating) interval(middle, err float64) [2]float64 {
	return [2]float64{middle - r.width*err, middle + r.width*err}
}

// lead compares two agents.
func (r rating) lead(i, j int) *Lead {
	difference, err := r.against(i, j)
	return &Lead{
		Difference: difference,
		Interval:   r.interval(difference, err),
		LOS:        superiority(difference, err, r.freedom),
	}
}

// crosstable lists everybody's record against everybody in the order of lines.
func (s *Standings) crosstable(lines []Standing) [][]*Cell {
	rows := make([][]*Cell, len(lines))
	for a, line := range lines {
		rows[a] = make([]*Cell, len(lines))
		for b, other := range lines {
			if a == b {
				continue
			}
			sum, straight := s.pairs.at(line.Index, other.Index)
			c := Cell{Games: sum.won + sum.lost + sum.tied, Wins: sum.won, Draws: sum.tied, Losses: sum.lost}
			if !straight {
				c.Wins, c.Losses = c.Losses, c.Wins
			}
			if c.Games > 0 {
				c.Score = (float64(c.Wins) + float64(c.Draws)/2) / float64(c.Games)
				rows[a][b] = &c
			}
		}
	}
	return rows
}
