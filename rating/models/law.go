package models

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// Law is a model of the probabilities of win, draw and loss of a game, given the difference of
// the two players' log-strengths.
type Law int

// These are the models of win, draw and loss. In their formulas, u is the advantage in log-strength
// of the player in the first seat, including the advantage of the seat.
const (
	// HalfDraws is the Bradley-Terry model, P(first wins) = 1/(1+exp(-u)). A draw counts as half
	// a win and half a loss. The strengths describe expected scores and not the frequency of
	// draws. Bradley and Terry, Biometrika 39 (1952) 324-345.
	HalfDraws Law = iota
	// RaoKupper is the model with P(first wins) = 1/(1+θ·exp(-u)) and P(second wins) =
	// 1/(1+θ·exp(u)), where u is the difference in strength and θ, at least 1, the draw
	// parameter. All other games are draws. The program BayesElo uses this model. P. V. Rao and
	// L. L. Kupper, J. Amer. Statist. Assoc. 62 (1967) 194-204.
	RaoKupper
	// Davidson is the model with P(first wins) : P(second wins) : P(draw) = exp(u/2) : exp(-u/2)
	// : ν, where u is the difference in strength and ν, at least 0, the draw parameter. In the
	// fit, the expected points of every player equal the actual points. R. R. Davidson, J. Amer.
	// Statist. Assoc. 65 (1970) 317-328.
	Davidson
)

// These are the results of a game for the player in the first seat, as indices.
const (
	won = iota
	drawn
	lost
)

// term contains the logarithm of the probability of one game result, its first derivatives, and its
// second derivatives with the sign changed. The derivatives are with respect to the strength
// difference u and the draw parameter t.
type term struct {
	value      float64
	u, t       float64
	uu, ut, tt float64
}

// hasDraws reports whether the model of game results has a parameter for the frequency of draws:
// the logarithm of θ in [RaoKupper] or of ν in [Davidson].
func (l Law) hasDraws() bool { return l != HalfDraws }

// terms returns the log-probabilities of the three results of a game and their derivatives. The
// results are won, drawn and lost by the first seat. u is the difference in strength and t the
// draw parameter.
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

// raoKupper returns the log-probabilities of the three results, indexed by won, drawn and lost, and
// their derivatives under [RaoKupper]. u is the difference of the two ratings in natural units and
// t = ln θ. The probability of a draw is θ²-1 times the product of both players' probabilities of
// winning.
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

// information returns the Fisher information of one game about the strength difference u of its
// players, which measures how precisely the game determines u. t is the draw parameter of the
// model.
func (l Law) information(u, t float64) float64 {
	if !l.hasDraws() {
		p := rating.Logistic(u)
		return p * (1 - p)
	}
	sum := 0.0
	for _, r := range l.terms(u, t) {
		sum += math.Exp(r.value) * r.u * r.u
	}
	return sum
}
