package chess

import (
	"context"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// Analyze says what an agent thinks of a position. It adds the line that the search
// expects in the short notation, and how a game that is over has ended.
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
	static := f.value(&player.weights)
	out := analysis.Analysis{Static: bothSides(static)}
	for i, x := range f {
		out.Features = append(out.Features, analysis.Feature{Name: space[i].Name, Values: bothSides(x)})
	}
	value := static
	if g.Over() {
		value = mateValue * (2*g.Outcome().Points(white) - 1)
		out.Extra = []analysis.Extra{{Key: "ending", Value: g.Reason(), Text: "over: " + g.Reason()}}
	} else {
		r, err := player.think(ctx, g, player.depth)
		if err != nil {
			return analysis.Analysis{}, err
		}
		value = r.value
		if g.at.Side == black {
			value = 0 - value
		}
		out.Best, out.Line, out.Nodes = g.FormatMove(engines.Move(r.move)), moveTexts(r.line), player.nodes
		out.Extra = []analysis.Extra{
			{Key: "depth", Value: r.depth},
			{Key: "san", Value: sanLine(g.at, r.line), Text: "in the short notation: " + sanLine(g.at, r.line)},
		}
	}
	both := bothSides(value)
	out.Value = []*float64{&both[white], &both[black]}
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

// sanLine writes a line of moves in the short notation.
func sanLine(at board.Position, line []board.Move) string {
	out := make([]string, len(line))
	for i, m := range line {
		out[i] = san(&at, at.Moves(nil), m)
		at.Make(m)
	}
	return strings.Join(out, " ")
}
