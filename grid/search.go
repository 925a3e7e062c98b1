package grid

import (
	"context"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Result is what a grid holds.
type Result struct {
	Points    int64   // points searched
	Etudes    int     // labelled positions
	Best      int     // the most hits of a point
	Count     int64   // points with that many
	Histogram []int64 // points by number of hits, from none to all
	Optimal   []Point // points with the most hits, the largest margin first
	Chosen    Point   // the first of them
	Rounded   bool    // features had more than nine decimals and were rounded

	Map         *Map      // with Options.Map; nil of a grid of more than 2^24 points
	Bound       *Limit    // with Options.Exact
	LeaveOneOut *Accuracy // with Options.LeaveOneOut
}

// Point is weights with what they reach.
type Point struct {
	Weights engines.Weights
	Hits    int
	// Margin is the smallest distance to a plane where a hit is lost, every
	// weight counted in its range; at most the diagonal of the box.
	Margin float64
}

// Accuracy is how the choice fares on an etude that it has not seen.
type Accuracy struct {
	Hits   int
	Etudes int
}

// Search searches the whole grid. It refuses what [Options.Validate] refuses, and
// a problem that is not of its own space; it returns ctx's error when ctx is done
// first.
func Search(ctx context.Context, p Problem, o Options) (Result, error) {
	if err := p.validate(); err != nil {
		return Result{}, err
	}
	axes, err := o.axes(p.Space)
	if err != nil {
		return Result{}, err
	}
	l, err := newLattice(p, axes)
	if err != nil {
		return Result{}, err
	}
	var drawn *Map
	if o.Map {
		drawn = newMap(l)
	}
	m := &meter{tell: o.Events.Progress, points: l.points(), sweeps: 1}
	if o.LeaveOneOut {
		m.sweeps += l.choices()
	}
	s, err := sweep(ctx, l, o.top(), o.Workers, drawn, m)
	if err != nil {
		return Result{}, err
	}
	result := s.result(l.rounded)
	result.Map = drawn
	if o.LeaveOneOut {
		if result.LeaveOneOut, err = leaveOneOut(ctx, l, o.Workers, m); err != nil {
			return Result{}, err
		}
	}
	if o.Exact {
		limit, err := bound(ctx, l, result.Chosen, maxCells)
		if err != nil {
			return Result{}, err
		}
		result.Bound = &limit
	}
	return result, nil
}

// meter tells how many points of all sweeps are done. Sweeps follow each other.
type meter struct {
	tell   func(tuning.Progress) // nil if nobody wants to know
	points int64                 // of one sweep
	sweeps int
	done   int64
}

func (m *meter) add(points int64) {
	if m.done += points; m.tell != nil && points > 0 {
		m.tell(tuning.Progress{Phase: tuning.Grid, Unit: "points", Done: m.done, Of: m.points * int64(m.sweeps)})
	}
}

// block is the number of points, at least, that a worker takes at a time: enough
// that the lock between them costs nothing, few enough that they end together.
const block = 1 << 14

// sweep visits all lines of a lattice on some goroutines, which take the next
// stretch of lines as they become free and put what they saw together at the end.
func sweep(ctx context.Context, l *lattice, top, workers int, drawn *Map, m *meter) (*scan, error) {
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

// result turns what was seen, in whole numbers, into weights.
func (s *scan) result(rounded bool) Result {
	r := Result{Etudes: s.etudes(), Best: s.best, Histogram: s.histogram, Rounded: rounded}
	for _, n := range s.histogram {
		r.Points += n
	}
	r.Count = s.histogram[s.best]
	for _, f := range s.optimal {
		w := make(engines.Weights, len(s.axes))
		for k, a := range s.axes {
			w[k] = a.At(f.index[k])
		}
		r.Optimal = append(r.Optimal, Point{Weights: w, Hits: s.best, Margin: f.margin})
	}
	r.Chosen = r.Optimal[0]
	return r
}

// choices is the number of etudes that a choice made without them can be tried
// on: all, but for a set of one, without which there is no choice to make.
func (l *lattice) choices() int {
	if l.etudes() < 2 {
		return 0
	}
	return l.etudes()
}

// leaveOneOut leaves out every etude in turn and tries the choice made without
// it on it.
func leaveOneOut(ctx context.Context, l *lattice, workers int, m *meter) (*Accuracy, error) {
	a := &Accuracy{Etudes: l.etudes()}
	for e := range l.choices() {
		s, err := sweep(ctx, l.without(e), 1, workers, nil, m)
		if err != nil {
			return nil, err
		}
		if l.hit(e, s.optimal[0].index) {
			a.Hits++
		}
	}
	return a, nil
}
