package rsm

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// loss is a round in which the start played points at a radius from it: its score in a
// number of games.
type loss struct{ radius, score, games float64 }

// losses are the rounds of a probe.
type losses []loss

// saturation is how strength falls about the start: points at a radius r lose
//
//	most (1 - (1 - share)^(r/near)^2)
//
// Elo on average. Close to the start that is a quadratic; far from it all points play
// equally badly, by the most. At the radius near they lose a share of the most.
type saturation struct{ near, most, share float64 }

// at is the loss at a radius, in Elo.
func (s saturation) at(radius float64) float64 {
	q := radius / s.near
	return s.most * -math.Expm1(math.Log1p(-s.share)*q*q)
}

// hundred is the radius at which the quadratic about the start loses 100 Elo.
func (s saturation) hundred() float64 {
	return s.near * math.Sqrt(100/(s.most*-math.Log1p(-s.share)))
}

// curve is the curve of the rounds: the geometric means of near and of most after them,
// where beforehand near may be anything from 0.00001 to a third, and most anything from 50 to 3,200 Elo.
func (l losses) curve(share float64) saturation {
	const (
		nearest, nears = 1e-5, 72 // sixteen to a factor of ten
		least, mosts   = 50.0, 25 // four to a factor of two
	)
	var (
		highest         = math.Inf(-1)
		near, most, sum float64
	)
	for k := range nears * mosts {
		s := saturation{nearest * math.Pow(10, float64(k/mosts)/16), least * math.Exp2(float64(k%mosts)/4), share}
		v := l.likelihood(s)
		if v > highest {
			less := math.Exp(highest - v)
			near, most, sum, highest = near*less, most*less, sum*less, v
		}
		weight := math.Exp(v - highest)
		near, most, sum = near+weight*math.Log(s.near), most+weight*math.Log(s.most), sum+weight
	}
	return saturation{math.Exp(near / sum), math.Exp(most / sum), share}
}

// likelihood is the logarithm of that of a curve, a draw being half a win.
func (l losses) likelihood(s saturation) float64 {
	sum := 0.0
	for _, r := range l {
		logit := rating.Logit(s.at(r.radius))
		sum += r.games * (r.score*logit - math.Log1p(math.Exp(logit)))
	}
	return sum
}
