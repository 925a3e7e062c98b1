package documents

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

// Analyzed is the document of what an agent thinks of a position, with the game's
// additions at its end.
func Analyzed(n runs.AnalyzeResult) any {
	g := n.Game
	doc := &Object{}
	doc.Add("engine", n.Engine.Spec().Name)
	doc.Add("position", g.String())
	doc.Add("turn", g.Turn())
	doc.Add("moves", Moves(g))
	features := &Object{}
	for _, f := range n.Features {
		features.Add(f.Name, finite(f.Values))
	}
	doc.Add("features", features)
	doc.Add("static", finite(n.Static))
	doc.Add("value", finitePointers(n.Value))
	doc.Add("best", n.Best)
	if n.Line != nil {
		doc.Add("line", n.Line)
	}
	doc.Add("nodes", n.Nodes)
	doc.Add("seconds", n.Elapsed.Seconds())
	for _, x := range n.Extra {
		doc.Add(x.Key, x.Value)
	}
	return doc
}

// Moves lists the legal moves of a position as the game writes them; none when it
// is over.
func Moves(g engines.Position) []string {
	names := []string{}
	if g.Over() {
		return names
	}
	for _, m := range g.Moves(nil) {
		names = append(names, g.FormatMove(m))
	}
	return names
}
