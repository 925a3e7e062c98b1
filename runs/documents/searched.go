package documents

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/runs"
)

// Searched is the document of a grid search.
func Searched(s runs.GridResult) any {
	r := s.Result
	doc := &Object{}
	doc.Add("run", s.Run)
	doc.Add("engine", s.Engine.Name)
	doc.Add("points", r.Points)
	doc.Add("etudes", r.Etudes)
	doc.Add("best_hits", r.Best)
	var optimal []any
	for _, p := range r.Optimal {
		optimal = append(optimal, point(s.Space, p))
	}
	doc.Add("optimal", optimal)
	doc.Add("optimal_count", r.Count)
	doc.Add("histogram", r.Histogram)
	doc.Add("chosen", point(s.Space, r.Chosen))
	if r.Bound != nil {
		doc.Add("exact", limit(s.Space, *r.Bound, r.Best))
	}
	if r.LeaveOneOut != nil {
		doc.Add("leave_one_out", map[string]int{"hits": r.LeaveOneOut.Hits, "etudes": r.LeaveOneOut.Etudes})
	}
	doc.Add("seconds", s.Elapsed.Seconds())
	return doc
}

func point(space engines.Space, p grid.Point) any {
	o := &Object{}
	o.Add("weights", Weights(space, p.Weights))
	o.Add("hits", p.Hits)
	o.Add("margin", known(p.Margin))
	return o
}

func limit(space engines.Space, b grid.Limit, best int) any {
	o := &Object{}
	o.Add("hits", b.Hits)
	o.Add("weights", Weights(space, b.Weights))
	o.Add("grid_reaches_it", b.Hits == best)
	return o
}
