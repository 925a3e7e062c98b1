package cmd

import (
	"context"
	"fmt"
	"time"
)

// awaiting says on standard error, from time to time, that something that nobody can
// measure is still under way. The function that it returns ends that.
func (a *app) awaiting(ctx context.Context, what string) (stop func()) {
	if a.noProgress {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	begun := time.Now()
	go func() {
		defer close(gone)
		tick := time.NewTicker(patience)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintf(a.err, "%s for %v; Ctrl-C stops it\n", what, time.Since(begun).Round(time.Second))
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
