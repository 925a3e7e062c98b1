package tournament

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
)

// Options says how a schedule is played. It never changes a result.
type Options struct {
	// Workers is the number of goroutines that play, at most one per pairing. It
	// must be at least 1.
	Workers int
	// Skip lists schedule indices that are known already and are not played;
	// nil plays all.
	Skip func(i int) bool
	// Finished, when set, is called for every result as soon as it is there, in
	// any order and by several goroutines: for a journal, which must not wait
	// for the games before it.
	Finished func(Result)
}

// Run plays a schedule and yields its results in schedule order, each as soon
// as it and all before it are finished. Leaving the loop stops the play; Run
// returns only when all its goroutines have ended.
//
// A player that fails forfeits its game and the tournament goes on. When ctx is
// done, no further pairing starts, the games in play are cancelled, what had
// finished out of order is still yielded (in order, with gaps), and the last
// value yielded is ctx's error. Any error that no player is to blame for ends
// the run in the same way.
func Run(ctx context.Context, arena engines.Arena, field []engines.Agent, s Schedule, o Options) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if o.Workers < 1 {
			yield(Result{}, fmt.Errorf("tournament: %d workers, at least 1 needed", o.Workers))
			return
		}
		outer := ctx
		ctx, cancel := context.WithCancel(outer)
		defer cancel()
		r := &runner{arena: arena, field: field, schedule: s, skip: o.Skip, finished: o.Finished}
		crew := max(1, min(o.Workers, s.Len())) // more would find nothing to do
		r.window = make(chan struct{}, 4*crew)
		chunks := make(chan chunk, 4*crew)

		var workers sync.WaitGroup
		for range crew {
			workers.Go(func() { r.work(ctx, chunks) })
		}
		go func() {
			workers.Wait()
			close(chunks)
		}()
		more := func() bool {
			defer func() { // also if the loop's body panics
				cancel()
				for range chunks { // let the workers end
				}
			}()
			return r.deliver(chunks, cancel, yield)
		}()
		if more && r.err != nil {
			yield(Result{}, r.err)
		} else if more && outer.Err() != nil {
			yield(Result{}, outer.Err())
		}
	}
}

// runner hands out stretches of a schedule to workers.
type runner struct {
	arena    engines.Arena
	field    []engines.Agent
	schedule Schedule
	skip     func(int) bool
	finished func(Result)

	// window bounds the chunks that are claimed but not yet delivered, so that
	// a slow game cannot make the others pile up.
	window chan struct{}

	mu     sync.Mutex
	next   int   // first index not yet claimed
	err    error // a failure that is no forfeit, of the lowest index known
	failed int   // that index
	done   int   // chunks claimed
}

// chunk is a stretch of consecutive results; a cancelled one is short.
type chunk struct {
	number  int // in claiming order
	results []Result
	whole   bool
}

// claim takes the next stretch of at most size pairings.
func (r *runner) claim(size int) (number, from, to int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	from = r.next
	to = min(from+size, r.schedule.Len())
	r.next = to
	if from < to {
		r.done++
	}
	return r.done - 1, from, to
}

func (r *runner) fail(i int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil || i < r.failed {
		r.err, r.failed = fmt.Errorf("tournament: pairing %d: %w", i, err), i
	}
}

// work plays stretches until none is left. Stretches grow while they take less
// than a millisecond, so that handing them out costs nothing where games are
// short, and stay short where games are long.
func (r *runner) work(ctx context.Context, out chan<- chunk) {
	arena := r.arena
	if f, ok := arena.(engines.Forker); ok {
		arena = f.Fork()
		defer func() { _ = engines.Close(arena) }() // its games have been played, whatever it says
	}
	table := make([]engines.Agent, 0, engines.MaxSeats)
	for size := 1; ; {
		select {
		case r.window <- struct{}{}:
		case <-ctx.Done():
			return
		}
		number, from, to := r.claim(size)
		if from == to {
			<-r.window
			return
		}
		start := time.Now()
		c := chunk{number: number, results: make([]Result, 0, to-from), whole: true}
		for i := from; i < to; i++ {
			if r.skip != nil && r.skip(i) {
				continue
			}
			res, err := r.cluster(ctx, arena, table, i)
			if err != nil {
				if ctx.Err() == nil {
					r.fail(i, err)
				}
				c.whole = false
				break
			}
			if r.finished != nil {
				r.finished(res)
			}
			c.results = append(c.results, res)
		}
		out <- c
		if !c.whole {
			return
		}
		if time.Since(start) < time.Millisecond && size < 1024 {
			size *= 2
		} else if size > 1 && time.Since(start) > 4*time.Millisecond {
			size /= 2
		}
	}
}

// cluster plays all games of one pairing.
func (r *runner) cluster(ctx context.Context, arena engines.Arena, table []engines.Agent, i int) (Result, error) {
	if err := ctx.Err(); err != nil { // not every arena looks
		return Result{}, err
	}
	p := r.schedule.At(i)
	if err := p.check(len(r.field)); err != nil {
		return Result{}, err
	}
	res := Result{Index: i, Pairing: p, Games: make([]engines.Record, p.Games)}
	for g := range p.Games {
		table = table[:0]
		for seat := range p.Agents {
			table = append(table, r.field[p.Seat(g, seat)])
		}
		record, err := play(ctx, arena, table, p.Seed)
		if err == nil {
			err = checkRecord(record, len(table))
		}
		if err != nil {
			return Result{}, err
		}
		res.Games[g] = record
	}
	return res, nil
}

// check refuses a pairing that cannot be played by a field of so many agents.
func (p Pairing) check(field int) error {
	if len(p.Agents) < 1 || len(p.Agents) > engines.MaxSeats {
		return fmt.Errorf("%d agents at a table, 1 to %d needed", len(p.Agents), engines.MaxSeats)
	}
	for _, a := range p.Agents {
		if a < 0 || a >= field {
			return fmt.Errorf("agent %d is not within the field of %d", a, field)
		}
	}
	if p.Games < 1 {
		return fmt.Errorf("%d games, at least 1 needed", p.Games)
	}
	return nil
}

// checkRecord refuses what cannot be the record of a game of so many seats.
func checkRecord(r engines.Record, seats int) error {
	if n := r.Outcome.Seats(); n != seats {
		return fmt.Errorf("the arena returned places of %d seats for %d agents", n, seats)
	}
	if f := r.Forfeit; f != nil && (f.Seat < 0 || f.Seat >= seats) {
		return fmt.Errorf("the arena says that seat %d of %d forfeited", f.Seat, seats)
	}
	return nil
}

// play guards against an arena that panics.
func play(ctx context.Context, arena engines.Arena, table []engines.Agent, seed uint64) (r engines.Record, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the arena panicked: %v", cause)
		}
	}()
	return arena.Play(ctx, table, seed)
}

// deliver yields results in order as their chunks come in. It returns false if
// the caller left the loop.
func (r *runner) deliver(in <-chan chunk, cancel func(), yield func(Result, error) bool) bool {
	waiting := make(map[int]chunk)
	next := 0
	emit := func(c chunk) bool {
		for _, res := range c.results {
			if !yield(res, nil) {
				return false
			}
		}
		return true
	}
	for c := range in {
		if !c.whole {
			cancel()
		}
		waiting[c.number] = c
		for {
			c, ok := waiting[next]
			if !ok {
				break
			}
			delete(waiting, next)
			next++
			<-r.window
			if !emit(c) {
				return false
			}
		}
	}
	for ; len(waiting) > 0; next++ { // stopped early: what else had finished
		if c, ok := waiting[next]; ok {
			delete(waiting, next)
			if !emit(c) {
				return false
			}
		}
	}
	return true
}
