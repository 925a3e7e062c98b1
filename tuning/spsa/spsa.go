package spsa

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

var (
	_ tuning.Strategy    = (*Strategy)(nil)
	_ tuning.Planner     = (*Strategy)(nil)
	_ pairwise.Saver     = (*method)(nil)
	_ pairwise.Pipelined = (*method)(nil)
)

// Strategy is the tuning strategy spsa, simultaneous perturbation stochastic approximation. Create
// it with [New]. The embedded driver has the methods of [tuning.Strategy]: Ask, Tell, Best,
// Snapshot and Restore.
type Strategy struct{ pairwise.Driver[*method] }

func (s *Strategy) method() *method { return pairwise.MethodOf(&s.Driver) }

// New returns a Strategy for a problem. It returns an error if an option is out of its range or
// names an unknown weight, or if the problem is invalid or has no free weight.
func New(p tuning.Problem, o Options) (*Strategy, error) {
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "spsa", Version: 1}, p, o, o.Unpaired, func(s pairwise.Setup, o Options) (*method, error) {
		return newMethod(s, o)
	})
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// Options returns the options in use, with defaults filled in.
func (s *Strategy) Options() Options { return s.method().options }

// method is an SPSA search: the fixed data of a problem, and the state that changes in every round.
type method struct {
	setup   pairwise.Setup
	options Options
	plan    pairwise.Plan
	scales  scales
	state   state
}

// state contains the values that a round changes, such as the centre of the search.
type state struct {
	// Centre is the centre of the search and Average the average of all centres so far, both in
	// unit coordinates.
	Centre  []float64 `json:"centre"`
	Average []float64 `json:"average"`
	// Trend is a moving average of the rounds' steps before the gain: games won along each weight.
	// Factor multiplies the gain; see adapt.
	Trend  []float64 `json:"trend"`
	Factor float64   `json:"factor"`
	// Trends contains a value of Trend for each unfinished round, oldest first: the value when
	// the round was proposed. It is empty if rounds are played one after another.
	Trends [][]float64 `json:"trends,omitempty"`
}

func newMethod(s pairwise.Setup, o Options) (*method, error) {
	o = o.withDefaults(s.Box.Dim(), s.Problem.Games)
	scales, err := newScales(s.Box, o)
	return &method{setup: s, options: o, plan: s.Plan(o.Rounds), scales: scales, state: state{
		Centre: s.Box.Start(), Average: s.Box.Start(), Trend: make([]float64, s.Box.Dim()), Factor: 1,
	}}, err
}

// PlannedPairs returns the number of pairs of weight vectors that play each other in the whole run.
func (m *method) PlannedPairs() int { return m.plan.Pairs }

// LargestRound returns the number of pairs of weight vectors that play each other in the largest
// round.
func (m *method) LargestRound() int { return m.plan.Largest() }

// schedule returns the spread and the gain of a round. The spread is the distance of the tried
// points from the centre of the search, and the gain is the factor of the centre's steps. Both
// follow Spall's method, with k = the number of the round divided by the number of rounds:
//
//	spread = Options.Spread k^-gamma, at most 0.5
//	gain   = Options.Gain ((A+1)/(A+k))^alpha k^(2 gamma) times the factor learned by adapt
//
// A is Options.Stability, and alpha and gamma are Options.Alpha and Options.Gamma.
func (m *method) schedule(round int) (spread, gain float64) {
	o := m.options
	k := float64(round) / float64(m.plan.Rounds)
	spread = o.Spread * elementary.Pow(k, -o.Gamma)
	gain = o.Gain * elementary.Pow((o.Stability+1)/(o.Stability+k), o.Alpha) * elementary.Pow(k, 2*o.Gamma)
	return min(spread, 0.5), gain * m.state.Factor
}

// widths returns, for every coordinate, how far the two points of a pair lie from the centre. This
// is usually spread, with three exceptions:
//
//   - For a weight whose step the user has set, it is a multiple of spread.
//   - For a whole-number weight, it is at least half of the distance between two whole numbers.
//   - If a point would lie outside of the box, the distance is reduced to that of the centre from
//     the edge, but not below a quarter of itself. With a distance of 0 the coordinate could never
//     leave the edge.
func (m *method) widths(spread float64) []float64 {
	w := make([]float64, m.setup.Box.Dim())
	for i, u := range m.state.Centre {
		w[i] = max(spread*m.scales.spread[i], m.setup.Box.Quantum(i)/2)
		w[i] = min(w[i], max(min(u, 1-u), w[i]/4))
	}
	return w
}

// slowed returns a factor for the gain of coordinate i in a round with the given spread. The factor
// is below 1 only for a whole-number weight whose step, set by the user, is less than half the
// distance between whole numbers. The method widths lengthens such a step to this half. The factor
// is (step set / step used)^2, because Spall's gain is a / c^2 for the step c.
func (m *method) slowed(i int, spread float64) float64 {
	if asked, width := spread*m.scales.spread[i], m.setup.Box.Quantum(i)/2; m.scales.own[i] && asked < width {
		return asked * asked / (width * width)
	}
	return 1
}

// signs returns the random direction of a pair: +1 or -1 for every coordinate. It always returns
// the same direction for the same round and pair of a run.
func (m *method) signs(round, pair int) []float64 {
	rng := m.setup.Rand("spsa direction", uint64(round-1), uint64(pair))
	signs := make([]float64, m.setup.Box.Dim())
	for i := range signs {
		signs[i] = float64(2*rng.IntN(2) - 1)
	}
	return signs
}

// pair returns two points on opposite sides of the centre of the search. Their coordinates differ
// from the centre by plus and by minus signs[k] times widths[k]. With constraints between weights,
// a point that violates one is replaced by the nearest point that does not.
func (m *method) pair(signs, widths []float64) (plus, minus []float64) {
	plus, minus = make([]float64, len(signs)), make([]float64, len(signs))
	for i, sign := range signs {
		plus[i] = m.state.Centre[i] + float64(sign*widths[i])
		minus[i] = m.state.Centre[i] - float64(sign*widths[i])
	}
	m.setup.Box.Feasible(plus)
	m.setup.Box.Feasible(minus)
	return plus, minus
}

// offsets returns how far the points of a pair lie from the centre in every coordinate: one point
// at plus this distance, and the other at minus. An element is signs[k] times widths[k]. With
// constraints between weights, the points are first moved to satisfy them, and an element is half
// of the difference between the two.
func (m *method) offsets(signs, widths []float64) []float64 {
	out := make([]float64, len(signs))
	if !m.setup.Box.Constrained() {
		for i, sign := range signs {
			out[i] = sign * widths[i]
		}
		return out
	}
	plus, minus := m.pair(signs, widths)
	for i := range out {
		out[i] = (plus[i] - minus[i]) / 2
	}
	return out
}

// Propose returns the weight vectors that play each other in a round. The two vectors of a pair lie
// on opposite sides of the current weights, in a random direction. Their whole-number weights are
// then rounded at random, which Learn ignores. After the last round Propose returns none.
func (m *method) Propose(round int) pairwise.Proposal {
	if round > m.plan.Rounds {
		return pairwise.Proposal{}
	}
	spread, _ := m.schedule(round)
	widths := m.widths(spread)
	n := m.plan.In(round)
	p := pairwise.Proposal{Points: make([]engines.Weights, 0, 2*n), Pairs: make([]pairwise.Pair, n)}
	for j := range p.Pairs {
		plus, minus := m.pair(m.signs(round, j), widths)
		rng := m.setup.Rand("spsa rounding", uint64(round-1), uint64(j))
		p.Points = append(p.Points, m.setup.Box.Rounded(plus, rng), m.setup.Box.Rounded(minus, rng))
		p.Pairs[j] = pairwise.Pair{A: 2 * j, B: 2*j + 1, Deal: m.setup.Deal(round, j)}
	}
	return p
}

// Ready returns true, because any round can be proposed early, around the centre of the search at
// that time.
func (m *method) Ready(int) bool { return true }

// Learn moves the centre of the search towards the points that won. It moves the current centre,
// even if the round was played around an earlier one. scores contains the scores of the first
// points of the pairs.
func (m *method) Learn(round int, _ pairwise.Proposal, scores []float64) error {
	spread, gain := m.schedule(round)
	widths := m.widths(spread)
	step := make([]float64, m.setup.Box.Dim())
	for j, score := range scores {
		won := (float64(2*score) - 1) * float64(m.setup.PairGames())
		for i, offset := range m.offsets(m.signs(round, j), widths) {
			step[i] += float64(won * offset / spread * m.slowed(i, spread))
		}
	}
	if m.options.Schedule == Auto {
		m.adapt(step)
	}
	for i := range step {
		m.state.Centre[i] = min(max(m.state.Centre[i]+float64(gain*m.scales.gain[i]*spread*step[i]), 0), 1)
	}
	m.setup.Box.Normalise(m.state.Centre)
	// power determines how much later centres of the search count in their average: the weight of a
	// centre grows with this power of the number of its round. The last fifth of the rounds has
	// about half of the weight (Shamir and Zhang, "Stochastic gradient descent for non-smooth
	// optimization", 2013).
	const power = 2
	share := (power + 1) / float64(round+power)
	for i, c := range m.state.Centre {
		m.state.Average[i] += float64(share * (c - m.state.Average[i]))
	}
	return nil
}

// Best returns an average of the centres, the points around which the rounds of the search have
// tried weights. Later centres count more; see Learn. With the schedule "fishtest" it returns the
// last centre. The fitness in the estimate is always 0.5, since games are played around a centre
// and do not measure the centre itself.
func (m *method) Best() tuning.Estimate {
	if m.options.Schedule == Fishtest {
		return tuning.Estimate{Weights: m.setup.Box.Nearest(m.state.Centre), Fitness: 0.5, Name: "the last iterate"}
	}
	average := slices.Clone(m.state.Average)
	m.setup.Box.Normalise(average)
	return tuning.Estimate{Weights: m.setup.Box.Nearest(average), Fitness: 0.5, Name: "the average of the last steps"}
}

// saved is the JSON form of the state in a snapshot.
type saved struct {
	pairwise.Progress
	state
}

// Save returns the state of the search for a snapshot.
func (m *method) Save(p pairwise.Progress) any { return saved{p, m.state} }

// Load replaces the state of the search by a saved state. It returns an error if the saved state
// does not fit the problem.
func (m *method) Load(decode func(any) error) (pairwise.Progress, error) {
	var s saved
	if err := decode(&s); err != nil {
		return s.Progress, err
	}
	n := m.setup.Box.Dim()
	for _, v := range append([][]float64{s.Centre, s.Average, s.Trend}, s.Trends...) {
		if len(v) != n {
			return s.Progress, fmt.Errorf("it has %d weights; this problem has %d", len(v), n)
		}
	}
	if len(s.Trends) > m.setup.Problem.Ahead {
		return s.Progress, fmt.Errorf("it has %d rounds ahead; at most %d are accepted", len(s.Trends), m.setup.Problem.Ahead)
	}
	m.state = s.state
	return s.Progress, nil
}

// These constants determine how fast and how far adapt changes the gain, the factor of the steps of
// the search's centre.
const (
	memory   = 0.1  // weight of the newest step in the trend
	learning = 0.05 // change of the factor's logarithm per round
	farthest = 4.0  // the factor stays within [1/farthest, farthest]
)

// adapt changes the gain, the factor of the centre's steps: the gain grows while successive steps
// point in similar directions, and falls when they contradict each other. step is the latest step,
// in games won, with one element for each of the n weights. Let c be the cosine of the angle
// between step and the moving average of the earlier steps. The gain is multiplied by exp(learning
// c sqrt(n)). This is Kesten's rule ("Accelerated stochastic approximation", 1958) with a cosine in
// place of a sign.
//
// If several rounds are played at once, adapt uses the moving average from the time when the round
// was proposed, because the round does not depend on later steps.
func (m *method) adapt(step []float64) {
	m.state.Trends = append(m.state.Trends, slices.Clone(m.state.Trend))
	trend := m.state.Trends[0]
	if len(m.state.Trends) > m.setup.Problem.Ahead {
		m.state.Trends = m.state.Trends[1:]
	}
	var dot, own, past float64
	for i, v := range step {
		t := trend[i]
		dot += float64(v * t)
		own += float64(v * v)
		past += float64(t * t)
	}
	if own > 0 && past > 0 {
		cosine := dot / math.Sqrt(own*past)
		factor := m.state.Factor * elementary.Exp(learning*cosine*math.Sqrt(float64(len(step))))
		m.state.Factor = min(max(factor, 1/farthest), farthest)
	}
	for i, v := range step {
		m.state.Trend[i] += float64(memory * (v - m.state.Trend[i]))
	}
}
