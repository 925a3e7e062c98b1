package term

import (
	"context"
	"fmt"
	"time"
)

// Await writes a line from time to time that work without measurable progress is still
// running: its name, how long it has run, and how to stop it. The caller must call stop when
// the work is done.
func (s *Screen) Await(ctx context.Context, what string) (stop func()) {
	done, gone := make(chan struct{}), make(chan struct{})
	begun := time.Now()
	go func() {
		defer close(gone)
		tick := time.NewTicker(patience)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintf(s, "%s for %v; Ctrl-C stops it\n", what, time.Since(begun).Round(time.Second))
			case <-done:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		close(done)
		<-gone
	}
}
