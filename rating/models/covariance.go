package models

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// core is the largest group of players whose ratings relative to each other are finite without a prior.
// Only its players have rows in the covariance matrix.
type core struct {
	rows    []int // by player, -1 outside the core
	members []int
}

func newCore(d *rating.Duels, components []int) core {
	c := core{rows: make([]int, len(components))}
	chosen := rating.Core(d, components)
	for i, component := range components {
		c.rows[i] = -1
		if component == chosen {
			c.rows[i] = len(c.members)
			c.members = append(c.members, i)
		}
	}
	return c
}

// hold makes player the only member of a core without members. It is used for the player into which
// the anchors were combined, if each of the other players won or lost every game against this
// player.
func (c *core) hold(player int) {
	c.rows[player], c.members = 0, []int{player}
}

func (c core) holds(i, j int) bool { return c.rows[i] >= 0 && c.rows[j] >= 0 }

// support returns the evidence about every player of the core c. x contains the parameters. squares
// and clusters contain the sum of squared slopes and the number of different clusters, for each
// pair of players who met. If spread is true, a pair whose clusters show no spread gets the
// variance of [rating.UniformShare] instead.
func (t *Tally) support(l *likelihood, c core, x, squares []float64, clusters []int, spread bool) []rating.Support {
	out, information := make([]rating.Support, len(c.members)), make([]float64, len(c.members))
	for n, k := range t.kinds.Values {
		if c.holds(k.i, k.j) {
			out[c.rows[k.i]].Clusters += t.times[n].different
			out[c.rows[k.j]].Clusters += t.times[n].different
		}
	}
	for n, m := range l.games {
		if !c.holds(m.i, m.j) {
			continue
		}
		v := 0.0
		for first, games := range m.games {
			i, j, ahead := m.i, m.j, m.ahead
			if first == 1 {
				i, j, ahead = j, i, -ahead
			}
			v += (games[won] + games[drawn] + games[lost]) * l.law.information(l.at(x, i, j, ahead))
		}
		single := m.safe * v
		variance := squares[n]
		if spread && m.withoutSpread(variance) {
			variance = rating.UniformShare(float64(clusters[n])) * single
		}
		for _, row := range [2]int{c.rows[m.i], c.rows[m.j]} {
			information[row] += v
			out[row].Variance += variance
			out[row].Single += single
		}
	}
	for row, v := range information {
		out[row].Variance /= v * v
		out[row].Single /= v * v
	}
	return out
}

// errors computes the covariance of the log-strengths x of the players in c, its degrees of freedom
// and the evidence about every player, and stores them in f. It returns the standard error in Elo
// of the first seat's advantage. of contains, for every kind of cluster, the index of its pair of
// players in l.games. prior is the weight of the prior in games.
//
// bounded reports whether the parameters would be finite without the prior. If they would not, some
// results hardly differ from their expectation, and their spread would make the errors too small.
// errors then uses the spread that the model predicts for one result per cluster.
func (t *Tally) errors(f *rating.Fitted, l *likelihood, c core, x []float64, of []int, prior float64, bounded bool) (seatError float64) {
	f.Freedom = math.Inf(1)
	if len(c.members) < 2 { // no games are within the core
		f.Support = make([]rating.Support, len(c.members))
		f.Covariance = rating.NewIndependentCovariance(make([]float64, len(c.members)))
		if l.seat >= 0 {
			return math.Inf(1)
		}
		return 0
	}
	s := newSandwich(l, c)
	bread, meat, safe := s.parts()
	squares, clusters := t.meat(l, c, x, of, meat)
	grad := make([]float64, l.rows())
	for i := range l.games {
		if c.holds(l.games[i].i, l.games[i].j) {
			l.enter(&l.games[i], 0, x, grad, bread)
		}
		effective := l.games[i].effective(1)
		l.enter(&effective, 0, x, grad, safe)
	}
	freedom := float64(sum(clusters) - len(c.members) - l.extras())
	spread := bounded && freedom >= 1 && s.spread() >= 1e-9
	if spread {
		for i := range l.games {
			if m := &l.games[i]; c.holds(m.i, m.j) && m.withoutSpread(squares[i]) {
				effective := m.effective(rating.UniformShare(float64(clusters[i])))
				l.enter(&effective, 0, x, grad, meat)
			}
		}
	}
	f.Support = t.support(l, c, x, squares, clusters, spread)
	if spread {
		f.Freedom = freedom
		s.scale(float64(sum(clusters)) / (freedom + 1))
	} else {
		s.useSafe()
	}
	s.addVirtual(func(info information) { l.enterVirtual(c, x, prior, info) })
	cov, seatVariance := s.covariance(prior)
	f.Covariance = cov
	if l.seat >= 0 {
		seatError = rating.EloPerLogit * math.Sqrt(max(seatVariance, 0))
	}
	return seatError
}

// enterVirtual adds to info the Fisher information of the virtual draws that the prior stands for.
// prior is their number per player; x contains the parameters.
func (l *likelihood) enterVirtual(c core, x []float64, prior float64, info information) {
	grad := make([]float64, l.rows())
	own := *l
	own.prior = prior
	own.enterPrior(x, grad, info)
	for _, m := range l.games {
		if c.holds(m.i, m.j) {
			m.games = [2][3]float64{}
			l.enter(&m, m.virtual, x, grad, info)
		}
	}
}

// meat computes the middle matrix of the sandwich covariance at the parameters x and adds it to
// info. The matrix is the sum of g·gᵀ over the clusters of games within the core c, where g is the
// gradient of the cluster's log-likelihood. Equal copies of a cluster are one observation, so their
// gradients are added first.
//
// meat also returns the sum of the squared derivatives with respect to a player's strength, and the
// number of different clusters. Both have an element for every pair of players, in the order of
// l.games, which is 0 for pairs outside of the core. of contains, for every kind of cluster, the
// index of its pair in l.games.
func (t *Tally) meat(l *likelihood, c core, x []float64, of []int, info information) (squares []float64, clusters []int) {
	squares, clusters = make([]float64, len(l.games)), make([]int, len(l.games))
	for n, k := range t.kinds.Values {
		if !c.holds(k.i, k.j) {
			continue
		}
		clusters[of[n]] += int(t.times[n].different)
		slopes := l.slopes(k, x)
		squares[of[n]] += t.times[n].squares * slopes[0] * slopes[0]
		info.enterSlopes([4]int{k.i, k.j, l.seat, l.draw}, slopes, t.times[n].squares)
	}
	return squares, clusters
}

func sum(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}

// slopes returns the derivatives of the log-likelihood of one cluster of games by the strengths
// of its two players, by the advantage of the first seat and by the draw parameter.
func (l *likelihood) slopes(k kind, x []float64) [4]float64 {
	var strength, seat, draw float64
	for first, games := range [2][3]int{k.games.First, k.games.Second} {
		i, j, sign, ahead := k.i, k.j, 1.0, k.ahead
		if first == 1 {
			i, j, sign, ahead = j, i, -1, -ahead
		}
		terms := l.law.terms(l.at(x, i, j, ahead))
		for r, times := range games {
			strength += sign * float64(times) * terms[r].u
			seat += float64(times) * terms[r].u
			draw += float64(times) * terms[r].t
		}
	}
	return [4]float64{strength, -strength, seat, draw}
}
