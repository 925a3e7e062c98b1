package runs

import (
	"context"
	"sync"
	"time"

	"github.com/lanista/lanista/tournament"
)

// flushEvery is the longest time that a finished pairing waits to be stored. A killed process loses
// at most the pairings of this time.
const flushEvery = 100 * time.Millisecond

// journal writes finished pairings to the store in batches, in the order in which they finish. A
// pairing waits at most flushEvery.
type journal struct {
	save func(context.Context, []tournament.Result) error
	fail context.CancelFunc // stops the run, because further results could not be saved
	stop chan struct{}
	done sync.WaitGroup

	mu      sync.Mutex
	waiting []tournament.Result
	err     error // first error of saving
}

// newJournal returns a journal that writes batches of finished pairings with the function save. If
// save returns an error, the journal calls fail, which stops the run.
func newJournal(save func(context.Context, []tournament.Result) error, fail context.CancelFunc) *journal {
	j := &journal{save: save, fail: fail, stop: make(chan struct{})}
	j.done.Go(func() {
		tick := time.NewTicker(flushEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				j.flush()
			case <-j.stop:
				return
			}
		}
	})
	return j
}

// add queues a pairing's result. Several goroutines may call it at the same time.
func (j *journal) add(r tournament.Result) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.waiting = append(j.waiting, r)
}

func (j *journal) flush() {
	j.mu.Lock()
	batch := j.waiting
	j.waiting = nil
	j.mu.Unlock()
	// An interrupt must not prevent finished pairings from being stored.
	if err := j.save(context.Background(), batch); err != nil {
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.err == nil {
			j.err = err
		}
		j.fail()
	}
}

// close writes the remaining results and returns the first error of writing. For a nil journal it does
// nothing.
func (j *journal) close() error {
	if j == nil {
		return nil
	}
	close(j.stop)
	j.done.Wait()
	j.flush()
	return j.err
}
