package models

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// Law says how likely the results of a game of two seats are, given the
// difference of the players' log-strengths.
type Law int

// The laws. u is the difference of the log-strengths of the first and the second
// seat, with the worth of the first seat added to it.
const (
	// HalfDraws is the Bradley-Terry model: P(first wins) = 1/(1+exp(-u)), a draw
	// counting as half a win and half a loss. Strengths mean expected scores,
	// whatever the law of draws. Bradley and Terry, Biometrika 39 (1952) 324-345.
	HalfDraws Law = iota
	// RaoKupper has P(first wins) = 1/(1+θ·exp(-u)) and P(second wins) =
	// 1/(1+θ·exp(u)); what is left is drawn. It is the model of BayesElo. P. V. Rao
	// and L. L. Kupper, J. Amer. Statist. Assoc. 62 (1967) 194-204.
	RaoKupper
	// Davidson has P(first wins) : P(second wins) : P(draw) = exp(u/2) :
	// exp(-u/2) : ν. The points of the players are sufficient, so that expected
	// points equal actual ones. R. R. Davidson, J. Amer. Statist. Assoc. 65
	// (1970) 317-328.
	Davidson
)

// result indexes what came of a game for the first seat.
const (
	won = iota
	drawn
	lost
)

// term is the logarithm of a result's probability with its first derivatives and
// minus its second ones, in u and in the parameter of draws t.
type term struct {
	value      float64
	u, t       float64
	uu, ut, tt float64
}

// draws reports whether the law has a parameter for draws: ln θ or ln ν.
func (l Law) draws() bool { return l != HalfDraws }

// terms are those of a game won, drawn and lost by the first seat.
func (l Law) terms(u, t float64) [3]term {
	switch l {
	case RaoKupper:
		return raoKupper(u, t)
	case Davidson:
		return davidson(u, t)
	}
	p := rating.Logistic(u)
	win, loss := rating.LogLogistic(u), rating.LogLogistic(-u)
	v := p * (1 - p)
	return [3]term{
		won:   {value: win, u: 1 - p, uu: v},
		drawn: {value: (win + loss) / 2, u: 0.5 - p, uu: v},
		lost:  {value: loss, u: -p, uu: v},
	}
}

// raoKupper takes a draw as a win of both in a game in which both give the other
// t of advantage, times θ²-1.
func raoKupper(u, t float64) [3]term {
	a, b := rating.Logistic(u-t), rating.Logistic(-u-t)
	va, vb := a*(1-a), b*(1-b)
	win := term{rating.LogLogistic(u - t), 1 - a, a - 1, va, -va, va}
	loss := term{rating.LogLogistic(-u - t), b - 1, b - 1, vb, vb, vb}
	square := math.Expm1(2 * t) // θ² - 1
	return [3]term{won: win, lost: loss, drawn: {
		value: win.value + loss.value + math.Log(square),
		u:     win.u + loss.u,
		t:     win.t + loss.t + 2*(square+1)/square,
		uu:    va + vb,
		ut:    vb - va,
		tt:    va + vb + 4*(square+1)/(square*square),
	}}
}

// davidson is a multinomial logit.
func davidson(u, t float64) [3]term {
	most := max(math.Abs(u)/2, t)
	w, d, l := math.Exp(u/2-most), math.Exp(t-most), math.Exp(-u/2-most)
	sum := w + d + l
	w, d, l = w/sum, d/sum, l/sum
	norm, mean := most+math.Log(sum), (w-l)/2
	uu, ut, tt := (w+l)/4-mean*mean, -mean*d, d*(1-d)
	return [3]term{
		won:   {u/2 - norm, 0.5 - mean, -d, uu, ut, tt},
		drawn: {t - norm, -mean, 1 - d, uu, ut, tt},
		lost:  {-u/2 - norm, -0.5 - mean, -d, uu, ut, tt},
	}
}

// information is that of one game about u: the variance of its slope.
func (l Law) information(u, t float64) float64 {
	if !l.draws() {
		p := rating.Logistic(u)
		return p * (1 - p)
	}
	sum := 0.0
	for _, r := range l.terms(u, t) {
		sum += math.Exp(r.value) * r.u * r.u
	}
	return sum
}
