package problems

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/bench"
)

// FamilyReport compares strategies on families of problems. A family consists of the problems with
// one kind of strength function. The results are given by cell: a family with one number of weights
// and of games. The result in a cell is the median regret over the seeds. A regret is how much
// weaker a result is than the best weights.
type FamilyReport struct {
	FirstSeed  uint64        `json:"first_seed"`
	Seeds      int           `json:"seeds"`
	Strategies []FamilyScore `json:"strategies"`
	Seconds    float64       `json:"seconds"`
}

// FamilyScore summarises the regrets of one strategy, with one number of games, over all families
// of problems. A regret is how much weaker a result is than the best weights. A median regret below
// 0.3 Elo counts as 0.3, because a regret close to 0 would dominate geometric means.
type FamilyScore struct {
	Strategy string  `json:"strategy"`
	Budget   int     `json:"budget"`
	Mean     float64 `json:"mean"` // geometric mean of the medians of all cells, in Elo
	ToBest           // ratios to the smallest median of any strategy in the same cell
	// HeldOut contains the ratios of the strategy's regret to the regret of the best strategy,
	// measured without bias: the best strategy is chosen on half of the seeds and the ratio
	// measured on the other half, and then the reverse. In ToBest the best strategy is chosen on
	// the same seeds, so it is partly lucky. HeldOut is zero with one seed.
	HeldOut ToBest `json:"held_out,omitzero"`
	// Harmed is the share of the runs whose result is more than 1 Elo weaker than the start
	// weights.
	Harmed float64      `json:"harmed"`
	Dims   []WildDim    `json:"dims"`
	Cells  []FamilyCell `json:"cells"`
}

// ToBest compares a strategy with the best ones of the same budget, for every cell: a family of
// problems with one number of weights. The strategy's regret in the cell is divided by the smallest
// regret of any strategy. Ratio is the geometric mean of these quotients. Near is the share of
// cells with a quotient of at most 1.1, and Close the share with at most 1.5.
type ToBest struct {
	Ratio float64 `json:"ratio"`
	Near  float64 `json:"near"`
	Close float64 `json:"close"`
}

func toBest(ratios []float64) (t ToBest) {
	const near, close = 1.1, 1.5
	n := float64(len(ratios))
	if n == 0 {
		return t
	}
	for _, r := range ratios {
		t.Ratio += math.Log(r) / n
		t.Near += share(r <= near, n)
		t.Close += share(r <= close, n)
	}
	t.Ratio = math.Exp(t.Ratio)
	return t
}

// FamilyCell contains the results of one strategy on one family of problems with one number of
// weights.
type FamilyCell struct {
	Problem bench.Kind `json:"problem"`
	Dim     int        `json:"dim"`
	Median  float64    `json:"median"` // regret in Elo
	Start   float64    `json:"start"`  // median regret of the start weights
	Best    float64    `json:"best"`   // smallest median of all strategies with the same budget
	Leader  string     `json:"leader"` // the strategy with the smallest median
	Ratio   float64    `json:"ratio"`
	Low     float64    `json:"low"` // Low to High is a 95% interval of the ratio, by paired bootstrap over the seeds
	High    float64    `json:"high"`
	Regrets []float64  `json:"regrets"` // by seed
}

// RunFamilies runs the strategies in entries on the families of problems and compares their
// results. The options Kinds and Dims restrict the families and the numbers of weights.
func RunFamilies(ctx context.Context, entries []bench.Entry, o bench.Options) (FamilyReport, error) {
	if len(o.Kinds) == 0 {
		o.Kinds = Families
	}
	if len(o.Dims) == 0 {
		o.Dims = FamilyDims
	}
	if o.Problem == nil {
		o.Problem = New
	}
	o = o.WithDefaults()
	runs, err := bench.Run(ctx, entries, o)
	if err != nil {
		return FamilyReport{}, err
	}
	r := FamilyReport{FirstSeed: o.FirstSeed, Seeds: o.Seeds, Seconds: runs.Seconds}
	starts, err := startsOf(o)
	if err != nil {
		return FamilyReport{}, err
	}
	for _, s := range runs.Strategies {
		r.Strategies = append(r.Strategies, familyScore(s, starts, runs.Strategies))
	}
	return r, nil
}

// startsOf returns the regrets of the start weights: how much weaker they are than the best
// weights. The result has a list for every cell, which is a family of problems with one number of
// weights. A list has one regret per seed.
func startsOf(o bench.Options) ([][]float64, error) {
	var all [][]float64
	for _, kind := range o.Kinds {
		for _, dim := range o.Dims {
			cell := make([]float64, o.Seeds)
			for i := range cell {
				d, err := New(kind, dim, o.FirstSeed+uint64(i), o.Variant)
				if err != nil {
					return nil, err
				}
				p := d.Problem(1)
				if p.Start == nil {
					p.Start = p.Space.Default()
				}
				cell[i] = d.Regret(p.Start)
			}
			all = append(all, cell)
		}
	}
	return all, nil
}

// familyScore summarises the results of one strategy on all families of problems. s contains its
// results by cell, which is a family with one number of weights. They are compared with the best
// results of any strategy with the same budget, which are in all. starts contains the regrets of
// the start weights, as startsOf returns them.
func familyScore(s bench.Score, starts [][]float64, all []bench.Score) FamilyScore {
	const harm = 1.0
	f := FamilyScore{Strategy: s.Strategy, Budget: s.Budget, Mean: s.GeometricMean}
	n := float64(len(s.Cells))
	dims, counts := map[int]float64{}, map[int]int{}
	var order []int
	var ratios, held []float64
	for i, c := range s.Cells {
		leader, name := c, s.Strategy
		for _, other := range all {
			if other.Budget == s.Budget && other.Cells[i].Median < leader.Median {
				leader, name = other.Cells[i], other.Strategy
			}
		}
		out := FamilyCell{
			Problem: c.Problem, Dim: c.Dim, Median: c.Median, Start: median(starts[i]),
			Best: leader.Median, Leader: name, Ratio: ratioOf(c.Median, leader.Median), Regrets: c.Regrets,
		}
		out.Low, out.High = drawnAgain(c.Regrets, leader.Regrets)
		ratios, held = append(ratios, out.Ratio), append(held, heldOut(s, i, all)...)
		for k, v := range c.Regrets {
			f.Harmed += share(v > starts[i][k]+harm, n*float64(len(c.Regrets)))
		}
		if counts[c.Dim]++; counts[c.Dim] == 1 {
			order = append(order, c.Dim)
		}
		dims[c.Dim] += math.Log(max(c.Median, bench.LeastRegret))
		f.Cells = append(f.Cells, out)
	}
	f.ToBest, f.HeldOut = toBest(ratios), toBest(held)
	for _, d := range order {
		f.Dims = append(f.Dims, WildDim{d, counts[d], math.Exp(dims[d] / float64(counts[d]))})
	}
	return f
}

// heldOut compares the median regret of s with that of the best strategy in one cell, a family of
// problems with one number of weights. The best strategy must not be chosen and measured by the
// same results. So one half of the seeds selects the strategy with the smallest median, and the
// other half measures it. Then the halves change roles. Only strategies with the budget of s take
// part.
//
// heldOut returns one ratio for each half: the median of s divided by that of the selected
// strategy. It returns nil for fewer than two seeds. all contains the scores of all strategies, and
// cell is the index of the cell.
func heldOut(s bench.Score, cell int, all []bench.Score) (ratios []float64) {
	if len(s.Cells[cell].Regrets) < 2 {
		return nil
	}
	half := func(s bench.Score, odd int) float64 {
		var v []float64
		for k := odd; k < len(s.Cells[cell].Regrets); k += 2 {
			v = append(v, s.Cells[cell].Regrets[k])
		}
		return median(v)
	}
	for odd := range 2 {
		best, least := s, half(s, odd)
		for _, other := range all {
			if v := half(other, odd); other.Budget == s.Budget && v < least {
				best, least = other, v
			}
		}
		ratios = append(ratios, ratioOf(half(s, 1-odd), half(best, 1-odd)))
	}
	return ratios
}

// Behind returns the cells in which the strategy is clearly worse than the best strategy with the
// same budget. A cell is a family of problems with one number of weights. Clearly worse means that
// the 95% interval of the ratio of the regrets lies above 1.1. The cells with the largest ratios
// come first.
func (s FamilyScore) Behind() []FamilyCell {
	const near = 1.1
	var list []FamilyCell
	for _, c := range s.Cells {
		if c.Low > near {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b FamilyCell) int { return cmp.Compare(b.Ratio, a.Ratio) })
	return list
}

func ratioOf(v, best float64) float64 {
	return max(v, bench.LeastRegret) / max(best, bench.LeastRegret)
}

func median(v []float64) float64 { return bench.Quantile(slices.Sorted(slices.Values(v)), 0.5) }

// share returns what one of n items adds to the share of the items that count: 1/n if counts is
// true, and 0 otherwise.
func share(counts bool, n float64) float64 {
	if counts {
		return 1 / n
	}
	return 0
}

// drawnAgain returns a 95% confidence interval for the ratio of the medians of a and b, by the
// paired bootstrap. Both lists have one value for each seed. drawnAgain repeatedly draws seeds with
// replacement, the same for both lists, and computes the ratio. The ends of the interval are
// percentiles of these ratios. Source: B. Efron and R. Tibshirani, "An Introduction to the
// Bootstrap", 1993, chapter 13.
func drawnAgain(a, b []float64) (low, high float64) {
	const samples = 1000
	rng := engines.Rand(engines.Seed(engines.Purpose("bench bootstrap"), uint64(len(a))))
	ratios := make([]float64, samples)
	x, y := make([]float64, len(a)), make([]float64, len(a))
	for i := range ratios {
		ratios[i] = ratioOf(resample(rng, a, b, x, y))
	}
	slices.Sort(ratios)
	return bench.Quantile(ratios, 0.025), bench.Quantile(ratios, 0.975)
}

// resample draws one sample for the bootstrap and returns the medians of its two lists. It draws
// indices at random with replacement, and copies the values of a and b at these indices to x and y.
// Afterwards x and y are sorted.
func resample(rng *rand.Rand, a, b, x, y []float64) (float64, float64) {
	for i := range x {
		k := rng.IntN(len(a))
		x[i], y[i] = a[k], b[k]
	}
	slices.Sort(x)
	slices.Sort(y)
	return bench.Quantile(x, 0.5), bench.Quantile(y, 0.5)
}
