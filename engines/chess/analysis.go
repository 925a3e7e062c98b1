package chess

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// Analyze evaluates and searches a position as the agent would. It returns the static evaluation,
// the features, and the result of the agent's search. The extra values are the search depth and the
// best line in algebraic notation. For a finished game, they are the reason for its end.
func (e *engine) Analyze(ctx context.Context, p engines.Position, a engines.Agent) (analysis.Analysis, error) {
	g, err := gameOf(p)
	if err != nil {
		return analysis.Analysis{}, err
	}
	player, err := e.player(a)
	if err != nil {
		return analysis.Analysis{}, err
	}
	f := featuresOf(&g.at)
	f.addThreats(&g.at)
	out := analysis.Analysis{Static: bothSides(player.search.static(&g.at))}
	for i, x := range f[:len(e.space)] {
		out.Features = append(out.Features, analysis.Feature{Name: e.space[i].Name, Values: bothSides(x)})
	}
	if g.Over() {
		out.Value = toBoth(mateValue*(float64(2*g.Outcome().Points(white))-1), white)
		out.Extra = []analysis.Extra{{Key: "ending", Value: g.Reason(), Text: "over: " + g.Reason()}}
	} else {
		r, err := player.search.think(ctx, g, player.depth)
		if err != nil {
			return analysis.Analysis{}, err
		}
		out.Value = toBoth(r.value, g.at.Side)
		out.Best, out.Line, out.Nodes = g.FormatMove(engines.Move(r.move)), moveTexts(r.line), player.search.nodes
		out.Extra = []analysis.Extra{
			{Key: "depth", Value: r.depth},
			{Key: "san", Value: sanLine(g.at, r.line), Text: "in the short notation: " + sanLine(g.at, r.line)},
		}
	}
	return out, nil
}

func bothSides(forWhite float64) []float64 { return []float64{forWhite, 0 - forWhite} }

func moveTexts(line []board.Move) []string {
	out := make([]string, len(line))
	for i, m := range line {
		out[i] = m.String()
	}
	return out
}

// sanLine formats a line of legal moves from the position at in Standard Algebraic Notation (SAN),
// separated by blanks.
func sanLine(at board.Position, line []board.Move) string {
	out := make([]string, len(line))
	for i, m := range line {
		out[i] = san(&at, at.Moves(nil), m)
		at.Make(m)
	}
	return strings.Join(out, " ")
}

var (
	_ analysis.MoveEvaluator = (*engine)(nil)
	_ engines.Deepener       = (*player)(nil)
)

// EvaluateMoves returns the value of every legal move, from the best move to the worst. All moves
// are searched to the depth that the agent's search reaches. The move that this search chooses
// always comes first. If the game is over, there are no moves.
func (e *engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	g, err := gameOf(p)
	if err != nil || g.Over() {
		return nil, err
	}
	player, err := e.player(a)
	if err != nil {
		return nil, err
	}
	best, err := player.search.think(ctx, g, player.depth)
	if err != nil {
		return nil, err
	}
	evals, err := player.search.rate(ctx, g, best.depth)
	chosen := engines.Move(best.move)
	slices.SortStableFunc(evals, func(a, b analysis.MoveEval) int {
		switch {
		case a.Move == chosen:
			return -1
		case b.Move == chosen:
			return 1
		}
		return cmp.Compare(*b.Value[g.at.Side], *a.Value[g.at.Side])
	})
	return evals, err
}

// rate returns the value and the best line of every legal move, from a search to the given depth in
// plies. The limit of nodes does not apply. Every move is searched with an open window, so all
// values are exact.
func (s *searcher) rate(ctx context.Context, g *game, depth int) ([]analysis.MoveEval, error) {
	limit := s.limit
	s.limit = 0
	defer func() { s.limit = limit }()
	s.prepare(ctx, g)
	defer s.useHashTable(depth)()
	evals := make([]analysis.MoveEval, len(g.legal))
	for i, m := range g.legal {
		value := s.child(0, m, depth-1, math.Inf(-1), math.Inf(1))
		if s.stopped {
			return nil, ctx.Err()
		}
		line := []engines.Move{engines.Move(m)}
		for _, next := range s.plies[1].line {
			line = append(line, engines.Move(next))
		}
		evals[i] = analysis.MoveEval{Move: line[0], Value: toBoth(value+0, g.at.Side), Line: line}
	}
	return evals, nil
}

// Look searches the position to the given depth in plies, one ply deeper at a time. It ends early
// if it reaches the limit of nodes or finds a forced mate. The result is Final in these cases, and
// if only one move is legal. After a forced mate, a deeper search could still find a shorter one.
func (p *player) Look(ctx context.Context, pos engines.Position, depth int) (engines.SearchResult, error) {
	g, err := gameOf(pos)
	if err != nil {
		return engines.SearchResult{}, err
	}
	if len(g.legal) < 2 {
		m, err := p.Choose(ctx, g)
		return engines.SearchResult{Move: m, Depth: depth, Final: true}, err
	}
	r, err := p.search.think(ctx, g, depth)
	if err != nil {
		return engines.SearchResult{}, err
	}
	p.assess(r.value)
	return engines.SearchResult{
		Move: engines.Move(r.move), Depth: r.depth, Nodes: p.search.nodes,
		Final: r.depth < depth || r.value >= mateLeast || r.value <= -mateLeast,
	}, nil
}

// toBoth returns the values of a position for White and Black, indexed by seat. value is the value
// for side. The value for the opponent is its negative.
func toBoth(value float64, side int) []*float64 {
	mine, theirs := value, 0-float64(value)
	out := make([]*float64, 2)
	out[side], out[side^1] = &mine, &theirs
	return out
}

// Perft returns the number of sequences of depth legal moves from a position. Such counts test move
// generators. As usual in these tests, draws by repetition, by lack of material, or by a hundred
// plies without a capture or pawn move do not end a sequence.
func (e *engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	c, err := gameOf(g)
	if err != nil {
		return 0, nil, err
	}
	nodes := board.Perft(&c.at, depth, func() bool { return ctx.Err() != nil })
	return nodes, nil, ctx.Err()
}
