package serve

import (
	"context"
	"time"
)

// semaphore limits the number of concurrent searches, or of other work that takes long. A limited number
// of further requests can wait, each for a limited time.
type semaphore struct {
	running chan struct{}
	waiting chan struct{}
}

// These constants limit the requests that wait for a search: maxWaiting is their largest number,
// and maxPatience the longest time of waiting.
const (
	maxWaiting  = 16
	maxPatience = 2 * time.Second
)

// newSemaphore returns a semaphore for n searches, at least one.
func newSemaphore(n int) *semaphore {
	return &semaphore{running: make(chan struct{}, max(1, n)), waiting: make(chan struct{}, maxWaiting)}
}

// acquire waits until a search is allowed to start. The caller must call release after the
// search. The error has the code busy if too many requests wait or the wait takes too long. If
// ctx is done first, the error is the context's error.
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
	return refuse(codeBusy, "", "too many other requests are being computed; try again in a second").retry("1")
}
