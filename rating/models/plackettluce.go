package models

import (
	"encoding/binary"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/internal/newton"
)

// Fit returns the maximum-likelihood strengths of the Plackett-Luce model. Its errors allow for
// games of a cluster that depend on each other. The probability of a finishing order is the product
// over all players t of s_t/(s_t + the strengths of all players behind t), where s_t is the
// strength of t. Tied players count as the exact average over all their orders. The core, the
// players outside it, and the degrees of freedom are defined as in rating.Clusters.Fit. R. D. Luce
// (1959); R. L. Plackett, Appl. Statist. 24 (1975) 193-202; Hunter, Ann. Statist. 32 (2004),
// section 5.
func (o *Orders) Fit(options rating.FitOptions) (*rating.Estimate, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	beaten := o.beaten()
	components := rating.Components(beaten)
	f := rating.Fitted{Log: make([]float64, o.players), Prior: options.Prior, Groups: rating.Groups(beaten)}
	if f.Prior == 0 && !single(components) {
		f.Prior = rating.DefaultPrior
	}
	_, err := newton.Maximize(f.Log, func(x, grad []float64, info *mat.SymDense) float64 {
		clear(grad)
		newton.Clear(info)
		value := o.likelihood(x, grad, info)
		prior := likelihood{players: o.players, prior: f.Prior, seat: -1, draw: -1}
		value += prior.enterPrior(x, grad, dense(info))
		newton.Ridge(info, o.players, f.Prior)
		return value
	})
	if err != nil {
		return nil, err
	}
	newton.Centre(f.Log)
	core := newCore(beaten, components)
	f.Core = core.rows
	f.Covariance, f.Freedom, f.Support = o.errors(core, f.Log, options.Prior)
	playedBy := o.playedBy()
	statistic := func(counts []int) func(player int, x float64) float64 {
		return func(player int, x float64) float64 {
			slope, variance := o.statistic(playedBy[player], f.Log, player, x, counts)
			p := rating.Logistic(x)
			return (slope + f.Prior*(0.5-p)) / math.Sqrt(variance+f.Prior*p*(1-p))
		}
	}
	f.Statistic = statistic(nil)
	f.CoreStatistic = statistic(core.rows)
	return f.Estimate(options.Confidence), nil
}

// likelihood returns the log-likelihood of all games at the log-strengths x. It adds the gradient
// to grad and the Fisher information to info.
func (o *Orders) likelihood(x, grad []float64, info *mat.SymDense) (value float64) {
	for i := range o.orders {
		value += o.orders[i].enter(o.orders[i].times, x, grad, info)
	}
	return value
}

// enter returns the log-likelihood, at the log-strengths x, of the given number of games with this
// finishing order. It also adds its gradient to grad and the Fisher information to info.
func (one *order) enter(times float64, x, grad []float64, info *mat.SymDense) (value float64) {
	for i, p := range one.players {
		value += times * one.chosen[i] * x[p]
		grad[p] += times * one.chosen[i]
	}
	for _, s := range one.stages {
		q, norm := one.shares(s, x)
		weight := times * s.weight * float64(s.choice)
		value -= weight * norm
		for a, i := range s.among {
			p := one.players[i]
			grad[p] -= weight * q[a]
			newton.Add(info, p, p, weight*q[a])
			for b, j := range s.among[:a+1] {
				newton.Add(info, p, one.players[j], -weight*q[a]*q[b])
			}
		}
	}
	return value
}

// shares returns, for each player in the list s.among, the probability that this player is the best
// of them. x contains the log-strengths. norm is the logarithm of the sum of these players'
// strengths.
func (one *order) shares(s stage, x []float64) (q []float64, norm float64) {
	q = make([]float64, len(s.among))
	most, sum := math.Inf(-1), 0.0
	for _, i := range s.among {
		most = max(most, x[one.players[i]])
	}
	for a, i := range s.among {
		q[a] = math.Exp(x[one.players[i]] - most)
		sum += q[a]
	}
	for a := range q {
		q[a] /= sum
	}
	return q, most + math.Log(sum)
}

// slopes returns the derivatives of the log-probability of this finishing order with respect to its
// players' log-strengths.
func (one *order) slopes(x []float64) []float64 {
	out := slices.Clone(one.chosen)
	for _, s := range one.stages {
		q, _ := one.shares(s, x)
		for a, i := range s.among {
			out[i] -= s.weight * float64(s.choice) * q[a]
		}
	}
	return out
}

// errors computes the standard errors of ratings that were fitted by the Plackett-Luce model. cov
// is the covariance of the log-strengths x, and freedom its degrees of freedom. support contains
// the evidence for each rating. All results are for the core c, the players whose ratings are
// finite without a prior. prior is the number of virtual draws per player.
func (o *Orders) errors(c core, x []float64, prior float64) (cov rating.Covariance, freedom float64, support []rating.Support) {
	if len(c.members) == 0 {
		return cov, math.Inf(1), nil
	}
	n := o.players
	bread, safe, virtual := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	grad := make([]float64, n)
	l := likelihood{players: n, prior: prior, seat: -1, draw: -1}
	l.enterPrior(x, grad, dense(virtual))
	for i := range o.orders {
		one := &o.orders[i]
		one.enter(one.times, x, grad, bread)
		one.enter(one.safe, x, grad, safe)
	}
	slopes := make([][]float64, len(o.orders))
	for i := range o.orders {
		slopes[i] = o.orders[i].slopes(x)
	}
	meat, clusters, own := o.meat(c, slopes)
	freedom = float64(clusters - len(c.members))
	spread := freedom >= 1 && mat.Trace(meat) >= 1e-9*mat.Trace(safe)
	if spread {
		o.addUniform(x, slopes, meat)
	}
	for _, p := range c.members {
		information := bread.At(p, p)
		support = append(support, rating.Support{Clusters: own[p], Variance: meat.At(p, p) / (information * information), Single: safe.At(p, p) / (information * information)})
	}
	if spread {
		meat.ScaleSym(float64(clusters)/(freedom+1), meat)
	} else {
		meat, freedom = safe, math.Inf(1)
	}
	bread.AddSym(bread, virtual)
	meat.AddSym(meat, virtual)
	return rating.NewCovariance(newton.Sandwich(c.of(&l, bread), c.of(&l, meat), len(c.members), prior)), freedom, support
}

// meat returns the middle matrix of the sandwich covariance, which computes errors from the
// observed variance of the results. A cluster is a group of games from one deal, and g is the
// gradient of its log-likelihood. The matrix is the sum of g·gᵀ over all clusters. slopes[n]
// contains the derivatives of the log-probability of the n-th finishing order.
//
// The result clusters is the number of clusters with at least two players of the core c, the
// players whose ratings are finite without a prior. own[p] is the number of these clusters in which
// player p plays.
func (o *Orders) meat(c core, slopes [][]float64) (meat *mat.SymDense, clusters int, own []float64) {
	meat, own = mat.NewSymDense(o.players, nil), make([]float64, o.players)
	sum := make([]float64, o.players)
	from := 0
	for _, end := range o.ends {
		players, inside := o.orders[o.games[from]].players, 0
		for _, at := range o.games[from:end] {
			for i, p := range o.orders[at].players {
				sum[p] += slopes[at][i]
			}
		}
		for a, p := range players {
			for _, q := range players[:a+1] {
				newton.Add(meat, p, q, sum[p]*sum[q])
			}
			if c.rows[p] >= 0 {
				inside++
			}
		}
		for _, p := range players {
			sum[p] = 0
		}
		if inside >= 2 {
			clusters++
			for _, p := range players {
				own[p]++
			}
		}
		from = end
	}
	return meat, clusters, own
}

// addUniform adds variance to the matrix meat for groups of players whose results do not vary.
// Games with exactly the expected results add nothing to meat, so the errors of these players would
// be too small. addUniform adds the variance that the model predicts for one result per cluster,
// multiplied by [rating.UniformShare]. x contains the log-strengths. slopes[n] contains the
// derivatives of the log-probability of the n-th finishing order.
func (o *Orders) addUniform(x []float64, slopes [][]float64, meat *mat.SymDense) {
	type set struct {
		clusters       float64
		squares, games float64 // sums over clusters: of squared slopes, and of squared numbers of games
		orders         []int   // indices of the orders of the games
	}
	sets := make(map[string]*set)
	var list []*set // in the order of their first clusters, so that sums do not depend on the map's order
	var key []byte
	sum := make([]float64, o.players)
	from := 0
	for _, end := range o.ends {
		players := slices.Clone(o.orders[o.games[from]].players)
		slices.Sort(players)
		key = key[:0]
		for _, p := range players {
			key = binary.AppendUvarint(key, uint64(p))
		}
		s, ok := sets[string(key)]
		if !ok {
			s = new(set)
			sets[string(key)] = s
			list = append(list, s)
		}
		for _, at := range o.games[from:end] {
			for i, p := range o.orders[at].players {
				sum[p] += slopes[at][i]
			}
		}
		for _, p := range players {
			s.squares += sum[p] * sum[p]
			sum[p] = 0
		}
		s.clusters++
		s.games += float64(end-from) * float64(end-from)
		s.orders = append(s.orders, o.games[from:end]...)
		from = end
	}
	grad := make([]float64, o.players)
	for _, s := range list {
		if s.squares < 1e-9*s.games {
			slices.Sort(s.orders)
			for _, at := range slices.Compact(s.orders) {
				o.orders[at].enter(rating.UniformShare(s.clusters)*o.orders[at].safe, x, grad, meat)
			}
		}
	}
}

func (o *Orders) playedBy() [][]int {
	out := make([][]int, o.players)
	for i := range o.orders {
		for _, p := range o.orders[i].players {
			out[p] = append(out[p], i)
		}
	}
	return out
}

// statistic returns the derivative of the log-likelihood with respect to the log-strength of one
// player, and the variance of this derivative. The player has the log-strength x, and at contains
// the log-strengths of the other players. orders contains the indices of the finishing orders to
// use. If rows is not nil, games with opponents whose row is negative are left out. The variance
// treats all games of a cluster as one result.
func (o *Orders) statistic(orders []int, at []float64, player int, x float64, rows []int) (slope, variance float64) {
	old := at[player]
	at[player] = x
	defer func() { at[player] = old }()
	for _, n := range orders {
		one := &o.orders[n]
		if rows != nil && slices.ContainsFunc(one.players, func(p int) bool { return p != player && rows[p] < 0 }) {
			continue
		}
		for i, p := range one.players {
			if p == player {
				slope += one.times * one.chosen[i]
			}
		}
		for _, s := range one.stages {
			q, _ := one.shares(s, at)
			for a, i := range s.among {
				if one.players[i] == player {
					weight := s.weight * float64(s.choice)
					slope -= one.times * weight * q[a]
					variance += one.safe * weight * q[a] * (1 - q[a])
				}
			}
		}
	}
	return slope, variance
}
