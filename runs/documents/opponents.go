package documents

import "github.com/lanista/lanista/runs"

// Opponents is the document of the opponents that ship with a game.
func Opponents(engine string, list []runs.OpponentInfo) any {
	agents := make([]*Object, len(list))
	for i, o := range list {
		d := &Object{}
		d.Add("agent", o.Source)
		d.Add("kind", string(o.Kind))
		if o.Doc != "" {
			d.Add("about", o.Doc)
		}
		if len(o.Settings) > 0 {
			d.Add("settings", o.Settings)
		}
		if o.Score != nil {
			d.Add("score", *o.Score)
		}
		if o.Rating != nil {
			d.Add("rating", *o.Rating)
		}
		if o.Interval != nil {
			d.Add("interval", *o.Interval)
		}
		if o.Against != "" {
			d.Add("against", o.Against)
			d.Add("games", o.Games)
		}
		agents[i] = d
	}
	doc := &Object{}
	doc.Add("engine", engine)
	doc.Add("agents", agents)
	return doc
}
