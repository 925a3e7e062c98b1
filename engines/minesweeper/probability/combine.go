package probability

import (
	"math/bits"
)

// mixer is the workspace for combining components.
type mixer struct {
	variable []int16   // live components that may use more or fewer mines
	pool     []float64 // polynomials in the number of mines
	prefix   [][2]int  // products of the first i variable components, in pool
	suffix   [][2]int  // products of all but the first i
	window   []float64 // ways of the sea to take the mines that are left
	outside  []float64 // ways of all but one component
}

// combine spreads the mines over the components and the sea, writes the
// probabilities and decides the cells that have become certain.
func (s *Solver) combine() error {
	x := &s.mixer
	spare, scale := s.partition()
	total := s.multiply()
	row := s.binomials(s.sea)
	x.window = x.window[:0]
	z := 0.0
	for j, t := range total {
		c := choose(row, spare-j)
		x.window = append(x.window, c)
		z += t * c
	}
	if z == 0 {
		return ErrContradiction
	}
	s.weight = z * scale
	for i, at := range x.variable {
		s.weigh(i, &s.components[at], z)
	}
	s.weighSea(total, spare, z)
	s.decideCertain()
	return nil
}

// partition separates the components that always use the same number of mines.
// It returns the mines that are left if the others use their fewest, and the
// number of solutions of the separated ones.
func (s *Solver) partition() (spare int, scale float64) {
	spare, scale = s.hidden, 1
	s.mixer.variable = s.mixer.variable[:0]
	for _, at := range s.live {
		k := &s.components[at]
		spare -= k.low
		if k.fixed() {
			scale *= k.total[0]
		} else {
			s.mixer.variable = append(s.mixer.variable, at)
		}
	}
	return spare, scale
}

// multiply convolves the variable components from both ends, so that the
// product of all but one costs one convolution. It returns the product of all.
func (s *Solver) multiply() []float64 {
	x := &s.mixer
	n := len(x.variable)
	x.prefix, x.suffix = grow(x.prefix, n+1), grow(x.suffix, n+1)
	x.pool = append(x.pool[:0], 1)
	x.prefix[0], x.suffix[n] = [2]int{0, 1}, [2]int{0, 1}
	for i, at := range x.variable {
		x.prefix[i+1] = x.convolve(x.prefix[i], s.components[at].total)
	}
	for i := n - 1; i > 0; i-- {
		x.suffix[i] = x.convolve(x.suffix[i+1], s.components[x.variable[i]].total)
	}
	return x.at(x.prefix[n])
}

func (x *mixer) at(p [2]int) []float64 { return x.pool[p[0]:p[1]] }

func (x *mixer) convolve(p [2]int, q []float64) [2]int {
	from := len(x.pool)
	for range p[1] - p[0] + len(q) - 1 {
		x.pool = append(x.pool, 0)
	}
	dst := x.pool[from:]
	for i, a := range x.at(p) {
		for j, b := range q {
			dst[i+j] += a * b
		}
	}
	return [2]int{from, len(x.pool)}
}

// weigh writes the probabilities of the i-th variable component: outside[j] is
// the number of ways of everything else when it uses j mines above its fewest.
func (s *Solver) weigh(i int, k *component, z float64) {
	x := &s.mixer
	x.outside = grow(x.outside, k.span())
	others := x.at(x.prefix[i])
	if i+1 < len(x.variable) {
		others = x.at(x.convolve(x.prefix[i], x.at(x.suffix[i+1])))
	}
	for j := range x.outside {
		x.outside[j] = dot(others, x.window[j:])
	}
	span := k.span()
	for c := range k.classes {
		g := &k.classes[c]
		mine, clear := dot(k.mine[c*span:][:span], x.outside), dot(k.clear[c*span:][:span], x.outside)
		s.write(k, g, mine, clear, mine/(float64(g.size)*z))
	}
}

// writeFixed writes the probabilities of a component that nothing outside
// changes.
func (s *Solver) writeFixed(k *component) {
	for c := range k.classes {
		g := &k.classes[c]
		s.write(k, g, k.mine[c], k.clear[c], k.mine[c]/(float64(g.size)*k.total[0]))
	}
}

// write stores the probability of a class. Exact zeros mark certainty: 0 and 1
// stand for nothing else in the cells of a component.
func (s *Solver) write(k *component, g *class, mine, clear, p float64) {
	switch {
	case mine == 0:
		p = 0
	case clear == 0:
		p = 1
	default:
		p = min(max(p, leastDoubt), 1-leastDoubt)
	}
	if (p == 0 || p == 1) && s.Approximate {
		p = min(max(p, leastDoubt), 1-leastDoubt)
	}
	if p == 0 || p == 1 {
		s.certain = append(s.certain, k.cells[g.first:][:g.size]...)
	}
	for _, v := range k.cells[g.first:][:g.size] {
		s.P[v] = p
	}
}

// leastDoubt is the smallest distance from 0 and 1 that an uncertain cell keeps
// whatever the rounding.
const leastDoubt = 0x1p-53

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// weighSea writes the probability of the cells that no number touches.
func (s *Solver) weighSea(total []float64, spare int, z float64) {
	if s.sea == 0 {
		s.SeaP = 0
		return
	}
	row := s.binomials(s.sea - 1)
	mine, clear := 0.0, 0.0
	for j, t := range total {
		mine += t * choose(row, spare-j-1)
		clear += t * choose(row, spare-j)
	}
	p := mine / z
	switch {
	case mine == 0:
		p = 0
	case clear == 0:
		p = 1
	default:
		p = min(max(p, leastDoubt), 1-leastDoubt)
	}
	if p == s.SeaP && !s.flat {
		return
	}
	s.SeaP, s.flat = p, false
	for i := range s.Field.Words {
		for w := s.Sea[i]; w != 0; w &= w - 1 {
			s.P[i<<6+bits.TrailingZeros64(w)] = p
		}
	}
}

// decideCertain makes certain what the counts have found to be.
func (s *Solver) decideCertain() {
	for _, v := range s.certain {
		if s.status[v] == undecided {
			s.decide(int(v), s.P[v] == 1)
		}
	}
	s.certain = s.certain[:0]
	if s.sea > 0 && (s.SeaP == 0 || s.SeaP == 1) {
		sea := s.Sea
		for i := range s.Field.Words {
			for w := sea[i]; w != 0; w &= w - 1 {
				s.decide(i<<6+bits.TrailingZeros64(w), s.SeaP == 1)
			}
		}
		s.SeaP = 0
	}
}
