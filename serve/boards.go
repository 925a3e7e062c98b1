package serve

import (
	"context"
	"sync"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// mostBoards is the largest number of tournaments whose standings are cached.
const mostBoards = 16

// boards caches the standings of tournaments by run. An update reads only the results that the
// store has received since the last update.
type boards struct {
	mu    sync.Mutex
	known map[boardKey]*board
}

// boardKey identifies a tournament: the store that contains it and its run ID.
type boardKey struct {
	store *results.Store
	run   string
}

// board keeps the standings of one tournament between requests, so that a request reads only the
// results that are new.
type board struct {
	mu      sync.Mutex
	score   *runs.Scoreboard
	entered int // number of pairings in view
	view    *boardView
}

// boardView contains the current standings of a tournament.
type boardView struct {
	Table   tournament.Table
	Test    *runs.Test
	Planned int // number of games; 0 if unknown
}

// board returns the current standings of a tournament. It first reads the results that are new in
// the store.
func (b *boards) board(ctx context.Context, catalog runs.Catalog, store *results.Store, run results.Summary) (*boardView, error) {
	one := b.find(boardKey{store, run.ID})
	one.mu.Lock()
	defer one.mu.Unlock()
	var err error
	if one.score == nil {
		if one.score, err = runs.NewScoreboard(catalog, run); err != nil {
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

func (b *boards) find(key boardKey) *board {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.known[key]
	if one == nil {
		if b.known == nil || len(b.known) >= mostBoards {
			b.known = make(map[boardKey]*board)
		}
		one = &board{}
		b.known[key] = one
	}
	return one
}
