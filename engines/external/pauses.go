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
// have stalled at the same time. It waits for those that are about to.
func (p *pauses) all(ctx context.Context, f *fork) bool {
	now := time.Now()
	if !p.enter(f, now) {
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

// enter enters a stall, and reports whether there are several workers.
func (p *pauses) enter(f *fork, at time.Time) (several bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forks[f] = at
	return len(p.forks) > 1
}

// together reports whether all workers stalled at about a time.
func (p *pauses) together(when time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range p.forks {
		if apart := at.Sub(when); apart > sameTime || apart < -sameTime {
			return false
		}
	}
	return true
}
