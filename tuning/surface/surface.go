package surface

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
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
	version = 4
)

// Strategy is the method on one problem.
type Strategy struct {
	options Options
	problem tuning.Problem
	table   duel.Table
	waved   bool // there are games enough for waves

	log      duel.Log // all that the state follows from
	games    int
	asked    int // duels of the round asked for
	sounding sounding

	// What is surveyed after the sounding.
	part    tuning.Problem
	box     *duel.Box
	plan    duel.Plan
	sounded int        // the rounds before
	before  int        // the games before
	all     []outcome  // the duels since
	fitted  int        // of all games when they were last taken up anew
	plain   *posterior // of the quadratic
	rich    *posterior // of the quadratic with waves, nil while there is none
	best    *posterior // one of the two
	centre  []float64
	check   check
	pending []outcome // the duels of the round asked for, without scores
}

// New makes the strategy. It refuses impossible options and problems.
func New(p tuning.Problem, o Options) (tuning.Strategy, error) {
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
	games := duel.Budget(p)
	o = o.withDefaults(box.Dim(), games)
	if o.Step == 0 {
		o.Step = max(0.15, 1/float64(max(duel.NewPlan(p, table, o.Rounds).Rounds, 1)))
	}
	s := &Strategy{options: o, problem: p, table: table, waved: games >= 10*box.Dim()*box.Dim()}
	s.problem.Games = games
	if p.Start == nil {
		s.problem.Start = p.Space.Default()
	}
	if err := s.reset(); err != nil {
		return nil, fmt.Errorf("surface: %w", err)
	}
	return s, nil
}

// reset goes back to the state before the first round.
func (s *Strategy) reset() error {
	s.log, s.games, s.asked, s.sounding = nil, 0, 0, newSounding(s.problem)
	return s.survey(s.problem)
}

// survey begins to fit a surface in the box of a problem.
func (s *Strategy) survey(p tuning.Problem) error {
	box, err := duel.NewBox(p)
	if err != nil {
		return err
	}
	s.part, s.box, s.plan = p, box, duel.NewPlan(p, s.table, s.options.Rounds)
	s.sounded, s.before = len(s.log), s.games
	s.all, s.fitted, s.pending = nil, 0, nil
	s.centre = s.box.Start()
	s.plain, s.rich = newPosterior(s.form(false)), nil
	s.best, s.check = s.plain, s.planCheck()
	return nil
}

// round is the number of rounds surveyed so far.
func (s *Strategy) round() int { return len(s.log) - s.sounded }

// Part is what is surveyed of the problem: a smaller box about the start where the
// ranges are far too wide, with the games and rounds that the sounding left.
func (s *Strategy) Part() tuning.Problem { return s.part }

func (s *Strategy) form(waved bool) form {
	return form{dim: s.box.Dim(), full: s.options.Model == Full, waved: waved, origin: s.box.Start()}
}

// Options are the options in use: those given, with every number that was left
// to the strategy filled in.
func (s *Strategy) Options() Options { return s.options }

// PlannedGames is the number of games of the whole run.
func (s *Strategy) PlannedGames() int { return s.before + s.plan.Duels*s.table.Games() }

// Ask returns the duels of the next round.
func (s *Strategy) Ask() (tuning.Batch, error) {
	if !s.sounding.over() {
		return s.sound(), nil
	}
	if s.round() >= s.plan.Rounds {
		return tuning.Batch{}, tuning.Done
	}
	n := s.plan.In(s.round() + 1)
	s.asked = n
	axes := s.axes(s.spread())
	draw := func(j int) (x, y engines.Weights) { return s.draw(j, axes) }
	if s.check.in(s.round() + 1) {
		if s.round() == s.check.begin {
			s.check.start(s.plain, s.centre, len(s.all))
		}
		draw = s.drawCheck
	}
	points := make([]engines.Weights, 0, 2*n)
	duels := make([]duel.Duel, n)
	s.pending = make([]outcome, n)
	for j := range duels {
		x, y := draw(j)
		points = append(points, x, y)
		duels[j] = duel.Duel{A: 2 * j, B: 2*j + 1, Deal: j}
		s.pending[j] = outcome{x: s.box.Unit(x), y: s.box.Unit(y), games: s.table.Games()}
	}
	return s.table.Batch(len(s.log)+1, points, duels), nil
}

// Tell fits the surface to the games of the round as well, and moves the centre
// to its peak.
func (s *Strategy) Tell(b tuning.Batch, results []tournament.Result) error {
	if b.Round != len(s.log)+1 || len(b.Pairings) != s.asked {
		return fmt.Errorf("surface: told of round %d, asked for %d", b.Round, len(s.log)+1)
	}
	scores, err := s.table.Scores(b, results)
	if err != nil {
		return fmt.Errorf("surface: %w", err)
	}
	return s.learn(s.table.Entry(scores))
}

func (s *Strategy) learn(entry duel.Entry) error {
	s.games += s.asked * s.table.Games()
	if !s.sounding.over() {
		return s.hear(entry)
	}
	for j := range s.pending {
		s.pending[j].score = s.table.Score(entry[j])
	}
	s.all = append(s.all, s.pending...)
	if s.round()+1 == s.check.end {
		s.check.conclude(s.plain.form, s.all[s.check.first:])
	}
	if err := s.fit(); err != nil {
		return fmt.Errorf("surface: round %d: %w", len(s.log)+1, err)
	}
	s.centre = s.best.form.peak(s.best.theta, s.centre, s.options.Step, s.best.shrinkage(s.centre))
	s.box.Normalise(s.centre)
	s.log = append(s.log, entry)
	s.pending = nil
	return nil
}

// The waves come in after a share of the rounds, when there is a bowl to see
// them on, and are believed with odds of e^believed to 1.
const (
	calm     = 0.3
	believed = 2.0
)

// fit takes up the pending games, and now and then, and at the end, all games
// anew. It decides between the forms by their evidence.
func (s *Strategy) fit() error {
	const growth = 1.3 // of the games from one time to the next
	rounds := s.round() + 1
	last := rounds == s.plan.Rounds
	anew := last || float64(len(s.all)) >= growth*float64(s.fitted)
	if anew {
		s.fitted = len(s.all)
	}
	if err := s.update(s.plain, anew, last); err != nil {
		return err
	}
	s.best = s.plain
	if !s.waved || float64(rounds) < calm*float64(s.plan.Rounds) {
		return nil
	}
	if s.rich == nil {
		s.rich, anew = newPosterior(s.form(true)), true
	}
	if err := s.update(s.rich, anew, last); err != nil {
		return err
	}
	if s.Ripples() > believed {
		s.best = s.rich
	}
	return nil
}

func (s *Strategy) update(p *posterior, anew, last bool) error {
	if !anew {
		p.absorb(s.pending)
		return p.solve()
	}
	times := 1
	if last {
		times = 3
	}
	for range times {
		if err := p.refit(s.all); err != nil {
			return err
		}
	}
	return nil
}

// Ripples is the logarithm of the odds, by the evidence of all games, that
// strength is no quadratic but has waves along its weights; 0 while it is not
// known.
func (s *Strategy) Ripples() float64 {
	if s.rich == nil {
		return 0
	}
	return s.rich.evidence() - s.plain.evidence()
}

// Best is the peak. Its fitness is the score against the start that the surface
// predicts.
func (s *Strategy) Best() tuning.Estimate {
	p := s.best
	gain := p.form.value(p.theta, s.centre) - p.form.value(p.theta, p.form.origin)
	e := tuning.Estimate{
		Weights: s.box.Nearest(s.centre), Games: s.games,
		Fitness: rating.Logistic(gain), Name: "the peak of the surface",
	}
	if s.sounding.narrow() {
		e.Name += fmt.Sprintf(" within %.2g of the ranges about the start", s.sounding.half)
	}
	if s.round() > 0 {
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
		if _, err := again.Ask(); err != nil || again.asked != len(entry) {
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
