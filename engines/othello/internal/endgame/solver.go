package endgame

import (
	"context"
	"errors"
	"math/bits"
	"sync"

	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

// ErrLimit is returned if the node limit ends a search before the position is solved.
var ErrLimit = errors.New("node limit reached")

// Solver solves Othello positions exactly. Results do not depend on positions solved before. The
// zero value, without a node limit, is ready for use. A Solver is safe for concurrent use.
type Solver struct {
	// Limit is the largest number of positions that one call may visit. 0 means no limit.
	Limit uint64
	// Patterns are the weights of the pattern evaluation by which moves are ordered. If it is
	// nil, a simple evaluation orders them.
	Patterns *pattern.Weights
}

// Result is the solution of a position, seen from the side to move.
type Result struct {
	Score int    // final disc difference
	Best  uint64 // every move that reaches it; none if the side must pass
	Open  uint64 // if all discs are won: further moves that may win them all but were not proved
	Nodes uint64 // positions visited
}

// Solve returns the score of a position and all best moves. The error is ErrLimit or that of ctx.
func (s Solver) Solve(ctx context.Context, own, opp uint64) (Result, error) {
	return s.solve(ctx, own, opp, true)
}

// Best returns the score of a position and one best move. It is faster than Solve. The error is
// ErrLimit or that of ctx.
func (s Solver) Best(ctx context.Context, own, opp uint64) (Result, error) {
	return s.solve(ctx, own, opp, false)
}

// Pass stands for a pass in the lines that SolveLine returns.
const Pass = 64

// SolveLine returns the score of a position, all best moves, and a line of best play to the end of
// the game. The line contains numbers of squares, or [Pass], and begins with the first of the best
// moves. SolveLine takes much less time than solving each position of the line, because all
// searches share their tables. Result.Nodes does not include the search for the line, and differs
// from the number that Solve returns.
func (s Solver) SolveLine(ctx context.Context, own, opp uint64) (Result, []uint8, error) {
	lent := searches.Get().(*search)
	defer searches.Put(lent)
	defer lent.end()
	lent.quick = true
	r, err := lent.solve(ctx, s, own, opp, true)
	lent.quick = false
	if err != nil {
		return r, nil, err
	}
	line, err := lent.follow(ctx, own, opp, r)
	return r, line, err
}

// searches pools search states. Their tables take several megabytes, and clearing new ones takes as
// long as solving a small position.
var searches = sync.Pool{New: func() any { return new(search) }}

func (s Solver) solve(ctx context.Context, own, opp uint64, all bool) (Result, error) {
	lent := searches.Get().(*search)
	defer searches.Put(lent)
	defer lent.end()
	return lent.solve(ctx, s, own, opp, all)
}

// search is the state of the solver while it solves one position. It is not safe for concurrent
// use. Its hash tables are allocated for the first position and grow with the number of empty
// squares.
//
// The methods are in one file per part of the search: search.go (the root, and positions with many
// empty squares), shallow.go (positions with few), order.go (the order of moves) and line.go (the
// line of best play).
type search struct {
	settings Solver // of the position being solved

	near, far table // of positions with at most nearEmpties empty squares, and of the others
	stack     [65][]child
	upper     [64]int8 // an upper bound of the score of each root move; games have at most 33, other positions may have more
	nodes     uint64
	polls     uint64 // nodes of deep
	looks     uint64 // nodes of look that are no leaves
	ctx       context.Context
	stop      bool
	probing   bool             // moves are ordered by replies alone
	quick     bool             // for SolveLine: closeInAll finds all best moves, and the order of moves takes less time
	patterns  *pattern.Weights // the patterns that the function look uses; nil for the plain evaluation alone
	until     uint64           // node count that ends a probe; 0 for none
}

// most is the largest possible score, a win of all 64 discs.
const most = 64

// solve solves a position; own contains the discs of the side to move, and by the settings. The
// result contains all best moves, or only one if all is false. The caller must call end before s is
// used for another position.
func (s *search) solve(ctx context.Context, by Solver, own, opp uint64, all bool) (Result, error) {
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
	var r Result
	if all && s.quick {
		r = s.closeInAll(own, opp, moves, n)
	} else {
		r = s.closeIn(own, opp, moves, n, all)
	}
	r.Nodes = s.nodes
	return r, s.err()
}

// solvePass solves a position in which the side to move must pass or the game is over.
func (s *search) solvePass(own, opp uint64, n int) (Result, error) {
	replies := board.Moves(opp, own)
	if replies == 0 {
		return Result{Score: board.FinalScore(own, opp)}, nil
	}
	r := s.closeIn(opp, own, replies, n, false)
	return Result{Score: -r.Score}, s.err()
}

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

// end drops references to the caller's context and settings, so that their memory can be freed.
func (s *search) end() { s.settings, s.patterns, s.ctx = Solver{}, nil, nil }

// tableOf returns the hash table for positions with n empty squares. A small table, which fits into
// the processor's cache, is for positions near the end, which are numerous and quickly solved. A
// large one is for all others.
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

// tableLog returns the binary logarithm of the number of buckets of the large hash table, for a
// root position with n empty squares. The number doubles with each empty square, up to a table of
// 32 MB.
func tableLog(n int) int {
	return min(max(n-2, 4), 19)
}

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
