package tournament

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Davidson fits P(i beats j) : P(j beats i) : P(tie) = s_i : s_j : ν√(s_i·s_j) by
// maximum likelihood. The points of the players are sufficient, so that expected
// points equal actual ones. Prior is as in BradleyTerry, each virtual draw being
// half a win and half a loss. Without a prior the decisive games must suffice
// for a finite fit, or it fails. R. R. Davidson, J. Amer. Statist. Assoc. 65
// (1970) 317-328.
func Davidson(d *Duels, prior float64) (TieRatings, error) {
	return fitTies(d, prior, davidsonLikelihood, 0)
}

func davidsonLikelihood(d *Duels, prior float64, x, grad []float64, info *mat.SymDense) float64 {
	zero(info)
	clear(grad)
	n := d.n
	value := 0.0
	for i := range n {
		for j := range i {
			if d.Games(i, j) > 0 {
				value += davidsonPair([3]float64{d.Wins(i, j), d.Wins(j, i), d.Ties(i, j)}, i, j, n, x, grad, info)
			}
		}
		if prior > 0 {
			value += davidsonPair([3]float64{prior / 2, prior / 2, 0}, i, -1, n, x, grad, info)
		}
	}
	return value
}

// davidsonPair adds the games of i against j, or against the virtual opponent if
// j is -1, to the likelihood: a multinomial logit of winning, losing and tying.
func davidsonPair(times [3]float64, i, j, n int, x, grad []float64, info *mat.SymDense) float64 {
	xj := 0.0
	if j >= 0 {
		xj = x[j]
	}
	logit := [3]float64{x[i], xj, (x[i]+xj)/2 + x[n]}
	most := max(logit[0], logit[1], logit[2])
	sum := 0.0
	for _, l := range logit {
		sum += math.Exp(l - most)
	}
	// How far each outcome moves with the two strengths and with the ties.
	feature := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0.5, 0.5, 1}}
	at := [3]int{i, j, n}
	games := times[0] + times[1] + times[2]
	var value float64
	var p, mean [3]float64
	for k, l := range logit {
		value += times[k] * (l - most - math.Log(sum))
		p[k] = math.Exp(l-most) / sum
		for a := range at {
			mean[a] += p[k] * feature[k][a]
		}
	}
	for a, row := range at {
		if row < 0 {
			continue
		}
		for k := range logit {
			grad[row] += times[k] * (feature[k][a] - mean[a])
		}
		for b, column := range at[:a+1] {
			if column < 0 {
				continue
			}
			covariance := -mean[a] * mean[b]
			for k := range logit {
				covariance += p[k] * feature[k][a] * feature[k][b]
			}
			addSym(info, row, column, games*covariance)
		}
	}
	return value
}
