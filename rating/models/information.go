package models

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating/internal/newton"
)

// information collects the Fisher information of fitted parameters: minus the matrix of second
// derivatives of the log-likelihood. Its methods add the information in some games. [matrix] stores
// the sum itself, and [factors] a matrix R with R·Rᵀ equal to the sum.
type information interface {
	// enter adds the information in the results of two players. rows contains the rows of both
	// players, of the first seat's advantage and of the draw parameter, or -1 for none. signs
	// contains the derivatives of the strength difference by these parameters.
	enter(rows [4]int, signs [4]float64, s *term)
	// enterSlopes adds the outer product of the slopes of the results of two players, the given
	// number of times.
	enterSlopes(rows [4]int, slopes [4]float64, times float64)
	// enterOne adds information about a single parameter.
	enterOne(row int, v float64)
}

// matrix is an [information] that stores the sum of all parts in one symmetric matrix, dense or
// sparse, with a row for every parameter.
type matrix struct {
	into interface{ Add(i, j int, v float64) }
}

// dense returns an [information] that adds everything to m, a dense symmetric matrix.
func dense(m *mat.SymDense) matrix { return matrix{symmetric{m}} }

type symmetric struct{ elements *mat.SymDense }

func (m symmetric) Add(i, j int, v float64) { newton.Add(m.elements, i, j, v) }

func (m matrix) enter(rows [4]int, signs [4]float64, s *term) {
	for a, row := range rows {
		if row < 0 {
			continue
		}
		if a == 3 {
			m.into.Add(row, row, s.tt)
			continue
		}
		if rows[3] >= 0 {
			m.into.Add(row, rows[3], signs[a]*s.ut)
		}
		for b, column := range rows[:a+1] {
			if column >= 0 {
				m.into.Add(row, column, signs[a]*signs[b]*s.uu)
			}
		}
	}
}

func (m matrix) enterOne(row int, v float64) { m.into.Add(row, row, v) }

func (m matrix) enterSlopes(rows [4]int, slopes [4]float64, times float64) {
	for a, row := range rows {
		for b, column := range rows[:a+1] {
			if row >= 0 && column >= 0 {
				m.into.Add(row, column, times*slopes[a]*slopes[b])
			}
		}
	}
}

// factors is an [information] for many players. It stores the Fisher information as a sparse matrix
// R, whose product R·Rᵀ is the information. A column of R has at most four nonzero elements. R has
// a row for each player whose rating is finite without a prior (the core), and for each parameter
// that is not a strength.
type factors struct {
	core    core
	players int
	columns []factor
	pairs   map[[2]int]int // columns with the elements v and -v, by the rows of two players
	trace   float64        // trace of M, which includes the rows outside the core
}

// factor is a column of the matrix R of [factors]. The column has at most four elements that are
// not 0: values[a] is the element in the row rows[a]. A row of -1 means no element.
type factor struct {
	rows   [4]int
	values [4]float64
}

func newFactors(c core, players int) *factors {
	return &factors{core: c, players: players, pairs: make(map[[2]int]int)}
}

// add adds a column to the matrix R, which adds the outer product of the column to the information.
// values[a] is the element of the column for the parameter rows[a]; a negative row means no
// element. Players without a row in R count only in f.trace. If the column belongs to two players
// and no other parameter, add merges it with an earlier one of the same players.
func (f *factors) add(rows [4]int, values [4]float64) {
	for a, row := range rows {
		switch {
		case row < 0:
			continue
		case row < f.players:
			rows[a] = f.core.rows[row]
		default:
			rows[a] = row - f.players + len(f.core.members)
		}
		f.trace += values[a] * values[a]
	}
	if rows == ([4]int{-1, -1, -1, -1}) {
		return
	}
	if rows[0] >= 0 && rows[1] >= 0 && rows[2] < 0 && rows[3] < 0 {
		key := [2]int{rows[0], rows[1]}
		if at, ok := f.pairs[key]; ok { // both columns are multiples of one vector
			c := &f.columns[at]
			v := math.Hypot(c.values[0], values[0])
			c.values = [4]float64{v, -v}
			return
		}
		f.pairs[key] = len(f.columns)
	}
	f.columns = append(f.columns, factor{rows, values})
}

// enter adds the Fisher information in some results of two players to the matrix R. s contains this
// information as second derivatives with respect to the strength difference and the draw parameter.
// enter adds the columns of its Cholesky factor, at most two. [information] describes rows and
// signs.
func (f *factors) enter(rows [4]int, signs [4]float64, s *term) {
	root := math.Sqrt(max(s.uu, 0))
	column, rest := [4]float64{root * signs[0], root * signs[1], root * signs[2]}, s.tt
	if root > 0 {
		column[3] = s.ut / root
		rest -= column[3] * column[3]
	}
	f.add(rows, column)
	if rows[3] >= 0 && rest > 0 {
		f.enterOne(rows[3], rest)
	}
}

func (f *factors) enterSlopes(rows [4]int, slopes [4]float64, times float64) {
	root := math.Sqrt(times)
	for a := range slopes {
		slopes[a] *= root
	}
	f.add(rows, slopes)
}

func (f *factors) enterOne(row int, v float64) {
	f.add([4]int{row, -1, -1, -1}, [4]float64{math.Sqrt(v)})
}

// scale multiplies the Fisher information that f stores by v, which must not be negative.
func (f *factors) scale(v float64) {
	for i := range f.columns {
		for a := range f.columns[i].values {
			f.columns[i].values[a] *= math.Sqrt(v)
		}
	}
}

// product returns Rᵀ·z, where R is the matrix that f stores.
func (f *factors) product(z []float64) []float64 {
	out := make([]float64, len(f.columns))
	for i := range f.columns {
		c := &f.columns[i]
		for a, row := range c.rows {
			if row >= 0 {
				out[i] += c.values[a] * z[row]
			}
		}
	}
	return out
}
