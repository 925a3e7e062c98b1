package tournament

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"time"

	"github.com/lanista/lanista/engines"
)

// Local is an [Executor] that plays games on goroutines of this process.
type Local struct {
	// Arena plays the games. It is required.
	Arena engines.Arena
	// Workers is the number of goroutines; 0 means GOMAXPROCS. Local starts no more goroutines
	// than there are jobs, unless the schedule grows. The number does not affect results.
	Workers int
}

var _ Executor = Local{}

// Execute plays the jobs and yields their results in any order; see [Executor].
func (l Local) Execute(ctx context.Context, jobs *Jobs) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		switch {
		case l.Arena == nil:
			yield(Result{}, errors.New("Local.Arena is nil"))
			return
		case l.Workers < 0:
			yield(Result{}, fmt.Errorf("%d workers; at least 1 is needed, and 0 means GOMAXPROCS", l.Workers))
			return
		case l.Workers == 0:
			l.Workers = runtime.GOMAXPROCS(0)
		}
		ctx, cancel := context.WithCancel(ctx)
		slots := l.Workers
		if !jobs.Open() {
			slots = max(1, min(slots, jobs.Left())) // no more goroutines than jobs
		}
		jobs.Slots(slots)
		chunks := make(chan chunk, windowPerSlot*slots)
		spare := make(lists, cap(chunks))
		var workers sync.WaitGroup
		for range slots {
			workers.Go(func() { l.work(ctx, jobs, chunks, spare) })
		}
		go func() {
			workers.Wait()
			close(chunks)
		}()
		defer func() { // runs also if the body of the caller's loop panics
			cancel()
			for range chunks { // lets blocked workers return
			}
		}()
		for c := range chunks {
			for _, r := range c.results {
				if !yield(r, nil) {
					return
				}
			}
			spare.put(c.results)
			if c.failed != nil && !yield(Result{}, c.failed) {
				return
			}
		}
	}
}

// chunk is a list of results that a goroutine delivers together. If the next job failed, the chunk
// also contains the error of that job.
type chunk struct {
	results []Result
	failed  error
}

// lists is a pool of result lists for reuse. Without it, allocating lists takes a tenth of the
// time of very short games.
type lists chan []Result

func (l lists) get(room int) []Result {
	select {
	case list := <-l:
		if cap(list) >= room {
			return list
		}
	default:
	}
	return make([]Result, 0, room)
}

// put returns a list to the pool. The caller must not use it any more.
func (l lists) put(list []Result) {
	clear(list)
	select {
	case l <- list[:0]:
	default:
	}
}

// These constants limit how many jobs a goroutine takes at once.
const (
	// shortStretch and longStretch control how many jobs a goroutine takes at once. The goroutine
	// doubles the number while playing them takes less than shortStretch, so that handing out jobs costs
	// little for short games. It halves the number if playing them takes more than longStretch. After
	// every eighth job it also delivers finished results if longStretch has passed since the last ones,
	// so that they need not wait for all long games after them. maxStretch is the largest number of jobs
	// taken at once.
	shortStretch = time.Millisecond
	longStretch  = 4 * time.Millisecond
	maxStretch   = 1024
)

func (l Local) work(ctx context.Context, jobs *Jobs, out chan<- chunk, spare lists) {
	arena := l.Arena
	if f, ok := arena.(engines.PerGoroutine); ok {
		arena = f.Fork()
		defer func() { _ = engines.Close(arena) }() // its games have been played, so an error does not matter
	}
	player := newPlayer(arena)
	for size := 1; ; {
		s, ok := jobs.Take(ctx, size)
		if !ok {
			return
		}
		start := time.Now()
		sent := start
		var c chunk
		for i := s.From; i < s.To; i++ {
			if c.results == nil {
				c.results = spare.get(s.To - i)
			}
			n := len(c.results)
			c.results = c.results[:n+1]
			err := player.job(ctx, jobs, i, &c.results[n])
			if err != nil {
				c.results = c.results[:n]
			}
			switch {
			case err == nil:
			case ctx.Err() != nil:
				out <- c
				return
			default:
				c.failed = &JobError{i, err}
			}
			last := i == s.To-1
			if last || c.failed != nil || i&7 == 7 && time.Since(sent) > longStretch {
				out <- c
				c, sent = chunk{}, time.Now()
			}
		}
		if took := sent.Sub(start); took < shortStretch && size < maxStretch {
			size *= 2
		} else if took > longStretch && size > 1 {
			size /= 2
		}
	}
}
