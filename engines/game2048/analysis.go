package game2048

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var (
	_ engines.Linear   = engine{}
	_ analysis.Analyst = engine{}
)

// Features returns the features of the board of a position.
func (e engine) Features(p engines.Position) ([][]float64, error) {
	v, err := look(p)
	if err != nil {
		return nil, err
	}
	f := tables().features(v.board)
	return [][]float64{f[:]}, nil
}

// Evaluate returns the weighted sum of the features.
func (e engine) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(e, p, w)
}

// candidate is an agent's evaluation of one slide.
type candidate struct {
	Move   string  `json:"move"`
	Points int     `json:"points"` // that it brings at once
	Worth  float64 `json:"worth"`  // of the board afterwards, as the search finds it
}

// Analyze analyses a position with an agent. It adds every legal slide with its points
// and its value.
func (e engine) Analyze(ctx context.Context, p engines.Position, a engines.Agent) (analysis.Analysis, error) {
	v, err := look(p)
	if err != nil {
		return analysis.Analysis{}, err
	}
	player, err := e.player(a)
	if err != nil {
		return analysis.Analysis{}, err
	}
	out := analysis.Analysis{Static: []float64{player.static(v.board)}}
	for i, x := range player.tables.features(v.board) {
		out.Features = append(out.Features, analysis.Feature{Name: space[i].Name, Values: []float64{x}})
	}
	value := out.Static[0]
	player.nodes, player.ctx = 0, ctx
	if !v.Over() {
		var best engines.Move
		value, best = player.best(v.board, player.depth)
		out.Best = v.FormatMove(best)
	}
	out.Value, out.Nodes = []*float64{&value}, player.nodes
	out.Extra = []analysis.Extra{player.explain(v)}
	return out, player.stopped
}

// explain lists the legal slides.
func (p *player) explain(v *view) analysis.Extra {
	list := []candidate{}
	var text strings.Builder
	for _, m := range v.Moves(nil) {
		after, points := p.tables.slide(v.board, m)
		s := candidate{v.FormatMove(m), points, p.after(after, p.depth)}
		list = append(list, s)
		fmt.Fprintf(&text, "%-5s  %5d points  worth %10.3f\n", s.Move, s.Points, s.Worth)
	}
	return analysis.Extra{Key: "slides", Value: list, Text: text.String()}
}

var _ analysis.MoveEvaluator = engine{}

// EvaluateMoves values every legal slide by the worth of the board after it.
func (e engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	v, err := look(p)
	if err != nil || v.Over() {
		return nil, err
	}
	player, err := e.player(a)
	if err != nil {
		return nil, err
	}
	player.ctx = ctx
	var out []analysis.MoveEval
	for _, m := range v.Moves(nil) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		after, _ := player.tables.slide(v.board, m)
		value := player.after(after, player.depth)
		if player.stopped != nil {
			return nil, player.stopped
		}
		out = append(out, analysis.MoveEval{Move: m, Value: []*float64{&value}, Line: []engines.Move{m}})
	}
	slices.SortStableFunc(out, func(a, b analysis.MoveEval) int { return cmp.Compare(*b.Value[0], *a.Value[0]) })
	return out, nil
}

var _ analysis.PerftCounter = engine{}

// Perft counts the sequences of depth slides from a position if no new tiles
// come. A game that ends earlier counts as no sequence.
func (e engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	v, err := look(g)
	if err != nil {
		return 0, nil, err
	}
	if depth < 0 {
		return 0, nil, errors.New("a depth below 0")
	}
	p := perft{ctx: ctx, tables: tables()}
	return p.count(v.board, depth), nil, ctx.Err()
}

// perft counts until its context is done.
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
