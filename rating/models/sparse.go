package models

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating/internal/newton"
)

// These limits determine whether choose selects a dense or a sparse information matrix, or refuses
// the fit.
const (
	// fewPlayers is the number of players up to which the matrix is always dense.
	fewPlayers = 500
	// mostDense is the largest number of players for which a dense matrix is possible: it takes
	// 665 MB, measured.
	mostDense = 4000
	// mostWork limits the number of players multiplied by the elements of the factor of a sparse
	// matrix. The errors of all ratings take about a minute at this limit.
	mostWork = 3e9
)

// choose selects a sparse or a dense information matrix for the likelihood. The parameter few is
// the largest number of players for which the matrix is always dense. For more players, choose
// returns an error if neither form is possible.
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

// sparseMatrix returns a zero sparse matrix. It has a row for each of the given number of players
// and for each parameter besides their strengths. rows maps the players of the likelihood to rows;
// -1 means no row. sparseMatrix returns false if the factor of the matrix would have more elements
// than the argument most.
func (l *likelihood) sparseMatrix(players int, rows []int, most int) (*newton.Sparse, bool) {
	var pairs [][2]int
	for i := range l.games {
		if a, b := rows[l.games[i].i], rows[l.games[i].j]; a >= 0 && b >= 0 {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return newton.NewSparse(players, l.extras(), pairs, most)
}

// variance returns the diagonal element of the inverse of the information matrix of all games for
// the parameter in the given row, or +Inf if it does not exist.
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
