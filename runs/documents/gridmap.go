package documents

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/lanista/lanista/results"
)

// GridMap is the result of a grid search.
type GridMap struct {
	Axes      []results.Axis     `json:"axes"`
	Etudes    int                `json:"etudes"`
	BestHits  int                `json:"best_hits"`
	Optimal   int                `json:"optimal_count" doc:"points with as many"`
	Histogram []int              `json:"histogram" doc:"points by their hits, from 0"`
	Chosen    map[string]float64 `json:"chosen"`
	Fixed     map[string]float64 `json:"fixed,omitempty" doc:"the axes that were held, at their values"`
	Slice     [][]int            `json:"slice,omitempty" doc:"hits where all but two axes are held: a row for each value of the first free axis"`
	Hits      string             `json:"hits,omitempty" doc:"of all points without fix: base64 of 16-bit numbers, little-endian, the last axis fastest"`
}

// NewGridMap is the document of a whole grid.
func NewGridMap(g results.GridResult) GridMap {
	hits, points := g.Best()
	m := GridMap{Etudes: g.Etudes, BestHits: hits, Optimal: len(points), Histogram: g.Histogram(), Chosen: make(map[string]float64)}
	for i, a := range g.Axes {
		m.Axes = append(m.Axes, a)
		if i < len(g.Chosen) {
			m.Chosen[a.Name] = g.Chosen[i]
		}
	}
	return m
}

// WithHits adds the hits of all points.
func (m GridMap) WithHits(g results.GridResult) GridMap {
	b := make([]byte, 2*len(g.Hits))
	for i, h := range g.Hits {
		binary.LittleEndian.PutUint16(b[2*i:], h)
	}
	m.Hits = base64.StdEncoding.EncodeToString(b)
	return m
}

// Sliced adds the hits of a slice: at says which value of an axis is held, by the
// axis's name and counted from 0. The axes that are not named must be two, or one,
// which makes a slice of one row; a grid of no more is a slice itself.
func (m GridMap) Sliced(g results.GridResult, at map[string]int) (GridMap, error) {
	var free []int
	index := make([]int, len(g.Axes))
	m.Fixed = make(map[string]float64)
	for i, a := range g.Axes {
		k, held := at[a.Name]
		switch {
		case !held:
			free = append(free, i)
		case k < 0 || k >= a.Count:
			return m, fmt.Errorf("%s has no value %d", a.Name, k)
		default:
			index[i] = k
			m.Fixed[a.Name] = a.At(k)
		}
	}
	for name := range at {
		if _, ok := m.Fixed[name]; !ok {
			return m, fmt.Errorf("the grid has no axis %q", name)
		}
	}
	if len(free) == 0 || len(free) > 2 {
		return m, fmt.Errorf("one or two axes must be left free, not %d", len(free))
	}
	rows := []int{-1}
	if len(free) == 2 {
		rows = make([]int, g.Axes[free[0]].Count)
	}
	last := free[len(free)-1]
	for r := range rows {
		if len(free) == 2 {
			index[free[0]] = r
		}
		row := make([]int, g.Axes[last].Count)
		for c := range row {
			index[last] = c
			row[c] = int(g.Hits[g.Index(index)])
		}
		m.Slice = append(m.Slice, row)
	}
	return m, nil
}

// Nearest is the value of an axis nearest to v, counted from 0; ok is false where
// none is within a thousandth of a step.
func Nearest(a results.Axis, v float64) (at int, ok bool) {
	if a.Count == 1 || a.Step == 0 {
		return 0, math.Abs(v-a.From) <= 1e-9*math.Max(1, math.Abs(v))
	}
	at = int(math.Round((v - a.From) / a.Step))
	return at, at >= 0 && at < a.Count && math.Abs(a.At(at)-v) <= a.Step/1000
}
