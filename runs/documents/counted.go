package documents

import "github.com/lanista/lanista/runs"

// Counted is the document of a count of sequences of moves.
func Counted(c runs.PerftResult) *Object {
	doc := &Object{}
	doc.Add("engine", c.Engine)
	doc.Add("depth", c.Depth)
	doc.Add("nodes", c.Nodes)
	for _, x := range c.Extra {
		doc.Add(x.Key, x.Value)
	}
	doc.Add("seconds", c.Elapsed.Seconds())
	return doc
}
