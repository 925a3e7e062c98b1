package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// unknownError is the standard error in Elo that the default prior alone allows
// a rating: of players without games, and of players who met through nobody.
var unknownError = EloPerLogit / math.Sqrt(DefaultPrior/4)

// Fitted is what the fit of a model found, from which an [Estimate] is made.
type Fitted struct {
	// Log is the natural logarithm of every player's strength, with mean 0.
	Log []float64
	// Prior is the number of virtual draws per player behind them, 0 for none.
	Prior float64
	// Groups numbers the players: those of different groups have met through
	// nobody. nil means one group.
	Groups []int
	// Core is the row of every player in Covariance, -1 for players apart.
	Core []int
	// Covariance is that of the core, with Freedom degrees of freedom of
	// Student's t; +Inf or 0 for the normal distribution.
	Covariance Covariance
	Freedom    float64
	// Statistic returns the score statistic of a player's log-strength x given
	// those of all others: how far the results are above what x expects, in
	// standard deviations. It falls with x. It is asked for players apart alone.
	Statistic func(player int, x float64) float64
}

// Estimate returns the estimate with intervals of a confidence in (0, 1).
func (f Fitted) Estimate(confidence float64) *Estimate {
	if f.Freedom == 0 {
		f.Freedom = math.Inf(1)
	}
	at := make([]int, len(f.Log))
	for i := range at {
		at[i] = i
	}
	return f.estimate(at, confidence)
}

func (f Fitted) estimate(at []int, confidence float64) *Estimate {
	e := &Estimate{Fitted: f, at: at, elo: make([]float64, len(f.Log)), apart: make([]apart, len(f.Log))}
	for i, l := range f.Log {
		e.elo[i] = EloPerLogit * l
	}
	if e.Groups == nil {
		e.Groups = make([]int, len(f.Log))
	}
	upper := (1 + confidence) / 2
	e.z = distuv.UnitNormal.Quantile(upper)
	e.width = e.z
	if !math.IsInf(f.Freedom, 1) {
		e.width = distuv.StudentsT{Sigma: 1, Nu: f.Freedom}.Quantile(upper)
	}
	for i, row := range f.Core {
		if row < 0 {
			e.apart[i] = f.standApart(i, e.z)
		}
	}
	return e
}

// apart is the interval of a player outside the core, around its Elo against
// the mean of the others.
type apart struct{ lower, upper, los float64 }

// standApart inverts the score test of one player's strength.
func (f Fitted) standApart(i int, z float64) apart {
	cross := func(inner, outer, level float64) float64 { // the statistic falls with strength
		rising := outer < inner
		for range 60 {
			middle := (inner + outer) / 2
			if (f.Statistic(i, middle) > level) == rising {
				outer = middle
			} else {
				inner = middle
			}
		}
		return (inner + outer) / 2
	}
	const far = 25 // 4,300 Elo
	x := f.Log[i]
	others := -x / max(float64(len(f.Log)-1), 1) // their mean, all of them having mean 0
	return apart{
		lower: EloPerLogit * (x - cross(x, x-far, z)),
		upper: EloPerLogit * (cross(x, x+far, -z) - x),
		los:   distuv.UnitNormal.CDF(f.Statistic(i, others)),
	}
}
