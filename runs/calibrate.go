package runs

import (
	"context"
	"math"
	"strconv"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// Calibrate tunes by one config with so many seeds from the first on and compares the
// errors of the answers with how far these lie from their mean, which stands for the
// truth that nobody knows. Nothing is verified and nothing is stored.
func (c Catalog) Calibrate(ctx context.Context, o Options, first uint64, seeds, games int) (bench.Calibration, error) {
	o = o.withDefaults()
	answers := make([]bench.Assessed, seeds)
	err := bench.Seeds(ctx, seeds, o.Workers, func(ctx context.Context, k int) error {
		own := o
		own.Set = append(append([]string(nil), o.Set...), "seed="+strconv.FormatUint(first+uint64(k), 10), "budget={games: "+strconv.Itoa(games)+"}")
		setup, err := c.setup(ctx, own)
		if err != nil {
			return err
		}
		s, err := setup.tunable(ctx)
		if err != nil {
			return err
		}
		executor, err := s.executor(1)
		if err != nil {
			return err
		}
		for _, err := range tuning.Run(ctx, s.strategy, executor, tuning.Options{Terms: s.terms(), Budget: tuning.Budget{Games: games}}) {
			if err != nil {
				return err
			}
		}
		answers[k] = s.assessed()
		return nil
	})
	if err != nil {
		return bench.Calibration{}, err
	}
	mean := make([]float64, len(answers[0].Answer))
	for _, a := range answers {
		for i, v := range a.Answer {
			mean[i] += v / float64(seeds)
		}
	}
	truth := make([][]float64, seeds)
	for k := range truth {
		truth[k] = mean
	}
	return bench.Calibrated(o.Source, games, answers, truth), nil
}

// assessed is the answer of a search and its errors, of the free weights: as shares of
// the ranges, or of the sum of all weights where only directions count.
func (s *search) assessed() bench.Assessed {
	best := s.strategy.Best()
	var report tuning.Report
	if r, ok := s.strategy.(tuning.Reporter); ok {
		report = r.Report()
	}
	var a bench.Assessed
	sum := 0.0
	for _, v := range best.Weights {
		sum += math.Abs(v)
	}
	for i, w := range s.space {
		if !w.Free() {
			continue
		}
		at, unit := w.Unit(best.Weights[i]), w.Max-w.Min
		if s.engine.Spec().ScaleFree && sum > 0 {
			at, unit = best.Weights[i]/sum, sum
		}
		a.Answer = append(a.Answer, at)
		e := math.NaN()
		if report.Error != nil {
			e = report.Error[i] / unit
		}
		a.Error = append(a.Error, e)
	}
	return a
}
