package serve

import (
	"context"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// mostBoards is the largest number of tournaments whose standings are cached.
const mostBoards = 16

// boards caches the standings of tournaments by run. An update reads only new results from the
// store.
type boards struct {
	catalog runs.Catalog
	known   *lru.Cache[boardKey, *board]
}

// newCache returns a cache of the given size. When it is full, it drops the entry that was not used
// for the longest time.
func newCache[K comparable, V any](size int) *lru.Cache[K, V] {
	c, _ := lru.New[K, V](size) // fails only for a size below 1
	return c
}

// boardKey identifies a state of the results of a tournament. The config changes if the tournament
// is continued, and the epoch changes if results are removed; see [results.Summary.Epoch].
type boardKey struct {
	store              *results.Store
	run, config, epoch string
}

// board contains the standings of one tournament. It is kept between requests, so that a request
// reads only new results.
type board struct {
	mu      sync.Mutex
	score   *runs.Scoreboard
	entered int // number of pairings in view
	view    *boardView
}

type boardView struct {
	Table   tournament.Table
	Test    *runs.Test
	Planned int // number of games; 0 if unknown
}

// board returns the current standings of a tournament. It first adds new results from the store.
func (b *boards) board(ctx context.Context, store *results.Store, run results.Summary) (*boardView, error) {
	key := boardKey{store, run.ID, run.Config, run.Epoch()}
	one, ok := b.known.Get(key)
	if !ok {
		one = &board{}
		if other, ok, _ := b.known.PeekOrAdd(key, one); ok { // of a concurrent request
			one = other
		}
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	removed, err := one.removed(ctx, store, run)
	if err != nil {
		return nil, err
	}
	if one.score == nil || removed {
		one.view = nil
		if one.score, err = runs.NewScoreboard(b.catalog, run); err != nil {
			one.score = nil
			return nil, err
		}
	}
	if err := one.score.Update(ctx, store, run.ID); err != nil {
		return nil, err
	}
	if one.view == nil || one.entered != one.score.Entered() {
		one.view = &boardView{one.score.Table(), one.score.Test(), one.score.Planned()}
		one.entered = one.score.Entered()
	}
	return one.view, nil
}

// removed reports whether the standings contain results that are no longer in the store. Results
// are removed from the store if the worker that played the games returned wrong ones.
func (b *board) removed(ctx context.Context, store *results.Store, run results.Summary) (bool, error) {
	if b.score == nil || b.score.Entered() <= run.Pairings {
		return false, nil
	}
	now, err := store.Info(ctx, run.ID) // run may be older than the standings
	return b.score.Entered() > now.Pairings, err
}
