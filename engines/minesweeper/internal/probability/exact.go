package probability

import "math/big"

// Count returns the exact number of placements of mines that agree with the last position of the
// solver. It returns 0 if there is none, or if the limit of work is reached. It uses large integers
// and is too slow for players.
func Count(s *Solver) *big.Int {
	if s.err != nil || s.Field == nil {
		return new(big.Int)
	}
	own := New()
	own.watch = s.watch
	err := own.Solve(s.Field, s.cells[:s.Field.N], s.mines)
	for err == nil && len(own.queue) > 0 { // cells that the counts have decided leave the components
		own.changed = true
		err = own.Settle()
	}
	if err != nil {
		return new(big.Int)
	}
	all, low := []*big.Int{big.NewInt(1)}, 0
	for _, at := range own.live {
		k := &own.components[at]
		counts := solutions(own, k)
		if own.watch.Err() != nil {
			return new(big.Int)
		}
		all = convolve(all, counts)
		low += k.low
	}
	z := new(big.Int)
	for j, n := range all {
		left := own.hidden - low - j
		if left < 0 || left > own.sea {
			continue
		}
		ways := new(big.Int).Binomial(int64(own.sea), int64(left))
		z.Add(z, ways.Mul(ways, n))
	}
	return z
}

// bigIntSteps is the amount of work that one operation with large integers counts as, in the steps
// of a [Watch].
const bigIntSteps = 64

// solutions returns the exact numbers of solutions of component k, the possible placements of its
// mines: one element for each number of mines, from the smallest possible one on. It returns nil if
// the limit of work is reached.
func solutions(s *Solver, k *component) []*big.Int {
	if len(k.classes) == 1 {
		need := s.Missing(int(k.numbers[0]))
		return []*big.Int{new(big.Int).Binomial(int64(k.classes[0].size), int64(need))}
	}
	w := &s.counter
	if w.sweep(s, k) != nil {
		return nil
	}
	ahead := make([][]*big.Int, len(w.states))
	for i := range ahead {
		ahead[i] = zeros(max(0, int(w.states[i].high)-int(w.states[i].low)+1))
	}
	ahead[0][0].SetInt64(1)
	var t big.Int
	for i, from := range w.states[:w.layers[len(w.order)]] {
		if w.watch.spend(bigIntSteps*int64(from.lastEdge-from.firstEdge)*int64(len(ahead[i]))) != nil {
			return nil
		}
		for _, e := range w.edges[from.firstEdge:from.lastEdge] {
			shift := int(from.low) + int(e.count) - int(w.states[e.to].low)
			ways := big.NewInt(int64(e.ways))
			for m, n := range ahead[i] {
				dst := ahead[e.to][shift+m]
				dst.Add(dst, t.Mul(n, ways))
			}
		}
	}
	return ahead[len(ahead)-1]
}

func zeros(n int) []*big.Int {
	out := make([]*big.Int, n)
	for i := range out {
		out[i] = new(big.Int)
	}
	return out
}

func convolve(p, q []*big.Int) []*big.Int {
	out := zeros(len(p) + len(q) - 1)
	var t big.Int
	for i, a := range p {
		for j, b := range q {
			out[i+j].Add(out[i+j], t.Mul(a, b))
		}
	}
	return out
}
