package models

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/internal/newton"
)

// sandwich collects three matrices and computes from them the covariance of fitted parameters as
// bread⁻¹·meat·bread⁻¹. This formula, the sandwich estimator, remains valid if the results within a
// cluster of games depend on each other.
//
// The matrices contain only games between players of the core:
//
//   - bread, the Fisher information,
//   - meat, the sum over clusters of g·gᵀ, where g is the gradient of the cluster's
//     log-likelihood,
//   - safe, the value of meat that the model predicts if all games of a cluster have the same
//     result.
//
// The matrix safe replaces meat if there are too few clusters or if their results show no spread.
type sandwich interface {
	// parts returns the three matrices, to which the caller adds.
	parts() (bread, meat, safe information)
	// spread returns the trace of meat, divided by the trace of safe.
	spread() float64
	// useSafe replaces meat by safe.
	useSafe()
	// scale multiplies meat.
	scale(v float64)
	// addVirtual adds the information of the virtual draws to bread and meat. The function enter
	// adds it to one matrix.
	addVirtual(enter func(information))
	// covariance returns the covariance of the core's strengths. further is the variance of the first
	// of the other parameters, or 0 if there are none. prior is the number of virtual draws for each
	// player.
	covariance(prior float64) (strengths rating.Covariance, further float64)
}

// newSandwich returns an empty [sandwich] for the players of the core c, which computes the
// covariance of fitted parameters. It uses sparse matrices if the likelihood l does.
func newSandwich(l *likelihood, c core) sandwich {
	if l.sparse == nil {
		n := l.rows()
		return &denseSandwich{l, c, mat.NewSymDense(n, nil), mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)}
	}
	return &sparseSandwich{l: l, core: c, bread: l.sparseOfCore(c), meat: newFactors(c, l.players), safe: newFactors(c, l.players)}
}

// denseSandwich computes the covariance of fitted ratings and other parameters with dense matrices.
// It implements [sandwich], which explains the method and the three matrices.
type denseSandwich struct {
	l                 *likelihood
	core              core
	bread, meat, safe *mat.SymDense // matrices with rows for all players and the further parameters
}

func (s *denseSandwich) parts() (bread, meat, safe information) {
	return dense(s.bread), dense(s.meat), dense(s.safe)
}

func (s *denseSandwich) spread() float64 { return mat.Trace(s.meat) / mat.Trace(s.safe) }

func (s *denseSandwich) useSafe() { s.meat = s.safe }

func (s *denseSandwich) scale(v float64) { s.meat.ScaleSym(v, s.meat) }

func (s *denseSandwich) addVirtual(enter func(information)) {
	virtual := mat.NewSymDense(s.l.rows(), nil)
	enter(dense(virtual))
	s.bread.AddSym(s.bread, virtual)
	s.meat.AddSym(s.meat, virtual)
}

func (s *denseSandwich) covariance(prior float64) (strengths rating.Covariance, further float64) {
	members := len(s.core.members)
	full := newton.Sandwich(s.core.of(s.l, s.bread), s.core.of(s.l, s.meat), members, prior)
	if s.l.extras() > 0 {
		further = full.At(members, members)
	}
	sym := mat.NewSymDense(members, nil)
	sym.CopySym(full.SliceSym(0, members))
	return rating.NewCovariance(sym), further
}

// of returns the submatrix of m for the players of the core and the parameters that are not
// strengths. m is a matrix over all parameters of l. The core is the largest group of players whose
// relative ratings are finite without a prior.
func (c core) of(l *likelihood, m *mat.SymDense) *mat.SymDense {
	rows := slices.Clone(c.members)
	for row := l.players; row < l.rows(); row++ {
		rows = append(rows, row)
	}
	out := mat.NewSymDense(len(rows), nil)
	out.SubsetSym(m, rows)
	return out
}

// sparseSandwich computes the covariance of fitted ratings and other parameters for many players,
// with sparse matrices. It implements [sandwich], which explains the method and the three matrices.
// To save memory, it does not store the covariance. It computes the variance of a weighted sum of
// parameters when requested: |Rᵀ·bread⁻¹·c|² for the weights c, where R·Rᵀ = meat.
type sparseSandwich struct {
	l          *likelihood
	core       core
	bread      *newton.Sparse // matrix with rows for the core's players and the further parameters
	meat, safe *factors
}

func (s *sparseSandwich) parts() (bread, meat, safe information) {
	return coreRows{s.core, s.l.players, matrix{s.bread}}, s.meat, s.safe
}

func (s *sparseSandwich) spread() float64 { return s.meat.trace / s.safe.trace }

func (s *sparseSandwich) useSafe() { s.meat = s.safe }

func (s *sparseSandwich) scale(v float64) { s.meat.scale(v) }

func (s *sparseSandwich) addVirtual(enter func(information)) {
	bread, meat, _ := s.parts()
	enter(bread)
	enter(meat)
}

func (s *sparseSandwich) covariance(prior float64) (strengths rating.Covariance, further float64) {
	members := len(s.core.members)
	ground := prior <= 0
	if !s.bread.Factorize(ground) {
		ground = false
		bread, _, _ := s.parts()
		s.l.enterVirtual(s.core, make([]float64, s.l.rows()), rating.DefaultPrior, bread)
		s.bread.Factorize(ground)
	}
	column := func(weights []float64) []float64 {
		z := make([]float64, members+s.l.extras())
		copy(z, weights)
		s.bread.Solve(z, z)
		return s.meat.product(z)
	}
	if s.l.extras() > 0 {
		unit := make([]float64, members+1)
		unit[members] = 1
		root := column(unit)
		further = floats.Dot(root, root)
	}
	return rating.NewRootCovariance(members, column), further
}

// coreRows is an [information] that keeps only some parameters: the strengths of the core's players
// and all parameters that are not strengths. It renumbers their rows and adds their information to
// a smaller matrix. The core is the largest group of players whose relative ratings are finite
// without a prior.
type coreRows struct {
	core    core
	players int // number of players of the likelihood
	to      matrix
}

func (r coreRows) row(row int) int {
	switch {
	case row < 0:
		return -1
	case row < r.players:
		return r.core.rows[row]
	}
	return row - r.players + len(r.core.members)
}

func (r coreRows) rows(rows [4]int) [4]int {
	for a := range rows {
		rows[a] = r.row(rows[a])
	}
	return rows
}

func (r coreRows) enter(rows [4]int, signs [4]float64, s *term) { r.to.enter(r.rows(rows), signs, s) }

func (r coreRows) enterSlopes(rows [4]int, slopes [4]float64, times float64) {
	r.to.enterSlopes(r.rows(rows), slopes, times)
}

func (r coreRows) enterOne(row int, v float64) {
	if row = r.row(row); row >= 0 {
		r.to.enterOne(row, v)
	}
}
