package problems

import (
	"context"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// Slotted measures the cost of asking ahead: the regret of a strategy with several games in
// play at once, and with the same games played round by round.
type Slotted struct {
	Strategy string `json:"strategy"`
	Budget   int    `json:"budget"`
	Slots    int    `json:"slots"`
	// Ahead is the number of rounds in play beyond the next, on the suite's first
	// problem; 0 where the strategy cannot ask ahead, so that slots wait at the end of
	// every round.
	Ahead int `json:"ahead"`
	// Mean is the geometric mean of the regrets, in Elo (see [bench.Score]), Single that with
	// one slot, and Loss how much more it is, in Elo.
	Mean   float64 `json:"geometric_mean"`
	Single float64 `json:"single"`
	Loss   float64 `json:"loss"`
}

// RunSlots plays all entries on the suite with each number of slots, and with one.
func RunSlots(ctx context.Context, entries []bench.Entry, slots []int, o bench.Options) ([]Slotted, error) {
	o.Slots = 1
	single, err := bench.Run(ctx, entries, o)
	if err != nil {
		return nil, err
	}
	var list []Slotted
	for _, n := range slots {
		o.Slots = n
		several, err := bench.Run(ctx, entries, o)
		if err != nil {
			return nil, err
		}
		for i, s := range several.Strategies {
			before := single.Strategies[i].GeometricMean
			row := Slotted{Strategy: s.Strategy, Budget: s.Budget, Slots: n, Mean: s.GeometricMean, Single: before, Loss: s.GeometricMean - before}
			if row.Ahead, err = aheadOf(ctx, o, entries, s.Strategy, s.Budget); err != nil {
				return nil, err
			}
			list = append(list, row)
		}
	}
	return list, nil
}

// aheadOf is how many rounds ahead an entry is asked on the first problem.
func aheadOf(ctx context.Context, o bench.Options, entries []bench.Entry, name string, budget int) (int, error) {
	o = o.WithDefaults()
	duel, err := o.Problem(o.Kinds[0], o.Dims[0], o.FirstSeed, o.Variant)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		if e.Name != name {
			continue
		}
		p := duel.Problem(budget)
		if p.Ahead, err = bench.AheadFor(ctx, e, p, o.Slots); err != nil {
			return 0, err
		}
		s, err := e.New(p)
		if err != nil {
			return 0, err
		}
		return tuning.AheadOf(s), nil
	}
	return 0, nil
}
