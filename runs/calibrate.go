package runs

import (
	"context"
	"math"
	"strconv"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// Calibrate tests whether the standard errors that a strategy estimates for its result are right.
// It tunes several times with the same config and with consecutive seeds. It then compares the
// estimated errors with the spread of the results. first is the first seed, seeds the number of
// seeds, and games the number of games of each search. Calibrate plays no verification and stores
// nothing.
func Calibrate(ctx context.Context, c Catalog, o Options, first uint64, seeds, games int) (bench.Calibration, error) {
	if seeds < 1 || games < 1 {
		return bench.Calibration{}, mistakef("%d seeds with %d games each: at least 1 of both is needed", seeds, games)
	}
	if err := (bench.Options{Seeds: seeds}).Validate(); err != nil {
		return bench.Calibration{}, mistake(err)
	}
	o = o.withDefaults()
	found := make([]bench.Assessed, seeds)
	err := bench.Seeds(ctx, seeds, o.Workers, func(ctx context.Context, k int) error {
		own := o
		own.Set = append(append([]string(nil), o.Set...), "seed="+strconv.FormatUint(first+uint64(k), 10), "budget={games: "+strconv.Itoa(games)+"}")
		r, err := resolve(ctx, c, request{options: own, kind: results.Evolve, dry: true})
		if err != nil {
			return err
		}
		defer r.Close()
		if err := setScale(ctx, r, 1); err != nil {
			return err
		}
		executor, err := r.local(1)
		if err != nil {
			return err
		}
		for _, err := range tuning.Run(ctx, r.search.strategy, executor, tuning.Options{Terms: r.terms(), Budget: tuning.Budget{Games: games}}) {
			if err != nil {
				return err
			}
		}
		found[k] = assessed(r)
		return nil
	})
	if err != nil {
		return bench.Calibration{}, err
	}
	mean := make([]float64, len(found[0].Result))
	for _, a := range found {
		for i, v := range a.Result {
			mean[i] += v / float64(seeds)
		}
	}
	truth := make([][]float64, seeds)
	for k := range truth {
		truth[k] = mean
	}
	return bench.Calibrated(o.Source, games, found, truth), nil
}

// assessed returns the result of a search with its estimated standard errors: one value and one
// error for each free weight. They are fractions of the weight's range, on a logarithmic scale for
// a weight of kind Log. If only the ratios of the weights matter, they are fractions of the sum of
// the absolute weights. An unknown error is NaN.
func assessed(r *Resolved) bench.Assessed {
	best := foundBy(r.search.strategy).candidates[0]
	var a bench.Assessed
	sum := 0.0
	for _, v := range best.Weights {
		sum += math.Abs(v)
	}
	for i, w := range r.Space {
		if !w.Free() {
			continue
		}
		at, e := w.Unit(best.Weights[i]), math.NaN()
		if best.Error != nil {
			e = w.UnitStep(best.Weights[i], best.Error[i])
		}
		if r.Engine.Spec().ScaleFree && sum > 0 {
			at = best.Weights[i] / sum
			if best.Error != nil {
				e = best.Error[i] / sum
			}
		}
		a.Result, a.Error = append(a.Result, at), append(a.Error, e)
	}
	return a
}
