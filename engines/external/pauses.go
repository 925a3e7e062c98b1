package external

import (
	"context"
	"sync"
	"time"
)

const (
	// pauseTime is the smallest difference between wall clock and monotonic clock that means that
	// the machine was suspended during a game.
	pauseTime = time.Second
	// sameTime bounds how far apart the programs on different workers stop answering if the cause
	// is a pause of the machine. If they are further apart, the programs themselves have failed.
	sameTime = 100 * time.Millisecond
)

// paused reports whether the machine was suspended between two times: the wall clock then went on
// while the monotonic clock stood still.
func paused(from, to time.Time) bool {
	wall := to.Round(0).Sub(from.Round(0))
	apart := wall - to.Sub(from)
	return apart > pauseTime || apart < -pauseTime
}

// pauses stores when programs on each worker stopped answering. If this happens on all workers at
// the same time, the likely cause is that the machine was suspended.
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

// allStalled records that a program on worker w has stopped answering, and waits a moment for the
// other workers. It reports whether there are several workers and programs on all of them stopped
// at the same time.
func (p *pauses) allStalled(ctx context.Context, w *tableWorker) bool {
	now := time.Now()
	if !p.record(w, now) {
		return false
	}
	wait := time.NewTimer(sameTime)
	defer wait.Stop()
	select {
	case <-wait.C:
		return p.stalledTogether(now)
	case <-ctx.Done():
		return false
	}
}

// record stores the time at which a program on worker w stopped answering. It reports whether
// there are several workers.
func (p *pauses) record(w *tableWorker, at time.Time) (several bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers[w] = at
	return len(p.workers) > 1
}

// stalledTogether reports whether, on every worker, a program last stopped answering within
// sameTime of the given time.
func (p *pauses) stalledTogether(when time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range p.workers {
		if apart := at.Sub(when); apart > sameTime || apart < -sameTime {
			return false
		}
	}
	return true
}
