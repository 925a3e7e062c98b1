package external

import (
	"context"
	"sync"
	"time"
)

const (
	// pauseTime is how far the wall clock and the monotonic one may come apart in
	// a game before the machine is known to have slept.
	pauseTime = time.Second
	// sameTime is within what all workers stall when it is the machine's doing.
	sameTime = 100 * time.Millisecond
)

// paused reports whether the machine slept between two moments: the wall clock has
// gone on, and the other has not.
func paused(from, to time.Time) bool {
	wall := to.Round(0).Sub(from.Round(0))
	apart := wall - to.Sub(from)
	return apart > pauseTime || apart < -pauseTime
}

// pauses watches for games that stall at the same time on all workers.
type pauses struct {
	mu    sync.Mutex
	forks map[*fork]time.Time // when each stalled last
}

func (p *pauses) join(f *fork) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.forks == nil {
		p.forks = make(map[*fork]time.Time)
	}
	p.forks[f] = time.Time{}
}

func (p *pauses) leave(f *fork) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.forks, f)
}

// all enters a stall, and reports whether all workers, of which there are several,
// have stalled at the same time.
func (p *pauses) all(ctx context.Context, f *fork) bool {
	now := time.Now()
	p.mu.Lock()
	p.forks[f] = now
	several := len(p.forks) > 1
	p.mu.Unlock()
	if !several {
		return false
	}
	wait := time.NewTimer(sameTime)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range p.forks {
		if apart := at.Sub(now); apart > sameTime || apart < -sameTime {
			return false
		}
	}
	return true
}
