package fit

import (
	"cmp"
	"math"
	"slices"
)

// losses sets the elements of all that belong to the objective's examples to their losses at
// b.
func (o *objective) losses(b, all []float64) {
	if o.blocks == nil {
		o.blocks = make([]block, blocksOf(len(b)))
	}
	o.each(func(k int, rows part) {
		blk := &o.blocks[k]
		if o.sweeper != nil {
			o.sweeper.Sweep(rows, b, nil, func(i int32, z float64) float64 {
				all[i], _, _ = o.loss.at(z, float64(o.data.Target[i]))
				return 0
			})
			return
		}
		for _, i := range rows {
			blk.terms = o.data.Terms(int(i), blk.terms[:0])
			z := 0.0
			for _, t := range blk.terms {
				z += b[t.Column] * float64(t.Value)
			}
			all[i], _, _ = o.loss.at(z, float64(o.data.Target[i]))
		}
	})
}

// gain returns the mean decrease of the losses of some examples from before to after, and its
// standard error with games as clusters.
func (d *Data) gain(p part, before, after []float64) (mean, err float64) {
	p = slices.Clone(p)
	slices.SortStableFunc(p, func(a, b int32) int { return cmp.Compare(d.game(a), d.game(b)) })
	n := float64(len(p))
	for _, i := range p {
		mean += (before[i] - after[i]) / n
	}
	games, game, squares := 0, 0.0, 0.0
	for k, i := range p {
		game += before[i] - after[i] - mean
		if k == len(p)-1 || d.game(i) != d.game(p[k+1]) {
			squares += game * game
			games, game = games+1, 0
		}
	}
	if games < 2 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(squares*float64(games)/float64(games-1)) / n
}
