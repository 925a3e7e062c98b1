package conformance

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/internal/panics"
)

// goroutines is the number of goroutines in which checkGoroutines plays games at the same time.
// Each plays games until it has made meetPlies moves or played meetGames games, so that even short
// games overlap.
const (
	goroutines = 4
	meetPlies  = 500
	meetGames  = 100
)

// checkGoroutines tests that games in several goroutines at once have the same records as the same
// games one after the other. Engines and players that share memory, such as a buffer, often fail.
func checkGoroutines(p *probe) error {
	arena, err := engines.NewArena(p.engine, engines.ArenaOptions{Moves: true})
	if err != nil {
		return err
	}
	seats := make([]engines.Agent, p.spec.DefaultSeats())
	want := make([]engines.Record, min(p.games, 4))
	for seed := range want {
		if want[seed], err = arena.Play(p.ctx, seats, uint64(seed)); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	playAll := func(from int) (err error) {
		defer func() {
			if cause := recover(); cause != nil {
				err = panics.Error(cause)
			}
		}()
		for n, plies := 0, 0; n < len(want) || plies < meetPlies && n < meetGames; n++ {
			seed := (from + n) % len(want)
			got, err := arena.Play(p.ctx, seats, uint64(seed))
			if err == nil && !reflect.DeepEqual(got, want[seed]) {
				err = fmt.Errorf("its record is %v, but %v without other games", got, want[seed])
			}
			if err != nil {
				return fmt.Errorf("seed %d: %w; games and players share memory: run the test with go test -race to find it", seed, err)
			}
			plies += got.Plies
		}
		return nil
	}
	errs := make([]error, goroutines)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { errs[i] = playAll(i) })
	}
	all.Wait()
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("games in %d goroutines: %w", len(errs), err)
		}
	}
	return nil
}
