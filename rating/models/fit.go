package models

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/internal/newton"
)

// Options says how a tally is fitted. The zero value is the Bradley-Terry model.
type Options struct {
	Law Law
	// FirstSeat fits what the first seat is worth along with the strengths.
	FirstSeat bool
	// Prior is the number of virtual draws per player against an average
	// opponent, each half a win and half a loss. 0 means rating.DefaultPrior
	// where the results alone allow no finite rating, and none otherwise.
	Prior float64
	// Spread is the number of virtual draws per player against its own
	// opponents, in proportion to the games: the prior of BayesElo, 2 there.
	Spread float64
	// Confidence is the probability that an interval covers the truth. 0 means
	// [rating.Confidence].
	Confidence float64
}

// Validate returns all mistakes of the options.
func (o Options) Validate() error {
	return errors.Join(
		rating.FitOptions{Prior: o.Prior, Confidence: o.Confidence}.Validate(),
		keys.AtLeast(0).Check("spread", o.Spread),
	)
}

// Strengths is a fit of a law to a tally.
type Strengths struct {
	*rating.Estimate
	// FirstSeat is the worth of the first seat in Elo, with its standard error: +Inf
	// where all players stand apart. Both are 0 where it was not fitted.
	FirstSeat, FirstSeatError float64
	// Draw is θ of Rao and Kupper or ν of Davidson: 1 and 0 if nothing was drawn,
	// +Inf if everything was.
	Draw float64
	// Steps is the number of iterations of the fit.
	Steps int
}

// DrawElo returns 400·log10 θ: the advantage in Elo that a player of the
// Rao-Kupper model must have over another to beat it half the time.
func (s *Strengths) DrawElo() float64 { return 400 * math.Log10(s.Draw) }

// Fit returns the strengths of maximum likelihood under a law, with
// cluster-robust errors: the sandwich of the information and of the outer
// products of the clusters' slopes, every meeting of two players without any
// spread counting as verdicts drawn from the law. The core, players apart, and
// the degrees of freedom are those of rating.Clusters.Fit, which for half draws
// without a worth of the first seat it equals but for such meetings. Hunter,
// Ann. Statist. 32 (2004) 384-406, sections 2 and 5; Liang and Zeger,
// Biometrika 73 (1986) 13-22.
func (t *Tally) Fit(o Options) (*Strengths, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Confidence == 0 {
		o.Confidence = rating.Confidence
	}
	games, of := t.meetings()
	d := duels(t.players, games)
	spread(t.players, games, o.Spread)
	l := &likelihood{law: o.Law, players: t.players, prior: o.Prior, games: games}
	s := &Strengths{}
	l.law, s.Draw = lawOf(o.Law, games)
	l.layout(o.FirstSeat)
	components := rating.Components(d)
	if l.prior == 0 && o.Spread == 0 && !single(components) {
		l.prior = rating.DefaultPrior
	}
	x, err := s.maximize(l)
	if err != nil {
		return nil, err
	}
	if l.draw >= 0 {
		s.Draw = math.Exp(x[l.draw])
	}
	f := rating.Fitted{Log: x[:t.players], Prior: l.prior, Groups: rating.Groups(d)}
	newton.Centre(f.Log)
	f.Statistic = func(i int, at float64) float64 {
		slope, variance := l.statistic(x, i, at)
		return slope / math.Sqrt(variance)
	}
	core := newCore(d, components)
	f.Core = core.rows
	prior := o.Prior
	if single(components) {
		prior = l.prior // what all of the core needed; of players apart it says nothing here
	}
	f.Covariance, f.Freedom, s.FirstSeatError = t.errors(l, core, x, of, prior)
	if l.seat >= 0 {
		s.FirstSeat = rating.EloPerLogit * x[l.seat]
	}
	s.Estimate = f.Estimate(o.Confidence)
	return s, nil
}

// maximize finds the parameters, with the default prior where there is no maximum
// without one: the decisive games may not suffice for a parameter of draws.
func (s *Strengths) maximize(l *likelihood) (x []float64, err error) {
	for {
		x = make([]float64, l.rows())
		if l.draw >= 0 {
			x[l.draw] = math.Log(1.5)
		}
		s.Steps, err = l.maximize(x)
		if l.prior > 0 || err == nil && l.settled(x) {
			return x, err
		}
		l.prior = rating.DefaultPrior
	}
}

// settled reports whether the worth of the first seat and of draws are a maximum: a
// likelihood that goes on rising gets so flat that its slope is lost in rounding,
// and then says nothing about them.
func (l *likelihood) settled(x []float64) bool {
	if l.extras() == 0 {
		return true // for strengths alone there is a maximum, or a prior
	}
	const unknown = 30 // a standard error of 950 Elo
	info := mat.NewSymDense(l.rows(), nil)
	l.enterAll(x, make([]float64, l.rows()), info)
	newton.Ridge(info, l.players, l.prior)
	for row := l.players; row < l.rows(); row++ {
		if !(newton.Variance(info, row) < unknown) {
			return false
		}
	}
	return true
}

// lawOf is the law to fit, and the parameter of draws where all games or none are
// drawn: then half draws say all that there is.
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

// duels is the table of who scored against whom.
func duels(players int, games []meeting) *rating.Duels {
	d := rating.NewDuels(players)
	for i := range games {
		m := &games[i]
		d.Win(m.i, m.j, m.points())
		d.Win(m.j, m.i, m.total()-m.points())
	}
	return d
}

// spread gives every player virtual draws against its opponents: half of them its
// own, and half as the opponent of others.
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
	for _, c := range components {
		if c != 0 {
			return false
		}
	}
	return true
}
