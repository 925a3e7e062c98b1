package othello

import (
	"context"
	"math/bits"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/endgame"
)

// moveEval returns an analysis of the first move of line, the expected play. value is its value for
// the side turn.
func moveEval(value float64, turn int, line ...engines.Move) analysis.MoveEval {
	return analysis.MoveEval{Move: line[0], Value: bySeat(value, turn), Line: line}
}

// bySeat returns the values for Black and White. value is the value for the side turn; the
// opponent's is the negative.
func bySeat(value float64, turn int) []*float64 {
	mine, theirs := value, 0-value
	out := make([]*float64, 2)
	out[turn], out[1-turn] = &mine, &theirs
	return out
}

// rate returns the values of the moves that the player considers, and the move that it chooses.
// Among equally good moves this is the first. The game must not be over.
func (p *player) rate(ctx context.Context, g *game) ([]analysis.MoveEval, engines.Move, error) {
	if g.moves == 0 {
		after := newGame(g.opp, g.own, 1-g.turn)
		evals, chosen, err := p.rate(ctx, after)
		if err != nil {
			return nil, 0, err
		}
		best := evals[slices.IndexFunc(evals, func(m analysis.MoveEval) bool { return m.Move == chosen })]
		best.Move, best.Line = pass, append([]engines.Move{pass}, best.Line...)
		return []analysis.MoveEval{best}, pass, nil
	}
	v, err := p.think(ctx, g)
	if err != nil {
		return nil, 0, err
	}
	chosen := engines.Move(bits.TrailingZeros64(v.moves))
	if v.solved() {
		evals, err := p.solveAll(ctx, g)
		return evals, chosen, err
	}
	depth := v.depth
	if depth == 1 && p.depth > 1 && g.empties() == 1 {
		depth = 2 // the last move of the game: like the player's search, value the final score
	}
	evals, err := p.search.rate(ctx, g, depth)
	return evals, chosen, err
}

// solveAll returns, for every move, its exact final score and a line of best play after it.
func (p *player) solveAll(ctx context.Context, g *game) ([]analysis.MoveEval, error) {
	solver := endgame.Solver{Patterns: p.patterns}
	var evals []analysis.MoveEval
	for set := g.moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		own, opp := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
		r, err := solver.Best(ctx, own, opp)
		if err != nil {
			return nil, err
		}
		line, err := solvedLine(ctx, solver, newGame(own, opp, 0), r.Best, []engines.Move{engines.Move(sq)})
		if err != nil {
			return nil, err
		}
		evals = append(evals, moveEval(float64(-r.Score), g.turn, line...))
	}
	return evals, nil
}

// solvedLine appends a line of best play from g to the end of the game to line. best contains the
// best moves in g, or is 0 if they are unknown.
func solvedLine(ctx context.Context, solver endgame.Solver, g *game, best uint64, line []engines.Move) ([]engines.Move, error) {
	for ; !g.over; best = 0 {
		next := pass
		if g.moves != 0 {
			if best == 0 {
				r, err := solver.Best(ctx, g.own, g.opp)
				if err != nil {
					return nil, err
				}
				best = r.Best
			}
			next = engines.Move(bits.TrailingZeros64(best))
		}
		if err := g.Apply(next); err != nil {
			return nil, err
		}
		line = append(line, next)
	}
	return line, nil
}

// expected returns the line of play that the player expects from a position. v is the result of its
// search there.
func (p *player) expected(ctx context.Context, g *game, v verdict) ([]engines.Move, error) {
	if g.moves == 0 {
		line, err := p.expected(ctx, newGame(g.opp, g.own, 1-g.turn), v)
		return append([]engines.Move{pass}, line...), err
	}
	sq := bits.TrailingZeros64(v.moves)
	own, opp := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
	first := []engines.Move{engines.Move(sq)}
	if v.solved() {
		return solvedLine(ctx, endgame.Solver{Patterns: p.patterns}, newGame(own, opp, 0), 0, first)
	}
	return p.search.follow(ctx, first, own, opp, v.depth-1)
}

// follow appends the line of play that the search expects from a position to line: at most depth
// moves, not counting passes. The node limit does not apply.
func (s *searcher) follow(ctx context.Context, line []engines.Move, own, opp uint64, depth int) ([]engines.Move, error) {
	if depth < 1 {
		return line, nil
	}
	limit := s.limit
	s.ctx, s.nodes, s.stop, s.limit = ctx, 0, false, 0
	defer func() { s.limit = limit }()
	s.prepare(depth)
	defer s.table.end()
	return s.line(line, own, opp, depth), ctx.Err()
}

// rate returns the value of every move, and the expected line after it. Each move is searched to
// the given depth with an open window, so its value is exact. The node limit does not apply.
func (s *searcher) rate(ctx context.Context, g *game, depth int) ([]analysis.MoveEval, error) {
	if depth <= 1 {
		return s.ratePly(g), nil
	}
	limit := s.limit
	s.ctx, s.nodes, s.stop, s.limit = ctx, 0, false, 0
	defer func() { s.limit = limit }()
	s.prepare(depth)
	defer s.table.end()
	var evals []analysis.MoveEval
	for set := g.moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		own, opp := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
		v := -s.search(own, opp, board.Moves(own, opp), depth-1, -infinite, infinite)
		line := s.line([]engines.Move{engines.Move(sq)}, own, opp, depth-1)
		if s.stop {
			return nil, ctx.Err()
		}
		evals = append(evals, moveEval(inUnits(v), g.turn, line...))
	}
	return evals, nil
}

// line appends the line of play that the search expects from a position to line: at most depth
// moves, not counting passes. It makes a new search for each move, and ends early if the search
// must stop.
func (s *searcher) line(line []engines.Move, own, opp uint64, depth int) []engines.Move {
	for depth > 0 && !s.stop {
		moves := board.Moves(own, opp)
		if moves == 0 {
			if board.Moves(opp, own) == 0 {
				break
			}
			line, own, opp = append(line, pass), opp, own
			continue
		}
		best, next := -infinite, noSquare
		for set := moves; set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set)
			o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
			if v := -s.search(o, p, board.Moves(o, p), depth-1, -infinite, -best); v > best {
				best, next = v, sq
			}
		}
		line = append(line, engines.Move(next))
		own, opp = board.Play(own, opp, board.Flips(own, opp, next), next)
		depth--
	}
	return line
}

func (s *searcher) ratePly(g *game) []analysis.MoveEval {
	var evals []analysis.MoveEval
	for set := g.moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		own, opp := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
		evals = append(evals, moveEval(inUnits(-s.eval.evaluate(own, opp)), g.turn, engines.Move(sq)))
	}
	return evals
}

// assess searches any position as the player would, and also returns the name of the best move. If
// the side to move must pass, the result is that of the position after the pass, and the name is
// "pass". If the game is over, the value is the final score and the name is empty.
func (p *player) assess(ctx context.Context, g *game) (verdict, string, error) {
	switch {
	case g.over:
		return verdict{value: float64(board.FinalScore(g.own, g.opp))}, "", nil
	case g.moves == 0:
		v, err := p.think(ctx, newGame(g.opp, g.own, 1-g.turn))
		v.value = -v.value
		return v, "pass", err
	}
	v, err := p.think(ctx, g)
	return v, square(bits.TrailingZeros64(v.moves)), err
}
