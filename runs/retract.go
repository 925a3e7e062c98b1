package runs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// retractedError reports that wrong results of an excluded worker were removed from the store. The
// run must be continued to replace them.
type retractedError struct {
	run string // id of the run
	err error  // error of the executor
}

func (e *retractedError) Error() string { return e.err.Error() }

func (e *retractedError) Unwrap() error { return e.err }

// playRun opens a run of the given kind and plays it with the function play. If wrong results of a
// worker are removed meanwhile, it opens the run again and continues it. This happens at most once
// for each worker.
func playRun[T any](ctx context.Context, c Catalog, o Options, kind results.Kind, play func(*recorder) (T, error)) (T, error) {
	o = o.withDefaults()
	once := func() (none T, err error) {
		r, err := resolve(ctx, c, request{options: o, kind: kind}) // its mistakes come first: they leave no store behind
		if err != nil {
			return none, err
		}
		defer closeTraced(r, o.warn)
		rec, err := openRecorder(ctx, r, o)
		if err != nil {
			return none, err
		}
		defer rec.close()
		return play(rec)
	}
	for {
		out, err := once()
		var again *retractedError
		if !errors.As(err, &again) {
			return out, interruptedEarly(ctx, o, err)
		}
		o.Resume, o.Name = again.run, ""
	}
}

// executor returns the executor that plays the games of a stored run.
func (rec *recorder) executor() (tournament.Executor, error) {
	return rec.r.newExecutor(rec.options, ExecutorRequest{Run: rec.run.ID(), Quarantined: rec.quarantined})
}

// quarantined stores in the run that a worker was excluded because of wrong results, and reports it
// to the event handler. used is true if the store contains results of the worker that no other
// worker has confirmed.
func (rec *recorder) quarantined(q tournament.Quarantine) (used bool) {
	used, err := rec.run.Exclude(context.Background(), results.Worker{ID: q.Worker, Host: q.Host, Build: q.Build, Slots: q.Slots, Excluded: q.Reason})
	if err != nil {
		rec.warn("warning: the store does not have that worker %s was excluded: %v", q.Worker, err)
	}
	if excluded := rec.options.Events.WorkerExcluded; excluded != nil {
		excluded(tuning.ExcludedWorker{ID: q.Worker, Name: q.Host, Reason: q.Reason})
	}
	rec.warn("warning: worker %s is excluded: %s", q.Worker, q.Reason)
	return used
}

// contradicted handles a dispute, in which two workers returned different results for the same
// games. If a majority of workers has decided it, contradicted removes the unconfirmed results of
// the wrong workers from the store and returns a retractedError. Otherwise it marks the run as
// disputed.
func (rec *recorder) contradicted(dispute *tournament.DisputeError, err error) error {
	ctx, id := context.Background(), rec.run.ID()
	if len(dispute.Wrong) > 0 {
		if failed := rec.retract(ctx, dispute.Wrong); failed != nil {
			return errors.Join(err, failed)
		}
		return &retractedError{id, err}
	}
	if failed := rec.run.Dispute(ctx, dispute.Error(), dispute.Workers[:]); failed != nil {
		return errors.Join(err, failed)
	}
	return fmt.Errorf("%w; a third worker would have decided; run %s is marked as disputed: find the cause, then resume it, and the results in doubt are played again", err, id)
}

// retract removes the unconfirmed results of the given workers from the store. In a search it
// removes all rounds from the first affected one on. It warns about what must be played again, and
// sets the point where the run continues.
func (rec *recorder) retract(ctx context.Context, ids []string) error {
	gone, err := rec.run.Retract(ctx, ids)
	if err != nil {
		return err
	}
	who := "worker " + strings.Join(ids, " and worker ")
	switch {
	case gone.Round > 0:
		rec.warn("warning: unconfirmed results of %s are in round %d or later; %d rounds are played again from round %d on", who, gone.Round, gone.Rounds, gone.Round)
	case gone.Pairings > 0:
		rec.warn("warning: %d pairings with unconfirmed results of %s are played again", gone.Pairings, who)
	default:
		rec.warn("warning: no stored result depends on unconfirmed results of %s", who)
	}
	rec.point, err = rec.store.ResumePoint(ctx, rec.run.ID())
	return err
}

// settleDispute prepares a resumed run that is marked as disputed. It removes the results in doubt
// and the mark, if the store contains which worker played which pairings. Otherwise the mark
// remains.
func (rec *recorder) settleDispute(ctx context.Context) error {
	reason, err := rec.run.Disputed(ctx)
	if err != nil || reason == "" {
		return err
	}
	suspects, err := rec.run.Suspects(ctx)
	if err != nil {
		return err
	}
	if len(suspects) == 0 {
		rec.warn("warning: run %s is disputed, and stays so when it ends, because results that it keeps may be wrong: %s; start it again for results without this mark", rec.run.ID(), reason)
		return nil
	}
	rec.warn("warning: run %s was disputed: %s", rec.run.ID(), reason)
	return rec.retract(ctx, suspects)
}

// recheck looks for workers with wrong results when a run without external programs is resumed. It
// plays the latest unconfirmed pairings of each worker again in this process. If a result differs,
// it removes all unconfirmed results of the worker.
func (rec *recorder) recheck(ctx context.Context) error {
	if rec.options.Resume == "" || rec.r.Programs != nil {
		return nil
	}
	latest, err := rec.run.LatestUnconfirmed(ctx)
	if err != nil || len(latest) == 0 {
		return err
	}
	x, err := rec.r.local(rec.options.Workers)
	if err != nil {
		return err
	}
	var wrong []string
	for _, u := range latest {
		same, err := rec.repeats(ctx, x, u)
		if err != nil {
			return err
		}
		if same || slices.Contains(wrong, u.Worker) {
			continue
		}
		wrong = append(wrong, u.Worker)
		rec.quarantined(tournament.Quarantine{Worker: u.Worker, Reason: fmt.Sprintf("pairings %d to %d of round %d, which it had played last, have other results in the process of the run", u.From+1, u.To+1, u.Round)})
	}
	if len(wrong) == 0 {
		return nil
	}
	return rec.retract(ctx, wrong)
}

// repeats plays the stored pairings in the range u again, and reports whether all games have the
// stored outcomes. Only one worker has played them so far. x is the executor to use.
func (rec *recorder) repeats(ctx context.Context, x tournament.Executor, u results.Unchecked) (bool, error) {
	field, err := rec.store.Field(ctx, rec.run.ID(), u.Round)
	if err != nil {
		return false, err
	}
	var stored []tournament.Result
	var pairings tournament.Pairings
	for s, err := range rec.store.Pairings(ctx, rec.run.ID(), u.Round) {
		if err != nil {
			return false, err
		}
		if s.Index >= u.From && s.Index <= u.To {
			stored, pairings = append(stored, s), append(pairings, s.Pairing)
		}
	}
	same := true
	for again, err := range tournament.Run(ctx, x, field, pairings, tournament.Options{Terms: rec.r.terms(), Batch: "recheck"}) {
		if err != nil {
			return false, err
		}
		for i, g := range again.Games {
			same = same && g.Outcome == stored[again.Index].Games[i].Outcome
		}
	}
	return same, nil
}

// rebuild restores the strategy's state after the last stored round by repeating the search with
// the stored results. It is needed if the stored states were removed together with later rounds. If
// the strategy requests other pairings than before, rebuild removes all rounds, and the search
// begins again. If the store cannot be read, rebuild returns an error and removes nothing.
func (s *searchRun) rebuild(ctx context.Context) error {
	to := s.rec.point.Round
	stored := &storedRounds{ctx: ctx, rec: s.rec, to: to}
	rounds := tuning.Run(ctx, s.r.search.strategy, stored, tuning.Options{
		Terms: s.r.terms(), Budget: tuning.Budget{Rounds: s.r.Config.Budget.Rounds, Games: s.r.search.problem.Games}, Deal: dealFrom(s.deals.search, 0),
	})
	for round, err := range rounds {
		if err != nil && ctx.Err() != nil {
			return err
		}
		if stored.unread != nil {
			return stored.unread
		}
		if err != nil {
			break
		}
		if round.Number == to {
			s.rec.point.Snapshot = round.Snapshot
			break
		}
	}
	fresh, _, err := s.r.search.maker.make(s.r.search.problem)
	if err != nil {
		return err
	}
	s.r.search.strategy = fresh
	if s.rec.point.Snapshot != nil {
		return nil
	}
	s.rec.warn("warning: the state after round %d cannot be rebuilt; the search begins again", to)
	if err := s.rec.run.RemoveRounds(ctx); err != nil {
		return err
	}
	s.rec.point = results.Point{}
	s.games, s.round = 0, 0
	return nil
}

// storedRounds is an executor that returns the results in the store instead of playing games.
type storedRounds struct {
	ctx   context.Context
	rec   *recorder
	to    int                 // number of the last stored round
	field []engines.Agent     // agents of the round that list belongs to
	list  []tournament.Result // stored results that Execute has not yielded yet
	next  int                 // number of the next round to read

	unread error // error of reading the store; nil for none
}

var errOtherPairing = errors.New("the strategy requests other pairings than the stored ones")

// Execute yields the stored results of the requested pairings. It returns an error if the seeds or
// agents differ from the stored ones.
func (x *storedRounds) Execute(ctx context.Context, jobs *tournament.Jobs) iter.Seq2[tournament.Result, error] {
	return func(yield func(tournament.Result, error) bool) {
		for {
			s, ok := jobs.Take(ctx, 1)
			if !ok {
				return
			}
			r, err := x.result(jobs, s.From)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func (x *storedRounds) result(jobs *tournament.Jobs, i int) (tournament.Result, error) {
	for len(x.list) == 0 {
		if x.next++; x.next > x.to {
			return tournament.Result{}, fmt.Errorf("%d rounds are stored", x.to)
		}
		if x.unread = x.read(); x.unread != nil {
			return tournament.Result{}, x.unread
		}
	}
	stored := x.list[0]
	x.list = x.list[1:]
	p, err := jobs.Pairing(i)
	if err != nil {
		return tournament.Result{}, err
	}
	if !x.matches(jobs, p, stored.Pairing) {
		return tournament.Result{}, errOtherPairing
	}
	return jobs.Result(i, stored.Games)
}

// read reads the agents and the results of round x.next.
func (x *storedRounds) read() (err error) {
	if x.field, err = x.rec.store.Field(x.ctx, x.rec.run.ID(), x.next); err != nil {
		return err
	}
	for r, err := range x.rec.store.Pairings(x.ctx, x.rec.run.ID(), x.next) {
		if err != nil {
			return err
		}
		x.list = append(x.list, r)
	}
	return nil
}

// matches reports whether the pairing p has the same deal (game start) and agents as a stored
// pairing.
func (x *storedRounds) matches(jobs *tournament.Jobs, p, stored tournament.Pairing) bool {
	if p.Seed != stored.Seed || p.Games != stored.Games || p.Apart != stored.Apart || p.First != stored.First {
		return false
	}
	field := jobs.Field()
	same := func(i, k int) bool { return k < len(x.field) && field[i].Same(x.field[k]) }
	return slices.EqualFunc(p.Agents, stored.Agents, same) && slices.EqualFunc(p.Opponents, stored.Opponents, same)
}
