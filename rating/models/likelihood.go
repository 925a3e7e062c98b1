package models

import (
	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/internal/newton"
)

// likelihood computes the log-likelihood of games under a model of wins and draws. Its parameters
// are the players' log-strengths, followed by the advantage of the first seat and the draw
// parameter if they are fitted.
type likelihood struct {
	law     Law
	players int
	seat    int // row of the first seat's advantage, -1 for none
	draw    int // row of the parameter of draws, -1 for none
	prior   float64
	games   []meeting
	// sparse holds the information matrix if it has few elements that are not zero. It is nil if
	// the matrix is dense.
	sparse *newton.Sparse
	of     [][]int // by player: the indices of the player's meetings in games; see gamesOf
}

func (l *likelihood) rows() int { return l.players + l.extras() }

// extras returns the number of parameters besides the players' strengths: the first seat's
// advantage and the draw parameter, if they are fitted.
func (l *likelihood) extras() int {
	n := 0
	if l.seat >= 0 {
		n++
	}
	if l.draw >= 0 {
		n++
	}
	return n
}

// layout determines which parameters are fitted besides the players' strengths, and sets their
// indices in the parameter vector. These are l.seat for the advantage of the first seat, and l.draw
// for the draw parameter. An index is -1 for a parameter that is not fitted.
func (l *likelihood) layout(firstSeat bool) {
	l.seat, l.draw = -1, -1
	if firstSeat {
		l.seat = l.players
	}
	if l.law.hasDraws() {
		l.draw = l.players + l.extras()
	}
}

// at returns the strength difference u of two players and the draw parameter t, from which [Law]
// computes probabilities. x contains the fitted parameters. Player i has the first seat and player
// j the second. ahead is a known advantage of player i in log-odds, which is not fitted. If j is
// -1, the opponent is an average player with the log-strength 0, without an advantage of either
// side.
func (l *likelihood) at(x []float64, i, j int, ahead float64) (u, t float64) {
	u = x[i]
	if j >= 0 {
		u += ahead - x[j]
		if l.seat >= 0 {
			u += x[l.seat]
		}
	}
	if l.draw >= 0 {
		t = x[l.draw]
	}
	return u, t
}

// maximize changes the parameters x to those with the maximum likelihood.
func (l *likelihood) maximize(x []float64) error {
	if l.sparse != nil {
		return newton.MaximizeSparse(x, l.sparse, l.prior <= 0, func(x, grad []float64) float64 {
			clear(grad)
			l.sparse.Clear()
			return l.enterAll(x, grad, matrix{l.sparse})
		})
	}
	_, err := newton.Maximize(x, func(x, grad []float64, info *mat.SymDense) float64 {
		clear(grad)
		newton.Clear(info)
		value := l.enterAll(x, grad, dense(info))
		newton.Ridge(info, l.players, l.prior)
		return value
	})
	return err
}

// settled reports whether the games determine the advantage of the first seat and the draw
// parameter. A parameter that they do not determine has a very large variance at x.
func (l *likelihood) settled(x []float64) bool {
	if l.extras() == 0 {
		return true // strengths have a maximum, if necessary by a prior
	}
	const unknown = 30 // a standard error of 950 Elo
	for row := l.players; row < l.rows(); row++ {
		if !(l.variance(x, row) < unknown) {
			return false
		}
	}
	return true
}

// settledWithin reports whether the games between players of the core determine the advantage of
// the first seat and the draw parameter. Other games do not count, because the strengths of players
// outside of the core are finite only by the prior. x contains the parameters of all players.
func (l *likelihood) settledWithin(c core, x []float64, prior float64) bool {
	if len(c.members) < 2 {
		return true // there are no errors within the core
	}
	own := likelihood{law: l.law, players: len(c.members), prior: prior}
	own.layout(l.seat >= 0)
	if l.sparse != nil {
		own.sparse = l.sparseOfCore(c)
	}
	for _, m := range l.games {
		if c.holds(m.i, m.j) {
			m.i, m.j = c.rows[m.i], c.rows[m.j]
			own.games = append(own.games, m)
		}
	}
	var at []float64
	for _, player := range c.members {
		at = append(at, x[player])
	}
	return own.settled(append(at, x[l.players:]...))
}

// enterAll returns the log-likelihood of all games and virtual draws at the parameters x. It also
// adds its gradient to grad and the Fisher information to info.
func (l *likelihood) enterAll(x, grad []float64, info information) (value float64) {
	value = l.enterPrior(x, grad, info)
	for i := range l.games {
		m := &l.games[i]
		value += l.enter(m, m.virtual, x, grad, info)
	}
	return value
}

// enter returns the log-likelihood of the games of two players and the given number of virtual
// draws between them. It also adds its gradient to grad and the Fisher information to info.
func (l *likelihood) enter(m *meeting, virtual float64, x, grad []float64, info information) (value float64) {
	for first, games := range m.games {
		i, j, ahead := m.i, m.j, m.ahead
		if first == 1 {
			i, j, ahead = j, i, -ahead
		}
		games[drawn] += virtual / 2
		value += l.add(games, x, i, j, ahead, grad, info)
	}
	return value
}

// enterPrior returns the log-likelihood of the prior, which keeps fitted parameters finite. It also
// adds its gradient to grad and the Fisher information to info. The prior consists of l.prior
// virtual draws of each player against an average opponent. If the advantage of the first seat is
// fitted, there are l.prior more draws, between two equal players. A virtual draw counts as half a
// win and half a loss.
func (l *likelihood) enterPrior(x, grad []float64, info information) (value float64) {
	if l.prior == 0 {
		return 0
	}
	half := [3]float64{won: l.prior / 2, lost: l.prior / 2}
	for i := range l.players {
		value += l.add(half, x, i, -1, 0, grad, info)
	}
	if l.seat >= 0 {
		p := rating.Logistic(x[l.seat])
		value += l.prior / 2 * (rating.LogLogistic(x[l.seat]) + rating.LogLogistic(-x[l.seat]))
		grad[l.seat] += l.prior * (0.5 - p)
		info.enterOne(l.seat, l.prior*p*(1-p))
	}
	return value
}

// add returns the log-likelihood of the games between players i and j in which i has the first
// seat. games contains how many of them i won, drew and lost. add also adds the gradient to grad
// and the Fisher information to info. [likelihood.at] describes x, ahead, and j = -1.
func (l *likelihood) add(games [3]float64, x []float64, i, j int, ahead float64, grad []float64, info information) float64 {
	if games == ([3]float64{}) {
		return 0
	}
	var sum term
	terms := l.law.terms(l.at(x, i, j, ahead))
	for r, times := range games {
		if times > 0 {
			sum.add(terms[r], times)
		}
	}
	rows, signs := [4]int{i, j, l.seat, l.draw}, [4]float64{1, -1, 1, 0}
	if j < 0 {
		rows[2] = -1
	}
	for a, row := range rows {
		switch {
		case row < 0:
		case a == 3:
			grad[row] += sum.t
		default:
			grad[row] += signs[a] * sum.u
		}
	}
	info.enter(rows, signs, &sum)
	return sum.value
}

// add adds the log-probability and the derivatives of the result r, which occurred the given
// number of times.
func (s *term) add(r term, times float64) {
	s.value += times * r.value
	s.u += times * r.u
	s.t += times * r.t
	s.uu += times * r.uu
	s.ut += times * r.ut
	s.tt += times * r.tt
}

// statistic returns the derivative of the log-likelihood with respect to the log-strength of one
// player, and the variance of this derivative. The player has the log-strength x, and at contains
// all other parameters. If rows is not nil, games against players with a negative row are left out.
// The variance treats all games of a cluster as one result.
func (l *likelihood) statistic(at []float64, player int, x float64, rows []int) (slope, variance float64) {
	old := at[player]
	at[player] = x
	defer func() { at[player] = old }()
	u, t := l.at(at, player, -1, 0)
	terms := l.law.terms(u, t)
	slope = l.prior / 2 * (terms[won].u + terms[lost].u)
	variance = l.prior * l.law.information(u, t)
	for _, n := range l.gamesOf(player) {
		m := &l.games[n]
		if rows != nil && rows[m.i+m.j-player] < 0 {
			continue
		}
		for first, games := range m.games {
			i, j, sign, ahead := m.i, m.j, 1.0, m.ahead
			if first == 1 {
				i, j, ahead = j, i, -ahead
			}
			if i != player {
				sign = -1
			}
			u, t := l.at(at, i, j, ahead)
			terms := l.law.terms(u, t)
			total := 0.0
			for r, times := range games {
				slope += sign * times * terms[r].u
				total += times
			}
			slope += sign * m.virtual / 2 * terms[drawn].u
			variance += (total*m.safe + m.virtual/2) * l.law.information(u, t)
		}
	}
	return slope, variance
}

// gamesOf returns the indices in l.games of the games of a player, in ascending order. An element
// of l.games contains all games against one opponent.
func (l *likelihood) gamesOf(player int) []int {
	if l.of == nil {
		l.of = make([][]int, l.players)
		for n := range l.games {
			i, j := l.games[n].i, l.games[n].j
			l.of[i], l.of[j] = append(l.of[i], n), append(l.of[j], n)
		}
	}
	return l.of[player]
}
