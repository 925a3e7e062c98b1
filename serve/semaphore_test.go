package serve

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestSemaphore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSemaphore(1)
		release, err := s.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		answers := make(chan error, maxWaiting)
		for range maxWaiting {
			go func() {
				_, err := s.acquire(t.Context())
				answers <- err
			}()
		}
		synctest.Wait()
		began := time.Now()
		if _, err := s.acquire(t.Context()); codeOf(err) != codeBusy || time.Since(began) != 0 {
			t.Errorf("one more than may wait: %v after %v", err, time.Since(began))
		}
		release() // one of the waiting requests runs
		if err := <-answers; err != nil {
			t.Errorf("the first that waited: %v", err)
		}
		for range maxWaiting - 1 {
			if err := <-answers; codeOf(err) != codeBusy {
				t.Errorf("waited too long: %v", err)
			}
		}
		if got := time.Since(began); got != maxPatience {
			t.Errorf("they waited %v", got)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := s.acquire(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("the request ended: %v", err)
		}
	})
}
