package runs

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// play plays what the journal does not have yet, and enters everything in
// schedule order, so that an interrupted tournament ends like any other.
func (e *event) play(ctx context.Context) error {
	b := &book{event: e, waiting: make(map[int]tournament.Result), leaders: leaders{field: e.field}, repeats: repeats{from: e.supplied()}}
	if err := b.open(ctx); err != nil {
		return err
	}
	if !b.decided {
		if err := b.play(ctx); err != nil {
			return err
		}
	}
	if !b.decided {
		return nil
	}
	// What was being played when the test ended is no part of it.
	return e.run.DropPairings(ctx, b.next)
}

// book is where the results of a tournament are entered.
type book struct {
	*event
	next    int  // the first place of the schedule that has not been entered
	decided bool // by the sequential test
	entered int
	playing bool // what is entered has not been entered before
	// waiting are results that an earlier part of the tournament had finished
	// out of order, a few at the most.
	waiting map[int]tournament.Result
	leaders leaders
	repeats repeats
}

// open enters what an earlier part of the tournament has finished, up to the
// first gap.
func (b *book) open(ctx context.Context) error {
	for r, err := range b.store.Journal(ctx, b.run.ID(), 0) {
		if err != nil {
			return err
		}
		if r.Index != b.next || b.decided {
			b.waiting[r.Index] = r
		} else if err := b.enter(r); err != nil {
			return err
		}
	}
	if n := b.entered + len(b.waiting); n > 0 {
		b.warn("resuming run %s: %d of %d pairings are finished", b.run.ID(), n, b.schedule.Len())
		b.warnVersion(b.run.Info().Version)
	}
	return nil
}

// play plays the rest.
func (b *book) play(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	j := newJournal(b.run, cancel)
	err := b.takeAll(ctx, j)
	if failed := j.close(); failed != nil {
		return failed // and the play was stopped because of it
	}
	return err
}

// takeAll plays the rest and enters it.
func (b *book) takeAll(ctx context.Context, j *journal) error {
	b.playing = true
	executor, err := b.players(b.Options, b.run.ID())
	if err != nil {
		return err
	}
	if end := b.end(); end < b.schedule.Len() {
		if err := b.takeUntil(ctx, j, executor, tournament.Prefix(b.schedule, end)); err != nil || b.decided {
			return err
		}
	}
	if b.end() < b.schedule.Len() {
		b.ended = allPlayed(b.dealing.plan.Different.Openings)
		return nil
	}
	return b.takeUntil(ctx, j, executor, b.schedule)
}

// allPlayed states that the openings are used up.
func allPlayed(openings int) string {
	if openings == 1 {
		return "the only opening was played; more games would repeat it"
	}
	return fmt.Sprintf("all %d openings were played; more games would repeat them", openings)
}

// end returns the number of pairings that are played as far as is known.
func (b *book) end() int {
	if end := b.repeats.end(b.schedule.Len() / b.deals()); end > 0 {
		return min(end, b.schedule.Len())
	}
	return b.schedule.Len()
}

// takeUntil plays what is left of a schedule and enters it.
func (b *book) takeUntil(ctx context.Context, j *journal, x tournament.Executor, s tournament.Schedule) error {
	from := b.next
	options := tournament.Options{
		Terms: b.terms(),
		Skip: func(i int) bool {
			_, ok := b.waiting[i]
			return ok || i < from
		},
		Finished: j.add,
	}
	for r, err := range tournament.Run(ctx, x, b.field, s, options) {
		if err == nil {
			err = b.take(r)
		}
		if err != nil || b.decided {
			return err
		}
	}
	return b.replay(s.Len())
}

// take enters a result that has been played, and before it what was waiting. A
// result behind a gap stays in the journal alone: the play is being stopped, and
// a sequential test must not skip what is missing.
func (b *book) take(r tournament.Result) error {
	if err := b.replay(r.Index); err != nil || b.decided || b.next != r.Index {
		return err
	}
	return b.enter(r)
}

// replay enters what was waiting before a place of the schedule, up to a gap.
func (b *book) replay(to int) error {
	for b.next < to && !b.decided {
		r, ok := b.waiting[b.next]
		if !ok {
			break
		}
		if err := b.enter(r); err != nil {
			return err
		}
	}
	return nil
}

// enter enters the result of the next place.
func (b *book) enter(r tournament.Result) error {
	if err := b.standings.Add(r); err != nil {
		return err
	}
	b.alike.Add(r)
	b.dealt.add(r)
	b.kept.add(0, b.field, r)
	if b.playing {
		if err := b.log.add(tuning.Tournament, 0, b.field, r); err != nil {
			return err
		}
	}
	b.next = r.Index + 1
	b.repeats.add(r)
	b.entered++
	if b.Events.ResultFinished != nil {
		b.Events.ResultFinished(tuning.Tournament, r)
	}
	b.leaders.add(r)
	b.progress(tuning.Progress{
		Phase: tuning.Tournament, Unit: "pairings", Done: int64(b.entered), Of: int64(b.end()), Leaders: b.leaders.list,
	})
	if b.sprt == nil {
		return nil
	}
	var err error
	b.decided, err = b.sprt.add(r)
	return err
}
