package serve

import (
	"context"
	"time"
)

// semaphore bounds how many searches run at the same time. A few more requests may wait
// for a moment.
type semaphore struct {
	running chan struct{}
	waiting chan struct{}
}

// The bounds of waiting: how many requests, and how long.
const (
	maxWaiting  = 16
	maxPatience = 2 * time.Second
)

// newSemaphore returns a semaphore for n searches, at least one.
func newSemaphore(n int) *semaphore {
	return &semaphore{running: make(chan struct{}, max(1, n)), waiting: make(chan struct{}, maxWaiting)}
}

// acquire waits until a search may run. The caller calls release after it. The error
// has the code busy if too many searches run and wait already; it is the context's
// error if ctx is done first.
func (s *semaphore) acquire(ctx context.Context) (release func(), err error) {
	release = func() { <-s.running }
	select {
	case s.running <- struct{}{}:
		return release, nil
	default:
	}
	select {
	case s.waiting <- struct{}{}:
		defer func() { <-s.waiting }()
	default:
		return nil, busy()
	}
	late := time.NewTimer(maxPatience)
	defer late.Stop()
	select {
	case s.running <- struct{}{}:
		return release, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-late.C:
		return nil, busy()
	}
}

func busy() error {
	return refuse(codeBusy, "", "too many searches are running; try again in a second").retry("1")
}
