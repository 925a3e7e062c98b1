package rsm

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// probe is the first phase. It sizes the trust region: how wide a box about the
// start is worth a response surface. Ranges are often given as what is possible and
// not as what is sensible; then nearly every point of them plays badly, and nothing
// that is measured out there shows which way good weights become better.
//
// A round plays the start against points at one radius from it along every weight.
// The next radius is three tenths of that, until the start scores less than 0.7. The
// first radius is probed twice before the box shrinks, for a start may beat a few
// points by luck; and where it scored hardly less than 0.7 it is the next radius that
// decides, for it may have lost a few by luck as well.
//
// Far from the start all points may play equally badly. No quadratic holds there, and a
// region that is sized by such points is too wide. So the rounds are fitted by a curve
// that saturates, and the probe goes on, at most twice, until it has played where a
// quarter of what can be lost is lost: points of the surface stay within that.
//
// A whole-number weight moves by one at least. Where the radius is smaller than such a
// step the weight keeps its start value in most points: otherwise the step alone would lose
// the games, and the box would shrink without end. The radius does not become smaller than
// the smallest step.
type probe struct {
	setup  pairwise.Setup
	c      *Constants
	pairs  int     // of a round
	radius float64 // of the next round, as a share of the ranges; 0: the probe is over
	least  float64 // the smallest radius
	first  float64 // the score of the first round where that was not decided by it
	half   float64 // half the width of the trust region as a share of the ranges; 1: all of them

	unsure bool // the next round decides whether the box shrinks
	rounds losses
	closer int     // rounds that were played because strength saturates
	near   float64 // where a quarter of what can be lost is lost, as a share of the ranges; 0: not known
}

func newProbe(s pairwise.Setup, c *Constants) probe {
	p := probe{setup: s, c: c, half: 1, least: leastRadius}
	games, rounds := s.Problem.Games, s.Problem.Rounds
	if float64(games) < c.ProbeLeastGames || rounds > 0 && rounds < 20 {
		return p
	}
	p.least = max(p.least, smallestStep(s.Box))
	p.radius = max(c.ProbeRadius, p.least)
	p.pairs = int(max(c.ProbeGames, math.Floor(float64(games)*c.ProbeShare+1e-6))) / s.PairGames()
	return p
}

func (p *probe) over() bool { return p.radius == 0 }

// narrow reports whether the trust region is smaller than the box.
func (p *probe) narrow() bool { return p.half < 0.5 }

// propose pairs the start with points at the present radius.
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

// wholeStep returns the distance of a point from the start along a whole-number weight whose
// step of one, the quantum, is longer than the radius: one step or none, so that the mean
// square of the distance is that of the radius.
func (p *probe) wholeStep(quantum float64, rng *rand.Rand) float64 {
	share := p.radius / quantum
	if rng.Float64() < share*share {
		return quantum
	}
	return 0
}

// smallestStep returns the smallest step of any weight: 0 unless all are whole numbers.
func smallestStep(b *pairwise.Box) float64 {
	least := 1.0
	for i := range b.Dim() {
		least = min(least, b.Quantum(i))
	}
	return least
}

const (
	leastRadius = 1e-4 // that a probe goes down to
	about       = 1.25 // the radius of a round that was played as near as points are to be, at most
)

// learn takes the score of the start in a round, and shrinks the radius or ends the
// probe.
func (p *probe) learn(score float64) {
	p.rounds = append(p.rounds, loss{p.radius, score, float64(p.pairs * p.setup.PairGames())})
	switch {
	case p.closer > 0:
		p.settle()
		return
	case p.radius >= p.c.ProbeRadius:
		p.learnFirst(score)
		return
	case p.unsure && score < p.c.ProbeDoubt:
		p.radius = 0
		return
	}
	p.unsure = false
	far := score >= p.c.ProbeScore
	switch {
	case !far:
		p.settle()
	case p.radius*p.c.ProbeShrink < p.least:
		p.size(score)
	default:
		p.radius *= p.c.ProbeShrink
	}
}

// learnFirst takes a score at the first radius, which decides whether the box shrinks.
func (p *probe) learnFirst(score float64) {
	if p.first > 0 {
		score = (p.first + score) / 2
	}
	switch {
	case score < p.c.ProbeDoubt:
		p.radius = 0
	case p.first == 0:
		p.first = score
	case p.radius*p.c.ProbeShrink >= p.least:
		p.unsure = score < p.c.ProbeScore
		p.radius *= p.c.ProbeShrink
	case score < p.c.ProbeScore: // no smaller radius can decide
		p.radius = 0
	default:
		p.settle()
	}
}

// size ends the probe by the score of its last round: the loss at a radius r is L Elo,
// and half the region's width is 2.5 r sqrt(100 Elo / L): two and a half times the
// distance at which a quadratic loses 100 Elo, so that a fifth of the width costs 100 Elo.
func (p *probe) size(score float64) {
	const lost, noise = 100.0, 30.0 // Elo
	loss := 400 * math.Log10(score/(1-min(score, 0.999)))
	p.half = p.c.RegionWidth * p.radius * math.Sqrt(lost/max(loss, noise))
	p.radius = 0
}

// settle ends the probe by the curve of all rounds, with a region as wide as by size, as
// soon as a round was played about as near as the points of the surface are to be.
func (p *probe) settle() {
	const mostCloser = 2
	s := p.rounds.curve(p.c.ReachLoss)
	if p.radius > about*s.near && p.closer < mostCloser {
		p.closer++
		p.radius = max(s.near, p.radius*p.c.ProbeShrink, p.least)
		return
	}
	p.half = min(p.c.RegionWidth*s.hundred(), 1)
	p.near = s.near
	p.radius = 0
}

// within says in the name of an estimate how far from the start it was searched.
func (p *probe) within(name string) string {
	if p.narrow() {
		name += fmt.Sprintf(" within %.2g of the ranges about the start", p.half)
	}
	return name
}

// region is the problem within the trust region, less the games and rounds that the
// probe has played.
func (p *probe) region(rounds, games int) tuning.Problem {
	out := p.setup.Problem
	out.Games -= games
	if out.Rounds > 0 {
		out.Rounds -= rounds
	}
	if p.narrow() {
		out = narrowed(out, p.half)
	}
	return out
}

// narrowed is a problem in a smaller box about its start: half of its width is a share
// of every range.
func narrowed(p tuning.Problem, half float64) tuning.Problem {
	space, start := append(engines.Space(nil), p.Space...), p.Start
	for i, w := range space {
		if !w.Free() {
			continue
		}
		u := w.Unit(start[i])
		lo, hi := w.FromUnit(max(u-half, 0)), w.FromUnit(min(u+half, 1))
		if w.Kind.Has(engines.Integer) { // room for a step at least
			lo, hi = math.Floor(lo), math.Ceil(hi)
		}
		// rounding must neither leave the range nor lose the start
		space[i].Min = max(min(lo, start[i]), w.Min)
		space[i].Max = min(max(hi, start[i]), w.Max)
		space[i].Default = start[i]
	}
	p.Space, p.ScaleFree = space, false
	return p
}

// loss is a round in which the start played points at a radius from it: its score in a
// number of games.
type loss struct{ radius, score, games float64 }

// losses are the rounds of a probe.
type losses []loss

// saturation is how strength falls about the start: points at a radius r lose
//
//	most (1 - (1 - share)^(r/near)^2)
//
// Elo on average. Close to the start that is a quadratic; far from it all points play
// equally badly, by the most. At the radius near they lose a share of the most.
type saturation struct{ near, most, share float64 }

// at is the loss at a radius, in Elo.
func (s saturation) at(radius float64) float64 {
	q := radius / s.near
	return s.most * -math.Expm1(math.Log1p(-s.share)*q*q)
}

// hundred is the radius at which the quadratic about the start loses 100 Elo.
func (s saturation) hundred() float64 {
	return s.near * math.Sqrt(100/(s.most*-math.Log1p(-s.share)))
}

// curve is the curve of the rounds: the geometric means of near and of most after them,
// where beforehand near may be anything from 0.00001 to a third, and most anything from 50 to 3,200 Elo.
func (l losses) curve(share float64) saturation {
	const (
		nearest, nears = 1e-5, 72 // sixteen to a factor of ten
		least, mosts   = 50.0, 25 // four to a factor of two
	)
	var (
		highest         = math.Inf(-1)
		near, most, sum float64
	)
	for k := range nears * mosts {
		s := saturation{nearest * math.Pow(10, float64(k/mosts)/16), least * math.Exp2(float64(k%mosts)/4), share}
		v := l.likelihood(s)
		if v > highest {
			less := math.Exp(highest - v)
			near, most, sum, highest = near*less, most*less, sum*less, v
		}
		weight := math.Exp(v - highest)
		near, most, sum = near+weight*math.Log(s.near), most+weight*math.Log(s.most), sum+weight
	}
	return saturation{math.Exp(near / sum), math.Exp(most / sum), share}
}

// likelihood is the logarithm of that of a curve, a draw being half a win.
func (l losses) likelihood(s saturation) float64 {
	sum := 0.0
	for _, r := range l {
		logit := rating.Logit(s.at(r.radius))
		sum += r.games * (r.score*logit - math.Log1p(math.Exp(logit)))
	}
	return sum
}
