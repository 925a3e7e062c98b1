package fit

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/lanista/lanista/engines/training"
)

// objective is the function to minimise: the mean loss of examples as a function of the
// coefficients b, plus a ridge penalty. The penalty is the sum over j of penalty[j]/2 (b[j] -
// centre[j])^2.
type objective struct {
	ctx     context.Context
	data    *Data
	part    part
	loss    loss
	penalty []float64 // ridge penalty; nil for none
	centre  []float64
	lasso   []float64         // penalty on absolute distances from centre; nil for none; sum does not include it
	step    func(b []float64) // called after every step of a minimisation; may be nil
	workers int
	// unconverged reports whether a minimisation of this objective ended at its largest number of
	// steps.
	unconverged bool
	sweeper     training.Sweeper // sweeper of the data; may be nil

	blocks []block
}

// block contains the sums of the loss and of its derivatives over a part of the examples. The
// division into parts depends only on the data. The sums therefore do not depend on the number of
// goroutines.
type block struct {
	loss     float64
	gradient []float64
	hessian  []float64 // upper triangle, in rows of the full matrix
	terms    []training.Term
}

// blocksOf returns the number of parts into which the examples are divided for summing. For data
// with many columns it is smaller, because each part has a gradient in memory.
func blocksOf(columns int) int {
	if columns > 1<<14 {
		return 8
	}
	return 32
}

// value returns the value of the objective at b, without the lasso penalty.
func (o *objective) value(b []float64) float64 { return o.sum(b, nil, nil) }

// sum returns the objective at b, without the lasso penalty. Unless they are nil, it stores the
// gradient in gradient and the upper triangle of the second derivatives in hessian.
func (o *objective) sum(b, gradient, hessian []float64) float64 {
	columns := len(b)
	o.each(columns, func(blk *block, rows part) {
		blk.loss = 0
		blk.gradient = cleared(blk.gradient, len(gradient))
		blk.hessian = cleared(blk.hessian, len(hessian))
		if o.sweeper != nil && hessian == nil {
			blk.sweep(o, rows, b)
			return
		}
		for _, i := range rows {
			blk.add(o, int(i), b)
		}
	})
	clear(gradient)
	clear(hessian)
	total := 0.0
	for k := range o.blocks {
		total += o.blocks[k].loss
		addTo(gradient, o.blocks[k].gradient)
		addTo(hessian, o.blocks[k].hessian)
	}
	n := float64(max(len(o.part), 1))
	total /= n
	for j := range gradient {
		gradient[j] /= n
	}
	for j := range hessian {
		hessian[j] /= n
	}
	for j, p := range o.penalty {
		d := b[j] - o.centre[j]
		total += p * d * d / 2
		if gradient != nil {
			gradient[j] += p * d
		}
		if hessian != nil {
			hessian[j*columns+j] += p
		}
	}
	return total
}

// squared returns the ridge penalty at b.
func (o *objective) squared(b []float64) float64 {
	sum := 0.0
	for j, p := range o.penalty {
		d := b[j] - o.centre[j]
		sum += p * d * d / 2
	}
	return sum
}

func (o *objective) stepped(b []float64) {
	if o.step != nil {
		o.step(b)
	}
}

func (blk *block) add(o *objective, i int, b []float64) {
	blk.terms = o.data.Terms(i, blk.terms[:0])
	loss, slope, curvature := o.loss.at(sumOf(blk.terms, b), float64(o.data.Target[i]))
	blk.loss += loss
	if len(blk.gradient) > 0 {
		for _, t := range blk.terms {
			blk.gradient[t.Column] += slope * float64(t.Value)
		}
	}
	if len(blk.hessian) > 0 {
		columns := len(b)
		for k, t := range blk.terms {
			row := blk.hessian[int(t.Column)*columns : (int(t.Column)+1)*columns]
			c := curvature * float64(t.Value)
			for _, u := range blk.terms[k:] {
				row[u.Column] += c * float64(u.Value)
			}
		}
	}
}

// sweep computes the losses of the examples in rows and their gradients, and adds them to the sums
// in the block. It evaluates all these examples with one call of the data's [training.Sweeper].
func (blk *block) sweep(o *objective, rows part, b []float64) {
	var gradient []float64
	if len(blk.gradient) > 0 {
		gradient = blk.gradient
	}
	o.sweeper.Sweep(rows, b, gradient, func(i int32, z float64) float64 {
		loss, slope, _ := o.loss.at(z, float64(o.data.Target[i]))
		blk.loss += loss
		return slope
	})
}

// each divides the examples of an objective into blocks and calls f concurrently for each block. f
// receives the block, in which it stores sums, and the examples of the block. The number of blocks
// depends on columns, the number of columns of the data. If the context ends, some examples are
// left out and the sums are wrong. Callers must therefore check the context.
func (o *objective) each(columns int, f func(blk *block, rows part)) {
	if o.blocks == nil {
		o.blocks = make([]block, blocksOf(columns))
	}
	n, blocks := len(o.part), len(o.blocks)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(max(o.workers, 1), blocks) {
		wait.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				if k >= blocks {
					return
				}
				rows := o.part[n*k/blocks : n*(k+1)/blocks]
				if o.ctx.Err() != nil {
					rows = nil
				}
				f(&o.blocks[k], rows)
			}
		})
	}
	wait.Wait()
}

func cleared(v []float64, n int) []float64 {
	if cap(v) < n {
		return make([]float64, n)
	}
	v = v[:n]
	clear(v)
	return v
}

func addTo(dst, src []float64) {
	for i, v := range src {
		dst[i] += v
	}
}

// losses computes the loss of each example of the objective with the coefficients b. It stores the
// loss of example i in all[i].
func (o *objective) losses(b, all []float64) {
	o.each(len(b), func(blk *block, rows part) {
		if o.sweeper != nil {
			o.sweeper.Sweep(rows, b, nil, func(i int32, z float64) float64 {
				all[i], _, _ = o.loss.at(z, float64(o.data.Target[i]))
				return 0
			})
			return
		}
		for _, i := range rows {
			blk.terms = o.data.Terms(int(i), blk.terms[:0])
			all[i], _, _ = o.loss.at(sumOf(blk.terms, b), float64(o.data.Target[i]))
		}
	})
}

// squares returns the mean square of every column, which is the curvature of the least-squares loss
// with respect to its coefficient.
func (o *objective) squares(columns int) []float64 {
	sums := make([]float64, columns)
	o.each(columns, func(b *block, rows part) {
		b.gradient = cleared(b.gradient, columns)
		for _, i := range rows {
			b.terms = o.data.Terms(int(i), b.terms[:0])
			for _, t := range b.terms {
				b.gradient[t.Column] += float64(t.Value) * float64(t.Value)
			}
		}
	})
	for k := range o.blocks {
		addTo(sums, o.blocks[k].gradient)
	}
	for j := range sums {
		sums[j] /= float64(max(len(o.part), 1))
	}
	return sums
}
