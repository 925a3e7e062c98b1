package models

import (
	"errors"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/internal/newton"
)

// Options contains the options of [Tally.Fit]. The zero value selects the Bradley-Terry model
// without an advantage of the first seat.
type Options struct {
	Law Law // model of wins, draws and losses; the zero value is HalfDraws
	// FirstSeat makes the advantage of the player in the first seat a parameter of the fit.
	FirstSeat bool
	// Prior is the number of virtual draws per player against an average opponent. Each counts as
	// half a win and half a loss. 0 means no prior if the results alone give finite ratings, and
	// rating.DefaultPrior if they do not.
	Prior float64
	// Spread is the number of virtual draws per player against the opponents that the player met,
	// distributed in proportion to the games with each. The program BayesElo uses such a prior,
	// with 2 draws. It cannot compare groups of players that never met, for which Prior applies.
	Spread float64
	// Confidence is the probability that an interval covers the true value. The default, 0,
	// means [rating.Confidence].
	Confidence float64
	// Anchors contains ratings in Elo that are not fitted, by player. Two or more are fixed
	// relative to each other; fewer have no effect. The prior is relative to their mean. They must be
	// ratings of players of the Tally.
	Anchors map[int]float64
}

// Validate returns an error that lists all invalid options.
func (o Options) Validate() error {
	errs := []error{
		rating.FitOptions{Prior: o.Prior, Confidence: o.Confidence}.Validate(),
		keys.Within(0, mostSpread).Check("spread", o.Spread),
	}
	if o.Law < HalfDraws || o.Law > Davidson {
		errs = append(errs, keys.Errorf("law", "unknown law %d", int(o.Law)))
	}
	for _, player := range slices.Sorted(maps.Keys(o.Anchors)) {
		if elo := o.Anchors[player]; math.IsNaN(elo) || math.IsInf(elo, 0) {
			errs = append(errs, keys.Errorf("anchors", "player %d cannot be held at %v Elo", player, elo))
		}
	}
	return errors.Join(errs...)
}

// mostSpread is the largest accepted number of virtual draws of [Options].Spread.
const mostSpread = 1_000_000

// Strengths contains the parameters that [Tally.Fit] estimated from the games of a [Tally].
type Strengths struct {
	*rating.Estimate
	// FirstSeat is the advantage of the first seat in Elo. FirstSeatError is its standard error,
	// which is +Inf if no player has a finite rating without a prior. Both are 0 if the advantage
	// was not a parameter of the fit.
	FirstSeat, FirstSeatError float64
	// Draw is the draw parameter of the fitted model: θ of Rao and Kupper or ν of Davidson. If no
	// game was drawn, θ is 1 and ν is 0. If all games were drawn, Draw is +Inf.
	Draw float64
}

// FirstSeatInterval returns the interval of FirstSeat with the given confidence. It uses Student's
// distribution with the degrees of freedom of the fit. It extends from -Inf to +Inf if
// FirstSeatError is infinite.
func (s *Strengths) FirstSeatInterval(confidence float64) rating.Interval {
	if math.IsInf(s.FirstSeatError, 1) {
		return rating.Open()
	}
	width := distuv.UnitNormal.Quantile((1 + confidence) / 2)
	if !math.IsInf(s.Freedom, 1) {
		width = distuv.StudentsT{Sigma: 1, Nu: s.Freedom}.Quantile((1 + confidence) / 2)
	}
	return rating.Interval{Low: s.FirstSeat - width*s.FirstSeatError, High: s.FirstSeat + width*s.FirstSeatError}
}

// DrawElo returns the draw parameter in Elo, 400·log10 θ. In the Rao-Kupper model, a player who
// is stronger by this difference wins half the games.
func (s *Strengths) DrawElo() float64 { return 400 * math.Log10(s.Draw) }

// Fit computes the strengths of the players under which the results are most likely. The errors
// remain valid if the games of a cluster depend on each other. o.Law is the model of wins and
// draws. Fit returns an error for invalid options, and if the computation would take too much time
// or memory. Up to 500 players the time grows with the cube of their number, and the memory with
// the square. For more players both depend on who met whom.
//
// The core, the players outside it, and the degrees of freedom are defined as in
// rating.Clusters.Fit. All players with anchors count as one player. If the games of the core do not
// determine the advantage of the first seat or the draw parameter, the errors of the core include the
// prior. For half draws without an advantage of the first seat the results equal those of
// rating.Clusters.Fit.
//
// The errors are the sandwich of the Fisher information and the outer products of the clusters'
// gradients. Two players whose results show no variance get a part of the variance that the model
// predicts; see [rating.UniformShare]. Hunter, Ann. Statist. 32 (2004) 384-406, sections 2 and 5;
// Liang and Zeger, Biometrika 73 (1986) 13-22.
func (t *Tally) Fit(o Options) (*Strengths, error) { return t.fit(o, fewPlayers) }

// fit implements [Tally.Fit]. It uses a dense information matrix for at most few players, and a
// sparse one for more if possible.
func (t *Tally) fit(o Options, few int) (*Strengths, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	for _, player := range slices.Sorted(maps.Keys(o.Anchors)) {
		if player < 0 || player >= t.players {
			return nil, keys.Errorf("anchors", "player %d of %d, counted from 0", player, t.players)
		}
	}
	var anchors *merged
	if len(o.Anchors) > 1 {
		m := t.merge(o.Anchors)
		t, anchors = m.tally, &m
	}
	games, of := t.meetings()
	d := duels(t.players, games)
	spread(t.players, games, o.Spread)
	l := &likelihood{law: o.Law, players: t.players, prior: o.Prior, games: games}
	s := &Strengths{}
	l.law, s.Draw = lawOf(o.Law, games)
	l.layout(o.FirstSeat)
	if err := l.choose(few); err != nil {
		return nil, err
	}
	components, groups := rating.Components(d), rating.Groups(d)
	if l.prior == 0 && (o.Spread == 0 && !single(components) || !single(groups)) {
		l.prior = rating.DefaultPrior
	}
	x, bounded, err := maximized(l)
	if err != nil {
		return nil, err
	}
	if l.draw >= 0 {
		s.Draw = math.Exp(x[l.draw])
	}
	f := rating.Fitted{Log: x[:t.players], Prior: l.prior, Groups: groups}
	newton.Centre(f.Log)
	core := newCore(d, components)
	if anchors != nil && len(core.members) == 0 { // the others won or lost everything against the anchors
		core.hold(anchors.pool)
	}
	f.Core = core.rows
	statistic := func(counts []int) func(i int, at float64) float64 {
		return func(i int, at float64) float64 {
			slope, variance := l.statistic(x, i, at, counts)
			return slope / math.Sqrt(variance)
		}
	}
	f.Statistic = statistic(nil)
	f.CoreStatistic = statistic(core.rows)
	prior := o.Prior // a prior that only players outside the core needed does not apply to the core
	switch {
	case single(components):
		prior = l.prior
	case !l.settledWithin(core, x, o.Prior): // it needs one itself
		prior, bounded = l.prior, false
	}
	s.FirstSeatError = t.errors(&f, l, core, x, of, prior, bounded)
	if l.seat >= 0 {
		s.FirstSeat = rating.EloPerLogit * x[l.seat]
	}
	if anchors != nil {
		f = anchors.split(f)
	}
	s.Estimate = f.Estimate(o.Confidence)
	return s, nil
}

// maximized returns the parameters x with the largest likelihood. If the likelihood has no maximum,
// maximized adds the default prior, computes x again, and returns bounded as false. There is no
// maximum if, for example, one player won all games in the first seat.
func maximized(l *likelihood) (x []float64, bounded bool, err error) {
	for bounded = true; ; bounded = false {
		x = make([]float64, l.rows())
		if l.draw >= 0 {
			x[l.draw] = math.Log(1.5)
		}
		err = l.maximize(x)
		if l.prior > 0 || err == nil && l.settled(x) {
			return x, bounded, err
		}
		l.prior = rating.DefaultPrior
	}
}

// lawOf returns the model of wins and draws that can be fitted to the games. This is the given law,
// unless no game or every game was drawn. Such games do not determine a draw parameter, so lawOf
// returns [HalfDraws], which has none. The second result is then the limit of the draw parameter:
// its lowest value, or +Inf if every game was drawn. Otherwise the second result is 0.
func lawOf(law Law, games []meeting) (Law, float64) {
	draws, decisive := 0.0, 0.0
	for _, m := range games {
		draws += m.games[0][drawn] + m.games[1][drawn] + m.virtual
		decisive += m.games[0][won] + m.games[1][won] + m.games[0][lost] + m.games[1][lost]
	}
	switch {
	case decisive == 0 && draws > 0:
		return HalfDraws, math.Inf(1)
	case draws == 0 && law == RaoKupper:
		return HalfDraws, 1
	case draws == 0:
		return HalfDraws, 0
	}
	return law, 0
}

func duels(players int, games []meeting) *rating.Duels {
	d := rating.NewDuels(players)
	for i := range games {
		m := &games[i]
		d.Win(m.i, m.j, m.points())
		d.Win(m.j, m.i, m.total()-m.points())
	}
	return d
}

// spread sets the number of virtual draws between every two players who met. Virtual draws keep the
// ratings finite. draws is their mean number per player. Each player contributes half of this
// number, distributed over the opponents by the number of games.
func spread(players int, games []meeting, draws float64) {
	played := make([]float64, players)
	for i := range games {
		played[games[i].i] += games[i].total()
		played[games[i].j] += games[i].total()
	}
	for i := range games {
		m := &games[i]
		m.virtual = draws / 2 * m.total() * (1/played[m.i] + 1/played[m.j])
	}
}

func single(components []int) bool {
	return !slices.ContainsFunc(components, func(c int) bool { return c != 0 })
}
