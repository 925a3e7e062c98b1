package bench

import (
	"math"
	"slices"
)

// Few is a small sample of differences in Elo, one of every seed: its median and its worst.
type Few struct {
	Median float64   `json:"median"`
	Worst  float64   `json:"worst"`
	All    []float64 `json:"all"` // by seed
}

// NewFew sums up a sample of one at least.
func NewFew(all []float64) Few {
	sorted := slices.Sorted(slices.Values(all))
	return Few{Median: Quantile(sorted, 0.5), Worst: sorted[0], All: all}
}

// Elo is the difference in strength that a score of so many points in n games or clusters
// shows. Half a point more for either side keeps it finite.
func Elo(points float64, n int) float64 {
	score := (points + 0.5) / (float64(n) + 1)
	return 400 * math.Log10(score/(1-score))
}
