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

// Local plays jobs on goroutines of this process.
type Local struct {
	// Arena plays the games. It is needed.
	Arena engines.Arena
	// Workers is the number of goroutines; 0 means GOMAXPROCS. No more are started
	// than there are jobs. The number never changes a result.
	Workers int
}

var _ Executor = Local{}

// Execute plays the jobs.
func (l Local) Execute(ctx context.Context, jobs *Jobs) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		switch {
		case l.Arena == nil:
			yield(Result{}, errors.New("no arena to play in"))
			return
		case l.Workers < 0:
			yield(Result{}, fmt.Errorf("%d workers; at least 1 is needed, and 0 means GOMAXPROCS", l.Workers))
			return
		case l.Workers == 0:
			l.Workers = runtime.GOMAXPROCS(0)
		}
		ctx, cancel := context.WithCancel(ctx)
		crew := l.Workers
		if !jobs.Open() {
			crew = max(1, min(crew, jobs.Left())) // more would find nothing to do
		}
		jobs.Slots(crew)
		chunks := make(chan chunk, windowPerSlot*crew)
		spare := make(lists, cap(chunks))
		var workers sync.WaitGroup
		for range crew {
			workers.Go(func() { l.work(ctx, jobs, chunks, spare) })
		}
		go func() {
			workers.Wait()
			close(chunks)
		}()
		defer func() { // also if the loop's body panics
			cancel()
			for range chunks { // let the workers end
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

// chunk is results that a worker hands over together, and the job after them if
// that failed.
type chunk struct {
	results []Result
	failed  error
}

// lists are lists of results that have been delivered and can be filled again: where
// games take no time, making new ones would be a tenth of the work.
type lists chan []Result

// get returns an empty list with room for so many results.
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

// put takes back a list, which must not be used any more.
func (l lists) put(list []Result) {
	clear(list)
	select {
	case l <- list[:0]:
	default:
	}
}

// Stretches grow while they take less than shortStretch, so that handing them
// out costs nothing where games are short, and shrink when they take more than
// longStretch; after that time a worker hands over what it has, so that finished
// results are not held back by long games that follow them.
const (
	shortStretch = time.Millisecond
	longStretch  = 4 * time.Millisecond
	maxStretch   = 1024
)

// work plays stretches until no job is left.
func (l Local) work(ctx context.Context, jobs *Jobs, out chan<- chunk, spare lists) {
	arena := l.Arena
	if f, ok := arena.(engines.PerGoroutine); ok {
		arena = f.Fork()
		defer func() { _ = engines.Close(arena) }() // its games have been played, whatever it says
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
