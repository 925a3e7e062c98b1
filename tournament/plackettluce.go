package tournament

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"gonum.org/v1/gonum/mat"
)

// Ranking is the result of one game: groups of tied players, best first.
type Ranking [][]int

// Order makes a Ranking without ties.
func Order(players ...int) Ranking {
	r := make(Ranking, len(players))
	for i, p := range players {
		r[i] = []int{p}
	}
	return r
}

// Rankings lists the games of a result as rankings of agents.
func Rankings(r Result) []Ranking {
	out := make([]Ranking, 0, len(r.Games))
	for g, game := range r.Games {
		var ranking Ranking
		for place := 1; place <= game.Outcome.Seats(); place++ {
			var group []int
			for seat := range game.Outcome.Seats() {
				if game.Outcome.Place(seat) == place {
					group = append(group, r.Pairing.Seat(g, seat))
				}
			}
			if group != nil {
				ranking = append(ranking, group)
			}
		}
		out = append(out, ranking)
	}
	return out
}

// PlackettLuceOptions says how rankings are read.
type PlackettLuceOptions struct {
	// WinnerOnly looks at who was first alone: all others are as good as last.
	WinnerOnly bool
	// Prior is the number of virtual draws per player against one of strength 1.
	Prior float64
}

// OrderRatings are strengths fitted to rankings.
type OrderRatings struct {
	Ratings
	LogLikelihood float64 // of the rankings, without the prior
	Covariance    Covariance
}

// PlackettLuce fits P(first, second, ...) = Π s_t/(s_t + all behind t) by
// maximum likelihood to rankings of n players, who need not all be in every one.
// Tied players count as the average over all their orders, exactly. Without a
// prior it fails unless the results connect everybody. Luce (1959); Plackett,
// Appl. Statist. 24 (1975) 193-202; Hunter (2004), section 5.
func PlackettLuce(n int, rankings []Ranking, o PlackettLuceOptions) (OrderRatings, error) {
	c, err := newChoices(n, rankings, o.WinnerOnly)
	if err != nil {
		return OrderRatings{}, fmt.Errorf("tournament: plackett-luce: %w", err)
	}
	if !(o.Prior >= 0) || math.IsInf(o.Prior, 0) {
		return OrderRatings{}, fmt.Errorf("tournament: plackett-luce: prior: %v virtual draws, at least 0 needed", o.Prior)
	}
	components := Components(c.beaten)
	r := OrderRatings{Ratings: Ratings{Log: make([]float64, n), Components: components}}
	if o.Prior == 0 && slices.ContainsFunc(components, func(c int) bool { return c > 0 }) {
		return r, fmt.Errorf("tournament: plackett-luce: the rankings do not connect all players: %w", errNoMaximum)
	}
	r.Steps, err = climb(r.Log, func(x, grad []float64, info *mat.SymDense) float64 {
		value := c.likelihood(o.Prior, x, grad, info)
		ridge(info, n, o.Prior)
		return value
	})
	if err != nil {
		return r, err
	}
	info := mat.NewSymDense(max(n, 1), nil)
	c.likelihood(o.Prior, r.Log, make([]float64, n), info)
	r.Covariance = strengthCovariance(info, n)
	centre(r.Log)
	r.LogLikelihood = c.likelihood(0, r.Log, make([]float64, n), info)
	return r, nil
}

// Probability is that of an order of some players, first to last: 1 for fewer
// than two of them.
func (r Ratings) Probability(order ...int) float64 {
	p := 1.0
	for at, first := range order {
		sum := 0.0
		for _, other := range order[at:] {
			sum += math.Exp(r.Log[other] - r.Log[first])
		}
		p /= sum
	}
	return p
}

// choices are rankings taken apart: at every stage, the best of those who remain
// is chosen.
type choices struct {
	stages []stage
	chosen []float64 // how often each player was
	beaten *Duels    // who was chosen before whom
}

type stage struct {
	weight  float64
	players []int
}

func newChoices(n int, rankings []Ranking, winnerOnly bool) (*choices, error) {
	c := &choices{chosen: make([]float64, n), beaten: NewDuels(n)}
	for i, r := range rankings {
		seen := make(map[int]bool)
		for _, group := range r {
			for _, p := range group {
				if p < 0 || p >= n || seen[p] {
					return nil, fmt.Errorf("ranking %d: player %d is not one of %d, or is there twice", i, p, n)
				}
				seen[p] = true
			}
			if len(group) > engines.MaxSeats {
				return nil, fmt.Errorf("ranking %d: %d players tied, at most %d", i, len(group), engines.MaxSeats)
			}
		}
		c.add(r, winnerOnly)
	}
	return c, nil
}

// add takes one ranking apart. Of a group of m tied players, each set of those
// who remain stands in the same share of the orders as any other of its size, so
// that the average over m! orders is a sum over 2^m sets.
func (c *choices) add(r Ranking, winnerOnly bool) {
	for at, group := range r {
		var behind []int
		for _, g := range r[at+1:] {
			behind = append(behind, g...)
		}
		m := len(group)
		for set := 1; set < 1<<m; set++ {
			var players []int
			for k, p := range group {
				if set>>k&1 == 1 {
					players = append(players, p)
				}
			}
			if winnerOnly && len(players) < m {
				continue
			}
			remaining := len(players)
			c.choose(players, append(players, behind...), 1/(binomial(m, remaining)*float64(remaining)))
		}
		if winnerOnly {
			return
		}
	}
}

// choose enters that each of some players is chosen among all that remain, with
// a weight.
func (c *choices) choose(players, among []int, weight float64) {
	if len(among) < 2 {
		return
	}
	c.stages = append(c.stages, stage{weight * float64(len(players)), among})
	for _, p := range players {
		c.chosen[p] += weight
		for _, q := range among {
			if q != p {
				c.beaten.Win(p, q, weight)
			}
		}
	}
}

func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return math.Round(b)
}

func (c *choices) likelihood(prior float64, x, grad []float64, info *mat.SymDense) float64 {
	zero(info)
	clear(grad)
	value := 0.0
	for i, v := range c.chosen {
		value += v * x[i]
		grad[i] += v
	}
	var q []float64
	for _, s := range c.stages {
		most, sum := math.Inf(-1), 0.0
		for _, p := range s.players {
			most = max(most, x[p])
		}
		q = q[:0]
		for _, p := range s.players {
			q = append(q, math.Exp(x[p]-most))
			sum += q[len(q)-1]
		}
		value -= s.weight * (most + math.Log(sum))
		for a, p := range s.players {
			q[a] /= sum
			grad[p] -= s.weight * q[a]
			addSym(info, p, p, s.weight*q[a])
			for b, other := range s.players[:a+1] {
				addSym(info, p, other, -s.weight*q[a]*q[b])
			}
		}
	}
	if prior > 0 {
		for i := range x {
			p := logistic(x[i])
			value += prior / 2 * (logLogistic(x[i]) + logLogistic(-x[i]))
			grad[i] += prior * (0.5 - p)
			addSym(info, i, i, prior*p*(1-p))
		}
	}
	return value
}
