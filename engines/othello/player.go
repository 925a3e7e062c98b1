package othello

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/endgame"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

type player struct {
	search  thinker
	depth   int
	exact   int
	blunder uint64 // a random number below this replaces the move by a random one
	ties    bool
	limit   uint64

	squares  *squareEvaluator // for the models wpc, wpc10 and greedy with a search of one ply; otherwise nil
	patterns *pattern.Weights // for the model patterns; they order the moves of the solver, too

	value float64 // value of the position before its last move, in discs of the final score
	known bool    // whether value is valid

	pcg rand.PCG
}

var (
	_ engines.Player   = (*player)(nil)
	_ engines.Starter  = (*player)(nil)
	_ engines.Deepener = (*player)(nil)
	_ engines.Assessor = (*player)(nil)
)

func newPlayer(e *engine, a engines.Agent) (*player, error) {
	own, weights, err := e.seat(a)
	if err != nil {
		return nil, err
	}
	s := own.settings
	p := &player{
		depth:   s.Int("depth"),
		exact:   s.Int("exact"),
		blunder: threshold(s.Float("epsilon")),
		ties:    s["ties"] == "random",
		limit:   uint64(s.Int("nodes")),
		pcg:     engines.PCG(0),
	}
	switch {
	case own.model.tabled:
		p.patterns = own.patterns
		p.search = &searcher{eval: evaluator{patterns: own.patterns}, limit: p.limit, ties: p.ties}
	case own.model.compile != nil:
		s := &searcher{eval: own.model.compile(weights), limit: p.limit, ties: p.ties}
		if p.search = s; p.depth <= 1 {
			p.squares = s.eval.squares
		}
	default:
		l := newLeveller(weights)
		l.limit, l.ties = p.limit, p.ties
		p.search = l
		if s["levels"] == sourceSearch {
			p.search = sourcer{l}
		}
	}
	return p, nil
}

// threshold returns a number t such that a random uint64 is below t with probability p.
func threshold(p float64) uint64 {
	if p >= 1 {
		return math.MaxUint64
	}
	return uint64(math.Ldexp(p, 64))
}

// Start seeds the player's random choices for a new game.
func (p *player) Start(_ context.Context, s engines.Seating) error {
	p.pcg = engines.PCG(engines.Seed(s.Seed, engines.Purpose("othello player"), uint64(s.Seat)))
	return nil
}

// Choose returns the player's move. With probability epsilon it is a random move. Otherwise it is
// the best move that the endgame solver or the search finds.
func (p *player) Choose(ctx context.Context, g engines.Position) (engines.Move, error) {
	t, err := gameOf(g)
	switch {
	case err != nil:
		return 0, err
	case t.over:
		return 0, errOver
	}
	if m, ok := p.withoutSearch(t); ok {
		return m, nil
	}
	if p.squares != nil && t.empties() > p.exact {
		_, best := p.squares.best(t.own, t.opp, t.moves)
		if !p.ties {
			best &= -best
		}
		return randomMove(&p.pcg, best), nil
	}
	v, err := p.thinkTo(ctx, t, p.depth)
	if err != nil {
		return 0, err
	}
	return p.decide(v), nil
}

var errOver = errors.New("the game is over")

// withoutSearch returns a move that needs no search: a pass, the only legal move, or with
// probability epsilon a random move. ok is false if the player must search. withoutSearch also
// clears the value that [player.Assessment] returns.
func (p *player) withoutSearch(g *game) (m engines.Move, ok bool) {
	p.known = false
	switch {
	case g.moves == 0:
		return pass, true
	case p.blunder > 0 && p.pcg.Uint64() < p.blunder:
		return randomMove(&p.pcg, g.moves), true
	case g.moves&(g.moves-1) == 0:
		return engines.Move(bits.TrailingZeros64(g.moves)), true
	}
	return 0, false
}

// decide returns a random one of the best moves of a search result. It stores the value for
// [player.Assessment].
func (p *player) decide(v verdict) engines.Move {
	p.value, p.known = v.value, v.solved() || p.patterns != nil
	return randomMove(&p.pcg, v.moves)
}

// Assessment returns the final disc difference that the player expected when it chose its last
// move. ok is false if it made no search. It is also false if the position was not solved exactly
// and the model is not patterns.
func (p *player) Assessment() (discs float64, ok bool) { return p.value, p.known }

// solveFrom is the smallest depth, in plies, at which [player.Look] solves a position exactly. If
// the player's own depth is smaller, it replaces solveFrom.
const solveFrom = 4

// Look searches the position to the given depth, or less deep if it reaches the node limit. If the
// player would solve the position exactly, Look does so from depth solveFrom on; at smaller depths
// it searches. At depth 1, it returns a random move with probability epsilon. So a caller that
// searches deeper step by step must begin at depth 1.
func (p *player) Look(ctx context.Context, g engines.Position, depth int) (engines.SearchResult, error) {
	t, err := gameOf(g)
	switch {
	case err != nil:
		return engines.SearchResult{}, err
	case t.over:
		return engines.SearchResult{}, errOver
	}
	if depth == 1 || t.moves&(t.moves-1) == 0 {
		if m, ok := p.withoutSearch(t); ok {
			return engines.SearchResult{Move: m, Depth: depth, Final: true}, nil
		}
	}
	look := p.thinkTo
	solvesLater := t.empties() <= p.exact && depth < min(solveFrom, p.depth)
	if solvesLater {
		look = p.search.think
	}
	v, err := look(ctx, t, depth)
	if err != nil {
		return engines.SearchResult{}, err
	}
	found := engines.SearchResult{Move: p.decide(v), Depth: v.depth, Nodes: v.nodes, Final: !solvesLater && (v.depth < depth || depth >= t.empties())}
	if v.solved() {
		found.Depth, found.Final = t.empties(), true
	}
	return found, nil
}

// think solves or searches a position, as the player does for a move. The position must have at
// least one move.
func (p *player) think(ctx context.Context, g *game) (verdict, error) {
	return p.thinkTo(ctx, g, p.depth)
}

// thinkTo solves a position if it has at most p.exact empty squares, and otherwise searches it to
// the given depth.
func (p *player) thinkTo(ctx context.Context, g *game, depth int) (verdict, error) {
	if g.empties() > p.exact {
		return p.search.think(ctx, g, depth)
	}
	return p.solve(ctx, g, depth)
}

// solve solves a position exactly. If the solver reaches the node limit, solve searches the
// position to the given depth instead.
func (p *player) solve(ctx context.Context, g *game, depth int) (verdict, error) {
	solver := endgame.Solver{Limit: p.limit, Patterns: p.patterns}
	solve := solver.Best
	if p.ties {
		solve = solver.Solve
	}
	r, err := solve(ctx, g.own, g.opp)
	if errors.Is(err, endgame.ErrLimit) {
		v, err := p.search.think(ctx, g, depth)
		v.nodes += r.Nodes
		return v, err
	}
	return verdict{moves: r.Best, value: float64(r.Score), nodes: r.Nodes, depth: toTheEnd}, err
}
