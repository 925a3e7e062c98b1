package tuning

import "slices"

// Deal returns the seed of deal n of a run, n = 0, 1, 2, ... It is pure.
type Deal func(n int) uint64

// dealer gives the pairings of rounds new deals, in the order of the rounds.
type dealer struct {
	deal Deal // nil keeps the seeds of the strategy
	next int
}

// batch returns the batch with new deals: pairings of equal seeds share one.
func (d *dealer) batch(b Batch) Batch {
	if d.deal == nil {
		return b
	}
	shared := make(map[uint64]uint64)
	b.Pairings = slices.Clone(b.Pairings)
	for i := range b.Pairings {
		p := &b.Pairings[i]
		seed, known := shared[p.Seed]
		if !known {
			seed = d.deal(d.next)
			shared[p.Seed] = seed
			d.next++
		}
		p.Seed = seed
	}
	return b
}
