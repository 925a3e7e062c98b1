package probability

import (
	"math/bits"
	"sync"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// From counts to probabilities. Let N_i(j) be the number of solutions of component i with
// j mines more than its minimum, R the mines that are left if every component has its
// minimum, and S the number of cells of the sea. The number of placements of all mines is
//
//	z = sum over j of N(j) C(S, R-j),   N the convolution of all N_i
//
// Let M_i(j) be the mines in a class of n cells, summed over these solutions, and
// O_i the convolution of all components but the i-th. Then a cell of the class is a
// mine with probability
//
//	p = sum over j of M_i(j) W_i(j) / (n z),   W_i(j) = sum over m of O_i(m) C(S, R-j-m)
//
// and a cell of the sea with
//
//	p = sum over j of N(j) C(S-1, R-j-1) / z
//
// No term is negative, so nothing cancels.

// mixer contains the buffers of the function combine, which computes probabilities from the numbers
// of solutions of independent groups of open numbers.
type mixer struct {
	variable []int16   // live components whose number of mines varies
	pool     []float64 // polynomials in the number of mines
	prefix   [][2]int  // products of the first i variable components, in pool
	suffix   [][2]int  // products of all but the first i
	window   []float64 // by the number of mines in all components above their minimum: placements of the other mines in the sea
	outside  []float64 // by the number of mines in one component above its minimum: placements of all other mines
}

// combine computes the probability of a mine for every undecided cell. It combines the numbers of
// solutions of all components, which are independent groups of open numbers. The other mines may be
// anywhere in the sea, the cells without an open neighbour. Cells whose probability is 0 or 1 are
// then marked as decided.
func combine(s *Solver) error {
	x := &s.mixer
	spare, scale := partition(s)
	total := multiply(s)
	row := s.binomials(s.sea)
	x.window = x.window[:0]
	z := 0.0
	for j, t := range total {
		c := choose(row, spare-j)
		x.window = append(x.window, c)
		z += float64(t * c)
	}
	switch {
	case z > 0:
	case s.Approximate:
		return ErrTooWide
	default:
		return errContradiction
	}
	s.weight = z * scale
	for i, at := range x.variable {
		weigh(s, i, &s.components[at], z)
	}
	weighSea(s, total, spare, z)
	decideCertain(s)
	return nil
}

// partition lists the components (independent groups of open numbers) whose number of mines varies,
// in s.mixer.variable. spare is the number of hidden mines that are left if every component has as
// few mines as possible. scale is the product of the numbers of solutions of the other components.
func partition(s *Solver) (spare int, scale float64) {
	spare, scale = s.hidden, 1
	s.Approximate = false
	s.mixer.variable = s.mixer.variable[:0]
	for _, at := range s.live {
		k := &s.components[at]
		spare -= k.low
		s.Approximate = s.Approximate || k.rough
		if k.fixed() {
			scale *= k.total[0]
		} else {
			s.mixer.variable = append(s.mixer.variable, at)
		}
	}
	return spare, scale
}

// multiply returns the numbers of solutions of all listed components (independent groups of open
// numbers) together, by their total number of mines above the minimum. It multiplies polynomials
// whose coefficients are the counts of the components. It also stores partial products, from which
// [weigh] computes the product without one component.
func multiply(s *Solver) []float64 {
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

// at returns the polynomial that is stored in x.pool at the indices p[0] to p[1]-1.
func (x *mixer) at(p [2]int) []float64 { return x.pool[p[0]:p[1]] }

// convolve multiplies two polynomials: the one at the indices p[0] to p[1]-1 of x.pool, and q. It
// appends the product to the pool and returns its range of indices.
func (x *mixer) convolve(p [2]int, q []float64) [2]int {
	from := len(x.pool)
	for range p[1] - p[0] + len(q) - 1 {
		x.pool = append(x.pool, 0)
	}
	dst := x.pool[from:]
	for i, a := range x.at(p) {
		for j, b := range q {
			dst[i+j] += float64(a * b)
		}
	}
	return [2]int{from, len(x.pool)}
}

// weigh computes the probability of a mine for every cell of component k, an independent group of
// open numbers. i is the index of k in s.mixer.variable. z is the number of placements of all mines
// that agree with the position, as computed by combine.
func weigh(s *Solver, i int, k *component, z float64) {
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
		mine, none := dot(k.mine[c*span:][:span], x.outside), dot(k.clear[c*span:][:span], x.outside)
		write(s, k, g, clamp(mine/(float64(g.size)*z), mine, none, s.Approximate))
	}
}

// writeFixed stores the probabilities of mines in component k, an independent group of open
// numbers. All its solutions must have the same number of mines, so that they do not depend on the
// rest of the position.
func writeFixed(s *Solver, k *component) {
	for c := range k.classes {
		g := &k.classes[c]
		write(s, k, g, clamp(k.mine[c]/(float64(g.size)*k.total[0]), k.mine[c], k.clear[c], k.rough))
	}
}

// write stores p as the probability of a mine for all cells of class g, which touch the same open
// numbers. If p is 0 or 1, write also adds the cells to s.certain.
func write(s *Solver, k *component, g *class, p float64) {
	cells := k.cells[g.first:][:g.size]
	if p == 0 || p == 1 {
		s.certain = append(s.certain, cells...)
	}
	for _, v := range cells {
		s.P[v] = p
	}
}

// leastDistance is the smallest distance from 0 and 1 of the probability of an undecided cell.
// Rounding must not make such a probability 0 or 1.
const leastDistance = 0x1p-53

// clamp removes the effects of rounding from p, the probability of a mine in a cell. mine and none
// are the numbers of solutions with and without a mine in the cell. The result is 0 if mine is 0,
// and 1 if none is 0. Otherwise p is limited to the range from leastDistance to 1-leastDistance. If
// rough is true, mine and none are approximate, and the result is never 0 or 1.
func clamp(p, mine, none float64, rough bool) float64 {
	switch {
	case rough:
	case mine == 0:
		return 0
	case none == 0:
		return 1
	}
	return min(max(p, leastDistance), 1-leastDistance)
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}

func weighSea(s *Solver, total []float64, spare int, z float64) {
	if s.sea == 0 {
		s.SeaP = 0
		return
	}
	row := s.binomials(s.sea - 1)
	mine, none := 0.0, 0.0
	for j, t := range total {
		mine += float64(t * choose(row, spare-j-1))
		none += float64(t * choose(row, spare-j))
	}
	p := clamp(mine/z, mine, none, s.Approximate)
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

func decideCertain(s *Solver) {
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

// pascal returns Pascal's triangle, row after row, up to the number of cells of the largest field.
// The largest entry, C(1024, 512) = 4.5e306, still fits a float64.
var pascal = sync.OnceValue(func() []float64 {
	const rows = field.MaxCells + 1
	t := make([]float64, rows*(rows+1)/2)
	for n := range rows {
		row := t[n*(n+1)/2:][:n+1]
		row[0], row[n] = 1, 1
		if n < 2 {
			continue
		}
		above := t[(n-1)*n/2:][:n]
		for k := 1; k < n; k++ {
			row[k] = above[k-1] + above[k]
		}
	}
	return t
})

// choose returns the binomial coefficient C(n, k), or 0 if k is out of range. row is row n of
// Pascal's triangle.
func choose(row []float64, k int) float64 {
	if uint(k) < uint(len(row)) {
		return row[k]
	}
	return 0
}
