package game2048

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var _ analysis.Analyst = engine{}

// candidate describes a legal slide of the tiles, which is a move of 2048. It contains the points
// of the slide and its value by the agent's search.
type candidate struct {
	Move   string  `json:"move"`
	Points int     `json:"points"` // points of the slide itself
	Worth  float64 `json:"worth"`  // value of the board after the slide, from the search
}

// Analyze examines a position with an agent. The result also contains every legal slide with its
// points and its value.
func (e engine) Analyze(ctx context.Context, p engines.Position, a engines.Agent) (analysis.Analysis, error) {
	v, err := viewOf(p)
	if err != nil {
		return analysis.Analysis{}, err
	}
	player, err := e.player(a)
	if err != nil {
		return analysis.Analysis{}, err
	}
	s := &player.search
	out := analysis.Analysis{Static: []float64{s.static(v.board)}}
	for i, x := range s.tables.features(v.board) {
		out.Features = append(out.Features, analysis.Feature{Name: space[i].Name, Values: []float64{x}})
	}
	value := out.Static[0]
	s.nodes, s.ctx = 0, ctx
	if !v.Over() {
		var best engines.Move
		value, best = s.best(v.board, player.depth)
		out.Best = v.FormatMove(best)
	}
	out.Value, out.Nodes = []*float64{&value}, s.nodes
	out.Extra = []analysis.Extra{explain(s, v, player.depth)}
	return out, s.stopped
}

// explain returns a table for people: the legal slides with their points and the values that a
// search gives them.
func explain(search *search, v *view, depth int) analysis.Extra {
	list := []candidate{}
	var text strings.Builder
	for _, m := range v.Moves(nil) {
		after, points := search.tables.slide(v.board, m)
		s := candidate{v.FormatMove(m), points, search.after(after, depth)}
		list = append(list, s)
		fmt.Fprintf(&text, "%-5s  %5d points  worth %10.3f\n", s.Move, s.Points, s.Worth)
	}
	return analysis.Extra{Key: "slides", Value: list, Text: text.String()}
}

var _ analysis.MoveEvaluator = engine{}

// EvaluateMoves returns the legal slides with the values that the agent's search gives them, best
// first.
func (e engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	v, err := viewOf(p)
	if err != nil || v.Over() {
		return nil, err
	}
	player, err := e.player(a)
	if err != nil {
		return nil, err
	}
	s := &player.search
	s.ctx = ctx
	var out []analysis.MoveEval
	for _, m := range v.Moves(nil) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		after, _ := s.tables.slide(v.board, m)
		value := s.after(after, player.depth)
		if s.stopped != nil {
			return nil, s.stopped
		}
		out = append(out, analysis.MoveEval{Move: m, Value: []*float64{&value}, Line: []engines.Move{m}})
	}
	slices.SortStableFunc(out, func(a, b analysis.MoveEval) int { return cmp.Compare(*b.Value[0], *a.Value[0]) })
	return out, nil
}

var _ analysis.PerftCounter = engine{}

// Perft counts the sequences of exactly depth slides from a position, if no new tiles appear.
// Sequences that end the game earlier do not count.
func (e engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	v, err := viewOf(g)
	if err != nil {
		return 0, nil, err
	}
	if depth < 0 {
		return 0, nil, fmt.Errorf("depth %d is below the minimum 0", depth)
	}
	p := perft{ctx: ctx, tables: tables()}
	return p.count(v.board, depth), nil, ctx.Err()
}

// perft counts sequences of slides, the moves of this game. It stops when its context ends.
type perft struct {
	ctx    context.Context
	tables *rowTables
	steps  uint64
	done   bool
}

func (p *perft) count(b board, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if p.steps++; p.steps&0xffff == 0 {
		p.done = p.ctx.Err() != nil
	}
	total := uint64(0)
	for _, after := range p.tables.slides(b) {
		if after != b && !p.done {
			total += p.count(after, depth-1)
		}
	}
	return total
}
