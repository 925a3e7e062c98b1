package runs

import (
	"context"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// verification describes a verification before it is played: its candidates, their settings, and
// the deals. The numbers of games and the opponents are in the config.
type verification struct {
	candidates []tuning.Estimate
	fixed      bool             // the first candidate plays no match against the other candidates
	settings   engines.Settings // settings of the candidates that the config does not contain
	deals      *deals.Sequence  // deals (game starts) to play; nil for deals derived from the seed
	played     int              // number of games before the verification, to report its progress
}

type verified struct {
	verdict tuning.Verification
	agents  []engines.Agent // agents that have played
	alike   tournament.Alike
}

// unverified returns the outcome for a run without a verification, where best becomes the result.
func unverified(best tuning.Estimate) verified {
	return verified{verdict: tuning.Verification{Result: best}}
}

// caveats returns sentences on limits of the evidence from the verification.
func (v verified) caveats() []string {
	return append(alikeSentences(&v.alike, v.agents), results.Result{Unguarded: v.verdict.Unguarded}.Caveats()...)
}

// verifyOptions returns the options that determine the number of games of a verification. If fixed
// is true, the first candidate is chosen without games between the candidates (a playoff).
func verifyOptions(r *Resolved, fixed bool) tuning.VerifyOptions {
	spec := r.Engine.Spec()
	return tuning.VerifyOptions{
		Games: r.Config.Verification.Games, Seats: r.Seats, Symmetric: spec.Symmetric, ScaleFree: spec.ScaleFree,
		Fixed: fixed, Start: r.startWeights(), Other: r.VerifySettings,
	}
}

// These are numbers of candidates for which a forecast computes the size of a verification.
// usualCandidates is the number after a successful search: its weights and the start weights. Few
// searches have more candidates than manyCandidates.
const (
	usualCandidates = 2
	manyCandidates  = 8
)

// planVerification returns the expected numbers of games of the verification, for a given number of
// candidates. All of them are 0 for a run without a verification.
func planVerification(r *Resolved, candidates int) tuning.VerificationPlan {
	if r.Config.Verification.Games == 0 {
		return tuning.VerificationPlan{}
	}
	fixed := r.Kind == results.Fit
	if r.search != nil {
		f, ok := r.search.strategy.(tuning.Fixed)
		fixed = ok && f.ResultIsFixed()
	}
	return tuning.PlanVerification(candidates, r.Verify, verifyOptions(r, fixed))
}

// verificationDifference returns the difference in Elo that a match of the verification detects
// with a probability of one half. deals is the number of deals (game starts) with different
// openings in the match. The difference is nil if deals is below [rating.LeastPairings]. Games with
// equal openings are assumed to be equal.
func verificationDifference(r *Resolved) (difference *float64, deals int) {
	perDeal := r.perDeal()
	if r.Seats == 1 { // one comparison of two games
		perDeal = 1
	}
	all := planVerification(r, usualCandidates).Compared / perDeal
	deals = r.dealing.plan.differentDeals(all, true)
	if deals < rating.LeastPairings {
		return nil, deals
	}
	v := rating.EloResolved(float64(deals*perDeal), 0, rating.Confidence, 0.5)
	return &v, deals
}

// smallVerification returns a warning if the verification may play more games than
// verification.games, and "" otherwise. It plays at least one deal (game start) for each candidate
// and opponent.
func smallVerification(r *Resolved) string {
	games := r.Config.Verification.Games
	if planVerification(r, manyCandidates).Games() <= games {
		return ""
	}
	return fmt.Sprintf("a verification plays at least one deal for each candidate and each opponent, which may be more than verification.games (%d)", games)
}

// verify plays a verification: the candidates and the start weights play on seeds that the search
// has not used. It stores the games. A resumed run does not repeat finished pairings.
func verify(ctx context.Context, rec *recorder, q verification) (verified, error) {
	r := rec.r
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	executor, err := rec.executor()
	if err != nil {
		return verified{}, err
	}
	log, err := newVerificationLog(ctx, rec, cancel)
	if err != nil {
		return verified{}, err
	}
	var v verified
	options := verifyOptions(r, q.fixed)
	options.Terms, options.Settings = r.terms(), q.settings
	options.Seed = engines.Seed(r.Config.Seed, engines.Purpose("verify"))
	options.Deal = dealFrom(q.deals, checkpointDeals(r))
	options.Openings = r.countOpenings
	options.Journal = log
	options.Events = verificationEvents(rec, log, int64(q.played), &v.alike)
	v.verdict, err = tuning.Verify(ctx, executor, q.candidates, r.Verify, options)
	if err == nil {
		err = tournament.Confirm(ctx, executor)
	}
	v.agents = log.agents
	if failed := log.journal.close(); failed != nil {
		return verified{}, failed // the play was stopped because of it
	}
	return v, err
}

// verificationEvents returns the event handlers of a verification. The progress that they report
// includes before, the number of games of the search.
func verificationEvents(rec *recorder, log *verificationLog, before int64, alike *tournament.Alike) tuning.Events {
	given := rec.options.Events
	e := tuning.Tee(tuning.Events{
		ResultFinished: func(_ tuning.Phase, r tournament.Result) {
			alike.Add(r)
			rec.games.release(r)
			rec.counted += len(r.Games)
		},
	}, tuning.Events{ResultFinished: given.ResultFinished, VerificationFinished: given.VerificationFinished})
	if given.Progress != nil {
		e.Progress = func(p tuning.Progress) {
			p.Done, p.Of, p.Before = before+p.Done, before+p.Of, min(before, int64(rec.point.Games))+log.storedGames
			given.Progress(p)
		}
	}
	return e
}

// verificationLog stores the pairings of a verification when they finish. It also contains the
// stored pairings of a resumed run, so that they are not played again.
type verificationLog struct {
	rec     *recorder
	fail    context.CancelFunc // stops the run
	journal *journal           // nil before Begin
	agents  []engines.Agent
	played  map[int]tournament.Result // pairings that an earlier part of the run has stored, by index

	storedGames int64 // games of these pairings; set by Begin and Drop
}

// newVerificationLog returns a log for the games of a verification. If the run is resumed, the log
// contains the pairings that are already stored.
func newVerificationLog(ctx context.Context, rec *recorder, fail context.CancelFunc) (*verificationLog, error) {
	l := &verificationLog{rec: rec, fail: fail, played: make(map[int]tournament.Result)}
	for r, err := range rec.store.Journal(ctx, rec.run.ID(), 0) {
		if err != nil {
			return nil, err
		}
		l.played[r.Index] = r
	}
	return l, nil
}

// Begin stores the agents that the verification compares. It removes the stored pairings if they
// were played by other agents. This happens if a newer version of the program resumes the run and
// chooses other candidates.
func (l *verificationLog) Begin(ctx context.Context, agents []engines.Agent) error {
	l.agents = agents
	if n := len(l.played); n > 0 {
		stored, err := l.rec.store.Field(ctx, l.rec.run.ID(), 0)
		if err != nil {
			return err
		}
		if slices.EqualFunc(stored, agents, engines.Agent.Same) {
			l.rec.warn("%s finished", plural(n, "pairing of the verification is", "pairings of the verification are"))
		} else {
			l.rec.warn("warning: the verification begins again, because %s played by other agents", plural(n, "stored pairing was", "stored pairings were"))
			clear(l.played)
			if err := l.rec.run.DropPairings(ctx, 0); err != nil {
				return err
			}
		}
	}
	for _, r := range l.played {
		l.storedGames += int64(len(r.Games))
	}
	if err := l.rec.run.SaveField(ctx, agents); err != nil {
		return err
	}
	l.journal = newJournal(func(ctx context.Context, list []tournament.Result) error {
		return l.rec.savePairings(ctx, agents, list)
	}, l.fail)
	return nil
}

func (l *verificationLog) Played(index int) (tournament.Result, bool) {
	r, ok := l.played[index]
	return r, ok
}

// Drop removes the stored pairings from the index from on, so that they are played again. It is
// called if this version of the program plays the first of them on another deal.
func (l *verificationLog) Drop(ctx context.Context, from int) error {
	n := 0
	for i, r := range l.played {
		if i >= from {
			n++
			l.storedGames -= int64(len(r.Games))
			delete(l.played, i)
		}
	}
	l.rec.warn("warning: %s again, because the run now plays other deals", plural(n, "stored pairing of the verification is played", "stored pairings of the verification are played"))
	return l.rec.run.DropPairings(ctx, from)
}

// Finished queues a pairing's result for the store and the file of games.
func (l *verificationLog) Finished(r tournament.Result) {
	l.rec.games.hold(tuning.Verifying, l.agents, r)
	l.journal.add(r)
}

// warnUnmeasured warns if the run has no verification, or one against only the start weights.
func warnUnmeasured(rec *recorder) {
	switch v := rec.r.Config.Verification; {
	case v.Games == 0:
		rec.warn("warning: there is no verification, so no games will measure how good the result is; set verification.games")
	case len(v.Opponents) == 0:
		rec.warn("warning: the verification has no opponents, so the result is compared with the start weights alone; set verification.opponents, such as [default]")
	}
}
