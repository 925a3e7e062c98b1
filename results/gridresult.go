package results

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
)

// Axis describes the values that a grid search tries for one weight: Count values, from From in
// steps of Step.
type Axis struct {
	Name  string  `json:"name"`
	From  float64 `json:"from" doc:"first value"`
	Step  float64 `json:"step" doc:"difference of two neighbouring values"`
	Count int     `json:"count" doc:"number of values"`
}

// At returns the value with index i, counted from 0.
func (a Axis) At(i int) float64 { return a.From + float64(float64(i)*a.Step) }

// GridResult is the result of an exhaustive search over a grid of weight values. For every point of
// the grid it contains the number of hits: how many etudes (positions with a labelled winner) are
// evaluated correctly with these weights. Methods other than Valid may panic if Valid returns an
// error. Index and Point may also panic for a point that the grid does not have.
type GridResult struct {
	Axes    []Axis
	Etudes  int             // at most 65,535
	Hits    []uint16        // number of hits of every point, from 0 to Etudes; the last axis varies fastest
	Chosen  engines.Weights // weights chosen among the best points
	Elapsed time.Duration
}

// Points returns the number of points of the grid, which is the product of the axes' numbers of
// values.
func (g GridResult) Points() int {
	n := 1
	for _, a := range g.Axes {
		n *= a.Count
	}
	return n
}

// Within returns a copy of space in which the range of each weight is narrowed to the weight's
// axis.
func (g GridResult) Within(space engines.Space) engines.Space {
	space = slices.Clone(space)
	for _, a := range g.Axes {
		if i := space.Index(a.Name); i >= 0 {
			space[i].Min, space[i].Max = a.At(0), a.At(a.Count-1)
		}
	}
	return space
}

// Point returns the weights of a grid point. index is the index of the point in Hits.
func (g GridResult) Point(index int) engines.Weights {
	w := make(engines.Weights, len(g.Axes))
	for i := len(g.Axes) - 1; i >= 0; i-- {
		w[i] = g.Axes[i].At(index % g.Axes[i].Count)
		index /= g.Axes[i].Count
	}
	return w
}

// Index returns the index of a grid point in Hits. at[i] is the index of the point's value on
// axis i.
func (g GridResult) Index(at []int) int {
	index := 0
	for i, a := range g.Axes {
		index = index*a.Count + at[i]
	}
	return index
}

// Best returns the largest number of hits of any grid point, and the indices of all points with
// this number.
func (g GridResult) Best() (hits int, points []int) {
	for i, h := range g.Hits {
		switch {
		case i == 0 || int(h) > hits:
			hits, points = int(h), append(points[:0], i)
		case int(h) == hits:
			points = append(points, i)
		}
	}
	return hits, points
}

// Histogram counts the grid points by their number of hits. Element k is the number of points
// with k hits.
func (g GridResult) Histogram() []int {
	counts := make([]int, g.Etudes+1)
	for _, h := range g.Hits {
		counts[h]++
	}
	return counts
}

// Valid returns an error if the number of hits does not match the number of grid points, or a
// value is out of range.
func (g GridResult) Valid() error {
	for _, a := range g.Axes {
		if a.Count < 1 {
			return fmt.Errorf("grid: axis %s has %d values", a.Name, a.Count)
		}
	}
	if len(g.Hits) != g.Points() {
		return fmt.Errorf("grid: %d points have hits, not %d", len(g.Hits), g.Points())
	}
	for i, h := range g.Hits {
		if int(h) > g.Etudes {
			return fmt.Errorf("grid: point %d hits %d of %d etudes", i, h, g.Etudes)
		}
	}
	return nil
}

type gridRow struct {
	axes    string
	etudes  int
	chosen  string
	hits    []byte
	seconds float64
}

func (row *gridRow) sum() sum {
	return sum(0).text(row.axes).int(row.etudes).text(row.chosen).bytes(row.hits).float(row.seconds)
}

// addGrid adds the stored result of a grid search to a record. It returns an error if the grid
// belongs to another result, or may be lost. Grid searches with more than 2^24 points or 65,535
// etudes (labelled positions) store no grid. If a run has none, addGrid therefore checks the table
// of all grids for damage.
func addGrid(ctx context.Context, q querier, r *Record) (err error) {
	if r.Grid, err = readGrid(ctx, q, r.key); err != nil || r.Result == nil {
		return err
	}
	if r.Grid != nil {
		if !slices.Equal(r.Grid.Chosen, r.Result.Weights) {
			return damagedf("its grid belongs to another result")
		}
		return nil
	}
	var found string
	err = q.QueryRowContext(ctx, "SELECT quick_check FROM pragma_quick_check('grid')").Scan(&found)
	if err == nil && found != "ok" {
		return damagedf("its grid is missing: %s", found)
	}
	var strays int
	if err == nil {
		err = q.QueryRowContext(ctx, "SELECT count(*) FROM grid WHERE run NOT IN (SELECT key FROM run WHERE kind = ?)", Grid).Scan(&strays)
	}
	if err == nil && strays > 0 {
		return damagedf("its grid is missing, and %d grids belong to no run", strays)
	}
	return err
}

func readGrid(ctx context.Context, q querier, key int64) (*GridResult, error) {
	var row gridRow
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT axes, etudes, chosen, hits, seconds, sum FROM grid WHERE run = ?", key).
		Scan(&row.axes, &row.etudes, &row.chosen, &row.hits, &row.seconds, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := row.sum().check(stored); err != nil {
		return nil, fmt.Errorf("grid: %w", err)
	}
	g := GridResult{Etudes: row.etudes, Elapsed: inSeconds(row.seconds), Hits: make([]uint16, len(row.hits)/2)}
	if err := json.Unmarshal([]byte(row.axes), &g.Axes); err != nil {
		return nil, fmt.Errorf("grid: %w", damagedf("%v", err))
	}
	if g.Chosen, err = unlist(row.chosen); err != nil {
		return nil, fmt.Errorf("grid: %w", err)
	}
	for i := range g.Hits {
		g.Hits[i] = binary.LittleEndian.Uint16(row.hits[2*i:])
	}
	if err := g.Valid(); err != nil {
		return nil, damagedf("%v", err)
	}
	return &g, nil
}
