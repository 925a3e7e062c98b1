package tournament

import "math"

// Glicko is a rating by M. E. Glickman's second system ("Example of the Glicko-2
// system", 2013): it follows players whose strength changes, one rating period
// after the other.
type Glicko struct {
	// Rating and Deviation are on the scale of Elo; a newcomer has 1500 and 350.
	Rating, Deviation float64
	// Volatility is how much the strength is expected to change; 0.06 for a
	// newcomer. It must be positive.
	Volatility float64
}

// GlickoGame is a game of a rating period.
type GlickoGame struct {
	Opponent Glicko
	Score    float64 // 1, 1/2 or 0
}

// glickoScale is the number of points in a unit of Glicko-2's own scale.
const glickoScale = 173.7178

// Update returns the rating after a period with the games given, which may be
// none. The constant tau, 0.3 to 1.2, bounds the change of the volatility.
func (g Glicko) Update(games []GlickoGame, tau float64) Glicko {
	phi := g.Deviation / glickoScale
	if len(games) == 0 {
		g.Deviation = glickoScale * math.Hypot(phi, g.Volatility)
		return g
	}
	information, gain := 0.0, 0.0
	for _, game := range games {
		other := game.Opponent.Deviation / glickoScale
		weight := 1 / math.Sqrt(1+3*other*other/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-weight*(g.Rating-game.Opponent.Rating)/glickoScale))
		information += weight * weight * expected * (1 - expected)
		gain += weight * (game.Score - expected)
	}
	if information == 0 { // opponents out of reach tell nothing
		return g.Update(nil, tau)
	}
	variance := 1 / information
	g.Volatility = volatility(g.Volatility, phi, variance, variance*gain, tau)
	wide := math.Hypot(phi, g.Volatility)
	phi = 1 / math.Sqrt(1/(wide*wide)+information)
	g.Rating += glickoScale * phi * phi * gain
	g.Deviation = glickoScale * phi
	return g
}

// volatility solves step 5 of the system by the Illinois algorithm.
func volatility(sigma, phi, variance, delta, tau float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + variance + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, a-tau
	if rest := delta*delta - phi*phi - variance; rest > 0 {
		high = math.Log(rest)
	} else {
		for f(high) < 0 {
			high -= tau
		}
	}
	atLow, atHigh := f(low), f(high)
	for range 200 {
		if math.Abs(high-low) <= 1e-9 {
			break
		}
		x := low + (low-high)*atLow/(atHigh-atLow)
		y := f(x)
		if y*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = x, y
	}
	return math.Exp(low / 2)
}
