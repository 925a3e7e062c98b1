package grid

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Problem is labelled positions, as the features of a linear evaluator.
type Problem struct {
	Space  engines.Space
	Etudes []Etude
}

// Etude is a labelled position: a row of features per seat, with a value per
// weight, and the seat that should come out first.
type Etude struct {
	Features [][]float64
	Winner   int
}

// NewProblem asks an engine for the features of etudes. It refuses an engine
// whose evaluation is not a weighted sum, and a position that the engine does
// not read, naming its line.
func NewProblem(e engines.Engine, etudes []engines.Etude) (Problem, error) {
	linear, ok := e.(engines.Linear)
	if !ok {
		return Problem{}, fmt.Errorf("grid: the evaluation of %s is not a weighted sum of features", e.Spec().Name)
	}
	p := Problem{Space: slices.Clone(e.Spec().Weights)}
	for i, x := range etudes {
		where := fmt.Sprintf("etude %d", i+1)
		if x.Line > 0 {
			where = fmt.Sprintf("line %d", x.Line)
		}
		g, err := e.ParseGame(x.Position, 0)
		if err != nil {
			return Problem{}, fmt.Errorf("grid: %s: %w", where, err)
		}
		rows, err := linear.Features(g)
		if err != nil {
			return Problem{}, fmt.Errorf("grid: %s: %w", where, err)
		}
		p.Etudes = append(p.Etudes, Etude{Features: rows, Winner: x.Winner})
	}
	return p, nil
}

// validate refuses etudes that are not of the space.
func (p Problem) validate() error {
	if len(p.Space) == 0 {
		return fmt.Errorf("grid: no weights")
	}
	if len(p.Etudes) == 0 {
		return fmt.Errorf("grid: no etudes")
	}
	for i, e := range p.Etudes {
		if e.Winner < 0 || e.Winner >= len(e.Features) || len(e.Features) < 2 {
			return fmt.Errorf("grid: etude %d: winner %d of %d seats", i+1, e.Winner, len(e.Features))
		}
		for _, row := range e.Features {
			if len(row) != len(p.Space) {
				return fmt.Errorf("grid: etude %d: %d features, %d weights", i+1, len(row), len(p.Space))
			}
			for k, v := range row {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return fmt.Errorf("grid: etude %d: feature %s is %v", i+1, p.Space[k].Name, v)
				}
			}
		}
	}
	return nil
}

// lattice is a problem in whole numbers. A row belongs to an etude and one seat
// that is not its winner: the etude is hit where all of its rows are positive.
type lattice struct {
	axes    []axis
	rows    []row
	first   []int // the first row of every etude, and the number of rows
	rounded bool  // features had more decimals than fit
}

// row is the lead of a winner over another seat as a function of the weights:
// the sum of coef[k] * (from[k] + i[k]*step[k]), i being a point's indices.
type row struct {
	coef []int64
	norm float64 // of its gradient, every weight counted in its range
}

func newLattice(p Problem, axes []axis) (*lattice, error) {
	l := &lattice{axes: axes}
	most := 0 // decimals of a product
	digits := make([]int, len(axes))
	for k, a := range axes {
		digits[k] = p.digits(k)
		if digits[k] > decimals {
			digits[k], l.rounded = decimals, true
		}
		most = max(most, digits[k]+a.digits)
	}
	for _, e := range p.Etudes {
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

// digits is the number of decimals of a feature.
func (p Problem) digits(k int) int {
	most := 0
	for _, e := range p.Etudes {
		for _, row := range e.Features {
			most = max(most, digitsOf(row[k]))
		}
	}
	return most
}

// row makes the row of a winner's lead; products have most decimals.
func (l *lattice) row(winner, other []float64, digits []int, most int) (row, error) {
	r := row{coef: make([]int64, len(winner))}
	size := 0.0
	for k, a := range l.axes {
		shift := math.Pow10(most - digits[k] - a.digits)
		lead := scaled(winner[k], digits[k]) - scaled(other[k], digits[k])
		largest := max(math.Abs(float64(a.from)), math.Abs(float64(a.from+a.width())))
		size += math.Abs(float64(lead)) * shift * max(largest, 1)
		r.coef[k] = lead * int64(shift)
		r.norm = math.Hypot(r.norm, float64(r.coef[k])*float64(a.width()))
	}
	if size >= 1<<61 {
		return row{}, fmt.Errorf("grid: features and weights have too many digits to be multiplied exactly")
	}
	return r, nil
}

// without is the lattice without one etude.
func (l *lattice) without(etude int) *lattice {
	out := &lattice{axes: l.axes}
	for e := range len(l.first) - 1 {
		if e == etude {
			continue
		}
		out.first = append(out.first, len(out.rows))
		out.rows = append(out.rows, l.rows[l.first[e]:l.first[e+1]]...)
	}
	out.first = append(out.first, len(out.rows))
	return out
}

// etudes is the number of etudes.
func (l *lattice) etudes() int { return len(l.first) - 1 }

// lead is the value of a row at a point.
func (l *lattice) lead(r row, index []int) int64 {
	sum := int64(0)
	for k, a := range l.axes {
		sum += r.coef[k] * (a.from + int64(index[k])*a.step)
	}
	return sum
}

// hit reports whether a point hits an etude.
func (l *lattice) hit(etude int, index []int) bool {
	for _, r := range l.rows[l.first[etude]:l.first[etude+1]] {
		if l.lead(r, index) <= 0 {
			return false
		}
	}
	return true
}
