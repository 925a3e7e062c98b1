package runs

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// TuneResult is the result of a tuning run. Its Record has the stored data, such as the verdict.
type TuneResult struct {
	Record       results.Record      // run as the store has it once it has finished
	Verification tuning.Verification // result of the run, and its measurement by games
	// ForfeitsByKind counts the games of search and verification that an agent lost by failing,
	// such as by a crash. It is nil if there are none.
	ForfeitsByKind tournament.ForfeitCounts
	// Irreproducible lists what the results depend on besides config and seed, such as time limits.
	Irreproducible []string
	Caveats        []string // limits of the evidence, as sentences
	Unused         string   // sentence on the part of the budget that was not used, and why; "" if it is small
}

// searchRun holds the state of a tuning run while it is played.
type searchRun struct {
	r           *Resolved
	rec         *recorder
	executor    tournament.Executor
	deals       runDeals
	checkpoints *checkpoints
	rounds      []results.Generation // stored rounds
	games       int                  // games of these rounds
	round       int                  // number of the last round
	snapshot    []byte               // state of the strategy after the last round
	verifying   bool                 // the verification has stored pairings, so the search is over
	failed      bool                 // an agent has failed, and the warning about it was given
	mirrored    int                  // pairings that ended in the same way whichever agent had which seat
	differ      bool                 // a pairing ended differently, or the run was resumed, so that an earlier one may have
}

// newSearchRun prepares the remaining rounds of a search.
func newSearchRun(ctx context.Context, rec *recorder) (*searchRun, error) {
	r := rec.r
	s := &searchRun{
		r: r, rec: rec, deals: newRunDeals(r), games: rec.point.Games, round: rec.point.Round, differ: rec.point.Round > 0,
		snapshot: rec.point.Snapshot,
	}
	s.checkpoints = newCheckpoints(rec, s.deals.verification)
	if rec.point.Snapshot == nil && rec.point.Round > 0 {
		if err := s.rebuild(ctx); err != nil {
			return nil, fmt.Errorf("run %s: %w", rec.run.ID(), err)
		}
	}
	if rec.point.Snapshot != nil {
		if err := r.search.strategy.Restore(rec.point.Snapshot); err != nil {
			return nil, fmt.Errorf("run %s: %w", rec.run.ID(), err)
		}
	}
	return s, nil
}

// resume reads the stored rounds and checkpoints (interim measurements) of the run to resume.
// Stored pairings mean that the verification has begun: only its games are stored as single
// pairings, while rounds are stored as a whole.
func (s *searchRun) resume(ctx context.Context) error {
	stored, err := s.rec.run.Record(ctx)
	if err != nil {
		return err
	}
	s.rounds, s.verifying = stored.Generations, stored.Pairings > 0
	s.checkpoints.restore(stored)
	return nil
}

// play plays the remaining rounds, verifies the result, and plays the remaining checkpoints
// (interim matches).
func (s *searchRun) play(ctx context.Context) (TuneResult, results.Result, error) {
	warnTuning(s.rec)
	if s.rec.options.Resume != "" {
		if err := s.resume(ctx); err != nil {
			return TuneResult{}, results.Result{}, err
		}
	}
	var err error
	if s.executor, err = s.rec.executor(); err != nil {
		return TuneResult{}, results.Result{}, err
	}
	if err := s.playRounds(ctx); err != nil {
		return TuneResult{}, results.Result{}, err
	}
	if err := tournament.Confirm(ctx, s.executor); err != nil {
		return TuneResult{}, results.Result{}, err
	}
	found := foundBy(s.r.search.strategy)
	for _, c := range found.candidates {
		if err := s.r.search.checkWeights("candidate", c); err != nil {
			return TuneResult{}, results.Result{}, err
		}
	}
	v := unverified(found.best)
	if s.r.Config.Verification.Games > 0 {
		v, err = verify(ctx, s.rec, verification{
			candidates: found.candidates, fixed: found.fixed, deals: s.deals.verification, played: s.games,
		})
		if err != nil {
			return TuneResult{}, results.Result{}, err
		}
	}
	if err := s.checkpoints.finish(ctx, s.executor, s.rounds, v.verdict); err != nil {
		return TuneResult{}, results.Result{}, err
	}
	if err := tournament.Confirm(ctx, s.executor); err != nil { // of the matches against earlier weights
		return TuneResult{}, results.Result{}, err
	}
	out, result := s.result(found, v)
	return out, result, nil
}

// playRounds plays and stores the remaining rounds of the search. If the run is resumed during its
// verification, there are none, even if a time budget is not used up.
func (s *searchRun) playRounds(ctx context.Context) error {
	if s.verifying {
		return nil
	}
	r, point := s.r, s.rec.point
	budget := tuning.Budget{Rounds: r.Config.Budget.Rounds, Games: r.search.problem.Games}
	if r.Config.Budget.Time > 0 {
		budget.Time = max(time.Nanosecond, r.Config.Budget.Time-point.Elapsed)
	}
	dealt, err := s.dealt(ctx)
	if err != nil {
		return err
	}
	rounds := tuning.Run(ctx, r.search.strategy, s.executor, tuning.Options{
		Terms: r.terms(), Budget: budget, Round: point.Round, Games: point.Games, Events: s.events(),
		Deal: dealFrom(s.deals.search, 0), Dealt: dealt,
	})
	for round, err := range rounds {
		if err != nil {
			return err
		}
		if err := r.search.checkWeights("best", round.Best); err != nil {
			return fmt.Errorf("round %d: %w", round.Number, err)
		}
		var members []tuning.Member
		if p, ok := r.search.strategy.(tuning.Populated); ok {
			members = p.Population()
		}
		if err := s.rec.saveRound(ctx, round, members); err != nil {
			return err
		}
		s.warnForfeits(round)
		s.compareGames(round)
		s.rounds = append(s.rounds, results.NewGeneration(round, members))
		s.games, s.round, s.snapshot = round.Total, round.Number, round.Snapshot
		s.rec.roundSaved(round)
		if err := s.checkpoints.measureBetween(ctx, s.rounds); err != nil {
			return err
		}
	}
	if s.games == 0 && r.Config.Budget.Time > 0 {
		return mistakef("the budget's time of %v ended before the first round did", r.Config.Budget.Time)
	}
	return nil
}

// dealt returns the number of deals (game starts) that the stored rounds have used.
func (s *searchRun) dealt(ctx context.Context) (int, error) {
	if s.deals.search == nil {
		return 0, nil
	}
	for round := s.rec.point.Round; round > 0; round-- {
		dealt := 0
		for r, err := range s.rec.store.Pairings(ctx, s.rec.run.ID(), round) {
			if err != nil {
				return 0, err
			}
			dealt = max(dealt, s.deals.search.After(r.Pairing.Seed))
		}
		if dealt > 0 {
			return dealt, nil
		}
	}
	return 0, nil
}

// events returns the event handler of the search. It reports progress in games of the whole run.
func (s *searchRun) events() tuning.Events {
	total := int64(s.r.search.planned())
	if total > 0 {
		total += int64(planVerification(s.r, usualCandidates).Games())
	}
	given := s.rec.options.Events
	e := tuning.Tee(
		tuning.Events{ResultFinished: given.ResultFinished, RoundFinished: given.RoundFinished},
		tuning.Events{ResultFinished: func(_ tuning.Phase, r tournament.Result) { s.rec.addFailures(s.round+1, r) }})
	if given.Progress != nil {
		e.Progress = func(p tuning.Progress) {
			p.Of, p.Before, p.Space = total, int64(s.rec.point.Games), s.r.Space
			given.Progress(p)
		}
	}
	return e
}

// warnForfeits gives a warning when an agent loses a game by failing for the first time in the run.
func (s *searchRun) warnForfeits(round tuning.Round) {
	for _, r := range round.Results {
		for _, g := range r.Games {
			if g.Forfeit != nil && !s.failed {
				s.failed = true
				s.rec.warn("warning: an agent failed in round %d and forfeited its game: %s", round.Number, g.Forfeit.Reason)
			}
		}
	}
}

// compareGames counts the pairings of a round in which exchanging the seats of the agents made no
// difference to the end of the games. It adds their number to s.mirrored. At the first other pairing
// it sets s.differ and stops.
func (s *searchRun) compareGames(round tuning.Round) {
	for i := range round.Results {
		if !endedAlike(round.Results[i]) {
			s.differ = true
			return
		}
		s.mirrored++
	}
}

// endedAlike reports whether all games of a pairing ended in the same way, so that exchanging the
// seats of the agents made no difference. Unlike [tournament.Result.Mirrored], it accepts unknown
// numbers of moves.
func endedAlike(r tournament.Result) bool {
	if r.Pairing.Apart || len(r.Games) < 2 {
		return false
	}
	first := r.Games[0]
	return !slices.ContainsFunc(r.Games, func(g engines.Record) bool {
		return g.Forfeit != nil || g.Outcome != first.Outcome || g.Content != first.Content || g.Plies != first.Plies
	})
}

// idleWeights returns a sentence on weights that may have no effect. This is suspected if there
// were enough pairings, and in all of them exchanging the seats of the agents made no difference.
// Otherwise it returns nil.
func (s *searchRun) idleWeights() []string {
	if s.differ || s.mirrored < tournament.LeastAlike {
		return nil
	}
	return []string{fmt.Sprintf("all %d pairings of the search ended in the same way whichever weights had which seat, so that no weight changed the end of a game; find out whether the player uses its weights", s.mirrored)}
}

// forfeits returns the number of games of the run that agents lost by failing, by kind of failure.
// If the run has no programs and no such games, it returns nil.
func (s *searchRun) forfeits(ctx context.Context) (tournament.ForfeitCounts, error) {
	if s.r.Programs == nil && !slices.ContainsFunc(s.rounds, func(g results.Generation) bool { return g.Forfeits > 0 }) {
		return nil, nil
	}
	return s.rec.store.ForfeitCounts(ctx, s.rec.run.ID())
}

// result returns the result of the run for the caller, and the result for the store.
func (s *searchRun) result(found found, v verified) (TuneResult, results.Result) {
	r := s.r
	result := resultOf(r, v.verdict, nil)
	result.Checkpoints, result.AgainstItself = s.checkpoints.list, s.checkpoints.againstItself
	result.Exhausted = exhausted(r.search, s.snapshot, r.Config.Budget, s.games)
	result.Octaves, result.Map = found.report.Octaves, found.report.Map
	if result.Name == found.candidates[0].Name { // the report is of this candidate alone
		result.Importance, result.ImportanceError, result.Interaction = found.report.Importance, found.report.ImportanceError, found.report.Interaction
		result.Curves = found.report.Curves
	}
	out := TuneResult{
		Verification: v.verdict, Irreproducible: irreproducible(r, r.Opponents, r.Verify, r.verifiers()),
		Caveats: append(v.caveats(), s.idleWeights()...), Unused: unusedBudget(r, s.games, s.rounds),
	}
	return out, result
}

// found is the outcome of a search, before its verification.
type found struct {
	candidates []tuning.Estimate // candidates for the verification; the strategy's own result is the first
	fixed      bool              // the first candidate is verified without a match against the other candidates
	best       tuning.Estimate   // result of the run if nothing is verified
	report     tuning.Report     // report of the strategy's model on the first candidate
}

// foundBy returns the outcome of a search after its last round: the candidates for the
// verification, and the strategy's report.
func foundBy(s tuning.Strategy) found {
	f := found{candidates: []tuning.Estimate{s.Best()}}
	if several, ok := s.(tuning.Candidates); ok {
		f.candidates = several.Candidates()
	}
	if reporter, ok := s.(tuning.Reporter); ok {
		f.report = reporter.Report()
		f.candidates[0].Error = f.report.Error // it is not known for the others
	}
	if fixed, ok := s.(tuning.Fixed); ok {
		f.fixed = fixed.ResultIsFixed()
	}
	f.best = f.candidates[0]
	if best := s.Best(); !slices.Equal(best.Weights, f.best.Weights) {
		f.best = best
	}
	return f
}

// warnTuning passes warnings to the event handler before a tuning run: everything in the config
// that may limit the quality of the result.
func warnTuning(rec *recorder) {
	r, o := rec.r, rec.options
	if rec.point.Round > 0 {
		rec.warn("resuming run %s after round %d", rec.run.ID(), rec.point.Round)
	}
	rec.warnVersion()
	warnPrograms(r, o, r.Opponents, r.Verify, r.verifiers())
	rec.warnNotes()
	// Weights that beat one fixed opponent may lose to all others.
	if len(r.Opponents) == 1 {
		rec.warn("warning: this run trains on a single opponent (%s); the result may exploit it and lose to everybody else. Add opponents, and keep some for the verification alone.",
			r.Opponents[0].Name)
	}
	if o.experiment == "" { // an experiment measures the results of its runs
		warnUnmeasured(rec)
	}
}
