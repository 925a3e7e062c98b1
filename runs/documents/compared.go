package documents

import "github.com/lanista/lanista/runs"

// Compared is the document of two runs side by side.
func Compared(c runs.CompareResult) any {
	config, weights := &Object{}, &Object{}
	for _, d := range c.Config {
		config.Add(d.Key, [2]*string{said(d.Values[0]), said(d.Values[1])})
	}
	for i, w := range c.Space {
		weights.Add(w.Name, [2]float64{c.Weights[0][i], c.Weights[1][i]})
	}
	doc := &Object{}
	doc.Add("runs", []string{c.Runs[0].ID, c.Runs[1].ID})
	doc.Add("config", config)
	doc.Add("shares", c.Shares)
	doc.Add("weights", weights)
	doc.Add("verdicts", []any{c.Runs[0].Verdict(), c.Runs[1].Verdict()})
	doc.Add("same", c.Same)
	doc.Add("match", c.Match)
	return doc
}

// said is nil for what a config does not say.
func said(value string) *string {
	if value == "" {
		return nil
	}
	return &value
}
