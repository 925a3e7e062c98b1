package models

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// Glicko is the rating of a player in the Glicko-2 system: a strength, the uncertainty of the
// strength, and its expected rate of change. It changes from one rating period to the next. M. E.
// Glickman, "Example of the Glicko-2 system" (2013).
type Glicko struct {
	// Rating is the strength and Deviation its standard deviation, both on the scale of Elo. New
	// players have 1500 and 350.
	Rating, Deviation float64
	// Volatility is the expected change of the strength in a rating period. It must be positive.
	// New players have 0.06.
	Volatility float64
}

// NewGlicko returns the rating of a new player: 1500 with the deviation 350 and the volatility
// 0.06.
func NewGlicko() Glicko { return Glicko{Rating: 1500, Deviation: 350, Volatility: 0.06} }

// GlickoGames contains the results of the games against one opponent in a rating period. The
// opponent's rating is the one before the period.
type GlickoGames struct {
	Opponent Glicko
	Games    float64
	Points   float64 // points in these games: 1 for a win, 1/2 for a draw
}

// glickoScale is the number of Elo points per unit of the internal scale of Glicko-2.
const glickoScale = 173.7178

// Update returns the player's rating after a rating period. games contains the games of the period
// and may be empty. The constant tau, from 0.3 to 1.2, limits the change of the volatility.
//
// The formulas are steps 2 to 8 of Glickman (2013), on the internal scale of the system. μ is the
// player's rating, φ its deviation and σ its volatility; μ_j and φ_j belong to the opponent of a
// game with the score s. With g(φ) = 1/√(1 + 3φ²/π²) the expected score is E = 1/(1 + exp(-g(φ_j)(μ
// - μ_j))). The new deviation is φ' = 1/√(1/(φ² + σ'²) + Σ g(φ_j)²E(1-E)) with the new volatility
// σ', and the rating rises by φ'²·Σ g(φ_j)(s - E).
func (g Glicko) Update(games []GlickoGames, tau float64) Glicko {
	phi := g.Deviation / glickoScale
	information, gain := 0.0, 0.0
	for _, against := range games {
		other := against.Opponent.Deviation / glickoScale
		weight := 1 / math.Sqrt(1+3*other*other/(math.Pi*math.Pi))
		expected := rating.Logistic(weight * (g.Rating - against.Opponent.Rating) / glickoScale)
		information += against.Games * weight * weight * expected * (1 - expected)
		gain += weight * (against.Points - against.Games*expected)
	}
	if information == 0 { // no games, or the opponents are too strong or weak
		g.Deviation = glickoScale * math.Hypot(phi, g.Volatility)
		return g
	}
	variance := 1 / information
	g.Volatility = volatility(g.Volatility, phi, variance, variance*gain, tau)
	wide := math.Hypot(phi, g.Volatility)
	phi = 1 / math.Sqrt(1/(wide*wide)+information)
	g.Rating += glickoScale * phi * phi * gain
	g.Deviation = glickoScale * phi
	return g
}

// volatility returns the new volatility of a player: step 5 of the Glicko-2 system, solved by the
// Illinois algorithm.
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
		for f(high) < 0 { // endless if tau is so small that high - tau is high
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
