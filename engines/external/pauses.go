package external

import (
	"context"
	"sync"
	"time"
)

const (
	// pauseTime is the smallest difference between wall clock and monotonic clock that means that
	// the machine was suspended during a game, and the smallest time between two ticks that means that
	// the process of Lanista did not run.
	pauseTime = time.Second
	// tickTime is the time between two ticks, by which Lanista notices that its own process was stopped.
	tickTime = 200 * time.Millisecond
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

// pauses records when programs on each worker stopped answering. If this happens on all workers at
// the same time, the likely cause is that the machine was suspended. pauses also records when the
// process of Lanista was stopped, for example by Ctrl+Z.
type pauses struct {
	mu      sync.Mutex
	workers map[*tableWorker]time.Time // the time of each worker's last stall
	end     chan struct{}              // ends the ticks; nil without workers
	ticked  time.Time                  // the last tick
	stopped time.Time                  // the end of the last time that the process was stopped
}

func (p *pauses) join(w *tableWorker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.workers == nil {
		p.workers = make(map[*tableWorker]time.Time)
	}
	p.workers[w] = time.Time{}
	if p.end == nil {
		p.end, p.ticked = make(chan struct{}), time.Now()
		go p.tick(p.end)
	}
}

// tick calls the method note at regular intervals until end is closed. A long gap between two calls
// shows that the process of Lanista was stopped meanwhile, for example by Ctrl+Z.
func (p *pauses) tick(end <-chan struct{}) {
	ticks := time.NewTicker(tickTime)
	defer ticks.Stop()
	for {
		select {
		case <-end:
			return
		case <-ticks.C:
			p.mu.Lock()
			p.note(time.Now())
			p.mu.Unlock()
		}
	}
}

// note detects that this process was stopped. It is called at regular intervals with the present
// time. If the last call is more than pauseTime ago, the process was stopped meanwhile. note then
// stores now as the time at which the process went on.
func (p *pauses) note(now time.Time) {
	if now.Sub(p.ticked) > pauseTime {
		p.stopped = now
	}
	p.ticked = now
}

// stoppedSince reports whether the process of Lanista was stopped after the given time.
func (p *pauses) stoppedSince(from time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note(time.Now())
	return p.stopped.After(from)
}

func (p *pauses) leave(w *tableWorker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.workers, w)
	if len(p.workers) == 0 && p.end != nil {
		close(p.end)
		p.end = nil
	}
}

// allStalled reports whether the programs on all workers stopped answering at about the same time.
// It is called when a program on worker w has stopped, and waits a moment for the other workers. It
// returns false if there is only one worker, or if ctx ends.
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

// record stores the time at which a program on worker w stopped answering. several is true if there
// are other workers, with whose times this time can be compared.
func (p *pauses) record(w *tableWorker, at time.Time) (several bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.workers[w] = at
	return len(p.workers) > 1
}

// stalledTogether reports whether programs on all workers stopped answering at about the given
// time: the last stall of each worker is at most sameTime before or after when.
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
