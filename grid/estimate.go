package grid

import (
	"context"
	"math"
	"sync"
	"time"
)

// Estimate is what a search will take.
type Estimate struct {
	// Visits is the number of points that are tried: all, and with leave-one-out all
	// once more for every etude.
	Visits int64
	// Took does not count the search for the most that any weights can hit.
	Took time.Duration
}

// Forecast says what [Search] will take, from lines that it tries for about a moment.
// They are drawn from all over the grid, because points that hit most are looked at
// more closely and often lie together. It refuses what Search refuses.
func Forecast(ctx context.Context, p Problem, o Options, moment time.Duration) (Estimate, error) {
	if err := p.validate(); err != nil {
		return Estimate{}, err
	}
	axes, err := o.axes(p.Space)
	if err != nil {
		return Estimate{}, err
	}
	l, err := newLattice(p, axes)
	if err != nil {
		return Estimate{}, err
	}
	sweeps := int64(0) // beside the first
	if o.LeaveOneOut {
		sweeps = int64(l.choices())
	}
	if sweeps > 0 {
		moment /= 2
	}
	points := float64(l.points())
	seconds := points / pace(ctx, l, o.top(), o.Workers, o.Map, moment)
	if sweeps > 0 {
		seconds += float64(sweeps) * points / pace(ctx, l.without(0), 1, o.Workers, false, moment)
	}
	took := time.Duration(min(seconds*float64(time.Second), math.MaxInt64/2))
	return Estimate{Visits: l.points() * (1 + sweeps), Took: took}, ctx.Err()
}

// pace is how many points a second some goroutines visit. For half of the moment they
// learn how much a point may hit, for the other half they are timed.
func pace(ctx context.Context, l *lattice, top, workers int, drawn bool, moment time.Duration) float64 {
	workers = max(workers, 1)
	total := newScan(l, top)
	scans := make([]*scan, workers)
	for i := range scans {
		scans[i] = newScan(l, top)
		if drawn { // one each: a line may be tried by several
			scans[i].drawn = newMap(l)
		}
	}
	sample(ctx, scans, moment/2)
	for _, s := range scans {
		total.merge(s)
	}
	for _, s := range scans {
		s.best, s.optimal = total.best, append(s.optimal[:0], total.optimal...)
	}
	start := time.Now()
	lines := sample(ctx, scans, moment/2)
	return float64(lines) * float64(len(total.change)-1) / time.Since(start).Seconds()
}

// sample visits lines with all scans at once until the time is up, every scan at
// least one stretch of them, and returns how many. Multiples of the golden ratio lie evenly
// in the unit interval however many there are, and so do these lines in the grid.
func sample(ctx context.Context, scans []*scan, moment time.Duration) int64 {
	lines := scans[0].lines()
	stride := min(max(block/int64(len(scans[0].change)-1), 1), lines)
	visited := make([]int64, len(scans))
	var wait sync.WaitGroup
	start := time.Now()
	for i, s := range scans {
		wait.Go(func() {
			for k := int64(i); ; k += int64(len(scans)) * stride {
				for j := range stride {
					_, at := math.Modf(float64(k+j*int64(len(scans))) * math.Phi)
					s.line(min(int64(at*float64(lines)), lines-1))
				}
				visited[i] += stride
				if ctx.Err() != nil || time.Since(start) >= moment {
					return
				}
			}
		})
	}
	wait.Wait()
	sum := int64(0)
	for _, n := range visited {
		sum += n
	}
	return sum
}
