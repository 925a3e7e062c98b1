package documents

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// Grid is the JSON document of the result of a grid search.
type Grid struct {
	Axes      []results.Axis `json:"axes"`
	Points    int            `json:"points" doc:"number of points"`
	Etudes    int            `json:"etudes" doc:"number of etudes"`
	BestHits  int            `json:"best_hits" doc:"most etudes that a point has correct"`
	Optimal   int            `json:"optimal_count" doc:"points with best_hits"`
	Histogram []int          `json:"histogram" doc:"points by their hits, from 0"`
	Chosen    *Vector        `json:"chosen" doc:"the optimal point with the largest margin"`

	OptimalPoints []GridPoint           `json:"optimal,omitempty" doc:"optimal points, the largest margin first; the first is the chosen one"`
	Groups        []GridGroup           `json:"groups,omitempty" doc:"all optimal points by the etudes that they miss, the largest group first; absent if there are too many"`
	Missed        []results.MissedEtude `json:"missed,omitempty" doc:"the etudes that an optimal point misses"`
	Exact         *GridLimit            `json:"exact,omitempty" doc:"the most hits that any weights reach, in the output of the verb that searched"`
	LeaveOneOut   *LeaveOneOut          `json:"leave_one_out,omitempty" doc:"the best point without each etude in turn, measured on that etude, in the output of the verb that searched"`

	Fixed map[string]float64 `json:"fixed,omitempty" doc:"the axes that were held, at their values"`
	Slice [][]int            `json:"slice,omitempty" doc:"hits where all but two axes are held: a row for each value of the first free axis"`
	Hits  string             `json:"hits,omitempty" doc:"of all points without fix: base64 of 16-bit numbers, little-endian, the last axis fastest"`
}

// GridPoint is the JSON document of a point of a grid of weights.
type GridPoint struct {
	Weights *Vector      `json:"weights"`
	Hits    int          `json:"hits" doc:"etudes that the point has correct"`
	Missed  []int        `json:"missed" doc:"etudes that the point misses, counted from 1 in the order of their file"`
	Margin  rating.Float `json:"margin" doc:"smallest distance to a plane where a hit is lost, in ranges of the weights"`
}

// GridGroup is the JSON document of all optimal points of a grid that miss the same etudes
// (labelled positions).
type GridGroup struct {
	Points  int     `json:"points" doc:"number of points"`
	Missed  []int   `json:"missed" doc:"etudes that the points miss, counted from 1"`
	Weights *Vector `json:"weights" doc:"of one of the points"`
}

// GridLimit is the JSON document of the largest number of etudes (labelled positions) that any
// weights within their ranges evaluate correctly. An exact search finds these weights, which need
// not be on the grid.
type GridLimit struct {
	Hits    int     `json:"hits" doc:"etudes that these weights have correct"`
	Weights *Vector `json:"weights"`
	OnGrid  bool    `json:"grid_reaches_it" doc:"a point of the grid has as many hits"`
	Proven  bool    `json:"proven" doc:"false if the search was given up and more hits may be possible"`
}

// LeaveOneOut is the JSON document of a leave-one-out test of a grid search. The search is repeated
// without each etude (labelled position) in turn, and its chosen point is tested on this etude.
type LeaveOneOut struct {
	Hits   int `json:"hits" doc:"etudes that were correct"`
	Etudes int `json:"etudes" doc:"number of etudes"`
}

// NewGrid converts the stored result of a grid search to its JSON document.
func NewGrid(g results.GridResult) *Grid {
	hits, points := g.Best()
	out := &Grid{Axes: append([]results.Axis{}, g.Axes...), Points: g.Points(), Etudes: g.Etudes, BestHits: hits, Optimal: len(points), Histogram: g.Histogram()}
	space := make(engines.Space, len(g.Axes))
	for i, a := range g.Axes {
		space[i].Name = a.Name
	}
	out.Chosen = NewVector(space, g.Chosen)
	return out
}

// addMissed adds the optimal points of the grid to the document, with the etudes (labelled
// positions) that each of them misses.
func (m *Grid) addMissed(space engines.Space, e *results.EtudeEvidence) {
	if e == nil {
		return
	}
	for _, p := range e.Points {
		m.OptimalPoints = append(m.OptimalPoints, GridPoint{NewVector(space, p.Weights), e.Hits, p.Missed, p.Margin})
	}
	for _, c := range e.Groups {
		m.Groups = append(m.Groups, GridGroup{c.Points, c.Missed, NewVector(space, c.Weights)})
	}
	m.Missed = e.Missed
}

// add adds the parts of a grid search's result that are not stored: the largest number of etudes
// (labelled positions) that any weights solve, and the leave-one-out test. This test repeats the
// search without each etude in turn.
func (m *Grid) add(space engines.Space, r grid.Result) {
	if b := r.Bound; b != nil {
		m.Exact = &GridLimit{b.Hits, NewVector(space, b.Weights), b.OnGrid, b.Proven}
	}
	if l := r.LeaveOneOut; l != nil {
		m.LeaveOneOut = &LeaveOneOut{l.Hits, l.Etudes}
	}
}

// WithHits adds the number of hits (correctly evaluated positions) of every point to the document.
func (m *Grid) WithHits(g results.GridResult) {
	b := make([]byte, 2*len(g.Hits))
	for i, h := range g.Hits {
		binary.LittleEndian.PutUint16(b[2*i:], h)
	}
	m.Hits = base64.StdEncoding.EncodeToString(b)
}

// Cut adds a two-dimensional slice of the grid to the document: the number of correctly evaluated
// positions for each of its points. at fixes the other axes: it maps the name of an axis to the
// index of its value, from 0. It must leave two axes free, or one for a slice with a single row.
func (m *Grid) Cut(g results.GridResult, at map[string]int) error {
	var free []int
	index := make([]int, len(g.Axes))
	m.Fixed = make(map[string]float64)
	for i, a := range g.Axes {
		k, held := at[a.Name]
		switch {
		case !held:
			free = append(free, i)
		case k < 0 || k >= a.Count:
			return fmt.Errorf("%s has no value %d", a.Name, k)
		default:
			index[i] = k
			m.Fixed[a.Name] = a.At(k)
		}
	}
	for name := range at {
		if _, ok := m.Fixed[name]; !ok {
			return fmt.Errorf("the grid has no axis %q", name)
		}
	}
	if len(free) == 0 || len(free) > 2 {
		return fmt.Errorf("one or two axes must be left free, not %d", len(free))
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
	return nil
}

// Nearest returns the index of the axis value that equals v, with a tolerance of a thousandth of a
// step. ok is false if there is none.
func Nearest(a results.Axis, v float64) (at int, ok bool) {
	if a.Count == 1 || a.Step == 0 {
		return 0, math.Abs(v-a.From) <= 1e-9*math.Max(1, math.Abs(v))
	}
	at = int(math.Round((v - a.From) / a.Step))
	return at, at >= 0 && at < a.Count && math.Abs(a.At(at)-v) <= a.Step/1000
}
