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

// hold makes player, which stands for all anchors (players with fixed ratings), the only member of
// the core. It is called if the core is empty after the anchors were combined into this player.
func (c *core) hold(player int) {
	c.rows[player], c.members = 0, []int{player}
}

func (c core) holds(i, j int) bool { return c.rows[i] >= 0 && c.rows[j] >= 0 }

// support returns, for each player of the core c, how much evidence the games contain about its
// strength. x contains the fitted parameters. squares[n] and clusters[n] describe the two players
// of l.games[n], as [Tally.meat] returns them. If spread is true, two players whose results against
// each other do not vary get the variance that the model predicts, multiplied by
// [rating.UniformShare].
func (t *Tally) support(l *likelihood, c core, x, squares []float64, clusters []int, spread bool) []rating.Support {
	out, information := make([]rating.Support, len(c.members)), make([]float64, len(c.members))
	for n, k := range t.kinds {
		if c.holds(k.i, k.j) {
			out[c.rows[k.i]].Clusters += float64(t.times[n].Distinct)
			out[c.rows[k.j]].Clusters += float64(t.times[n].Distinct)
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

// errors computes the errors of the fitted parameters x. It stores them in f: the covariance of the
// log-strengths of the core's players, its degrees of freedom, and the evidence about every player.
// It returns the standard error of the first seat's advantage, in Elo. of[k] is the index in
// l.games of the pair to which t.kinds[k] belongs. prior is the number of virtual draws per
// player.
//
// bounded reports whether the parameters would be finite without a prior. If they would not, many
// results are nearly equal to their expectation, and errors computed from the differences would be
// too small. errors then uses the variance that the model predicts if each cluster is only one
// result.
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
		if m := &l.games[i]; c.holds(m.i, m.j) {
			l.enter(m, 0, x, grad, bread)
			effective := m.effective(1)
			l.enter(&effective, 0, x, grad, safe)
		}
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

// enterVirtual adds the Fisher information of all virtual draws to info. Virtual draws are added to
// the real games to keep ratings finite. For each player, prior is the number of virtual draws
// against an average opponent. The players of the core c also have the virtual draws with each
// other that [spread] has distributed. x contains the parameters.
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

// meat adds to info the middle matrix of the sandwich covariance at the parameters x. It is the sum
// of g·gᵀ over all clusters of games between players of the core c, where g is the gradient of the
// cluster's log-likelihood. Clusters with the same moves count as one observation, whose gradient
// is the sum of theirs.
//
// meat also returns two numbers for each pair of players l.games[n]: the sum over clusters of the
// squared derivative by a player's strength, and the number of different clusters. Both are 0 for a
// pair outside of the core. of[k] is the index in l.games of the pair to which t.kinds[k]
// belongs.
func (t *Tally) meat(l *likelihood, c core, x []float64, of []int, info information) (squares []float64, clusters []int) {
	squares, clusters = make([]float64, len(l.games)), make([]int, len(l.games))
	for n, k := range t.kinds {
		if !c.holds(k.i, k.j) {
			continue
		}
		clusters[of[n]] += t.times[n].Distinct
		slopes := l.slopes(k, x)
		squares[of[n]] += t.times[n].Squares() * slopes[0] * slopes[0]
		info.enterSlopes([4]int{k.i, k.j, l.seat, l.draw}, slopes, t.times[n].Squares())
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

// slopes returns the derivatives of the log-likelihood of one cluster of games with respect to four
// parameters. These are, in this order, the strengths of its two players, the advantage of the
// first seat, and the draw parameter.
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
