package grid

import (
	"context"
	"errors"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// Result is the result of a grid search: the points that evaluate the most labelled positions
// correctly.
type Result struct {
	Points    int64   // number of points searched, which satisfy the constraints
	Etudes    int     // number of labelled positions
	Best      int     // largest number of hits (correctly evaluated positions) of any point
	Count     int64   // number of points with Best hits
	Histogram []int64 // number of these points with each number of hits, from 0 to Etudes
	Optimal   []Point // points with Best hits, those with the largest margin first, at most Options.Top
	Chosen    Point   // first point of Optimal: the largest margin, then the earliest place in the grid
	// Groups contains all points with Best hits, grouped by the positions that they miss, the
	// largest group first. It is nil without Map, or if there are too many points.
	Groups []Group

	Map         *HitMap   // hits of every point; nil without Options.Map, and for more than 2^24 points or 65,535 etudes
	Bound       *Bound    // limit of the hits; nil without Options.Exact
	LeaveOneOut *Accuracy // result of leave-one-out; nil without Options.LeaveOneOut, and if all positions are copies of one
}

// Point is a point of the grid, which is a weight vector, with its hits: the number of labelled
// positions that it evaluates correctly.
type Point struct {
	Weights engines.Weights
	Hits    int
	Missed  []int // indices of the positions that it evaluates wrongly, from 0
	// Margin is the smallest distance to a plane at which the point would lose a hit, with every
	// weight in units of its range. It is at most the diagonal of the box of ranges.
	Margin float64
}

// Accuracy is the result of leave-one-out cross-validation, which estimates how well the search
// predicts new labels. For each labelled position, the search chooses a point of the grid without
// using this position and its copies. Accuracy counts the positions that the point chosen without
// them evaluates correctly.
type Accuracy struct {
	Hits   int
	Etudes int
}

// Search evaluates all points of the grid and returns the best ones. It returns an error if an
// option (see [Options.Validate]) or the problem is invalid, or if ctx ends first. It also returns
// an error if no point satisfies the constraints, or if Options.Exact is combined with constraints.
func Search(ctx context.Context, p Problem, o Options) (Result, error) {
	if err := p.validate(); err != nil {
		return Result{}, err
	}
	axes, err := o.Axes(p.Space)
	if err != nil {
		return Result{}, err
	}
	if o.Exact && p.Constraints != nil {
		return Result{}, keys.Errorf("exact", "with constraints between weights only the points of the grid can be searched")
	}
	l, err := newLattice(p, axes)
	if err != nil {
		return Result{}, err
	}
	var drawn *HitMap
	if o.Map {
		drawn = newMap(l)
	}
	m := &meter{tell: o.Events.Progress, points: l.points(), sweeps: 1}
	if o.LeaveOneOut {
		m.sweeps += len(l.choices())
	}
	s, err := sweep(ctx, l, o.top(), o.Workers, drawn, m)
	if err != nil {
		return Result{}, err
	}
	if len(s.optimal) == 0 {
		return Result{}, errors.New("grid: no point of the grid satisfies the constraints; use smaller steps")
	}
	result := s.result()
	result.Map = drawn
	if drawn != nil {
		result.Groups = l.groups(drawn, result.Best, result.Count)
	}
	if o.LeaveOneOut && len(l.choices()) > 0 {
		if result.LeaveOneOut, err = leaveOneOut(ctx, l, o.Workers, m); err != nil {
			return Result{}, err
		}
	}
	if o.Exact {
		limit, err := bound(ctx, l, result.Chosen, maxCells, o.Events.Progress)
		if err != nil {
			return Result{}, err
		}
		result.Bound = &limit
	}
	return result, nil
}

// meter counts the visited points of the grid and reports them as progress. It counts all passes
// over the grid. Leave-one-out cross-validation makes many passes.
type meter struct {
	tell   func(tuning.Progress) // receives the progress; nil if it is not requested
	points int64                 // number of points of one pass over the grid
	sweeps int                   // number of passes over the grid
	done   int64                 // number of points visited so far
}

func (m *meter) add(points int64) {
	if m.done += points; m.tell != nil && points > 0 {
		m.tell(tuning.Progress{Phase: tuning.Grid, Unit: "points", Done: m.done, Of: m.points * int64(m.sweeps)})
	}
}

// block is the largest number of points that a goroutine takes at a time, unless a single line has
// more. It is large enough to make the cost of locking negligible. It is small enough for all
// goroutines to finish at about the same time.
const block = 1 << 14

// sweep visits all lines of the grid with the given number of goroutines, and returns their merged
// results. Each goroutine takes the next block of lines whenever it is free.
func sweep(ctx context.Context, l *lattice, top, workers int, drawn *HitMap, m *meter) (*scan, error) {
	total := newScan(l, top)
	lines, length := total.lines(), int64(len(total.change)-1)
	stride := max(block/length, 1)
	var (
		mu   sync.Mutex
		next int64
		wait sync.WaitGroup
	)
	claim := func(finished int64) (from int64) {
		mu.Lock()
		defer mu.Unlock()
		m.add(finished * length)
		from = next
		next += stride
		return from
	}
	for range max(workers, 1) {
		wait.Go(func() {
			s := newScan(l, top)
			s.drawn = drawn
			finished := int64(0)
			for ctx.Err() == nil {
				from := claim(finished)
				if from >= lines {
					break
				}
				to := min(from+stride, lines)
				for number := from; number < to; number++ {
					s.line(number)
				}
				finished = to - from
			}
			mu.Lock()
			defer mu.Unlock()
			total.merge(s)
		})
	}
	wait.Wait()
	return total, ctx.Err()
}

// result returns the results of the scan, in which the best points are converted from indices to
// weights.
func (s *scan) result() Result {
	r := Result{Etudes: s.lattice.etudes(), Best: s.best, Histogram: s.histogram}
	for _, n := range s.histogram {
		r.Points += n
	}
	r.Count = s.histogram[s.best]
	for _, f := range s.optimal {
		w := make(engines.Weights, len(s.lattice.axes))
		for k, a := range s.lattice.axes {
			w[k] = a.At(f.index[k])
		}
		r.Optimal = append(r.Optimal, Point{Weights: w, Hits: s.best, Missed: s.lattice.missed(f.index), Margin: f.margin})
	}
	r.Chosen = r.Optimal[0]
	return r
}

// leaveOneOut estimates how well the chosen weights predict new positions. For every labelled
// position it repeats the search without this position and its copies. It counts a hit if the
// weights that this search chooses evaluate the position correctly.
func leaveOneOut(ctx context.Context, l *lattice, workers int, m *meter) (*Accuracy, error) {
	a := &Accuracy{Etudes: l.etudes()}
	for _, e := range l.choices() {
		s, err := sweep(ctx, l.without(e), 1, workers, nil, m)
		if err != nil {
			return nil, err
		}
		for i, original := range l.original {
			if original == e && l.hit(i, s.optimal[0].index) {
				a.Hits++
			}
		}
	}
	return a, nil
}
