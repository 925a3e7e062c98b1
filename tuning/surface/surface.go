package surface

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/duel"
)

var (
	_ tuning.Strategy = (*Strategy)(nil)
	_ tuning.Reporter = (*Strategy)(nil)
	_ tuning.Planner  = (*Strategy)(nil)
)

const (
	name    = "surface"
	version = 1
)

// Strategy is the method on one problem.
type Strategy struct {
	options Options
	seed    uint64
	box     *duel.Box
	table   duel.Table
	plan    duel.Plan

	past  []Outcome // played before, by others
	begin []float64

	log       duel.Log // all that the state follows from
	games     int
	posterior *posterior
	centre    []float64
	pending   []Outcome // the duels of the round asked for, without scores
}

// New makes the strategy. It refuses impossible options and problems.
func New(p tuning.Problem, o Options) (tuning.Strategy, error) {
	return NewAfter(p, o, nil, nil)
}

// NewAfter makes the strategy with games that were played before, which its
// surface takes up, and the centre, in unit coordinates, where they led. The
// budget of the problem is what is left to play.
func NewAfter(p tuning.Problem, o Options, past []Outcome, centre []float64) (tuning.Strategy, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	box, err := duel.NewBox(p)
	if err != nil {
		return nil, fmt.Errorf("surface: %w", err)
	}
	table, err := duel.NewTable(p, o.LoneGames)
	if err != nil {
		return nil, fmt.Errorf("surface: %w", err)
	}
	o = o.withDefaults(box.Dim(), duel.Budget(p))
	s := &Strategy{
		options: o, seed: p.Seed, box: box, table: table, plan: duel.NewPlan(p, table, o.Rounds),
		past: past, begin: centre,
	}
	if s.begin == nil {
		s.begin = box.Start()
	}
	if len(s.begin) != box.Dim() {
		return nil, fmt.Errorf("surface: a centre of %d coordinates for %d weights", len(s.begin), box.Dim())
	}
	if s.options.Step == 0 {
		s.options.Step = max(0.15, 1/float64(max(s.plan.Rounds, 1)))
	}
	if err := s.reset(); err != nil {
		return nil, fmt.Errorf("surface: %w", err)
	}
	return s, nil
}

// reset goes back to the state before the first round. What was played before is
// expanded three times, each time where the last led: Newton's method.
func (s *Strategy) reset() error {
	const iterations = 3
	s.log, s.games, s.pending = nil, 0, nil
	s.centre = append([]float64(nil), s.begin...)
	s.posterior = newPosterior(form{dim: s.box.Dim(), full: s.options.Model == Full, origin: s.box.Start()})
	if len(s.past) == 0 {
		return nil
	}
	for _, o := range s.past {
		s.games += o.Games
	}
	for range iterations {
		s.posterior.forget()
		s.posterior.absorb(s.past)
		if err := s.posterior.solve(); err != nil {
			return err
		}
	}
	s.centre = s.posterior.form.peak(s.posterior.theta, s.centre, s.options.Step)
	s.box.Normalise(s.centre)
	return nil
}

// PlannedGames is the number of games of the whole run, without those played
// before it.
func (s *Strategy) PlannedGames() int { return s.plan.Duels * s.table.Games() }

// spread falls from the first to the last round in equal ratios. As the surface
// takes shape, it is widened where the surface is flat, so that the points of a
// duel lie as far below the peak in Elo as they would on one of usual steepness.
func (s *Strategy) spread() float64 {
	o := s.options
	done := float64(len(s.log)) / float64(max(s.plan.Rounds-1, 1))
	planned := o.Spread * math.Pow(o.FinalSpread/o.Spread, done)
	fit := 1.0
	if steepness := mat.Trace(s.posterior.form.curvature(s.posterior.theta)); steepness > 0 {
		fit = min(max(math.Sqrt(usual/steepness), 1), widest)
	}
	return min(planned*math.Pow(fit, done), 0.3)
}

// Usual is the sum of a surface's curvatures, in logits over the square of the
// range, on which a random point lies 400 Elo below the peak; widest is the most
// that the spread is widened by.
const (
	usual  = 30.5
	widest = 2.0
)

// jitter is how much farther or nearer than the spread a point lies along a
// weight. Two opposite points at different distances tell of the curvature of
// that weight too, at no loss for the slope.
const jitter = 0.3

// draw makes the two points of a duel: every coordinate goes up or down by about
// the spread, the second point opposite to the first; or, in a mixed duel, on
// its own, as wide as at first: a product of weights shows only there.
func (s *Strategy) draw(index int, spread float64) (x, y engines.Weights) {
	rng := engines.Rand(engines.Seed(s.seed, engines.Purpose("surface points"), uint64(len(s.log)), uint64(index)))
	mixed := rng.Float64() < s.options.Mixed
	a, b := make([]float64, s.box.Dim()), make([]float64, s.box.Dim())
	for i, c := range s.centre {
		first := float64(2*rng.IntN(2) - 1)
		second := -first
		width := spread
		if mixed {
			width = max(s.options.Spread, spread)
			second = float64(2*rng.IntN(2) - 1)
		}
		width = max(width, s.box.Grain(i)/2)
		first *= 1 + jitter*float64(2*rng.IntN(2)-1)
		second *= 1 + jitter*float64(2*rng.IntN(2)-1)
		a[i] = min(max(c+first*width, 0), 1)
		b[i] = min(max(c+second*width, 0), 1)
	}
	s.box.Normalise(a)
	s.box.Normalise(b)
	return s.box.Random(a, rng), s.box.Random(b, rng)
}

// Ask returns the duels of the next round.
func (s *Strategy) Ask() (tuning.Batch, error) {
	if len(s.log) >= s.plan.Rounds {
		return tuning.Batch{}, tuning.Done
	}
	n := s.plan.In(len(s.log) + 1)
	spread := s.spread()
	points := make([]engines.Weights, 0, 2*n)
	duels := make([]duel.Duel, n)
	s.pending = make([]Outcome, n)
	for j := range duels {
		x, y := s.draw(j, spread)
		points = append(points, x, y)
		duels[j] = duel.Duel{A: 2 * j, B: 2*j + 1, Deal: j}
		s.pending[j] = Outcome{X: s.box.Unit(x), Y: s.box.Unit(y), Games: s.table.Games()}
	}
	return s.table.Batch(len(s.log)+1, points, duels), nil
}

// Tell fits the surface to the games of the round as well, and moves the centre
// to its peak.
func (s *Strategy) Tell(b tuning.Batch, results []tournament.Result) error {
	if b.Round != len(s.log)+1 || len(b.Pairings) != len(s.pending) {
		return fmt.Errorf("surface: told of round %d, asked for %d", b.Round, len(s.log)+1)
	}
	scores, err := s.table.Scores(b, results)
	if err != nil {
		return fmt.Errorf("surface: %w", err)
	}
	return s.learn(s.table.Entry(scores))
}

func (s *Strategy) learn(entry duel.Entry) error {
	for j := range s.pending {
		s.pending[j].Score = s.table.Score(entry[j])
	}
	s.posterior.absorb(s.pending)
	if err := s.posterior.solve(); err != nil {
		return fmt.Errorf("surface: round %d: %w", len(s.log)+1, err)
	}
	s.centre = s.posterior.form.peak(s.posterior.theta, s.centre, s.options.Step)
	s.box.Normalise(s.centre)
	s.log = append(s.log, entry)
	s.games += len(s.pending) * s.table.Games()
	s.pending = nil
	return nil
}

// Best is the peak. Its fitness is the score against the start that the surface
// predicts.
func (s *Strategy) Best() tuning.Estimate {
	p := s.posterior
	gain := p.form.value(p.theta, s.centre) - p.form.value(p.theta, p.form.origin)
	e := tuning.Estimate{
		Weights: s.box.Nearest(s.centre), Games: s.games,
		Fitness: 1 / (1 + math.Exp(-gain)), Name: "the peak of the surface",
	}
	if s.games > 0 {
		e.Error = s.box.Errors(s.centre, p.spreadOf(s.centre))
	}
	return e
}

// Snapshot is the scores of all games: everything else follows from them.
func (s *Strategy) Snapshot() ([]byte, error) {
	return duel.SealLog(name, version, s.log, s.centre)
}

// Restore plays the rounds of a snapshot again from their scores.
func (s *Strategy) Restore(snapshot []byte) error {
	log, centre, err := duel.OpenLog(snapshot, name, version)
	if err != nil {
		return err
	}
	again := *s
	if err := again.reset(); err != nil {
		return fmt.Errorf("surface: %w", err)
	}
	for _, entry := range log {
		if _, err := again.Ask(); err != nil || len(again.pending) != len(entry) {
			return fmt.Errorf("surface: the snapshot is not of this problem with these options")
		}
		if err := again.learn(entry); err != nil {
			return err
		}
	}
	if err := duel.SameEnd(centre, again.centre); err != nil {
		return fmt.Errorf("surface: %w", err)
	}
	*s = again
	return nil
}
