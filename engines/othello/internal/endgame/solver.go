package endgame

import (
	"context"
	"errors"
	"sync"

	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

// ErrLimit is the error of a search that its node limit has ended.
var ErrLimit = errors.New("node limit reached")

// Solver is how positions are solved. What is done for one does not depend on others
// before it. Its zero value is ready; several goroutines may use one.
type Solver struct {
	// Limit is the largest number of positions to visit in one call; 0 for no
	// limit.
	Limit uint64
	// Patterns order the moves; nil orders them by a plain evaluation.
	Patterns *pattern.Weights
}

// Result is what a solved position is worth to the side to move.
type Result struct {
	Score int    // final disc difference
	Best  uint64 // every move that reaches it; none if the side must pass
	Open  uint64 // where all discs are won: moves that may reach it too, which would take hours to tell
	Nodes uint64 // positions visited
}

// Solve finds the score of a position and all of its best moves. It fails with
// the context's error or ErrLimit.
func (s Solver) Solve(ctx context.Context, own, opp uint64) (Result, error) {
	return s.solve(ctx, own, opp, true)
}

// Best is Solve for one of the best moves, which takes less time.
func (s Solver) Best(ctx context.Context, own, opp uint64) (Result, error) {
	return s.solve(ctx, own, opp, false)
}

// searches are lent for a position. Their tables have some megabytes where it has
// many empty squares: to clear new ones takes as long as to solve a small position.
var searches = sync.Pool{New: func() any { return new(search) }}

func (s Solver) solve(ctx context.Context, own, opp uint64, all bool) (Result, error) {
	lent := searches.Get().(*search)
	defer searches.Put(lent)
	return lent.solve(ctx, s, own, opp, all)
}
