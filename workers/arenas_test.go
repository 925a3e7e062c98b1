//go:build !nobroker

package workers

import (
	"context"
	"fmt"
	"testing"

	"github.com/lanista/lanista/engines"
)

// A worker that plays for many runs keeps the arenas of the last ones, and closes all others.
func TestArenasOfEarlierRunsAreClosed(t *testing.T) {
	closed := make(map[string]int)
	c := newArenaCache(func(_ context.Context, h Header) (engines.Arena, func() error, error) {
		return nil, func() error { closed[h.Run]++; return nil }, nil
	})
	const runs = keptArenas + 2
	for i := range runs {
		h := Header{Run: fmt.Sprint("run ", i)}
		a, err := c.take(t.Context(), &receivedHeader{h, arenaKey(&h)})
		if err != nil {
			t.Fatal(err)
		}
		c.put(a)
		if want := max(0, i+1-keptArenas); len(closed) != want {
			t.Errorf("%d arenas are closed after %d runs, want %d", len(closed), i+1, want)
		}
	}
	c.close()
	for i := range runs {
		if n := closed[fmt.Sprint("run ", i)]; n != 1 {
			t.Errorf("the arena of run %d was closed %d times", i, n)
		}
	}
}
