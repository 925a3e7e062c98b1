package genetic

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning/vector"
)

// posterior is the probability distribution of the genomes' strengths, given their games. The
// log-odds that genome a beats genome b are strength(a) - strength(b), and
//
//	strength(i) = effects . traits(i) + rest(i)
//
// The traits are functions of the weights, and the rest belongs to one genome. The priors of
// every effect and every rest are normal around 0 (ridge regression with a logistic link; in
// breeding, RR-BLUP). Let x = (effects, rests), y the points of a in the n games of two genomes
// c, and d = strength(a) - strength(b). The logarithm of the posterior is
//
//	height(x) = sum_c (y d - n ln(1 + e^d)) - sum_i prior(i) x(i)^2 / 2
//
// It is concave and has one maximum, which Newton's method finds. Each Newton step uses conjugate
// gradients without a matrix (Hestenes and Stiefel 1952). The cost is a few dozen passes over the
// results for any number of traits. Factoring the matrix of 400 genomes and their traits in every
// step would take longer.
type posterior struct {
	traits    [][]float64 // by genome, all of the same length; nil if the weights explain nothing
	effects   int         // number of traits of a genome
	ridge     float64     // prior precision of an effect
	precision float64     // prior precision of a rest
	met       []contest   // in the order of Evidence.Results
}

// contest contains the results of the games between two genomes, in the form that [posterior] uses.
// It is made from one [HeadToHead].
type contest struct {
	a, b          int     // the genomes, as indices into the posterior's strengths
	games, points float64 // number of games, and points of a
	weight        float64 // curvature at the current strengths
}

// newPosterior returns the probability distribution of the genomes' strengths, given their games,
// and the number n of genomes. The members of the population come first, then former members and
// fixed opponents. precision is the prior precision (inverse variance) of the part of a genome's
// strength that its traits do not explain.
func newPosterior(e Evidence, precision float64) (p *posterior, n int) {
	place := make(map[int]int, len(e.Members)+len(e.Past))
	for _, list := range [][]Genome{e.Members, e.Past} {
		for _, g := range list {
			place[g.ID] = n
			n++
		}
	}
	p = &posterior{precision: precision, met: make([]contest, len(e.Results))}
	for i, d := range e.Results {
		p.met[i] = contest{a: place[d.A], b: place[d.B], games: float64(d.Games), points: d.Points}
	}
	return p, n
}

// peak returns the most probable strengths of n genomes: the values at which the posterior
// distribution has its maximum.
func (p *posterior) peak(n int) []float64 {
	const (
		steps  = 50
		enough = 1e-10 // log-likelihood that may still be gained
	)
	x := make([]float64, p.effects+n)
	strength := make([]float64, n)
	height := p.height(x, strength)
	for range steps {
		gradient := p.gradient(x, strength)
		step := p.solve(gradient)
		gain := vector.Dot(gradient, step)
		if gain < enough {
			break
		}
		// Halve a step that overshoots.
		for share := 1.0; share > 1e-6; share /= 2 {
			next := make([]float64, len(x))
			for i := range x {
				next[i] = x[i] + float64(share*step[i])
			}
			if h := p.height(next, strength); h >= height {
				x, height = next, h
				break
			}
		}
	}
	p.strengths(x, strength)
	return strength
}

// strengths computes the strengths of all genomes from the parameters x of the model and stores
// them in strength. x contains the effect of every trait, followed by a rest for every genome: the
// part of its strength that the traits do not explain. A strength is the sum of the genome's
// traits, each times its effect, plus its rest.
func (p *posterior) strengths(x, strength []float64) {
	copy(strength, x[p.effects:])
	effects, traits := x[:p.effects], p.traits
	for ; len(traits) >= 4; traits, strength = traits[4:], strength[4:] {
		a, b, c, d := vector.Dots(effects, traits[0], traits[1], traits[2], traits[3])
		strength[0] += a
		strength[1] += b
		strength[2] += c
		strength[3] += d
	}
	for i, t := range traits {
		strength[i] += vector.Dot(effects, t)
	}
}

// height returns the logarithm of the posterior density at the parameters x (the effects of traits,
// then the rests of genomes), up to a constant. It sets strength to the strengths of the genomes at
// x.
func (p *posterior) height(x, strength []float64) float64 {
	p.strengths(x, strength)
	h := 0.0
	for i, v := range x {
		h -= float64(p.prior(i) * v * v / 2)
	}
	for _, d := range p.met {
		diff := strength[d.a] - strength[d.b]
		h += float64(d.points*diff) - float64(d.games*softplus(diff))
	}
	return h
}

func (p *posterior) prior(i int) float64 {
	if i < p.effects {
		return p.ridge
	}
	return p.precision
}

// gradient returns the derivatives of the log posterior density at the parameters x, and stores the
// strengths at x in strength. It also stores the curvature of every contest at x, n s (1 - s). n is
// the number of games of the two genomes, and s the expected score of the first.
func (p *posterior) gradient(x, strength []float64) []float64 {
	p.strengths(x, strength)
	slope := make([]float64, len(strength))
	for i := range p.met {
		d := &p.met[i]
		score := rating.Logistic(strength[d.a] - strength[d.b])
		surprise := d.points - float64(d.games*score)
		slope[d.a] += surprise
		slope[d.b] -= surprise
		d.weight = d.games * score * (1 - score)
	}
	out := make([]float64, len(x))
	p.spread(slope, out)
	for i, v := range x {
		out[i] -= float64(p.prior(i) * v)
	}
	return out
}

// spread applies the chain rule to the model of [posterior.strengths]. slope contains the
// derivatives of a function with respect to the strengths. out receives its derivatives with
// respect to the parameters: one for each effect of a trait, then one for the rest of each genome.
func (p *posterior) spread(slope, out []float64) {
	copy(out[p.effects:], slope)
	out, traits := out[:p.effects], p.traits
	clear(out)
	for ; len(traits) >= 4; traits, slope = traits[4:], slope[4:] {
		vector.AddFour(out, [4]float64(slope), traits[0], traits[1], traits[2], traits[3])
	}
	for i, t := range traits {
		for k, v := range t {
			out[k] += float64(slope[i] * v)
		}
	}
}

// curve multiplies the vector v by minus the second derivative of the log posterior density and
// stores the product in out. The derivative is taken at the parameters of the last call of gradient.
// strength and pull are buffers with a value for each genome.
func (p *posterior) curve(v, strength, pull, out []float64) {
	p.strengths(v, strength)
	clear(pull)
	for _, d := range p.met {
		force := float64(d.weight * (strength[d.a] - strength[d.b]))
		pull[d.a] += force
		pull[d.b] -= force
	}
	p.spread(pull, out)
	for i, x := range v {
		out[i] += float64(p.prior(i) * x)
	}
}

// solve returns the step of Newton's method from the current strengths towards those of the highest
// probability density. gradient is the gradient of the logarithm of the density. The step x solves
// Ax = gradient, where A is minus the matrix of the second derivatives of this logarithm; see
// [posterior.curve].
func (p *posterior) solve(gradient []float64) []float64 {
	x := make([]float64, len(gradient))
	residual := slices.Clone(gradient)
	direction := slices.Clone(gradient)
	bent := make([]float64, len(x))
	strength := make([]float64, len(x)-p.effects)
	pull := make([]float64, len(strength))
	norm := vector.Dot(residual, residual)
	// In exact arithmetic, conjugate gradients need as many iterations as unknowns; in practice
	// far fewer suffice.
	left := 2*len(x) + 50
	for goal := norm * 1e-16; norm > goal && norm > 1e-24 && left > 0; left-- {
		p.curve(direction, strength, pull, bent)
		share := norm / vector.Dot(direction, bent)
		for i := range x {
			x[i] += float64(share * direction[i])
			residual[i] -= float64(share * bent[i])
		}
		last := norm
		norm = vector.Dot(residual, residual)
		if norm > 4*last && norm < 1e-12 {
			break // rounding errors dominate
		}
		for i := range direction {
			direction[i] = residual[i] + float64(norm/last*direction[i])
		}
	}
	return x
}

// softplus returns ln(1 + e^x).
func softplus(x float64) float64 {
	if x > 30 {
		return x
	}
	return elementary.Log1p(elementary.Exp(x))
}

// tally counts the results of games by genome and by pair of genomes. Only genomes with games have
// entries. This saves memory, because a generation has a tally for each of its groups.
type tally struct {
	ids     []int                  // identifiers of the agents in the field
	records map[int]*record        // by index in the field
	met     map[[2]int]*HeadToHead // by the identifiers of two genomes, the smaller first
}

func newTally(ids []int) *tally {
	return &tally{ids: ids, records: make(map[int]*record), met: make(map[[2]int]*HeadToHead)}
}

// record returns the numbers of won, drawn and lost games of one agent. at is the index of the agent
// in the list of the generation's agents.
func (t *tally) record(at int) record {
	if r := t.records[at]; r != nil {
		return *r
	}
	return record{}
}

// count adds a game with the outcome o to the results of one agent, as seen from the given seat. at
// is the index of the agent in the list of the generation's agents.
func (t *tally) count(at int, o engines.Outcome, seat int) {
	r := t.records[at]
	if r == nil {
		r = &record{}
		t.records[at] = r
	}
	r.count(o, seat)
}

// add counts the games of one pairing: the results of every genome, and the points of every two
// genomes that met. The objective of the pairing determines these points. If only places count,
// they are 1 for the better place and 1/2 for a tie.
func (t *tally) add(res tournament.Result) {
	for r, game := range res.Games {
		for seat := range res.Pairing.Agents {
			mine := res.Pairing.Seat(r, seat)
			t.count(mine, game.Outcome, seat)
			for other := seat + 1; other < len(res.Pairing.Agents); other++ {
				t.meet(t.ids[mine], t.ids[res.Pairing.Seat(r, other)], res.Objective.Over(game.Outcome, seat, other))
			}
		}
	}
}

// meet adds a game between two genomes, a and b, to their results. a and b are identifiers, and
// points are the points of a in this game. A game of an agent against itself does not count.
func (t *tally) meet(a, b int, points float64) {
	if a == b {
		return // a guest that takes two seats of a table
	}
	if a > b {
		a, b, points = b, a, 1-points
	}
	h := t.met[[2]int{a, b}]
	if h == nil {
		h = &HeadToHead{A: a, B: b}
		t.met[[2]int{a, b}] = h
	}
	h.Games++
	h.Points += points
}

// sorted returns the results of all pairs of genomes that have met, sorted by the genomes' IDs.
func (t *tally) sorted() []HeadToHead {
	out := make([]HeadToHead, 0, len(t.met))
	for _, h := range t.met {
		out = append(out, *h)
	}
	slices.SortFunc(out, func(a, b HeadToHead) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return out
}
