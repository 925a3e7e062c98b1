package external

import (
	"context"
	"sync"
	"time"
)

const (
	// pauseTime is the difference between wall clock and monotonic clock in a game that
	// means that the machine slept.
	pauseTime = time.Second
	// sameTime is the period within which all workers must stall for the machine to be the
	// cause.
	sameTime = 100 * time.Millisecond
)

// paused reports whether the machine slept between two times: the wall clock went on and
// the monotonic clock did not.
func paused(from, to time.Time) bool {
	wall := to.Round(0).Sub(from.Round(0))
	apart := wall - to.Sub(from)
	return apart > pauseTime || apart < -pauseTime
}

// pauses detects games that stall on all workers at the same time.
type pauses struct {
	mu      sync.Mutex
	workers map[*tableWorker]time.Time // the time of each worker's last stall
}

func (p *pauses) join(w *tableWorker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.workers == nil {
		p.workers = make(map[*tableWorker]time.Time)
	}
	p.workers[w] = time.Time{}
}

func (p *pauses) leave(w *tableWorker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.workers, w)
}

// all records a stall and reports whether all of several workers stalled at the same time.
// It waits for those that are about to.
func (p *pauses) all(ctx context.Context, w *tableWorker) bool {
	now := time.Now()
	if !p.record(w, now) {
		return false
	}
	wait := time.NewTimer(sameTime)
	defer wait.Stop()
	select {
	case <-wait.C:
		return p.together(now)
	case <-ctx.Done():
		return false
	}
}

// record records a stall and reports whether there are several workers.
func (p *pauses) record(w *tableWorker, at time.Time) (several bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers[w] = at
	return len(p.workers) > 1
}

// together reports whether every worker's last stall was close to a time.
func (p *pauses) together(when time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range p.workers {
		if apart := at.Sub(when); apart > sameTime || apart < -sameTime {
			return false
		}
	}
	return true
}
