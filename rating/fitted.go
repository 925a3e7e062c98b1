package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// unknownError is the standard error, in Elo, of a rating that only the default prior limits
// because there are no games for it. An example is a player without games or one who met only
// players outside the core. Another is the difference between two groups of players that never met.
var unknownError = EloPerLogit / math.Sqrt(DefaultPrior/4)

// Fitted contains the parameters of any rating model after its fit. [Fitted.Estimate] computes
// ratings with intervals from them.
type Fitted struct {
	// Log is the natural logarithm of every player's strength, with mean 0.
	Log []float64
	// Prior is the number of virtual draws that the fit added for each player; 0 means none.
	Prior float64
	// Groups contains the group number of every player. Players of different groups have not met,
	// not even through a chain of other players. nil means one group.
	Groups []int
	// Core contains the row of every player in Covariance, or -1 for a player outside the core. The
	// core is the largest group of players whose ratings are finite without a prior.
	Core []int
	// Covariance is the covariance of the log-strengths of the players in the core. Freedom is
	// the number of degrees of freedom for Student's t distribution; 0 or +Inf means the normal
	// distribution.
	Covariance Covariance
	Freedom    float64
	// Support contains the evidence about every player of the core, by row in Covariance. nil means
	// that no player has less evidence than the others.
	Support []Support
	// Statistic returns the score-test statistic for the hypothesis that a player has the
	// log-strength x, given the strengths of all other players: the number of standard deviations
	// by which the results exceed their expectation. It decreases as x grows. It is called only
	// for players outside the core.
	Statistic func(player int, x float64) float64
	// CoreStatistic returns the same statistic from those games in which all other players belong to
	// the core: the ratings of players outside of it are as uncertain as the rating of this player. It
	// is NaN if there are neither such games nor virtual draws of Prior. If CoreStatistic is nil,
	// Statistic takes its place.
	CoreStatistic func(player int, x float64) float64
}

// Estimate returns the ratings of all players with intervals of the given confidence in (0, 1); 0
// means [Confidence]. It panics for any other confidence, as [Clusters.Fit] does.
func (f Fitted) Estimate(confidence float64) *Estimate {
	if err := (FitOptions{Confidence: confidence}).Validate(); err != nil {
		panic(fmt.Sprintf("rating: %v", err))
	}
	if f.Freedom == 0 {
		f.Freedom = math.Inf(1)
	}
	at := make([]int, len(f.Log))
	for i := range at {
		at[i] = i
	}
	return f.estimate(at, confidence)
}

// elo returns the strengths of all players in Elo.
func (f Fitted) elo() []float64 {
	elo := make([]float64, len(f.Log))
	for i, l := range f.Log {
		elo[i] = EloPerLogit * l
	}
	return elo
}

func (f Fitted) estimate(at []int, confidence float64) *Estimate {
	e := &Estimate{Fitted: f, at: at, elo: f.elo(), apart: make([]apart, len(f.Log)), confidence: cmp.Or(confidence, Confidence)}
	if e.Groups == nil {
		e.Groups = make([]int, len(f.Log))
	}
	upper := (1 + e.confidence) / 2
	e.z = distuv.UnitNormal.Quantile(upper)
	e.width = e.z
	if !math.IsInf(f.Freedom, 1) {
		e.width = student(f.Freedom).Quantile(upper)
	}
	e.small, e.allSmall = smallSamples(f)
	for i, row := range f.Core {
		if row < 0 {
			e.apart[i] = f.standApart(i, e.z)
		}
	}
	return e
}

// hasCoreOfAll reports whether there is a core and every player is connected with it by a chain of
// games. The core is the largest group of players whose ratings are finite without a prior.
func (f Fitted) hasCoreOfAll() bool {
	return slices.ContainsFunc(f.Core, func(row int) bool { return row >= 0 }) && !slices.ContainsFunc(f.Groups, func(g int) bool { return g > 0 })
}

// apart contains the confidence interval of a player who won or lost every game against the core,
// the largest group of comparable players. lower and upper are the distances, in Elo, from the
// player's rating to the ends of the interval. los is the probability that the player is stronger
// than the mean of the other players.
//
// beside contains the distances to the ends of a second interval, for which the ratings of all
// other players are taken as exact. It is used for the difference between two players outside the
// core.
type apart struct {
	lower, upper, los float64
	beside            struct{ lower, upper float64 }
}

// standApart computes the confidence interval of player i, who won or lost every game against the
// core of comparable players. z is the normal quantile of the confidence.
//
// Each end comes from a score test of the player's strength. standApart performs the test with all
// games, and again with only the games against the core, and uses the wider result. A test with all
// games does not suffice: it treats the opponents' ratings as exact, and those outside the core are
// uncertain. If the player has neither games against the core nor virtual draws, the interval is at
// least as wide as for a player without games.
func (f Fitted) standApart(i int, z float64) apart {
	const far = 25 // 4,300 Elo
	x := f.Log[i]
	cross := func(statistic func(int, float64) float64, inner, outer, level float64) float64 { // the statistic falls with strength
		rising := outer < inner
		for range 60 {
			middle := (inner + outer) / 2
			if (statistic(i, middle) > level) == rising {
				outer = middle
			} else {
				inner = middle
			}
		}
		return (inner + outer) / 2
	}
	others := -x / max(float64(len(f.Log)-1), 1) // the mean of the others, since the mean of all is 0
	a := apart{
		lower: EloPerLogit * (x - cross(f.Statistic, x, x-far, z)),
		upper: EloPerLogit * (cross(f.Statistic, x, x+far, -z) - x),
		los:   distuv.UnitNormal.CDF(f.Statistic(i, others)),
	}
	a.beside.lower, a.beside.upper = a.lower, a.upper
	if f.CoreStatistic == nil || !f.hasCoreOfAll() {
		return a
	}
	// If the player has games outside the core, the two statistics differ at other strengths than x. At
	// x both may be 0: the fitted strength of an opponent without other games agrees with these games.
	other := x + 1
	core, chance := f.CoreStatistic(i, other), 0.5
	switch {
	case core == f.Statistic(i, other):
		return a
	case math.IsNaN(core):
		a.lower, a.upper = max(a.lower, z*unknownError), max(a.upper, z*unknownError)
		chance = distuv.UnitNormal.CDF(EloPerLogit * (x - others) / unknownError)
	default:
		a.lower = max(a.lower, EloPerLogit*(x-cross(f.CoreStatistic, x+far, x-far, z)))
		a.upper = max(a.upper, EloPerLogit*(cross(f.CoreStatistic, x-far, x+far, -z)-x))
		chance = distuv.UnitNormal.CDF(f.CoreStatistic(i, others))
	}
	if math.Abs(chance-0.5) < math.Abs(a.los-0.5) {
		a.los = chance
	}
	return a
}
