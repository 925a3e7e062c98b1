package runs

import (
	"context"
	"sync"
	"time"

	"github.com/lanista/lanista/tournament"
)

// flushEvery is the most that a kill can lose of a tournament. A transaction
// takes about a millisecond.
const flushEvery = 100 * time.Millisecond

// journal writes finished pairings to the store at most flushEvery after they
// have finished, whatever else is still being played.
type journal struct {
	save func(context.Context, []tournament.Result) error
	fail context.CancelFunc // stops the play, of which nothing more could be saved
	stop chan struct{}
	done sync.WaitGroup

	mu      sync.Mutex
	waiting []tournament.Result
	err     error // the first
}

// newJournal begins a journal that writes by save. It calls fail when it cannot write.
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

// add takes a result; it may be called from several goroutines.
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
	// A signal must not keep what is finished from being written.
	if err := j.save(context.Background(), batch); err != nil {
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.err == nil {
			j.err = err
		}
		j.fail()
	}
}

// close writes what is left and returns what went wrong first, if anything did.
func (j *journal) close() error {
	close(j.stop)
	j.done.Wait()
	j.flush()
	return j.err
}
