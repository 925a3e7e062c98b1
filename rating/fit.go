package rating

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/keys"
)

// FitOptions contains the options of [Clusters.Fit]. The zero value selects the defaults.
type FitOptions struct {
	// Prior is the number of virtual draws per player against an average opponent. The default, 0,
	// means no prior if the results alone give finite ratings. It means DefaultPrior if they do
	// not, because a player won or lost everything or groups of players never met.
	Prior float64
	// Confidence is the probability that an interval covers the true value. The default, 0,
	// means [Confidence].
	Confidence float64
}

// Validate returns an error that lists all invalid options.
func (o FitOptions) Validate() error {
	return errors.Join(
		checkPrior(o.Prior),
		keys.Range{Max: 1, AboveMin: true, BelowMax: true, OrZero: true}.Check("confidence", o.Confidence),
	)
}

// Fit returns the Bradley-Terry ratings of all players. Their standard errors are cluster-robust:
// they allow for the dependence of the games in a cluster, and of the clusters in a block (see
// [Clusters.AddBlock]).
//
// The core is the largest group of players who all scored against each other, directly or through
// others. Among groups of equal size, it is the one with the most games. The intervals of its
// players use Student's t distribution. The degrees of freedom are the number of clusters minus
// the number of players, or the mean number of different blocks of a player minus 1. For a player with
// few clusters they are fewer, see [Support].
//
// A player outside the core won or lost every game against it, so the rating is finite only
// because of the prior. The interval of such a player contains the ratings that a score test does
// not reject, with all other ratings fixed.
//
// Fit panics for options that [FitOptions.Validate] does not accept.
func (c *Clusters) Fit(o FitOptions) *Estimate {
	f, d, components, at, played := c.fitStrengths(o)
	c.fitCore(&f, d, components, played, o.Prior)
	f.Statistic = func(i int, x float64) float64 { return c.statistic(&f, d, played, i, x, false) }
	f.CoreStatistic = func(i int, x float64) float64 { return c.statistic(&f, d, played, i, x, true) }
	return f.estimate(at, o.Confidence)
}

// fitStrengths fits the strengths of all players, without errors, for [Clusters.Fit]. Only players
// with games take part, and are numbered again from 0. fitStrengths panics for invalid options.
// Besides the strengths it returns:
//
//   - d: the results of the players with games, by their new numbers;
//   - components: for every new number, the component of the player (see [Components]);
//   - at: for every player, the new number, or -1 for a player without games;
//   - played: for every new number, the player.
func (c *Clusters) fitStrengths(o FitOptions) (f Fitted, d *Duels, components, at, played []int) {
	if err := o.Validate(); err != nil {
		panic(fmt.Sprintf("rating: %v", err))
	}
	at = make([]int, len(c.games))
	for i, games := range c.games {
		at[i] = -1
		if games > 0 {
			at[i] = len(played)
			played = append(played, i)
		}
	}
	d = c.Duels().among(played)
	f = Fitted{Prior: o.Prior, Groups: Groups(d)}
	// With several components, the likelihood has no maximum without a prior.
	if f.Prior == 0 && slices.ContainsFunc(Components(d), func(component int) bool { return component != 0 }) {
		f.Prior = DefaultPrior
	}
	ratings, err := BradleyTerry(d, f.Prior)
	if err != nil { // the second method returns strengths of 0 if it finds no maximum either
		ratings, _ = bradleyTerryMM(d, f.Prior)
	}
	f.Log = ratings.Log
	return f, d, ratings.Components, at, played
}

// fitCore computes the covariance of the ratings in the core, and its degrees of freedom. The core
// is the largest group of players who are comparable without a prior. The covariance is the
// sandwich covariance of the games within the core, multiplied by clusters/(clusters -
// parameters). If there are enough blocks, it is the sandwich covariance of the blocks; see
// [Clusters.AddBlock].
//
// The sandwich covariance requires results that differ from their expectation. If every result
// equals its expectation, or if there are no more clusters than players, fitCore uses the variance
// that the model predicts for one result per cluster. If this holds only for the results of some
// players among themselves, these get a part of the predicted variance; see [UniformShare].
func (c *Clusters) fitCore(f *Fitted, d *Duels, components, played []int, prior float64) {
	core := Core(d, components)
	var members, places []int
	f.Core = make([]int, d.n)
	for i, component := range components {
		f.Core[i] = -1
		if component == core {
			f.Core[i] = len(members)
			members = append(members, i)
			places = append(places, played[i])
		}
	}
	f.Freedom = math.Inf(1)
	if len(members) == 0 {
		return
	}
	log, logs := make([]float64, len(c.games)), make([]float64, len(members))
	for k, i := range members {
		logs[k] = f.Log[i]
	}
	for i, place := range played {
		log[place] = f.Log[i]
	}
	among := d.among(members)
	bread := fisher(among, logs, prior)
	all := mat.NewSymDense(len(c.games), nil)
	within := func(player int) bool { return slices.Contains(places, player) }
	clusters := c.pairs.meat(log, within, all) + c.tables.meat(log, within, all)
	meat, safe := mat.NewSymDense(len(members), nil), mat.NewSymDense(len(members), nil)
	meat.SubsetSym(all, places)
	safe.SubsetSym(c.pairs.safeMeat(log, within), places)
	freedom := float64(clusters - len(members))
	scale := float64(clusters) / (freedom + 1)
	spread := freedom >= 1 && mat.Trace(meat) >= 1e-9*mat.Trace(safe)
	if spread {
		blocks, free, ok := c.blocks.meat(log)
		if ok {
			all, freedom, scale = blocks, free, 1
		}
		means := ok && c.blocks.alone()
		c.pairs.addUniform(log, within, means, all)
		c.tables.addUniform(log, means, all)
		meat.SubsetSym(all, places)
	}
	for k, player := range places {
		f.Support = append(f.Support, c.pairs.support(player, places, log, meat.At(k, k)))
	}
	if spread {
		f.Freedom = freedom
		meat.ScaleSym(scale, meat)
	} else {
		meat = safe
	}
	meat.AddSym(meat, fisher(NewDuels(among.n), logs, prior))
	f.Covariance = sandwich(bread, meat)
}

// statistic returns the score-test statistic of the hypothesis that player i has the log-strength
// x, given the strengths of all other players. The statistic is the points minus the expected
// points, divided by the standard deviation. Each cluster of games counts as one result. If core is
// true, only the games against players of the core count.
//
// With only two players, the values of x whose statistic lies within ±z form the Wilson interval of
// the cluster scores for the quantile z.
func (c *Clusters) statistic(f *Fitted, d *Duels, played []int, i int, x float64, core bool) float64 {
	p := Logistic(x)
	score, variance := f.Prior*(0.5-p), f.Prior*p*(1-p)
	for _, r := range d.rows[i] {
		j := r.opponent
		if core && f.Core[j] < 0 {
			continue
		}
		sum, _ := c.pairs.at(played[i], played[j])
		p := Logistic(x - f.Log[j])
		score += r.points() - r.games()*p
		variance += sum.safe * p * (1 - p)
	}
	return score / math.Sqrt(variance)
}

// Core returns the number of the component with the most players. Among components of equal size,
// it is the one with the most games. components contains the component of each player, as
// [Components] returns it: within a component, ratings are finite without a prior. Core returns -1
// if every component has one player, or if d is nil. It panics for components that are not those of
// d.
func Core(d *Duels, components []int) int {
	if d == nil {
		return -1
	}
	type weight struct {
		players int
		games   float64
	}
	weights := make([]weight, d.n)
	for i, c := range components {
		_, games := d.total(i)
		weights[c].players++
		weights[c].games += games
	}
	core := -1
	for c, w := range weights {
		if w.players < 2 {
			continue
		}
		if core < 0 || w.players > weights[core].players || w.players == weights[core].players && w.games > weights[core].games {
			core = c
		}
	}
	return core
}

// Groups returns a group number for every player. Two players are in the same group if they
// played each other, or if a chain of players connects them in which each played the next. A nil
// table has no players.
func Groups(d *Duels) []int {
	if d == nil {
		return nil
	}
	met := NewDuels(d.n)
	for i := range d.n {
		for _, r := range d.rows[i] {
			met.rows[i] = append(met.rows[i], duel{opponent: r.opponent, wins: r.games(), losses: r.games()})
		}
	}
	return Components(met)
}
