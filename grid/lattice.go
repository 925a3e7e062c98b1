package grid

import (
	"fmt"
	"math"
	"math/big"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
)

// lattice is a [Problem] with integers in place of decimal numbers, so that sums are exact. A
// weight is a multiple of 10^-digits of its axis, and a feature a multiple of its last decimal
// place. All products have a common unit. For every labelled position there is a row for each seat
// except the winner: the winner's lead over that seat as a function of the weights. A point of the
// grid hits a position (evaluates it correctly) if all rows of the position are positive.
type lattice struct {
	axes   []Axis
	limits *constraints.Set // constraints on the points; nil for none
	rows   []row
	first  []int // index of the first row of every labelled position, followed by the number of rows
	// original contains for every labelled position the index of the first one with the same
	// Etude.Position, which is its own index if it is no copy.
	original []int
}

// row is the lead of a labelled position's expected winner over another seat, as a linear function
// of the weights. At the grid point with index i[k] on axis k, its value is the sum over k of
// coef[k] * (from[k] + i[k]*step[k]).
type row struct {
	coef []int64
	norm float64 // length of the gradient, with every weight in units of its range
}

// newLattice converts a problem to integers. It rounds features with more than nine decimals. It
// returns an error if a sum of products of features and weights could overflow an int64.
func newLattice(p Problem, axes []Axis) (*lattice, error) {
	l := &lattice{axes: axes, limits: p.Constraints}
	most := 0 // decimals of a product
	digits := make([]int, len(axes))
	for k, a := range axes {
		digits[k] = min(p.digits(k), decimals)
		most = max(most, digits[k]+a.digits)
	}
	known := make(map[string]int) // indices of labelled positions
	for i, e := range p.Etudes {
		original, ok := known[e.Position]
		if !ok || e.Position == "" {
			original, known[e.Position] = i, i
		}
		l.original = append(l.original, original)
		l.first = append(l.first, len(l.rows))
		for seat, features := range e.Features {
			if seat == e.Winner {
				continue
			}
			r, err := l.row(e.Features[e.Winner], features, digits, most)
			if err != nil {
				return nil, err
			}
			l.rows = append(l.rows, r)
		}
	}
	l.first = append(l.first, len(l.rows))
	return l, nil
}

// digits returns the largest number of decimals of the k-th feature in all positions.
func (p Problem) digits(k int) int {
	most := 0
	for _, e := range p.Etudes {
		for _, row := range e.Features {
			most = max(most, digitsOf(row[k]))
		}
	}
	return most
}

// row returns the lead of a winner over another seat as a function of the weights. winner and other
// are the features of the two seats. digits contains the number of decimals of each feature, and
// scale is the number of decimals of a feature multiplied by a weight. row returns an error if a
// value could overflow an int64.
func (l *lattice) row(winner, other []float64, digits []int, scale int) (row, error) {
	r := row{coef: make([]int64, len(winner))}
	size := 0.0
	for k, a := range l.axes {
		shift := math.Pow10(scale - digits[k] - a.digits)
		lead := scaled(winner[k], digits[k]) - scaled(other[k], digits[k])
		largest := max(math.Abs(float64(a.from)), math.Abs(float64(a.to)))
		if max(math.Abs(winner[k]), math.Abs(other[k]))*pow10[digits[k]] >= 1<<61 {
			size = math.Inf(1) // the conversion to integers overflows
		}
		size += float64(math.Abs(float64(lead)) * shift * max(largest, 1))
		r.coef[k] = lead * int64(shift)
		r.norm = elementary.Hypot(r.norm, float64(r.coef[k])*float64(a.width()))
	}
	if size >= 1<<61 {
		return row{}, fmt.Errorf("grid: features and weights have too many digits to be multiplied exactly")
	}
	return r, nil
}

// without returns the lattice without one labelled position and its copies. etude is the index of
// the position; of several copies it must be the first.
func (l *lattice) without(etude int) *lattice {
	out := &lattice{axes: l.axes, limits: l.limits}
	for e, original := range l.original {
		if original == etude {
			continue
		}
		out.first = append(out.first, len(out.rows))
		out.rows = append(out.rows, l.rows[l.first[e]:l.first[e+1]]...)
	}
	out.first = append(out.first, len(out.rows))
	return out
}

func (l *lattice) points() int64 {
	n := int64(1)
	for _, a := range l.axes {
		n *= int64(a.Count)
	}
	return n
}

func (l *lattice) etudes() int { return len(l.first) - 1 }

// lead returns the value of r, a winner's lead over another seat, at the grid point with the given
// indices.
func (l *lattice) lead(r row, index []int) int64 {
	sum := int64(0)
	for k, c := range r.coef {
		a := &l.axes[k]
		sum += c * (a.from + int64(index[k])*a.step)
	}
	return sum
}

// hit reports whether the grid point with the given indices evaluates a labelled position
// correctly.
func (l *lattice) hit(etude int, index []int) bool {
	for _, r := range l.rows[l.first[etude]:l.first[etude+1]] {
		if l.lead(r, index) <= 0 {
			return false
		}
	}
	return true
}

// hits returns the number of labelled positions that the weights evaluate correctly. The weights
// may lie between the points of the grid and have many decimals, so hits computes with exact
// fractions.
func (l *lattice) hits(weights engines.Weights) int {
	exact := make([]*big.Rat, len(weights))
	for k, a := range l.axes {
		exact[k] = new(big.Rat).SetFloat64(weights[k])
		if a.width() == 0 { // the decimal, not its float64
			exact[k].SetFrac64(a.from, int64(pow10[a.digits]))
		}
		exact[k].Mul(exact[k], new(big.Rat).SetInt64(int64(pow10[a.digits])))
	}
	hits := 0
	var sum, term big.Rat
	for e := range l.etudes() {
		hit := true
		for _, r := range l.rows[l.first[e]:l.first[e+1]] {
			sum.SetInt64(0)
			for k, c := range r.coef {
				sum.Add(&sum, term.Mul(term.SetInt64(c), exact[k]))
			}
			hit = hit && sum.Sign() > 0
		}
		if hit {
			hits++
		}
	}
	return hits
}

// choices returns the indices of the labelled positions that leave-one-out cross-validation leaves
// out one by one. A position is left out together with its copies, so only the first of them is
// listed. The result is empty if all positions are equal, because none would remain for choosing a
// grid point.
func (l *lattice) choices() []int {
	var out []int
	for e, original := range l.original {
		if e == original {
			out = append(out, e)
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
