package grid

import (
	"context"
	"math"
	"sync"
	"time"
)

// Estimate is the expected amount of work of a grid search.
type Estimate struct {
	// Visits is the number of point evaluations in the search. With Options.LeaveOneOut, all points
	// of the grid are visited once more for every labelled position that is no copy of another.
	Visits int64
	// Took is the expected duration of the search, without the time that Options.Exact needs.
	Took time.Duration
}

// Forecast estimates the work of [Search]. For about the duration moment it visits lines of the
// grid and measures the speed. The lines are spread over the whole grid, because points with many
// hits take longer and are often close together. It returns an error for an invalid problem or
// option, and if ctx ends.
func Forecast(ctx context.Context, p Problem, o Options, moment time.Duration) (Estimate, error) {
	if err := p.validate(); err != nil {
		return Estimate{}, err
	}
	axes, err := o.Axes(p.Space)
	if err != nil {
		return Estimate{}, err
	}
	l, err := newLattice(p, axes)
	if err != nil {
		return Estimate{}, err
	}
	sweeps := int64(0) // after the first
	if o.LeaveOneOut {
		sweeps = int64(len(l.choices()))
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

// pace measures how many points of the grid the given number of goroutines visit per second. Each
// goroutine collects the top best points and, if withMap is true, fills a map of hits. pace visits
// points for the duration moment, but measures only the second half of this time. In the first half
// the goroutines find points with many hits, as they would early in a full search.
func pace(ctx context.Context, l *lattice, top, workers int, withMap bool, moment time.Duration) float64 {
	workers = max(workers, 1)
	total := newScan(l, top)
	scans := make([]*scan, workers)
	for i := range scans {
		scans[i] = newScan(l, top)
		if withMap { // one per worker: several may visit the same line
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

// sample visits some lines of the grid with all scans concurrently, for about the duration moment.
// It returns the number of visited lines, from which the speed follows. Each scan visits at least
// one block of lines. The lines are spread evenly over the grid: fractional parts of multiples of
// the golden ratio determine them.
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
					_, at := math.Modf(float64(float64(k+j*int64(len(scans))) * math.Phi))
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
