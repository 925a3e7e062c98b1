package runs

import (
	"context"

	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// tournamentRun holds the state of a tournament while it is played. Results are added in the order
// of the schedule, so that an interruption does not change the outcome. Stored pairings are not
// played again.
type tournamentRun struct {
	r       *Resolved
	contest *contest
	rec     *recorder
	next    int  // first index in the schedule whose result has not been added; all before it were added
	decided bool // the sequential test has decided
	stored  int  // pairings that an earlier part of the run has played
	// waiting holds stored results that follow a gap in the schedule, by their index. An
	// interrupted tournament leaves such gaps, because pairings do not finish in the order of the
	// schedule.
	waiting map[int]tournament.Result
	// ended is the reason why the tournament ended before its schedule, other than the test. It is ""
	// if there is none. The store keeps only whether there was one, as Result.Exhausted.
	ended   string
	alike   tournament.Alike
	mirrors tournament.Mirrors
	dealt   dealtSeeds
	leaders leaders
	repeats repeats
	timed   bool // moves have a limit of time
}

func newTournamentRun(rec *recorder) *tournamentRun {
	r := rec.r
	return &tournamentRun{
		r: r, contest: r.contest, rec: rec, waiting: make(map[int]tournament.Result),
		leaders: leaders{field: r.Agents}, repeats: repeats{from: r.contest.supplied(r.dealing.plan)},
		timed: timeLimits(r, r.Agents) != nil,
	}
}

func (t *tournamentRun) play(ctx context.Context) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	if !t.decided {
		if err := t.playRest(ctx); err != nil {
			return err
		}
	}
	if !t.decided {
		return nil
	}
	// Pairings still being played when the test ended do not count.
	t.rec.games.drop()
	return t.rec.run.DropPairings(ctx, t.next)
}

// table returns the standings. If games were repeated, the standings include the number of
// different openings.
func (t *tournamentRun) table() tournament.Table {
	table := t.contest.standings.Table()
	if (evidence.Played{Games: table.Games, Variety: table.Variety}).Different() != "" {
		n, known := t.dealt.openings(t.contest.deals)
		if !known {
			n = t.r.countOpenings(t.dealt.seeds)
		}
		table.Openings = n
	}
	return table
}

// open reads the stored results of a resumed tournament. It adds them to the standings and the
// sequential test, up to the first missing pairing in the schedule. Later results wait.
func (t *tournamentRun) open(ctx context.Context) error {
	for r, err := range t.rec.store.Journal(ctx, t.rec.run.ID(), 0) {
		if err != nil {
			return err
		}
		t.stored++
		if r.Index != t.next || t.decided {
			t.waiting[r.Index] = r
		} else if err := t.add(r); err != nil {
			return err
		}
	}
	if t.stored > 0 {
		t.rec.warn("resuming run %s: %d of %d pairings are finished", t.rec.run.ID(), t.stored, t.contest.schedule.Len())
		t.rec.warnVersion()
	}
	return nil
}

// playRest plays the remaining pairings of the schedule and stores them. It adds their results to
// the standings and the sequential test.
func (t *tournamentRun) playRest(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	executor, err := t.rec.executor()
	if err != nil {
		return err
	}
	j := newJournal(func(ctx context.Context, list []tournament.Result) error {
		return t.rec.savePairings(ctx, t.r.Agents, list)
	}, cancel)
	if err = t.takeParts(ctx, j, executor); err == nil {
		err = tournament.Confirm(ctx, executor)
	}
	if failed := j.close(); failed != nil {
		return failed // and the play was stopped because of it
	}
	return err
}

// takeParts plays the remaining pairings. If openings are limited, it first plays each of them
// once, and then ends the tournament if the agents begin to repeat games.
func (t *tournamentRun) takeParts(ctx context.Context, j *journal, executor tournament.Executor) error {
	if end := t.end(); end < t.contest.schedule.Len() {
		if err := t.takeUntil(ctx, j, executor, tournament.Prefix(t.contest.schedule, end)); err != nil || t.decided {
			return err
		}
	}
	if t.end() < t.contest.schedule.Len() {
		t.ended = evidence.AllPlayed(t.r.dealing.plan.Different.Openings)
		return nil
	}
	return t.takeUntil(ctx, j, executor, t.contest.schedule)
}

// end returns the number of pairings to play. Usually it is the whole schedule. A tournament with a
// limited number of openings ends soon after all have been played, unless one of the next pairings
// gives a new game.
func (t *tournamentRun) end() int {
	if end := t.repeats.end(t.contest.schedule.Len() / t.contest.dealCount()); end > 0 {
		return min(end, t.contest.schedule.Len())
	}
	return t.contest.schedule.Len()
}

// planned returns the number of pairings that the tournament is expected to play, or 0 if only its
// sequential test decides. If an agent has a time limit, planned assumes that no games repeat.
func (t *tournamentRun) planned() int {
	planned := t.contest.schedule.Len()
	if !t.timed {
		planned = t.end()
	}
	if planned == t.contest.schedule.Len() && t.contest.openEnded() {
		return 0
	}
	return planned
}

// takeUntil plays the remaining pairings of the schedule s and adds their results to the standings
// and the sequential test. It stops when the test has decided.
func (t *tournamentRun) takeUntil(ctx context.Context, j *journal, x tournament.Executor, s tournament.Schedule) error {
	from := t.next
	options := tournament.Options{
		Terms: t.r.terms(),
		Skip: func(i int) bool {
			_, ok := t.waiting[i]
			return ok || i < from
		},
		Finished: func(r tournament.Result) {
			t.rec.games.hold(tuning.Tournament, t.r.Agents, r)
			j.add(r)
		},
	}
	for r, err := range tournament.Run(ctx, x, t.r.Agents, s, options) {
		if err == nil {
			err = t.take(r)
		}
		if err != nil || t.decided {
			return err
		}
	}
	return t.addWaiting(s.Len())
}

// take adds the result of a pairing that was just played, after all waiting results of earlier
// pairings. If an earlier result is missing, take ignores the result. This happens only while the
// tournament is being stopped, and the result is stored nevertheless.
func (t *tournamentRun) take(r tournament.Result) error {
	if err := t.addWaiting(r.Index); err != nil || t.decided || t.next != r.Index {
		return err
	}
	return t.add(r)
}

// addWaiting adds waiting results to the standings, in the order of the schedule, up to the index
// to (exclusive). It stops at the first pairing without a result.
func (t *tournamentRun) addWaiting(to int) error {
	for t.next < to && !t.decided {
		r, ok := t.waiting[t.next]
		if !ok {
			break
		}
		if err := t.add(r); err != nil {
			return err
		}
	}
	return nil
}

// add adds the result of the next pairing in the schedule.
func (t *tournamentRun) add(r tournament.Result) error {
	if err := t.contest.standings.Add(r); err != nil {
		return err
	}
	t.alike.Add(r)
	t.mirrors.Add(r)
	t.dealt.add(r)
	t.rec.counted += len(r.Games)
	t.rec.games.release(r)
	t.next++
	t.repeats.add(r)
	if e := t.rec.options.Events; e.ResultFinished != nil {
		e.ResultFinished(tuning.Tournament, r)
	}
	t.leaders.add(r)
	var test *tuning.TestState
	if s := t.contest.test; s != nil {
		var err error
		if t.decided, err = s.add(r); err != nil {
			return err
		}
		lower, upper := s.options.Bounds()
		test = &tuning.TestState{LLR: s.test.LLR(), Bounds: [2]float64{lower, upper}}
	}
	if e := t.rec.options.Events; e.Progress != nil {
		e.Progress(tuning.Progress{
			Phase: tuning.Tournament, Unit: "pairings", Done: int64(t.next), Of: int64(t.planned()), Before: int64(t.stored), Leaders: t.leaders.list, Test: test,
		})
	}
	return nil
}
