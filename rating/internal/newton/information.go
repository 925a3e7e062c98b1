package newton

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Clear sets all elements of a symmetric matrix to zero.
func Clear(m *mat.SymDense) { clear(m.RawSymmetric().Data) }

// Add adds v to the elements (i, j) and (j, i) of a symmetric matrix.
func Add(m *mat.SymDense, i, j int, v float64) { m.SetSym(i, j, m.At(i, j)+v) }

// AddDifference adds v times the outer product of e_i - e_j with itself, where e_i is the i-th
// unit vector, to a symmetric matrix.
func AddDifference(m *mat.SymDense, i, j int, v float64) {
	Add(m, i, i, v)
	Add(m, j, j, v)
	Add(m, i, j, -v)
}

// Ridge makes the information matrix of a rating fit invertible. The first n parameters are
// log-strengths of players. Without a prior, only their differences are determined, so the matrix
// is singular. Ridge adds information about their mean. It changes nothing if prior is positive.
func Ridge(info *mat.SymDense, n int, prior float64) {
	if prior > 0 {
		return
	}
	sum := 0.0
	for i := range n {
		sum += info.At(i, i)
	}
	v := sum / float64(n*n)
	if !(v > 0) {
		v = 1
	}
	for i := range n {
		for j := range i + 1 {
			Add(info, i, j, v)
		}
	}
}

// Variance returns the variance of the estimated parameter in the given row. It is the diagonal
// element of the inverse of the Fisher information matrix info, or +Inf if info is not positive
// definite.
func Variance(info *mat.SymDense, row int) float64 {
	var chol mat.Cholesky
	if !chol.Factorize(info) {
		return math.Inf(1)
	}
	unit, out := mat.NewVecDense(info.SymmetricDim(), nil), mat.NewVecDense(info.SymmetricDim(), nil)
	unit.SetVec(row, 1)
	if err := chol.SolveVecTo(out, unit); err != nil && !isCondition(err) {
		return math.Inf(1)
	}
	return out.AtVec(row)
}

// PseudoInverse returns the Moore-Penrose inverse of a positive semidefinite matrix, or the zero matrix
// if the eigenvalues cannot be computed.
func PseudoInverse(m mat.Symmetric) *mat.Dense {
	n := m.SymmetricDim()
	out := mat.NewDense(n, n, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		return out
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	smallest := 1e-12 * max(slices.Max(values), 0)
	var scaled mat.Dense
	scaled.CloneFrom(&vectors)
	for k, v := range values {
		inverse := 0.0
		if v > smallest {
			inverse = 1 / v
		}
		for i := range n {
			scaled.Set(i, k, scaled.At(i, k)*inverse)
		}
	}
	out.Mul(&scaled, vectors.T())
	return out
}

// Sandwich returns the sandwich covariance inverse(bread) · meat · inverse(bread) of fitted
// parameters, which remains valid if games depend on each other. bread is the Fisher information.
// meat is the sum over clusters of dependent games of g·gᵀ, where g is the gradient of the
// cluster's log-likelihood. The first parameters are the log-strengths of players, and strengths is
// their number. The covariance is that of the strengths relative to their mean, about which bread
// contains no information if prior is 0.
func Sandwich(bread, meat *mat.SymDense, strengths int, prior float64) *mat.SymDense {
	n := bread.SymmetricDim()
	inverse := inverse(bread, strengths, prior)
	// Dense copies are used because Mul is slow for two symmetric matrices.
	var left mat.Dense
	left.Mul(mat.DenseCopyOf(inverse), mat.DenseCopyOf(meat))
	left.Mul(&left, inverse.T())
	centreBlock(&left, strengths)
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			out.SetSym(i, j, (left.At(i, j)+left.At(j, i))/2)
		}
	}
	return out
}

// inverse returns the inverse of a Fisher information matrix, or its pseudoinverse if it cannot be
// inverted. If prior is 0, inverse first makes the matrix invertible by [Ridge]. The result then
// contains a variance of the mean of the log-strengths, which the caller must remove; see
// [centreBlock].
func inverse(info *mat.SymDense, strengths int, prior float64) mat.Matrix {
	definite := mat.NewSymDense(info.SymmetricDim(), nil)
	definite.CopySym(info)
	Ridge(definite, strengths, prior)
	var chol mat.Cholesky
	var out mat.SymDense
	if !chol.Factorize(definite) || chol.InverseTo(&out) != nil {
		return PseudoInverse(info)
	}
	return &out
}

// CentreRows makes the sum of the first n elements of every column of m zero, by subtracting their mean
// from each of them.
func CentreRows(m *mat.Dense, n int) {
	_, columns := m.Dims()
	for j := range columns {
		sum := 0.0
		for i := range n {
			sum += m.At(i, j)
		}
		for i := range n {
			m.Set(i, j, m.At(i, j)-sum/float64(n))
		}
	}
}

// centreBlock converts the covariance matrix m of some parameters to the matrix in which the first
// n parameters are measured relative to their mean. It subtracts means so that the first n elements
// of every row and of every column have the sum 0.
func centreBlock(m *mat.Dense, n int) {
	CentreRows(m, n)
	rows, _ := m.Dims()
	for i := range rows {
		sum := 0.0
		for j := range n {
			sum += m.At(i, j)
		}
		for j := range n {
			m.Set(i, j, m.At(i, j)-sum/float64(n))
		}
	}
}
