package models

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating/internal/newton"
)

// These limits determine whether a fit uses a dense or a sparse information matrix, or is refused;
// see [likelihood.choose].
const (
	// fewPlayers is the number of players up to which the matrix is always dense.
	fewPlayers = 500
	// mostDense is the largest number of players for which a dense matrix fits into memory.
	mostDense = 4000
	// mostWork limits the time that the errors of all ratings take. It is the largest product of
	// the number of players and the number of elements of the factor of a sparse matrix.
	mostWork = 3e9
)

// choose decides whether the information matrix of the likelihood is dense or sparse. It is dense
// for at most few players. For more players it is sparse, unless too many of them met each other.
// choose returns an error if there are too many players for a dense matrix.
func (l *likelihood) choose(few int) error {
	n := l.players
	if n <= few {
		return nil
	}
	rows := make([]int, n)
	for player := range rows {
		rows[player] = player
	}
	if sparse, ok := l.sparseMatrix(n, rows, int(min(float64(n)*float64(n)/8, mostWork/float64(n)))); ok {
		l.sparse = sparse
		return nil
	}
	if n > mostDense {
		return fmt.Errorf("%d players met in so many combinations that the errors of their ratings take too much time; more than %d players are possible only if each meets few others (glicko2, trueskill and weng-lin take any number; --include chooses agents)", n, mostDense)
	}
	return nil
}

// sparseMatrix returns an empty sparse information matrix for some of the players. players is their
// number, and rows contains the row of every player, or -1 for a player without one. The matrix has
// further rows for the parameters that are not strengths. sparseMatrix returns false if the factor
// of the matrix would have more than most elements.
func (l *likelihood) sparseMatrix(players int, rows []int, most int) (*newton.Sparse, bool) {
	var pairs [][2]int
	for i := range l.games {
		if a, b := rows[l.games[i].i], rows[l.games[i].j]; a >= 0 && b >= 0 {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return newton.NewSparse(players, l.extras(), pairs, most)
}

// sparseOfCore returns an empty sparse matrix for the information of the players of the core.
func (l *likelihood) sparseOfCore(c core) *newton.Sparse {
	s, _ := l.sparseMatrix(len(c.members), c.rows, len(c.members)*len(c.members)) // within the limit, as all pairs are
	return s
}

// variance returns the variance of the fitted parameter in the given row at x: the diagonal element
// of the inverse of the information matrix of all games. It is +Inf if the matrix has no inverse.
func (l *likelihood) variance(x []float64, row int) float64 {
	grad := make([]float64, l.rows())
	if l.sparse == nil {
		info := mat.NewSymDense(l.rows(), nil)
		l.enterAll(x, grad, dense(info))
		newton.Ridge(info, l.players, l.prior)
		return newton.Variance(info, row)
	}
	l.sparse.Clear()
	l.enterAll(x, grad, matrix{l.sparse})
	if !l.sparse.Factorize(l.prior <= 0) {
		return math.Inf(1)
	}
	unit := make([]float64, l.rows())
	unit[row] = 1
	l.sparse.Solve(unit, unit)
	return unit[row]
}
