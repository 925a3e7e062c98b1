package rating

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Mean stands for the mean of all players. Pass it instead of a player's number to [Estimate.Line]
// or [Estimate.Against] for a rating relative to that mean.
const Mean = -1

// Estimate contains the fitted ratings of players and their intervals. A player without games has
// the rating 0 and does not count for the mean.
type Estimate struct {
	Fitted

	at    []int // index of each player among those with games, -1 for the others
	elo   []float64
	width float64 // half width of an interval in standard errors, for players of the core
	z     float64 // half width for a normal distribution
	apart []apart

	confidence float64
	small      map[int]smallSample // players of the core with few clusters, by index among those with games
	allSmall   smallSample         // sum of the errors of these players
}

// Line contains the rating of one player relative to the anchor, which is another player or the
// mean of all players.
type Line struct {
	Elo      float64
	Interval Interval
	// Error is the standard error of the rating in Elo. If the two sides of the interval are
	// unequal, it is their mean length divided by the normal quantile of the confidence.
	Error float64
	// LOS is the probability that the player is stronger than the mean of all players. It does not
	// depend on the anchor.
	LOS float64
}

// Line returns the rating of a player relative to anchor, which is another player's number or
// [Mean]. An invalid number is treated as a player without games, whose rating is 0.
func (e *Estimate) Line(player, anchor int) Line {
	var l Line
	i := e.place(player)
	if i < 0 {
		l.Elo, l.Interval, _ = e.Against(player, anchor)
		l.LOS = 0.5
	} else {
		lower, upper := e.arms(i)
		l.Elo = e.elo[i]
		l.Interval = Interval{l.Elo - lower, l.Elo + upper}
		switch {
		case e.Core[i] >= 0:
			freedom := e.meanError(i).freedom
			l.LOS = superiority(l.Elo, lower/e.widthOf(freedom), freedom)
		case e.scattered():
			l.LOS = superiority(l.Elo, min(lower, upper)/e.z, math.Inf(1))
		default:
			l.LOS = e.apart[i].los
		}
		if anchor != Mean {
			l.Elo, l.Interval, _ = e.Against(player, anchor)
		}
	}
	width := e.z
	switch {
	case !e.inCore(player):
	case anchor == Mean:
		width = e.widthOf(e.meanError(i).freedom)
	case e.inCore(anchor):
		width = e.widthOf(e.pairError(i, e.place(anchor)).freedom)
	}
	l.Error = (l.Interval.High - l.Interval.Low) / (2 * width)
	return l
}

// Apart reports whether a player has games and a rating that is finite only because of the prior. For
// example, it has won all of them.
func (e *Estimate) Apart(player int) bool {
	i := e.place(player)
	return i >= 0 && e.Core[i] < 0
}

func (e *Estimate) inCore(player int) bool {
	i := e.place(player)
	return i >= 0 && e.Core[i] >= 0
}

// place returns the index of a player among the players with games, or -1 for a player without
// games.
func (e *Estimate) place(player int) int {
	if player < 0 || player >= len(e.at) {
		return -1
	}
	return e.at[player]
}

// arms returns how far the interval of a rating extends below and above the rating, in Elo. It
// includes the uncertainty between groups of players that never met. i is the player's index among
// the players with games.
func (e *Estimate) arms(i int) (lower, upper float64) {
	z, share := e.z, 1.0
	if e.Core[i] >= 0 {
		err := e.meanError(i)
		z = e.widthOf(err.freedom)
		lower = z * err.elo
		upper = lower
	} else {
		// The distance to the mean of all players is (n-1)/n of the distance to the mean of the
		// other n-1.
		share = float64(len(e.elo)-1) / float64(len(e.elo))
		lower, upper = share*e.apart[i].lower, share*e.apart[i].upper
	}
	if e.scattered() { // the mean of groups that never met is unknown
		lower, upper = math.Hypot(lower, z*share*unknownError), math.Hypot(upper, z*share*unknownError)
	}
	return lower, upper
}

// scattered reports whether the players form several groups that played no games against each
// other.
func (e *Estimate) scattered() bool {
	return slices.ContainsFunc(e.Groups, func(g int) bool { return g > 0 })
}

// Against returns the difference between the ratings of players a and b in Elo, its interval, and
// the probability that the difference is above 0. Either player may be [Mean], the mean of all
// players.
//
// The interval is symmetric if both players belong to the core, the players whose ratings are
// finite without a prior. Otherwise the distance to each end is the root of the sum of squares of
// the corresponding distances of the two players' intervals: the method of variance estimates
// recovery of Zou and Donner, Stat. Med. 27 (2008) 1693-1702. If a and b are the only players, and
// one won all games, the probability is that of the score test, as in [Line].
func (e *Estimate) Against(a, b int) (difference float64, interval Interval, los float64) {
	if a == b {
		return 0, Interval{}, 0.5
	}
	if difference, err, ok := e.withinCore(a, b); ok {
		arm := e.widthOf(err.freedom) * err.elo
		return difference, Interval{difference - arm, difference + arm}, superiority(difference, err.elo, err.freedom)
	}
	i, eloA, lowerA, upperA := e.free(a)
	j, eloB, lowerB, upperB := e.free(b)
	if e.Apart(a) && e.Apart(b) {
		one, other := e.apart[i].beside, e.apart[j].beside
		lowerA, upperA, lowerB, upperB = one.lower, one.upper, other.lower, other.upper
	}
	difference = eloA - eloB
	lower, upper := math.Hypot(lowerA, upperB), math.Hypot(upperA, lowerB)
	if len(e.elo) == 2 && i >= 0 && j >= 0 { // for two players both intervals describe the same difference
		lower, upper = lowerA, upperA
	}
	if i >= 0 && j >= 0 && e.Groups[i] != e.Groups[j] {
		lower, upper = math.Hypot(lower, e.z*unknownError), math.Hypot(upper, e.z*unknownError)
	} else if len(e.elo) == 2 && e.Apart(a) && e.Apart(b) {
		// The other player is the mean of all others. The normal distribution that superiority assumes
		// does not describe a rating that the prior alone limits.
		return difference, Interval{difference - lower, difference + upper}, e.apart[i].los
	}
	inner := lower
	if difference < 0 {
		inner = upper
	}
	return difference, Interval{difference - lower, difference + upper}, superiority(difference, inner/e.z, math.Inf(1))
}

// Superiority returns the probability that player a is stronger than player b, like the last result
// of [Estimate.Against]. It is faster for two players of the core, because it computes no interval.
func (e *Estimate) Superiority(a, b int) float64 {
	if a != b {
		if difference, err, ok := e.withinCore(a, b); ok {
			return superiority(difference, err.elo, err.freedom)
		}
	}
	_, _, los := e.Against(a, b)
	return los
}

// withinCore returns the difference between the ratings of two players of the core, a minus b, in
// Elo, with the error of this difference. The players must be different. ok is false if one of them
// does not belong to the core; see [Fitted].Core.
func (e *Estimate) withinCore(a, b int) (difference float64, err coreError, ok bool) {
	if a == Mean || b == Mean {
		return 0, coreError{}, false
	}
	i, j := e.place(a), e.place(b)
	if i < 0 || j < 0 || e.Core[i] < 0 || e.Core[j] < 0 {
		return 0, coreError{}, false
	}
	return e.elo[i] - e.elo[j], e.pairError(i, j), true
}

// free returns a player's rating, and how far its interval extends below and above it, all in Elo.
// The interval does not include the uncertainty between groups of players that never met.
// [Estimate.Against] combines two such intervals into the interval of a difference. i is the
// player's index among the players with games, or -1 for [Mean] and for a player without games.
func (e *Estimate) free(player int) (i int, elo, lower, upper float64) {
	if player == Mean {
		return -1, 0, 0, 0
	}
	i = e.place(player)
	switch {
	case i < 0:
		return i, 0, e.z * unknownError, e.z * unknownError
	case e.Core[i] >= 0:
		err := e.meanError(i)
		arm := e.widthOf(err.freedom) * err.elo
		return i, e.elo[i], arm, arm
	}
	return i, e.elo[i], e.apart[i].lower, e.apart[i].upper
}

// Best returns, for every player, the probability of being the strongest. It is 0 for players
// without games. For two players it is the probability that [Estimate.Against] returns. For more
// players it is estimated from the given number of random draws; see [Covariance.ProbabilityBest].
func (e *Estimate) Best(draws int, rng *rand.Rand) []float64 {
	best := make([]float64, len(e.at))
	if len(e.elo) == 2 {
		one, other := slices.Index(e.at, 0), slices.Index(e.at, 1)
		_, _, best[one] = e.Against(one, other)
		best[other] = 1 - best[one]
		return best
	}
	freedom := make([]float64, len(e.elo))
	for i := range freedom {
		freedom[i] = math.Inf(1)
		if e.Core[i] >= 0 {
			freedom[i] = e.Freedom
		}
	}
	drawn := e.spread().ProbabilityBest(e.elo, freedom, draws, rng)
	for player, i := range e.at {
		if i >= 0 {
			best[player] = drawn[i]
		}
	}
	return best
}

// spread returns a covariance matrix of all ratings, from which random ratings can be drawn. The
// core is the largest group of players who are comparable without a prior. Its part of the matrix
// is the fitted covariance, with a larger variance for a player with few clusters. The ratings of
// all other players are treated as independent. The variance of such a rating follows from the end
// of its interval on the side of the mean.
func (e *Estimate) spread() Covariance {
	n := len(e.elo)
	if n == 0 {
		return Covariance{}
	}
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			switch a, b := e.Core[i], e.Core[j]; {
			case a >= 0 && b >= 0:
				sym.SetSym(i, j, e.Covariance.At(a, b))
				if _, few := e.small[i]; few && i == j {
					err := e.meanError(i)
					sym.SetSym(i, j, square(err.elo*e.widthOf(err.freedom)/e.width/EloPerLogit))
				}
			case i == j:
				inner, upper := e.arms(i)
				if e.elo[i] < 0 {
					inner = upper
				}
				err := inner / e.z / EloPerLogit
				sym.SetSym(i, i, err*err)
			}
		}
	}
	return Covariance{sym: sym}
}
