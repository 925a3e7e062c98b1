package problems

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// Valuations contains the kinds of benchmark problems in which a strategy minimises a test function
// of black-box optimisation. A game has one seat and a score: minus the value of the function at
// the agent's weights, plus noise. Every weight lies within [-4, 6] and starts at 3. The least
// value is 0.
var Valuations = []bench.Kind{kindSphere, kindEllipsoid, kindRosenbrock}

const (
	kindSphere     bench.Kind = "sphere"
	kindEllipsoid  bench.Kind = "ellipsoid"  // of condition 10,000, along the axes
	kindRosenbrock bench.Kind = "rosenbrock" // a narrow curved valley
)

// valueNoise is the standard deviation of the noise that is added to the value of a test function,
// in the function's own unit.
const valueNoise = 10

// functions contains the function to be minimised for every kind of problem in [Valuations].
var functions = map[bench.Kind]func(x []float64) float64{
	kindSphere: func(x []float64) (sum float64) {
		for _, v := range x {
			sum += v * v
		}
		return sum
	},
	kindEllipsoid: func(x []float64) (sum float64) {
		for i, v := range x {
			sum += math.Pow(1e4, float64(i)/float64(max(len(x)-1, 1))) * v * v
		}
		return sum
	},
	kindRosenbrock: func(x []float64) (sum float64) {
		for i := range len(x) - 1 {
			step, left := x[i+1]-x[i]*x[i], 1-x[i]
			sum += 100*step*step + left*left
		}
		return sum
	},
}

// valuation is a game for one agent. Its score is minus the value of a test function at the agent's
// weights, plus noise.
type valuation struct {
	value func(x []float64) float64
	noise float64
	run   uint64
}

// Play returns a game record with the score of the only agent: minus the value of the test function
// at the agent's weights, plus noise. The noise depends only on the weights, the seed and the run.
func (v valuation) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	path := make([]uint64, 0, 1+len(seats[0].Weights))
	path = append(path, seed)
	for _, w := range seats[0].Weights {
		path = append(path, math.Float64bits(w))
	}
	noise := v.noise * engines.Rand(engines.Seed(v.run, path...)).NormFloat64()
	return engines.Record{Outcome: engines.ByScore(noise - v.value(seats[0].Weights))}, nil
}

// Valued is a row of results: how small one strategy makes the value of a test function. It contains
// the function values at the weights that the strategy found, summarised over the seeds. The values
// do not include the noise of the games. Smaller is better; the least value is 0.
type Valued struct {
	Strategy string     `json:"strategy"`
	Problem  bench.Kind `json:"problem"`
	Dim      int        `json:"weights"`
	Noise    float64    `json:"noise"`
	Games    int        `json:"games"`
	Seeds    int        `json:"seeds"`
	// Quartiles contains the values that 25, 50 and 75% of the results do not exceed.
	Quartiles [3]float64 `json:"quartiles"`
	Mean      float64    `json:"geometric_mean"` // in it a value below 1e-12 counts as 1e-12
}

// ValuedReport contains the results of all strategies on the problems of [Valuations].
type ValuedReport struct {
	Rows    []Valued `json:"rows"`
	Seconds float64  `json:"seconds"`
}

// RunValues measures how well tuning strategies minimise the test functions of [Valuations]. It
// runs every strategy in entries on every function, with noisy scores and without noise, for every
// budget and seed. By default it uses all functions, with 10 weights; the options Kinds and Dims
// select others. The options Variant, Problem, Slots and Events have no effect.
//
// RunValues returns an error for an unknown kind, for an invalid option, and if a strategy fails.
func RunValues(ctx context.Context, entries []bench.Entry, o bench.Options) (ValuedReport, error) {
	if len(o.Dims) == 0 {
		o.Dims = []int{10}
	}
	if len(o.Kinds) == 0 {
		o.Kinds = Valuations
	}
	for _, kind := range o.Kinds {
		if functions[kind] == nil {
			return ValuedReport{}, fmt.Errorf("unknown kind of problem %q; one of %v", kind, Valuations)
		}
	}
	if err := o.Validate(); err != nil {
		return ValuedReport{}, err
	}
	o = o.WithDefaults()
	start := time.Now()
	var report ValuedReport
	for _, games := range o.Budgets {
		for _, dim := range o.Dims {
			for _, kind := range o.Kinds {
				for _, noise := range []float64{valueNoise, 0} {
					for _, e := range entries {
						row := Valued{Strategy: e.Name, Problem: kind, Dim: dim, Noise: noise, Games: games, Seeds: o.Seeds}
						values, err := bench.Each(ctx, o.Seeds, o.Workers, tuning.Events{}, func(ctx context.Context, i int) (float64, error) {
							return row.finalValue(ctx, e, o.FirstSeed+uint64(i))
						})
						if err != nil {
							return report, fmt.Errorf("%s on %s: %w", e.Name, kind, err)
						}
						row.summarise(values)
						report.Rows = append(report.Rows, row)
					}
				}
			}
		}
	}
	report.Seconds = time.Since(start).Seconds()
	return report, nil
}

// finalValue runs a strategy to its end on the problem of the row v. It returns the value of the
// function, without noise, at the weights that the strategy found.
func (v *Valued) finalValue(ctx context.Context, e bench.Entry, seed uint64) (float64, error) {
	game := valuation{functions[v.Problem], v.Noise, engines.Seed(seed, engines.Purpose("valuation"), engines.Purpose(string(v.Problem)))}
	p := tuning.Problem{Seats: 1, Games: v.Games, Seed: engines.Seed(game.run, engines.Purpose("strategy"))}
	for i := range v.Dim {
		p.Space = append(p.Space, engines.Weight{Name: fmt.Sprintf("x%d", i+1), Min: -4, Max: 6, Default: 3})
	}
	s, err := tuning.NewIndependentPairings(p, e.New)
	if err != nil {
		return 0, err
	}
	budget := tuning.Budget{Games: v.Games}
	for _, err := range tuning.Run(ctx, s, tournament.Local{Arena: game, Workers: 1}, tuning.Options{Budget: budget}) {
		if err != nil {
			return 0, err
		}
	}
	return game.value(s.Best().Weights), nil
}

// summarise stores the quartiles and the geometric mean of the given function values in v, and sorts
// values.
func (v *Valued) summarise(values []float64) {
	slices.Sort(values)
	for i := range v.Quartiles {
		v.Quartiles[i] = bench.Quantile(values, float64(i+1)/4)
	}
	for _, value := range values {
		v.Mean += math.Log(max(value, 1e-12)) / float64(len(values))
	}
	v.Mean = math.Exp(v.Mean)
}
