package tournament

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// fit is the rating of all results with its errors.
//
// The agents of the largest strongly connected component, of several the one
// with most games, are the core: their
// errors come from the sandwich covariance of the games among them. It is
// multiplied by clusters/(clusters - parameters), and intervals are Student's
// with clusters - agents degrees of freedom. Where the results of the core leave
// no spread to estimate, because all are as expected to the last point or there
// are no more clusters than agents, every cluster counts as one verdict drawn
// from the model.
//
// All others, who won or lost everything against the core, have a rating only
// by the prior, and stand apart: their interval inverts the score test of the
// rating given those of all others, every cluster being one verdict. For two
// agents that is Wilson's interval of the clusters.
type fit struct {
	played []int // places in the field of the agents rated
	at     []int // their numbers by place, -1 for agents without games

	log   []float64 // strengths, mean 0
	elo   []float64
	prior float64

	core    []int // number in the core, -1 for agents apart
	cov     Covariance
	freedom float64 // of Student's t; +Inf for the normal distribution
	width   float64 // half width of an interval in standard errors, in the core
	z       float64 // the same by the normal distribution

	apart  []apart // by number; of agents apart
	groups []int   // by number: agents of different groups have met through nobody
	anchor int     // place of the anchor in the field, -1 for none
}

// apart is the interval of an agent outside the core, around its Elo against
// the mean of the others.
type apart struct{ lower, upper, los float64 }

func (s *Standings) fit() fit {
	f := fit{at: make([]int, len(s.names)), prior: s.options.Prior, anchor: -1}
	if s.options.Anchor != "" {
		f.anchor = slices.Index(s.names, s.options.Anchor)
	}
	for i, a := range s.agents {
		f.at[i] = -1
		if a.games > 0 {
			f.at[i] = len(f.played)
			f.played = append(f.played, i)
		}
	}
	d := s.Duels().among(f.played)
	if f.prior == 0 && !StronglyConnected(d) {
		f.prior = DefaultPrior
	}
	ratings, err := BradleyTerry(d, f.prior)
	if err != nil {
		if ratings, err = BradleyTerryMM(d, f.prior); err != nil {
			ratings.Log = make([]float64, d.n)
		}
	}
	f.log, f.elo = ratings.Log, ratings.Elo()
	f.groups = groupsOf(d)
	upper := (1 + s.options.Confidence) / 2
	f.z = distuv.UnitNormal.Quantile(upper)
	s.fitCore(&f, d, ratings.Components)
	f.width = f.z
	if !math.IsInf(f.freedom, 1) {
		f.width = distuv.StudentsT{Sigma: 1, Nu: f.freedom}.Quantile(upper)
	}
	f.apart = make([]apart, d.n)
	for i, c := range f.core {
		if c < 0 {
			f.apart[i] = s.fitApart(&f, d, i)
		}
	}
	return f
}

// fitCore estimates the errors of the core.
func (s *Standings) fitCore(f *fit, d *Duels, components []int) {
	core := coreOf(d, components)
	var members, places []int
	f.core = make([]int, d.n)
	for i, c := range components {
		f.core[i] = -1
		if c == core {
			f.core[i] = len(members)
			members = append(members, i)
			places = append(places, f.played[i])
		}
	}
	f.freedom = math.Inf(1)
	if len(members) == 0 {
		return
	}
	log, logs := make([]float64, len(s.names)), make([]float64, len(members))
	for k, i := range members {
		logs[k] = f.log[i]
	}
	for i, place := range f.played {
		log[place] = f.log[i]
	}
	among := d.among(members)
	bread := Fisher(among, logs, s.options.Prior)
	all := mat.NewSymDense(len(s.names), nil)
	within := func(agent int) bool { return slices.Contains(places, agent) }
	clusters := s.pairs.meat(log, within, all) + s.tables.meat(log, within, all)
	meat, safe := mat.NewSymDense(len(members), nil), mat.NewSymDense(len(members), nil)
	meat.SubsetSym(all, places)
	safe.SubsetSym(s.pairs.safeMeat(log), places)
	if freedom := clusters - len(members); freedom < 1 || mat.Trace(meat) < 1e-9*mat.Trace(safe) {
		meat = safe
	} else {
		f.freedom = float64(freedom)
		meat.ScaleSym(float64(clusters)/float64(freedom+1), meat)
	}
	meat.AddSym(meat, Fisher(NewDuels(among.n), logs, s.options.Prior))
	f.cov = Sandwich(bread, meat)
}

// coreOf is the component that is the core, -1 if all have one agent only.
func coreOf(d *Duels, components []int) int {
	type weight struct {
		agents int
		games  float64
	}
	weights := make([]weight, d.n)
	for i, c := range components {
		_, games := d.total(i)
		weights[c].agents++
		weights[c].games += games
	}
	core := -1
	for c, w := range weights {
		if w.agents < 2 {
			continue
		}
		if core < 0 || w.agents > weights[core].agents || w.agents == weights[core].agents && w.games > weights[core].games {
			core = c
		}
	}
	return core
}

// fitApart inverts the score test of one agent's strength.
func (s *Standings) fitApart(f *fit, d *Duels, i int) apart {
	statistic := func(x float64) float64 {
		p := logistic(x)
		score, variance := f.prior*(0.5-p), f.prior*p*(1-p)
		for j := range d.n {
			if j == i || d.Games(i, j) == 0 {
				continue
			}
			sum, _ := s.pairs.at(f.played[i], f.played[j])
			p := logistic(x - f.log[j])
			score += d.Points(i, j) - d.Games(i, j)*p
			variance += sum.safe * p * (1 - p)
		}
		return score / math.Sqrt(variance)
	}
	cross := func(inner, outer, level float64) float64 { // the statistic falls with strength
		rising := outer < inner
		for range 60 {
			middle := (inner + outer) / 2
			if (statistic(middle) > level) == rising {
				outer = middle
			} else {
				inner = middle
			}
		}
		return (inner + outer) / 2
	}
	const far = 25 // 4,300 Elo
	x := f.log[i]
	others := -x / max(float64(d.n-1), 1) // their mean, all of them having mean 0
	return apart{
		lower: eloPerLog * (x - cross(x, x-far, f.z)),
		upper: eloPerLog * (cross(x, x+far, -f.z) - x),
		los:   distuv.UnitNormal.CDF(statistic(others)),
	}
}

// groupsOf numbers the connected components of who met whom.
func groupsOf(d *Duels) []int {
	met := NewDuels(d.n)
	for i := range d.n {
		for j := range d.n {
			met.wins[i*d.n+j] = d.Games(i, j)
		}
	}
	return Components(met)
}
