package rsm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// probe is the first phase of the rsm strategy. It finds the size of the trust region, the box
// around the start weights in which the response surface is fitted. Ranges are often much wider
// than the sensible values. Most of their points then play badly and do not show in which direction
// good weights improve.
//
// In a round, the start weights play against points that differ from them by the same radius in
// every weight. After every round the radius shrinks to three tenths of its size, until the start
// weights score less than 0.7. The first radius is played twice, because the score against few
// points may be luck. If the mean of these two scores is only a little below 0.7, the score at the
// next radius decides whether the box shrinks. If the start weights score at least 0.7 at every
// radius, the region is the whole box; the method open widens a region that is too small.
//
// A quadratic does not hold so far from the start weights that all points play equally badly. A
// saturating curve of lost strength is therefore fitted to the rounds. The probe continues, at most
// twice, until it has played at the radius where the curve is steepest. The points of the surface
// later stay within this radius. If the curve levels off at a score below 0.7, the region is the
// whole box.
//
// There is no probe in runs of fewer than Constants.Many games, with a limit of fewer than 20
// rounds, or if the problem has first steps (see shape). A round has half as many games as a round
// of the fit, and at least Constants.ProbeGames.
//
// A whole-number weight whose step exceeds the radius keeps its start value in most points and
// moves by one step in the others; see [probe.wholeStep]. If all weights are whole numbers, the
// radius is never smaller than the smallest of their steps.
type probe struct {
	setup  pairwise.Setup
	c      *Constants
	pairs  int     // number of pairs of a round
	radius float64 // of the next round, as a share of the ranges; 0 after the probe
	least  float64 // smallest allowed radius
	first  float64 // score of the first round if it left the decision to the next
	half   float64 // half the width of the trust region as a share of the ranges, or a factor of its shape; 1 for the whole box
	shape  shape   // nil unless the problem has steps

	unsure bool    // whether the next round decides if the box shrinks
	rounds losses  // results of the finished rounds
	closer int     // number of rounds played because strength saturates
	near   float64 // inflection of the saturating curve, as a share of the ranges; 0 if unknown
}

// newProbe returns the first phase of the rsm strategy, the probe, which finds the size of the
// region to search. The probe has no rounds if the user has given first steps for the weights, or
// if the run has few games or rounds.
func newProbe(s pairwise.Setup, c *Constants) probe {
	p := probe{setup: s, c: c, half: 1, least: leastRadius, shape: newShape(s.Box, c)}
	if p.shape != nil { // steps are the scale that a probe would find
		return p
	}
	games, rounds := s.Problem.Games, s.Problem.Rounds
	if float64(games) < c.Many || rounds > 0 && rounds < 20 {
		return p
	}
	p.least = max(p.least, smallestStep(s.Box))
	p.radius = max(c.Near, p.least)
	p.pairs = int(max(c.ProbeGames, float64(games)/(2*c.Rounds))) / s.PairGames()
	return p
}

func (p *probe) over() bool { return p.radius == 0 }

// doubt returns a limit for the score of the start weights. A score below it shows that the points
// at the current radius are not much weaker, so the radius is not too large. The limit is
// Constants.ProbeScore minus Constants.Errors standard errors of the mean score in two rounds.
func (p *probe) doubt() float64 {
	far, games := p.c.ProbeScore, float64(2*p.pairs*p.setup.PairGames())
	return far - p.c.Errors*math.Sqrt(far*(1-far)/games)
}

// narrow reports whether the region to search (trust region) is smaller than the full ranges of the
// weights.
func (p *probe) narrow() bool { return p.half*p.shape.least() < 0.5 }

// propose returns pairs of games between the start weights and points at the current radius.
func (p *probe) propose(round int) pairwise.Proposal {
	box := p.setup.Box
	start := box.Unit(p.setup.Problem.Start)
	rng := p.setup.Rand(probePoints, uint64(round))
	out := pairwise.Proposal{Points: []engines.Weights{box.Nearest(start)}, Pairs: make([]pairwise.Pair, p.pairs)}
	at := make([]float64, len(start))
	for j := range out.Pairs {
		for i, u := range start {
			step := p.radius * float64(2*rng.IntN(2)-1)
			if quantum := box.Quantum(i); quantum > p.radius {
				step = p.wholeStep(quantum, rng) * math.Copysign(1, step)
			}
			at[i] = min(max(u+step, 0), 1)
		}
		out.Points = append(out.Points, box.Nearest(at))
		out.Pairs[j] = pairwise.Pair{A: 0, B: j + 1, Deal: p.setup.Deal(round, j)}
	}
	return out
}

// wholeStep chooses at random how far a point of the probe lies from the start along a whole-number
// weight. It is used if quantum, the distance to the next whole number, exceeds the radius of the
// probe. wholeStep returns quantum with the probability (radius / quantum)^2, and otherwise 0. The
// mean square of the distance is thus the square of the radius.
func (p *probe) wholeStep(quantum float64, rng *rand.Rand) float64 {
	share := p.radius / quantum
	if rng.Float64() < share*share {
		return quantum
	}
	return 0
}

// smallestStep returns the smallest distance between neighbouring whole numbers of a weight, as a
// share of the weight's range. It is 0 if any weight need not be a whole number.
func smallestStep(b *pairwise.Box) float64 {
	least := 1.0
	for i := range b.Dim() {
		least = min(least, b.Quantum(i))
	}
	return least
}

const (
	leastRadius = 1e-4 // smallest radius of a probe
	about       = 1.25 // largest ratio to near at which a radius counts as equal
)

// learn sets the radius of the next round of the probe, or ends the probe. score is the mean score
// of the start weights in the last round, in [0, 1]. The points of a round differ from the start
// weights by its radius.
func (p *probe) learn(score float64) {
	p.rounds = append(p.rounds, loss{p.radius, score, float64(p.pairs * p.setup.PairGames())})
	switch {
	case p.closer > 0:
		p.settle()
		return
	case p.radius >= p.c.Near:
		p.learnFirst(score)
		return
	case p.unsure && score < p.doubt():
		p.radius = 0
		return
	}
	p.unsure = false
	far := score >= p.c.ProbeScore
	switch {
	case !far || p.radius*p.c.ProbeShrink < p.least && p.least > leastRadius: // whole numbers have no smaller step
		p.settle()
	case p.radius*p.c.ProbeShrink < p.least: // no distance was found at which strength varies
		p.radius = 0
	default:
		p.radius *= p.c.ProbeShrink
	}
}

// learnFirst chooses the next step of the probe after a round at the first and largest radius.
// score is the mean score of the start weights against points at this distance.
//
// A low score means that even points so far away play well. The probe then ends, and the search
// region is the whole box of ranges. After any other score the first radius is played a second
// time, because the score may have been luck; from then on the mean of both scores counts.
//
// If the mean is not low, the probe continues at a smaller radius, or ends if none is allowed. A
// mean that is below Constants.ProbeScore but not low enough sets the field unsure: the score at
// the smaller radius then decides whether the region becomes smaller.
func (p *probe) learnFirst(score float64) {
	if p.first > 0 {
		score = (p.first + score) / 2
	}
	switch {
	case score < p.doubt():
		p.radius = 0
	case p.first == 0:
		p.first = score
	case p.radius*p.c.ProbeShrink >= p.least:
		p.unsure = score < p.c.ProbeScore
		p.radius *= p.c.ProbeShrink
	case score < p.c.ProbeScore: // a smaller radius cannot change the decision
		p.radius = 0
	default:
		p.settle()
	}
}

// settle ends the probe, or continues it at a smaller radius. It fits a curve of lost strength that
// levels off far from the start weights (see [saturation]) to all rounds, and decides as follows:
//
//   - If the start weights score less than Constants.ProbeScore at every radius according to the
//     curve, the probe ends and the region stays the whole box. Higher scores in single rounds
//     were then luck.
//   - If the last radius was more than 1.25 times the radius where the curve is steepest, the
//     probe continues near that radius, at most twice.
//   - Otherwise the probe ends. Half the width of the region becomes Constants.RegionWidth times
//     the radius at which the quadratic part of the curve loses 100 Elo.
//
// Evidence: docs/lab/response-surface.md, "The probe".
func (p *probe) settle() {
	const mostCloser = 2
	s := p.rounds.curve()
	if rating.Score(s.most) < p.c.ProbeScore {
		p.radius = 0
		return
	}
	if p.radius > about*s.near && p.closer < mostCloser {
		p.closer++
		p.radius = max(s.near, p.radius*p.c.ProbeShrink, p.least)
		return
	}
	p.half = min(p.c.RegionWidth*s.hundred(), 1)
	p.near = s.near
	p.radius = 0
}

// within adds the size of the trust region to a name for the result of the search, such as "within
// 0.2 of the ranges about the start". If the whole box is searched, it returns the name unchanged.
func (p *probe) within(name string) string {
	if p.narrow() && p.shape != nil {
		name += fmt.Sprintf(" within %.3g steps about the start", p.half/(2*p.c.Near))
	} else if p.narrow() {
		name += fmt.Sprintf(" within %.2g of the ranges about the start", p.half)
	}
	return name
}

// region returns the problem that remains after the probe has played the given numbers of rounds
// and games. Its ranges are limited to the region to search, and its budget is the rest of the
// budget.
func (p *probe) region(rounds, games int) tuning.Problem {
	out := p.setup.Problem
	out.Games -= games
	if out.Rounds > 0 {
		out.Rounds -= rounds
	}
	if p.narrow() {
		out = narrowed(out, p.half, p.shape)
	}
	return out
}

// narrowed returns the problem restricted to a box around its start weights. half is half the width
// of the box, as a share of every range. If s is not nil, the half width of coordinate k is half
// times element k of s. The first steps of weights become at most half as long as the narrowed
// ranges. Multiples of a weight vector may lie outside of the box, so ScaleFree becomes false.
func narrowed(p tuning.Problem, half float64, s shape) tuning.Problem {
	space, start, steps := append(engines.Space(nil), p.Space...), p.Start, slices.Clone(p.Steps)
	for k, i := range space.Free() {
		w := space[i]
		u, half := w.Unit(start[i]), half*s.of(k)
		lo, hi := w.FromUnit(max(u-half, 0)), w.FromUnit(min(u+half, 1))
		if w.Kind.Has(engines.Integer) { // at least one step
			lo, hi = min(math.Floor(lo), start[i]-1), max(math.Ceil(hi), start[i]+1)
		}
		// Rounding must neither extend the range of the weight nor exclude its start value.
		space[i].Min = max(min(lo, start[i]), w.Min)
		space[i].Max = min(max(hi, start[i]), w.Max)
		space[i].Default = start[i]
		if steps != nil {
			steps[i] = min(steps[i], (space[i].Max-space[i].Min)/2)
		}
	}
	p.Space, p.Steps, p.ScaleFree = space, steps, false
	return p
}

// loss is the result of one round of a probe. In the round the start weights play against points
// that differ from them by radius, a share of the ranges. score is the mean score of the start
// weights, in [0, 1], and games is the number of games.
type loss struct{ radius, score, games float64 }

// losses contains the results of all rounds of the probe, in order. The probe is the phase that
// finds the size of the region to search.
type losses []loss

// saturation is a curve of the strength lost around the start weights. Points at a radius r lose
// on average
//
//	most (1 - exp(-(r/near)^2 / 2))
//
// Elo. For small r this is proportional to r^2, and for large r it approaches the constant most. The
// curve is steepest at the radius near.
type saturation struct{ near, most float64 }

// at returns the mean strength lost by points at a radius from the start weights, in Elo.
func (s saturation) at(radius float64) float64 {
	q := radius / s.near
	return s.most * -math.Expm1(-q*q/2)
}

// hundred returns the distance from the start weights at which 100 Elo are lost, according to a
// quadratic that approximates the curve near the start weights.
func (s saturation) hundred() float64 {
	return s.near * math.Sqrt(2*100/s.most)
}

// curve returns the curve of lost strength that fits the rounds of the probe. Its parameters near
// and most are geometric means over the posterior. The priors are uniform in the logarithm: near
// from 0.00001 to 0.27 of the ranges, most from 50 to 3,200 Elo.
func (l losses) curve() saturation {
	const (
		nearest, nears = 1e-5, 72 // sixteen to a factor of ten
		least, mosts   = 50.0, 25 // four to a factor of two
	)
	var (
		highest         = math.Inf(-1)
		near, most, sum float64
	)
	for k := range nears * mosts {
		s := saturation{nearest * math.Pow(10, float64(k/mosts)/16), least * math.Exp2(float64(k%mosts)/4)}
		v := l.likelihood(s)
		if v > highest {
			less := math.Exp(highest - v)
			near, most, sum, highest = near*less, most*less, sum*less, v
		}
		weight := math.Exp(v - highest)
		near, most, sum = near+weight*math.Log(s.near), most+weight*math.Log(s.most), sum+weight
	}
	return saturation{math.Exp(near / sum), math.Exp(most / sum)}
}

// likelihood returns the log likelihood of the rounds' scores if points lose as much strength as
// the curve s states. A draw counts as half a win.
func (l losses) likelihood(s saturation) float64 {
	sum := 0.0
	for _, r := range l {
		logit := rating.Logit(s.at(r.radius))
		sum += r.games * (r.score*logit - math.Log1p(math.Exp(logit)))
	}
	return sum
}
