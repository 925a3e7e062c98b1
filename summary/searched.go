package summary

import (
	"fmt"

	"github.com/lanista/lanista/runs"
)

// Searched shows what a grid search found.
func (w Writer) Searched(s runs.Searched) error {
	r := s.Result
	w.Paragraph("Run %s: %s, %d points on %d labelled positions in %.3f s.", s.Run, s.Engine.Name, r.Points, r.Etudes, s.Elapsed.Seconds())
	w.Paragraph("Best: %d of %d correct, at %d points (%.1f%%).", r.Best, r.Etudes, r.Count, 100*float64(r.Count)/float64(r.Points))
	w.Paragraph("Chosen: %s, the most robust of the best points (margin %.3f of the ranges).",
		weightList(s.Space, r.Chosen.Weights), r.Chosen.Margin)
	if b := r.Bound; b != nil {
		if b.Hits == r.Best {
			w.Paragraph("Exact: no weights within the ranges get more than %d right; the grid has it already.", b.Hits)
		} else {
			w.Paragraph("Exact: between the points of the grid weights get %d right: %s.", b.Hits, weightList(s.Space, b.Weights))
		}
	}
	if o := r.LeaveOneOut; o != nil {
		w.Paragraph("Leave-one-out: %d of %d positions are judged right by the point chosen without them.", o.Hits, o.Etudes)
	}
	w.Println()
	t := w.Table("correct", "points", "share")
	for hits, n := range r.Histogram {
		if n > 0 {
			t.Row(fmt.Sprint(hits), fmt.Sprint(n), fmt.Sprintf("%.1f%%", 100*float64(n)/float64(r.Points)))
		}
	}
	return t.Flush()
}
