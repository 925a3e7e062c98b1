package executortest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lanista/lanista/tournament"
)

// failing checks a job that fails at every attempt. The run must end with an error that names the
// job, and still yield the other finished results.
func failing(t *testing.T, build New) {
	before := goroutines()
	s := deals(t)
	bad := s.Len() / 3
	for name, let := range arenaFailures {
		arena := hooked(func(_ context.Context, seed uint64) error {
			if seed == s.At(bad).Seed {
				return let()
			}
			return nil
		})
		t.Run(name, func(t *testing.T) {
			p := play(t.Context(), build(t, arena), s, tournament.Options{})
			if p.err == nil || !strings.Contains(p.err.Error(), errTable.Error()) || !strings.Contains(p.err.Error(), fmt.Sprintf("pairing %d ", bad+1)) {
				t.Errorf("%v; want that pairing %d failed because %v", p.err, bad, errTable)
			}
			if slices.ContainsFunc(p.results, func(r tournament.Result) bool { return r.Index == bad }) {
				t.Errorf("a result of pairing %d", bad)
			}
			p.checkSubset(t, want(t, s, tournament.Options{}))
		})
	}
	checkGoroutines(t, before)
}

func cancelledBefore(t *testing.T, build New) {
	before := goroutines()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := play(ctx, build(t, fair{}), deals(t), tournament.Options{})
	if len(p.results) != 0 || !errors.Is(p.err, context.Canceled) {
		t.Errorf("%d results, %v", len(p.results), p.err)
	}
	checkGoroutines(t, before)
}

func cancelled(t *testing.T, build New) {
	before := goroutines()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var games atomic.Int64
	arena := hooked(func(inner context.Context, _ uint64) error {
		if games.Add(1) > 60 {
			cancel()
			<-inner.Done()
			return inner.Err()
		}
		return nil
	})
	s := deals(t)
	p := play(ctx, build(t, arena), s, tournament.Options{})
	if !errors.Is(p.err, context.Canceled) {
		t.Errorf("the last value is %v", p.err)
	}
	p.checkSubset(t, want(t, s, tournament.Options{}))
	checkGoroutines(t, before)
}

// left checks that the caller may leave the loop over the results, by break or by panic, while
// games are running.
func left(t *testing.T, build New) {
	before := goroutines()
	s := deals(t)
	for name, leave := range map[string]func(){
		"break": func() {},
		"panic": func() { panic("in the body of the loop") },
	} {
		t.Run(name, func(t *testing.T) {
			var reached atomic.Bool
			hanging := make(chan struct{}, s.Len())
			arena := hooked(func(ctx context.Context, _ uint64) error {
				if !reached.Load() {
					return nil
				}
				hanging <- struct{}{}
				<-ctx.Done()
				return ctx.Err()
			})
			defer func() {
				if cause := recover(); (cause != nil) != (name == "panic") {
					t.Errorf("the loop ended with %v", cause)
				}
			}()
			for r, err := range tournament.Run(t.Context(), build(t, arena), field(), s, tournament.Options{}) {
				if err != nil || r.Index != 0 {
					t.Errorf("pairing %d first, %v", r.Index, err)
				}
				reached.Store(true)
				select {
				case <-hanging:
				case <-time.After(50 * time.Millisecond): // all games may be over
				}
				leave()
				break
			}
		})
	}
	checkGoroutines(t, before)
}
