package documents

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
)

// Analysis is the JSON document of an agent's evaluation of a position.
type Analysis struct {
	Engine   string                   `json:"engine"`
	Position string                   `json:"position"`
	Turn     int                      `json:"turn" doc:"the seat to move, from 0"`
	Moves    []string                 `json:"moves" doc:"the legal moves"`
	Features map[string]rating.Floats `json:"features" doc:"by seat"`
	Static   rating.Floats            `json:"static" doc:"evaluation without search, by seat; null for a decided game"`
	Value    []*rating.Float          `json:"value" doc:"evaluation by the search, by seat; null if there is none"`
	Best     string                   `json:"best"`
	Line     []string                 `json:"line,omitempty" doc:"the expected moves"`
	Nodes    uint64                   `json:"nodes" doc:"positions of the search"`
	Seconds  float64                  `json:"seconds" doc:"duration of the search"`
	Extra    map[string]any           `json:"extra,omitempty" doc:"what the game adds"`
}

// NewAnalysis converts the evaluation of a position to its JSON document.
func NewAnalysis(n runs.AnalyzeResult) Analysis {
	g := n.Game
	out := Analysis{
		Engine: n.Engine.Spec().Name, Position: g.String(), Turn: g.Turn(), Moves: moves(g), Features: make(map[string]rating.Floats),
		Static: rating.Floats(n.Static), Best: n.Best, Line: n.Line, Nodes: n.Nodes, Seconds: n.Elapsed.Seconds(), Value: []*rating.Float{},
		Extra: Extra(n.Extra),
	}
	for _, f := range n.Features {
		out.Features[f.Name] = f.Values
	}
	for _, v := range n.Value {
		out.Value = append(out.Value, (*rating.Float)(v))
	}
	return out
}

// Extra returns the game-specific values of a list by their names. It returns nil for an empty
// list.
func Extra(list []analysis.Extra) map[string]any {
	if len(list) == 0 {
		return nil
	}
	out := make(map[string]any, len(list))
	for _, x := range list {
		out[x.Key] = x.Value
	}
	return out
}

// moves returns the legal moves of a position in the game's notation. It returns an empty list if
// the game is over.
func moves(g engines.Position) []string {
	names := []string{}
	if g.Over() {
		return names
	}
	for _, m := range g.Moves(nil) {
		names = append(names, g.FormatMove(m))
	}
	return names
}
