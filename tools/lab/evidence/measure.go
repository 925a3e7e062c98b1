package evidence

import (
	"context"
	"iter"
	"math"

	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning/bench"
)

// Row states how much one constant of a strategy affects the strength of the results.
type Row struct {
	Constant
	Seeds int `json:"seeds"` // of every duel
	Runs  int `json:"runs"`  // with every value
	// Half, Once and Twice are the regrets, in Elo, with half, once and twice the value of the
	// constant. Each is the geometric mean over all runs, in which a regret below 0.3 Elo counts as
	// 0.3.
	Half  float64 `json:"half"`
	Once  float64 `json:"once"`
	Twice float64 `json:"twice"`
	// HalfError and TwiceError are the standard errors of ln(Half/Once) and
	// ln(Twice/Once).
	HalfError  float64 `json:"half_error"`
	TwiceError float64 `json:"twice_error"`
}

// Options configures a measurement of how the constants of strategies affect their results.
type Options struct {
	Seeds   int // instances of every duel; 0 means as many as the experiment has
	Workers int // runs at a time; 0 means 1
}

// Find returns the constants with the given names, or all constants if no name is given. It
// returns an error for an unknown name.
func Find(names ...string) ([]Constant, error) {
	if len(names) == 0 {
		return constants(), nil
	}
	var out []Constant
	for _, name := range names {
		e, err := find(name)
		if err != nil {
			return nil, err
		}
		out = append(out, e.constant())
	}
	return out, nil
}

// Measure runs the experiments for the given constants, which must come from [Find]. It yields a
// row for each constant as soon as the constant is measured. Constants of the same strategy and
// experiment share the searches with the current values, which are run only once. The first error
// ends the measurement.
func Measure(ctx context.Context, constants []Constant, o Options) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		once := map[string][]float64{} // what an experiment gave with all constants at their values
		for _, c := range constants {
			row, err := measure(ctx, c, o, once)
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

func measure(ctx context.Context, c Constant, o Options, known map[string][]float64) (Row, error) {
	e, err := find(c.Name)
	if err != nil {
		return Row{}, err
	}
	if o.Seeds == 0 {
		o.Seeds = e.experiment.Seeds
	}
	shared := e.strategy + " " + e.experiment.Name
	once := known[shared]
	if once == nil {
		if once, err = e.play(ctx, 1, o); err != nil {
			return Row{}, err
		}
		known[shared] = once
	}
	half, err := e.play(ctx, 0.5, o)
	if err != nil {
		return Row{}, err
	}
	twice, err := e.play(ctx, 2, o)
	if err != nil {
		return Row{}, err
	}
	r := Row{Constant: c, Seeds: o.Seeds, Runs: len(once)}
	level, _ := moments(once, make([]float64, len(once)))
	r.Once = math.Exp(level)
	change, deviation := moments(half, once)
	r.Half, r.HalfError = r.Once*math.Exp(change), deviation
	change, deviation = moments(twice, once)
	r.Twice, r.TwiceError = r.Once*math.Exp(change), deviation
	return r, nil
}

// play runs the experiment of a constant with the constant multiplied by factor. It returns the
// logarithms of the regrets of all searches, in a fixed order. A regret is how much weaker a result
// is than the best weights, in Elo.
func (e entry) play(ctx context.Context, factor float64, o Options) ([]float64, error) {
	x := e.experiment
	report, err := bench.Run(ctx, []bench.Entry{e.with(factor)}, bench.Options{
		Seeds: o.Seeds, FirstSeed: firstSeed, Budgets: x.Budgets, Kinds: x.Kinds, Dims: x.Dims,
		Variant: x.Variant, Problem: problems.New, Workers: o.Workers,
	})
	if err != nil {
		return nil, err
	}
	var logs []float64
	for _, score := range report.Strategies {
		for _, cell := range score.Cells {
			for _, regret := range cell.Regrets {
				logs = append(logs, math.Log(max(regret, bench.LeastRegret)))
			}
		}
	}
	return logs, nil
}

// moments returns the mean of the differences a[i]-b[i] of two lists and the standard error of this
// mean.
func moments(a, b []float64) (mean, deviation float64) {
	n := float64(len(a))
	for i, v := range a {
		mean += (v - b[i]) / n
	}
	squares := 0.0
	for i, v := range a {
		squares += (v - b[i] - mean) * (v - b[i] - mean)
	}
	return mean, math.Sqrt(squares / max(n-1, 1) / n)
}
