package documents

import "github.com/lanista/lanista/runs"

// Repeated is the document of the same tuning from several seeds.
func Repeated(r runs.SeedsResult) any {
	type spread struct {
		Mean      float64  `json:"mean"`
		Deviation *float64 `json:"deviation"` // over the seeds; null for one
	}
	all := make([]any, len(r.Runs))
	for i, t := range r.Runs {
		all[i] = Tuned(t)
	}
	weights := &Object{}
	for i, w := range r.Space {
		weights.Add(w.Name, spread{r.Mean[i], known(r.Deviation[i])})
	}
	doc := &Object{}
	doc.Add("runs", all)
	doc.Add("shares", r.Shares)
	doc.Add("weights", weights)
	doc.Add("verdict", r.Verdict)
	return doc
}
