package problems

import (
	"context"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// Slotted states how much weaker the results of a strategy become if several games are played at
// once. The strategy must then request rounds of games before earlier rounds are finished. A regret
// is how much weaker a result is than the best weights.
type Slotted struct {
	Strategy string `json:"strategy"`
	Budget   int    `json:"budget"`
	Slots    int    `json:"slots"`
	// Ahead is the number of rounds requested in addition to the next one, on the first benchmark
	// problem. It is 0 with one slot, and if the strategy cannot request rounds ahead, so that
	// processors wait at the end of every round.
	Ahead int `json:"ahead"`
	// Mean is the geometric mean of the regrets, in Elo (see [bench.Score]). Single is this mean
	// with one game played at a time. Loss is Mean minus Single.
	Mean   float64 `json:"geometric_mean"`
	Single float64 `json:"single"`
	Loss   float64 `json:"loss"`
}

// RunSlots runs all strategies in entries on the benchmark problems: first with one game at a time,
// and then with each number of concurrent games in slots.
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

// aheadOf returns how many rounds a strategy may request before earlier rounds are finished, in the
// first benchmark problem with o.Slots concurrent games. name selects the strategy in entries. The
// result is 0 for an unknown name.
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
