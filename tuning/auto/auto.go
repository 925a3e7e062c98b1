package auto

import (
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/cmaes"
	"github.com/lanista/lanista/tuning/duel"
	"github.com/lanista/lanista/tuning/surface"
)

var (
	_ tuning.Strategy  = (*Strategy)(nil)
	_ tuning.Reporter  = (*Strategy)(nil)
	_ tuning.Finalists = (*Strategy)(nil)
	_ tuning.Planner   = (*Strategy)(nil)
)

const (
	name    = "auto"
	version = 1
)

// Strategy is one method after the other on one problem.
type Strategy struct {
	options Options
	problem tuning.Problem
	box     *duel.Box
	table   duel.Table
	first   int // games of the first phase

	log    duel.Log // all that the state follows from
	games  int
	scout  tuning.Strategy   // nil once the first phase is over
	fit    tuning.Strategy   // nil until then
	past   []surface.Outcome // the duels of the first phase
	behind int               // its rounds
	found  tuning.Estimate   // where it led
}

// New makes the strategy. It refuses impossible options and problems.
func New(p tuning.Problem, o Options) (tuning.Strategy, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	box, err := duel.NewBox(p)
	if err != nil {
		return nil, fmt.Errorf("auto: %w", err)
	}
	table, err := duel.NewTable(p, o.LoneGames)
	if err != nil {
		return nil, fmt.Errorf("auto: %w", err)
	}
	s := &Strategy{options: o, problem: p, box: box, table: table}
	s.problem.Games = duel.Budget(p)
	s.first = o.scouting(s.problem.Games)
	if err := s.reset(); err != nil {
		return nil, fmt.Errorf("auto: %w", err)
	}
	return s, nil
}

// reset goes back to the state before the first round.
func (s *Strategy) reset() error {
	s.log, s.games, s.past, s.behind = nil, 0, nil, 0
	s.scout, s.fit, s.found = nil, nil, tuning.Estimate{}
	if s.first == 0 {
		return s.turn(s.box.Start())
	}
	p := s.problem
	p.Games = s.first
	if p.Rounds > 0 {
		p.Rounds = max(p.Rounds*s.first/s.problem.Games, 1)
	}
	scout, err := cmaes.New(p, cmaes.Options{LoneGames: s.options.LoneGames, DuelGames: 2})
	s.scout = scout
	return err
}

// PlannedGames is the number of games of the whole run: the surface plays in
// whole duels what the first phase leaves.
func (s *Strategy) PlannedGames() int {
	scouted := s.found.Games
	if p, ok := s.scout.(tuning.Planner); ok {
		scouted = p.PlannedGames()
	}
	duel := s.table.Games()
	return scouted + (s.problem.Games-scouted)/duel*duel
}

// turn ends the first phase: the surface takes up all its games and goes on from
// where it led.
func (s *Strategy) turn(centre []float64) error {
	p := s.problem
	p.Games -= s.games
	if p.Rounds > 0 {
		p.Rounds = max(p.Rounds-len(s.log), 1)
	}
	p.Seed = engines.Seed(p.Seed, engines.Purpose("auto fit"))
	o := s.options.fitting(s.box.Dim(), s.problem.Games, s.first)
	fit, err := surface.NewAfter(p, o, s.past, centre)
	s.scout, s.fit, s.behind = nil, fit, len(s.log)
	return err
}

// Ask returns the duels of the next round.
func (s *Strategy) Ask() (tuning.Batch, error) {
	if s.fit == nil {
		return s.scout.Ask()
	}
	b, err := s.fit.Ask()
	b.Round += s.behind
	return b, err
}

// Tell lets the method in charge learn from the round.
func (s *Strategy) Tell(b tuning.Batch, results []tournament.Result) error {
	scores, err := s.table.Scores(b, results)
	if err != nil {
		return fmt.Errorf("auto: %w", err)
	}
	inner, method := b, s.scout
	if s.fit != nil {
		inner.Round -= s.behind
		method = s.fit
	}
	if err := method.Tell(inner, results); err != nil {
		return fmt.Errorf("auto: %w", err)
	}
	s.log = append(s.log, s.table.Entry(scores))
	s.games += b.Games()
	if s.fit == nil {
		return s.scouted(b, scores)
	}
	return nil
}

// scouted keeps the duels of a round of the first phase, and ends the phase with
// its last round.
func (s *Strategy) scouted(batch tuning.Batch, scores []float64) error {
	field := batch.Field
	for i, p := range batch.Pairings {
		a, b := s.table.Points(i, p)
		x, y := s.box.Unit(field[a].Weights), s.box.Unit(field[b].Weights)
		s.box.Normalise(x)
		s.box.Normalise(y)
		s.past = append(s.past, surface.Outcome{X: x, Y: y, Score: scores[i], Games: p.Games})
	}
	if _, err := s.scout.Ask(); errors.Is(err, tuning.Done) {
		s.found = s.scout.Best()
		if err := s.turn(s.box.Unit(s.found.Weights)); err != nil {
			return fmt.Errorf("auto: %w", err)
		}
	}
	return nil
}

// Best is the answer of the method in charge.
func (s *Strategy) Best() tuning.Estimate {
	if s.fit == nil {
		return s.scout.Best()
	}
	return s.fit.Best()
}

// Finalists are the peak of the surface and, once it is over, the answer of the
// first phase.
func (s *Strategy) Finalists() []tuning.Estimate {
	all := []tuning.Estimate{s.Best()}
	if s.fit != nil && s.found.Weights != nil {
		all = append(all, s.found)
	}
	return all
}

// Report is that of the surface; before there is one, nothing is known.
func (s *Strategy) Report() tuning.Report {
	if r, ok := s.fit.(tuning.Reporter); ok {
		return r.Report()
	}
	n := len(s.problem.Space)
	r := tuning.Report{Importance: make([]float64, n), Interaction: make([][]float64, n)}
	for i := range r.Interaction {
		r.Interaction[i] = make([]float64, n)
	}
	return r
}

// Snapshot is the scores of all games: everything else follows from them.
func (s *Strategy) Snapshot() ([]byte, error) {
	return duel.SealLog(name, version, s.log, s.Best().Weights)
}

// Restore plays the rounds of a snapshot again from their scores.
func (s *Strategy) Restore(snapshot []byte) error {
	log, answer, err := duel.OpenLog(snapshot, name, version)
	if err != nil {
		return err
	}
	again := *s
	if err := again.reset(); err != nil {
		return fmt.Errorf("auto: %w", err)
	}
	for _, entry := range log {
		b, err := again.Ask()
		if err != nil {
			return fmt.Errorf("auto: the snapshot is not of this problem with these options: %w", err)
		}
		results, err := s.table.Results(b, entry)
		if err != nil {
			return fmt.Errorf("auto: the snapshot is not of this problem with these options: %w", err)
		}
		if err := again.Tell(b, results); err != nil {
			return err
		}
	}
	if err := duel.SameEnd(answer, again.Best().Weights); err != nil {
		return fmt.Errorf("auto: %w", err)
	}
	*s = again
	return nil
}
