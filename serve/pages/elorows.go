package pages

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// eloRows converts ratings to table rows with a chart. The intervals of all ratings share an
// axis, which includes 0.
func eloRows(list []rating.Standing) []eloRow {
	low, high := 0.0, 0.0
	for _, s := range list {
		for _, v := range []float64{float64(s.Rating), s.Interval.Low, s.Interval.High} {
			if isFinite(v) {
				low, high = math.Min(low, v), math.Max(high, v)
			}
		}
	}
	pad := math.Max(5, 0.05*(high-low))
	low, high = low-pad, high+pad
	at := func(v, open float64) float64 {
		return 100 * (closed(v, open) - low) / (high - low)
	}
	var rows []eloRow
	for _, s := range list {
		rows = append(rows, eloRow{
			Standing: s, From: at(s.Interval.Low, low), To: at(s.Interval.High, high), Dot: at(float64(s.Rating), low), Zero: at(0, low),
			Known: s.Rating.Known(),
		})
	}
	return rows
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// closed returns v, the end of an interval, or the edge of the chart if v is not finite: an open
// end.
func closed(v, edge float64) float64 {
	if isFinite(v) {
		return v
	}
	return edge
}
