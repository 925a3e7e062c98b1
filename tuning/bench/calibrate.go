package bench

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// Calibration measures how reliable the standard errors are that a strategy reports for the weights
// it finds. It covers all weights and seeds of one benchmark problem. Within is the share of the
// true best values that lie within 1.96 standard errors of the result; it should be 95%.
type Calibration struct {
	Problem string  `json:"problem"`
	Budget  int     `json:"budget"`
	Seeds   int     `json:"seeds"`
	Within  float64 `json:"within"`  // share of the weights with a reported error whose true value is within 1.96 errors
	Unknown float64 `json:"unknown"` // share of all weights for which no error was reported
	// Local is like Within, but it counts the values of a local maximum in place of the true best
	// values. The local maximum is the point that a climb from the result leads to, where every
	// step improves the score against the result. Local is NaN for games, whose strength is not
	// known.
	Local rating.Float `json:"local"`
	// Error is the root mean square of the standard errors that the strategy reported. Deviation is
	// the root mean square of the differences between the results and the true best values of the
	// same weights. Both are shares of the ranges, or shares of the sum of the weights if only
	// their ratios matter.
	Error     float64 `json:"error"`
	Deviation float64 `json:"deviation"`
}

// Assessed contains the weights that a strategy found and their standard errors. In both, every
// weight's range is from 0 to 1. An unknown error is NaN.
type Assessed struct{ Result, Error []float64 }

// Calibrated compares results with the true best weights. truth contains, for every element of
// results, the true best weights in the same coordinates.
func Calibrated(problem string, budget int, results []Assessed, truth [][]float64) Calibration {
	c := Calibration{Problem: problem, Budget: budget, Seeds: len(results), Local: rating.Float(math.NaN())}
	const rounding = 1e-9 // whole numbers and ends of ranges may lie exactly at the end of an interval
	within, known, all := 0.0, 0.0, 0.0
	for k, a := range results {
		for i, v := range a.Result {
			all++
			if i >= len(a.Error) || math.IsNaN(a.Error[i]) {
				continue
			}
			known++
			off := v - truth[k][i]
			if math.Abs(off) <= 1.96*a.Error[i]+rounding {
				within++
			}
			c.Error += a.Error[i] * a.Error[i]
			c.Deviation += off * off
		}
	}
	c.Within, c.Unknown = within/max(known, 1), 1-known/max(all, 1)
	c.Error, c.Deviation = math.Sqrt(c.Error/max(known, 1)), math.Sqrt(c.Deviation/max(known, 1))
	return c
}

// Calibrate runs a strategy on the benchmark problems and compares the reported errors of its
// results with the hidden optima. The strategy must implement [tuning.Reporter].
func Calibrate(ctx context.Context, entry Entry, o Options) ([]Calibration, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.WithDefaults()
	var out []Calibration
	for _, budget := range o.Budgets {
		for _, kind := range o.Kinds {
			for _, dim := range o.Dims {
				c, err := calibrate(ctx, entry, kind, dim, budget, o)
				if err != nil {
					return out, err
				}
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// calibrate runs a strategy on one problem with all seeds, and compares the reported errors with
// the hidden optima.
func calibrate(ctx context.Context, entry Entry, kind Kind, dim, budget int, o Options) (Calibration, error) {
	results, truth, local := make([]Assessed, o.Seeds), make([][]float64, o.Seeds), make([][]float64, o.Seeds)
	err := Seeds(ctx, o.Seeds, o.Workers, func(ctx context.Context, k int) error {
		duel, err := o.Problem(kind, dim, o.FirstSeed+uint64(k), o.Variant)
		if err != nil {
			return err
		}
		s, err := entry.New(duel.Problem(budget))
		if err != nil {
			return err
		}
		if err := Play(ctx, s, &Oracle{Arena: duel, Budget: int64(budget), Objective: duel.Objective()}); err != nil {
			return err
		}
		truth[k], _ = duel.calibrated(duel.Optimum())
		local[k], _ = duel.calibrated(duel.localMaximum(candidate(s).Weights))
		results[k] = assessed(s, duel)
		return nil
	})
	name := fmt.Sprintf("%s %d", kind, dim)
	c := Calibrated(name, budget, results, truth)
	c.Local = rating.Float(Calibrated(name, budget, results, local).Within)
	return c, err
}

// candidate returns the weights that a strategy's report describes: the first of its candidates, or
// its best weights if it has no list of candidates. The first candidate is the result of the
// search, even if the strategy's best weights are still the start weights.
func candidate(s tuning.Strategy) tuning.Estimate {
	if several, ok := s.(tuning.Candidates); ok {
		return several.Candidates()[0]
	}
	return s.Best()
}

// assessed returns the first candidate of a strategy and the standard errors that the strategy
// reported for it, both in the coordinates of [Duel.calibrated].
func assessed(s tuning.Strategy, d *Duel) Assessed {
	result, unit := d.calibrated(candidate(s).Weights)
	a := Assessed{Result: result}
	if r, ok := s.(tuning.Reporter); ok {
		for i, e := range r.Report().Error {
			a.Error = append(a.Error, e/unit[i])
		}
	}
	return a
}

// calibrated converts weights to the coordinates in which a calibration compares them. A coordinate
// is the place in the weight's range, from 0 to 1. If only the ratios of the weights matter, it is
// the weight's share of the sum of absolute weights instead. unit contains the change of each
// weight that changes its coordinate by 1.
func (d *Duel) calibrated(w []float64) (x, unit []float64) {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	x, unit = d.unit(w), make([]float64, len(w))
	for i, v := range w {
		unit[i] = d.space[i].Max - d.space[i].Min
		if d.variant.ScaleFree && sum > 0 {
			x[i], unit[i] = v/sum, sum
		}
	}
	return x, unit
}

// Seeds calls do with the numbers 0 to n-1 on the given number of goroutines. It returns the
// first error.
func Seeds(ctx context.Context, n, workers int, do func(ctx context.Context, k int) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		next atomic.Int64
		wait sync.WaitGroup
	)
	errs := make([]error, n)
	for range max(workers, 1) {
		wait.Go(func() {
			for k := int(next.Add(1)) - 1; k < n && ctx.Err() == nil; k = int(next.Add(1)) - 1 {
				if errs[k] = do(ctx, k); errs[k] != nil {
					cancel()
				}
			}
		})
	}
	wait.Wait()
	if err := first(errs); err != nil {
		return err
	}
	return ctx.Err()
}
