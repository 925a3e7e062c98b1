package auto

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/duel"
	"github.com/lanista/lanista/tuning/spsa"
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
	version = 5
)

// Strategy is one method after the other on one problem.
type Strategy struct {
	options Options
	problem tuning.Problem
	box     *duel.Box
	table   duel.Table

	log    duel.Log // all that the state follows from
	games  int
	survey *surface.Strategy
	walk   tuning.Strategy  // nil until the survey ends early
	behind int              // the rounds of the survey then
	found  tuning.Estimate  // where it had led
	spread float64          // of the walk's points
	walked []surface.Duel   // the duels since
	top    *tuning.Estimate // of the bowl that all games near the end of the walk show, if they do
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
	if err := s.reset(); err != nil {
		return nil, fmt.Errorf("auto: %w", err)
	}
	return s, nil
}

// reset goes back to the state before the first round.
func (s *Strategy) reset() error {
	s.log, s.games, s.walk, s.behind, s.found = nil, 0, nil, 0, tuning.Estimate{}
	s.spread, s.walked, s.top = 0, nil, nil
	survey, err := surface.New(s.problem, surface.Options{Rounds: s.options.Rounds, LoneGames: s.options.LoneGames})
	if err != nil {
		return err
	}
	s.survey = survey.(*surface.Strategy)
	return nil
}

// Options are the options in use, defaults filled in.
func (s *Strategy) Options() Options {
	o := s.options
	o.Survey = o.survey()
	o.Rounds = s.survey.Options().Rounds
	return o
}

// PlannedGames is the number of games of the whole run, whichever method plays
// them: both play whole duels.
func (s *Strategy) PlannedGames() int { return s.survey.PlannedGames() }

// rugged says whether it is time to leave the survey because no quadratic fits:
// the doubts say so, or, from the time that it needs to find the slope on, nothing
// but the direction of the weights counts.
func (s *Strategy) rugged() bool {
	if s.options.Survey < 0 || s.games >= s.PlannedGames() {
		return false
	}
	return s.doubt() > doubtful || s.directions() && s.surveyed()
}

// directions says that nothing but the direction of the weights counts.
func (s *Strategy) directions() bool { return s.box.ScaleFree() && s.survey.Part().ScaleFree }

// doubt is how far the games speak against a quadratic, as the logarithm of odds:
// by the survey's check, and by the evidence for waves as long as there are games
// enough left to walk over them.
func (s *Strategy) doubt() float64 {
	doubt, weights := -math.Log(s.survey.Plausibility()), s.box.Dim()
	if s.surveyed() && s.PlannedGames()-s.games >= worth*weights*weights {
		doubt += max(s.survey.Ripples(), 0)
	}
	return doubt
}

// surveyed says whether the survey has had its share of the games.
func (s *Strategy) surveyed() bool {
	return float64(s.games) >= s.options.survey()*float64(s.PlannedGames())
}

// turn ends the survey: SPSA walks on from where it led.
func (s *Strategy) turn() error {
	s.found, s.behind = s.survey.Best(), len(s.log)
	p := s.survey.Part()
	p.Games = s.PlannedGames() - s.games
	p.Start = s.found.Weights
	if p.Rounds > 0 {
		p.Rounds = max(s.problem.Rounds-s.behind, 1)
	}
	p.Seed = engines.Seed(p.Seed, engines.Purpose("auto walk"))
	how := s.walking(p.Games)
	if s.directions() {
		how = s.roaming(p.Games)
	}
	walk, err := spsa.New(p, how)
	s.walk, s.spread = walk, how.Spread
	return err
}

// walking gives the options of SPSA for its part of the games. It spreads a little
// less than on its own, for it begins near the peak, and where the surface was right
// after all it stays about where that had led.
func (s *Strategy) walking(games int) spsa.Options {
	const spread = 0.07
	return spsa.Options{Spread: spread, Gain: s.gain(games, 1, spread*spread, 28), LoneGames: s.options.LoneGames}
}

// roaming is walking where only directions count: no surface has shown the way, and
// it may be far. So its points spread wide, the wider the fewer games there are.
func (s *Strategy) roaming(games int) spsa.Options {
	spread := min(max(0.15*math.Pow(2000/float64(s.PlannedGames()), 0.2), 0.07), 0.15)
	return spsa.Options{Spread: spread, Gain: s.gain(games, 2, spread*spread, 15), LoneGames: s.options.LoneGames}
}

// gain is what would halve the distance to the peak of a bowl as steep as the
// surface so many times, with points that spread by the root of square, but no more
// than is stable: where strength is steeper near the peak it walks as much faster.
func (s *Strategy) gain(games int, halvings, square, stable float64) float64 {
	n, weights := float64(max(games, 1)), float64(s.box.Dim())
	gain := halvings * math.Ln2 / (square * max(s.survey.Bend(), 0) * n)
	return min(gain, stable/(weights*math.Sqrt(n)))
}

// Ask returns the duels of the next round.
func (s *Strategy) Ask() (tuning.Batch, error) {
	if s.walk == nil {
		return s.survey.Ask()
	}
	b, err := s.walk.Ask()
	b.Round += s.behind
	return b, err
}

// Tell lets the method in charge learn from the round.
func (s *Strategy) Tell(b tuning.Batch, results []tournament.Result) error {
	scores, err := s.table.Scores(b, results)
	if err != nil {
		return fmt.Errorf("auto: %w", err)
	}
	inner, method := b, tuning.Strategy(s.survey)
	if s.walk != nil {
		inner.Round -= s.behind
		method = s.walk
	}
	if err := method.Tell(inner, results); err != nil {
		return fmt.Errorf("auto: %w", err)
	}
	s.log = append(s.log, s.table.Entry(scores))
	s.games += b.Games()
	switch {
	case s.walk != nil:
		s.record(b, scores)
		if s.games >= s.PlannedGames() {
			s.arrive()
		}
	case s.rugged():
		if err := s.turn(); err != nil {
			return fmt.Errorf("auto: %w", err)
		}
	}
	return nil
}

// record keeps the duels of a round of the walk.
func (s *Strategy) record(b tuning.Batch, scores []float64) {
	for i, score := range scores {
		x, y := s.table.Points(i, b.Pairings[i])
		s.walked = append(s.walked, surface.Duel{
			A: b.Field[x].Weights, B: b.Field[y].Weights, Score: score, Games: s.table.Games(),
		})
	}
}

// arrive ends the walk: the average of its steps counts the later half of its
// games alone, a bowl about it all that were played close by.
func (s *Strategy) arrive() {
	const late = 0.09 // the centre of the walk was as near to its average
	weights, errors, ok := s.survey.Refine(s.walk.Best().Weights, late+s.spread, s.walked)
	if ok {
		s.top = &tuning.Estimate{Weights: weights, Error: errors}
	}
}

// Best is the answer of the method in charge, and after the walk the top of the
// bowl that the games near its end show. Under way it knows no standard errors:
// those of the survey stand, which it can only make smaller.
func (s *Strategy) Best() tuning.Estimate {
	if s.walk == nil {
		return s.survey.Best()
	}
	e := s.walk.Best()
	e.Games, e.Error, e.Fitness = s.games, s.found.Error, s.found.Fitness
	e.Name = fmt.Sprintf("the average of a walk after a survey of %d games", s.found.Games)
	if s.top != nil {
		e.Weights, e.Error = s.top.Weights, s.top.Error
		e.Name = fmt.Sprintf("the peak near the end of a walk after a survey of %d games", s.found.Games)
	}
	return e
}

// Finalists are the answer and, after a walk, where it began.
func (s *Strategy) Finalists() []tuning.Estimate {
	all := []tuning.Estimate{s.Best()}
	if s.walk != nil {
		all = append(all, s.found)
	}
	return all
}

// Report is that of the survey.
func (s *Strategy) Report() tuning.Report { return s.survey.Report() }

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
