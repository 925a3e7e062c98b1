package game2048

import (
	"context"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var (
	_ engines.Linear   = engine{}
	_ analysis.Analyst = engine{}
)

// Features are those of the board of a position.
func (e engine) Features(p engines.Position) ([][]float64, error) {
	v, err := look(p)
	if err != nil {
		return nil, err
	}
	f := tables().features(v.board)
	return [][]float64{f[:]}, nil
}

// Evaluate is the weighted sum of the features.
func (e engine) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(e, p, w)
}

// candidate is what an agent thinks of one slide.
type candidate struct {
	Move   string  `json:"move"`
	Points int     `json:"points"` // that it brings at once
	Worth  float64 `json:"worth"`  // of the board afterwards, as the search finds it
}

// Analyze says what an agent thinks of a position. It adds every legal slide
// with its points and its worth.
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
