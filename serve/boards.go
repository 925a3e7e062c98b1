package serve

import (
	"context"
	"sync"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// mostBoards is how many tournaments are kept counted.
const mostBoards = 16

// boards keep tournaments counted up to where they were last looked at, so that
// only what is new of a journal is read.
type boards struct {
	mu    sync.Mutex
	known map[boardKey]*board
}

// boardKey names a tournament. A store that was replaced is another one.
type boardKey struct {
	store *results.Store
	run   string
}

// board is one tournament.
type board struct {
	mu      sync.Mutex
	score   *runs.Scoreboard
	entered int // pairings in the table
	view    *boardView
}

// boardView is a tournament as it stands.
type boardView struct {
	Table   tournament.Table
	Test    *runs.Test
	Planned int // games, 0 where nobody can say
}

// board brings a tournament up to date.
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
