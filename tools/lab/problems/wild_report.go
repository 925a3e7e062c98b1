package problems

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/lanista/lanista/tuning/bench"
)

// WildReport contains the results of strategies on generated problems, whose properties all follow
// from seeds. The results are regrets: how much weaker the weights that a strategy finds are than
// the best weights.
type WildReport struct {
	FirstSeed  uint64      `json:"first_seed"`
	Seeds      int         `json:"seeds"`
	Strategies []WildScore `json:"strategies"`
	Seconds    float64     `json:"seconds"`
}

// WildScore contains the results of one strategy with one budget on the generated problems.
type WildScore struct {
	Strategy string `json:"strategy"`
	Budget   int    `json:"budget"`
	// Quantiles contains three regrets in Elo that 50%, 75% and 95% of the runs do not exceed.
	Quantiles [3]float64 `json:"quantiles"`
	// Mean is the geometric mean of the regrets. In it, in Ratio and in Near a regret below 0.3 Elo
	// counts as 0.3. Ratio is the geometric mean of the ratios of the regret to the smallest known
	// regret on the same problem with the same budget, from any strategy or from earlier measurements.
	// Near is the share of the problems with a regret within 10% of the smallest.
	Mean  float64 `json:"mean"`
	Ratio float64 `json:"ratio"`
	Near  float64 `json:"near"`
	// Harmed is the share of the runs whose result is more than 1 Elo weaker than the start
	// weights.
	Harmed float64       `json:"harmed"`
	Dims   []WildDim     `json:"dims"`
	Worst  []WildProblem `json:"worst"` // the ten problems with the largest ratio, then regret
}

// WildDim contains the geometric mean of a strategy's regrets for one number of weights. On
// generated problems it is the mean over all problems. On the families of problems it is the mean
// over the median regret of each family. A regret below 0.3 Elo counts as 0.3.
type WildDim struct {
	Dim      int     `json:"dim"`
	Problems int     `json:"problems"`
	Mean     float64 `json:"mean"`
}

// WildProblem contains the result of a strategy on one generated problem.
type WildProblem struct {
	Seed   uint64  `json:"seed"`
	Name   string  `json:"name"`
	Start  float64 `json:"start"` // regret of the start
	Regret float64 `json:"regret"`
	Best   float64 `json:"best"` // the least regret of all strategies, or the least known
}

// RunWild runs all strategies in entries on generated problems. It ignores the options Kinds, Dims,
// Variant and Problem, because the seed determines the properties of a problem.
func RunWild(ctx context.Context, entries []bench.Entry, o bench.Options) (WildReport, error) {
	if err := o.Validate(); err != nil {
		return WildReport{}, err
	}
	o = o.WithDefaults()
	begun := time.Now()
	problem := func(i int) Problem { return NewWild(o.FirstSeed + uint64(i)) }
	left, err := bench.Each(ctx, len(entries)*len(o.Budgets)*o.Seeds, o.Workers, o.Events, func(ctx context.Context, i int) (float64, error) {
		entry, budget, seed := entries[i/o.Seeds/len(o.Budgets)], o.Budgets[i/o.Seeds%len(o.Budgets)], i%o.Seeds
		regret, err := problem(seed).Left(ctx, entry, budget, o.Slots)
		if err == nil {
			return regret, nil
		}
		return 0, fmt.Errorf("%s on wild seed %d, %d games: %w", entry.Name, o.FirstSeed+uint64(seed), budget, err)
	})
	if err != nil {
		return WildReport{}, err
	}
	r := WildReport{FirstSeed: o.FirstSeed, Seeds: o.Seeds}
	duels := make([]Problem, o.Seeds)
	for i := range duels {
		duels[i] = problem(i)
	}
	for e, entry := range entries {
		for b, budget := range o.Budgets {
			row := func(e int) []float64 {
				at := (e*len(o.Budgets) + b) * o.Seeds
				return left[at : at+o.Seeds]
			}
			best := slices.Clone(row(0))
			for i := range best {
				if known, ok := bestKnown()[instance{o.FirstSeed + uint64(i), budget}]; ok {
					best[i] = min(best[i], known)
				}
			}
			for other := range entries {
				for i, v := range row(other) {
					best[i] = min(best[i], v)
				}
			}
			r.Strategies = append(r.Strategies, wildScore(entry.Name, budget, duels, row(e), best, o.FirstSeed))
		}
	}
	r.Seconds = time.Since(begun).Seconds()
	return r, nil
}

// wildScore summarises the regrets of one strategy with one budget on all generated problems. A
// regret is how much weaker a result is than the best weights.
func wildScore(name string, budget int, duels []Problem, regrets, best []float64, firstSeed uint64) WildScore {
	const near, harm, worst = 1.1, 1.0, 10
	s := WildScore{Strategy: name, Budget: budget}
	sorted := slices.Sorted(slices.Values(regrets))
	for i, p := range []float64{0.5, 0.75, 0.95} {
		s.Quantiles[i] = bench.Quantile(sorted, p)
	}
	floored := func(v float64) float64 { return max(v, bench.LeastRegret) }
	n := float64(len(regrets))
	dims, counts := map[int]float64{}, map[int]int{}
	var problems []WildProblem
	for i, v := range regrets {
		d := duels[i]
		start := d.Regret(d.Start)
		s.Mean += math.Log(floored(v)) / n
		s.Ratio += math.Log(floored(v)/floored(best[i])) / n
		if floored(v) <= near*floored(best[i]) {
			s.Near += 1 / n
		}
		if v > start+harm {
			s.Harmed += 1 / n
		}
		dims[d.Weights] += math.Log(floored(v))
		counts[d.Weights]++
		problems = append(problems, WildProblem{Seed: firstSeed + uint64(i), Name: d.Name, Start: start, Regret: v, Best: best[i]})
	}
	s.Mean, s.Ratio = math.Exp(s.Mean), math.Exp(s.Ratio)
	for _, d := range wildDims {
		if counts[d] > 0 {
			s.Dims = append(s.Dims, WildDim{d, counts[d], math.Exp(dims[d] / float64(counts[d]))})
		}
	}
	ratio := func(p WildProblem) float64 { return floored(p.Regret) / floored(p.Best) }
	slices.SortStableFunc(problems, func(a, b WildProblem) int {
		return cmp.Or(cmp.Compare(ratio(b), ratio(a)), cmp.Compare(b.Regret, a.Regret))
	})
	s.Worst = problems[:min(worst, len(problems))]
	return s
}
