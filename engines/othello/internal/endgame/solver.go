package endgame

import (
	"context"
	"errors"
	"math/bits"
	"sync"

	"github.com/lanista/lanista/engines/othello/internal/board"
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

// search solves one position after the other; one goroutine uses it at a time. Its
// hash tables are made for the first position and grow with the number of empty
// squares.
type search struct {
	settings Solver // of the position being solved

	near, far table // of positions with at most nearEmpties empty squares, and of the others
	stack     [65][]child
	upper     [34]int8 // what each move of the position to solve is known to bring at the most
	nodes     uint64
	polls     uint64 // nodes of deep
	looks     uint64 // nodes of look that are no leaves
	ctx       context.Context
	stop      bool
	probing   bool   // moves are ordered by replies alone
	until     uint64 // nodes at which a probe is given up; 0 for none
}

// most is the largest score: every disc is one's own.
const most = 64

// solve finds the score, and all the moves that reach it or the first of them.
func (s *search) solve(ctx context.Context, by Solver, own, opp uint64, all bool) (Result, error) {
	defer s.end()
	n := s.begin(ctx, by, own, opp)
	moves := board.Moves(own, opp)
	if moves == 0 {
		r, err := s.solvePass(own, opp, n)
		r.Nodes = s.nodes
		return r, err
	}
	if n >= probedEmpties {
		if r, ok := s.probe(own, opp, moves, n, all); ok {
			r.Nodes = s.nodes
			return r, nil
		}
	}
	r := s.closeIn(own, opp, moves, n, all)
	r.Nodes = s.nodes
	return r, s.err()
}

// solvePass solves a position without moves: the other side's game, or none.
func (s *search) solvePass(own, opp uint64, n int) (Result, error) {
	replies := board.Moves(opp, own)
	if replies == 0 {
		return Result{Score: board.FinalScore(own, opp)}, nil
	}
	r := s.closeIn(opp, own, replies, n, false)
	return Result{Score: -r.Score}, s.err()
}

// begin prepares for a position and returns the number of its empty squares.
func (s *search) begin(ctx context.Context, by Solver, own, opp uint64) int {
	n := 64 - bits.OnesCount64(own|opp)
	s.settings, s.ctx = by, ctx
	s.nodes, s.polls, s.looks, s.stop = 0, 0, 0, false
	s.near.begin(min(n, nearLog))
	s.far.begin(tableLog(n))
	if need := n + 1; cap(s.stack[n]) == 0 {
		slab := make([]child, 34*need)
		for i := range need {
			s.stack[i] = slab[34*i : 34*i : 34*i+34]
		}
	}
	s.poll()
	return n
}

// end forgets what belongs to the caller.
func (s *search) end() { s.settings, s.ctx = Solver{}, nil }

// tableOf returns the table of positions with n empty squares. Those near the
// end are many and cheap: a small table serves them from the processor's cache
// and leaves the large one to the others.
func (s *search) tableOf(n int) *table {
	if n <= nearEmpties {
		return &s.near
	}
	return &s.far
}

const (
	nearEmpties = 10
	nearLog     = 16
)

// tableLog is the binary logarithm of the buckets that n empty squares
// deserve: twice as many for one more, at most 32 MB.
func tableLog(n int) int {
	return min(max(n-2, 4), 19)
}

// poll looks at the limits.
func (s *search) poll() {
	if s.settings.Limit > 0 && s.nodes >= s.settings.Limit || s.until > 0 && s.nodes >= s.until || s.ctx.Err() != nil {
		s.stop = true
	}
}

func (s *search) err() error {
	switch {
	case !s.stop:
		return nil
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	}
	return ErrLimit
}
