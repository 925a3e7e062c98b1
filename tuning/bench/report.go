package bench

import (
	"fmt"
	"math"
	"slices"
)

// Report contains the results of a benchmark. [Run] returns it.
type Report struct {
	Seeds      int     `json:"seeds" doc:"seeds of each search"`
	Strategies []Score `json:"strategies"`
	Seconds    float64 `json:"seconds" doc:"duration"`
}

// Score contains the results of one strategy with one budget of games on all problems.
type Score struct {
	Strategy string `json:"strategy"`
	Budget   int    `json:"budget" doc:"games of each search"`
	// GeometricMean is the geometric mean, over all problems, of the median regret on each problem,
	// in Elo. A median below [LeastRegret] counts as LeastRegret.
	GeometricMean float64 `json:"geometric_mean" doc:"over the problems, of the median regret in Elo"`
	Cells         []Cell  `json:"cells"`
}

// Cell contains the results of one strategy on one problem with one budget of games, over all
// seeds.
type Cell struct {
	Problem   Kind       `json:"problem"`
	Dim       int        `json:"dim" doc:"number of weights"`
	Median    float64    `json:"median" doc:"regret in Elo: how far the result is below the best weights"`
	Quartiles [3]float64 `json:"quartiles" doc:"regrets in Elo of 25, 50 and 75 percent of the seeds"`
	// Floor is a lower bound for the regret that any method is expected to reach, in Elo; see the
	// function [Floor]. Ratio is the median divided by Floor. Both are 0 if no bound is known.
	Floor   float64   `json:"floor" doc:"Elo; the regret that any method is expected to have at least; 0 if unknown"`
	Ratio   float64   `json:"ratio" doc:"median divided by floor; 0 if unknown"`
	Regrets []float64 `json:"-"` // by seed
}

// LeastRegret is the smallest median regret, in Elo, that enters a geometric mean. A smaller median
// is raised to it, because a regret close to 0 would dominate the mean.
const LeastRegret = 0.3

// report returns the report on a benchmark. regrets contains, for each search in the order of the
// function plan, how much weaker the result is than the optimum.
func report(entries []Entry, o Options, regrets []float64) Report {
	r := Report{Seeds: o.Seeds}
	for _, e := range entries {
		for _, budget := range o.Budgets {
			score := Score{Strategy: e.Name, Budget: budget}
			logs := 0.0
			for _, kind := range o.Kinds {
				for _, dim := range o.Dims {
					c := cell(kind, dim, budget, o.Variant, regrets[:o.Seeds])
					regrets = regrets[o.Seeds:]
					logs += math.Log(max(c.Median, LeastRegret))
					score.Cells = append(score.Cells, c)
				}
			}
			score.GeometricMean = math.Exp(logs / float64(len(score.Cells)))
			r.Strategies = append(r.Strategies, score)
		}
	}
	return r
}

// cell summarises the regrets of one strategy on one problem with the properties v: how much weaker
// its results are than the optimum.
func cell(kind Kind, dim, budget int, v Variant, regrets []float64) Cell {
	c := Cell{Problem: kind, Dim: dim, Regrets: slices.Clone(regrets)}
	if slices.Contains(Kinds, kind) && v.bounded() {
		c.Floor = Floor(kind, dim, v.conclusive(budget))
	}
	sorted := slices.Sorted(slices.Values(regrets))
	for i := range c.Quartiles {
		c.Quartiles[i] = Quantile(sorted, float64(i+1)/4)
	}
	c.Median = c.Quartiles[1]
	if c.Floor > 0 {
		c.Ratio = c.Median / c.Floor
	}
	return c
}

// Quantile returns the quantile p, in [0, 1], of a sorted sample that is not empty. It interpolates
// between neighbouring values (type 7 of Hyndman and Fan, "Sample quantiles in statistical
// packages", 1996).
func Quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// FormatRegret formats a regret, the strength in Elo that a result lacks, with one decimal below
// 10.
func FormatRegret(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// Few summarises results in Elo, one for each seed, by the median and by the worst, which is the
// lowest.
type Few struct {
	Median float64   `json:"median" doc:"Elo, the median over the seeds"`
	Worst  float64   `json:"worst" doc:"Elo, the lowest of the seeds"`
	All    []float64 `json:"all" doc:"Elo by seed"`
}

// NewFew returns the median and the worst of a sample, which must not be empty.
func NewFew(all []float64) Few {
	sorted := slices.Sorted(slices.Values(all))
	return Few{Median: Quantile(sorted, 0.5), Worst: sorted[0], All: all}
}

// Elo returns the difference in strength for a number of points in n games or groups of games.
// Half a point is added for each side, so that the result is finite.
func Elo(points float64, n int) float64 {
	score := (points + 0.5) / (float64(n) + 1)
	return 400 * math.Log10(score/(1-score))
}
