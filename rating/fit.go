package rating

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/keys"
)

// FitOptions says how results are turned into ratings. The zero value is the
// default.
type FitOptions struct {
	// Prior is the number of virtual draws per player against an average
	// opponent. 0 means DefaultPrior where the results alone allow no finite
	// rating (somebody won or lost everything, or groups never met), and none
	// otherwise.
	Prior float64
	// Confidence is the probability that an interval covers the truth. 0 means
	// [Confidence].
	Confidence float64
}

// Validate returns all mistakes of the options.
func (o FitOptions) Validate() error {
	return errors.Join(
		checkPrior(o.Prior),
		keys.Range{Min: 0, Max: 1, BelowMax: true}.Check("confidence", o.Confidence),
	)
}

func (o FitOptions) withDefaults() FitOptions {
	if o.Confidence == 0 {
		o.Confidence = Confidence
	}
	return o
}

// Fit returns the Bradley-Terry ratings of all results with cluster-robust errors.
//
// The players of the largest strongly connected component, of several the one with
// most games, are the core: their errors come from the sandwich covariance of
// the games among them. It is multiplied by clusters/(clusters - parameters), and
// intervals are Student's with clusters - players degrees of freedom. Where the
// results of the core leave no spread to estimate, because all are as expected to
// the last point or there are no more clusters than players, every cluster counts
// as one verdict drawn from the model.
//
// All others, who won or lost everything against the core, have a rating only by
// the prior, and stand apart: their interval inverts the score test of the rating
// given those of all others, every cluster being one verdict. For two players that
// is Wilson's interval of the clusters.
func (c *Clusters) Fit(o FitOptions) *Estimate {
	o = o.withDefaults()
	at := make([]int, len(c.games))
	var played []int
	for i, games := range c.games {
		at[i] = -1
		if games > 0 {
			at[i] = len(played)
			played = append(played, i)
		}
	}
	d := c.Duels().among(played)
	f := Fitted{Prior: o.Prior, Groups: Groups(d)}
	if f.Prior == 0 && !stronglyConnected(d) {
		f.Prior = DefaultPrior
	}
	ratings, err := BradleyTerry(d, f.Prior)
	if err != nil {
		if ratings, err = bradleyTerryMM(d, f.Prior); err != nil {
			ratings.Log = make([]float64, d.n)
		}
	}
	f.Log = ratings.Log
	c.fitCore(&f, d, ratings.Components, played, o.Prior)
	f.Statistic = func(i int, x float64) float64 { return c.statistic(&f, d, played, i, x) }
	return f.estimate(at, o.Confidence)
}

// fitCore estimates the errors of the core.
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
	safe.SubsetSym(c.pairs.safeMeat(log), places)
	if freedom := clusters - len(members); freedom < 1 || mat.Trace(meat) < 1e-9*mat.Trace(safe) {
		meat = safe
	} else {
		f.Freedom = float64(freedom)
		meat.ScaleSym(float64(clusters)/float64(freedom+1), meat)
	}
	meat.AddSym(meat, fisher(NewDuels(among.n), logs, prior))
	f.Covariance = sandwich(bread, meat)
}

// statistic is the score statistic of a player's strength x given those of all
// others: its points less what it expects, over the deviation of that.
func (c *Clusters) statistic(f *Fitted, d *Duels, played []int, i int, x float64) float64 {
	p := Logistic(x)
	score, variance := f.Prior*(0.5-p), f.Prior*p*(1-p)
	for j := range d.n {
		if j == i || d.Games(i, j) == 0 {
			continue
		}
		sum, _ := c.pairs.at(played[i], played[j])
		p := Logistic(x - f.Log[j])
		score += d.Points(i, j) - d.Games(i, j)*p
		variance += sum.safe * p * (1 - p)
	}
	return score / math.Sqrt(variance)
}

// Core returns the component that is the core: that with most players, of several
// the one with most games; -1 if all have one player only.
func Core(d *Duels, components []int) int {
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

// Groups numbers the connected components of who met whom.
func Groups(d *Duels) []int {
	met := NewDuels(d.n)
	for i := range d.n {
		for j := range d.n {
			met.wins[i*d.n+j] = d.Games(i, j)
		}
	}
	return Components(met)
}
