package fit

// squares returns the mean square of every column. With least squares it is the curvature of
// the loss.
func (o *objective) squares(columns int) []float64 {
	sums := make([]float64, columns)
	if o.blocks == nil {
		o.blocks = make([]block, blocksOf(columns))
	}
	o.each(func(k int, rows part) {
		b := &o.blocks[k]
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
