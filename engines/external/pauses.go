package external

import (
	"context"
	"sync"
	"time"
)

const (
	// pauseTime is the smallest difference between the wall clock and the monotonic clock during
	// a game that counts as a suspended machine.
	pauseTime = time.Second
	// sameTime is the largest difference between the times at which programs stop answering on
	// all workers for this to count as a pause of the machine. Otherwise the programs have
	// failed.
	sameTime = 100 * time.Millisecond
)

// paused reports whether the machine was suspended between two times. The wall clock then went on
// while the monotonic clock stood still.
func paused(from, to time.Time) bool {
	wall := to.Round(0).Sub(from.Round(0))
	apart := wall - to.Sub(from)
	return apart > pauseTime || apart < -pauseTime
}

// pauses detects that the machine was suspended, because programs on all workers stopped
// answering at the same time.
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

// all records that a program on worker w has stopped answering. It reports whether programs on
// all of several workers stopped at the same time. It first waits for the workers whose time
// limits are about to expire.
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

// record stores the time at which a program on worker w stopped answering. It reports whether
// there are several workers.
func (p *pauses) record(w *tableWorker, at time.Time) (several bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers[w] = at
	return len(p.workers) > 1
}

// together reports whether the programs of all workers last stopped answering within sameTime of
// a given time.
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
