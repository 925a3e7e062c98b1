package tournament

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// SeatedDuels counts games of two seats by who sat first.
type SeatedDuels struct {
	n             int
	points, games []float64 // at i*n+j: of i in the first seat against j
}

// NewSeatedDuels returns the empty table of n players.
func NewSeatedDuels(n int) *SeatedDuels {
	return &SeatedDuels{n: n, points: make([]float64, n*n), games: make([]float64, n*n)}
}

// Add enters games that first played in the first seat against second, with the
// points that first made.
func (d *SeatedDuels) Add(first, second int, points, games float64) {
	d.points[first*d.n+second] += points
	d.games[first*d.n+second] += games
}

// Unseated is the same without the seats.
func (d *SeatedDuels) Unseated() *Duels {
	out := NewDuels(d.n)
	for i := range d.n {
		for j := range d.n {
			at := i*d.n + j
			out.Win(i, j, d.points[at])
			out.Win(j, i, d.games[at]-d.points[at])
		}
	}
	return out
}

// SeatRatings are strengths fitted together with what the first seat is worth.
type SeatRatings struct {
	Ratings
	// Advantage is the worth of the first seat in Elo.
	Advantage float64
	// Covariance is that of the logarithms of strength, the advantage being
	// estimated with them.
	Covariance Covariance
	// AdvantageError is the standard error of Advantage in Elo.
	AdvantageError float64
}

// FirstSeat fits P(i in the first seat beats j) = ω·s_i/(ω·s_i+s_j) by maximum
// likelihood, a tie counting as half a win to each. Prior is as in BradleyTerry,
// with as many virtual draws between equals for the seat. Without a prior it
// fails if the results have no finite fit: somebody, or a seat, won everything.
// Hunter (2004), section 2; Agresti, "Categorical Data Analysis" (1990).
func FirstSeat(d *SeatedDuels, prior float64) (SeatRatings, error) {
	likelihood := func(x, grad []float64, info *mat.SymDense) float64 {
		return firstSeatLikelihood(d, prior, x, grad, info)
	}
	x := make([]float64, d.n+1)
	steps, err := climb(x, func(x, grad []float64, info *mat.SymDense) float64 {
		value := likelihood(x, grad, info)
		ridge(info, d.n, prior)
		return value
	})
	r := SeatRatings{
		Ratings:   Ratings{Log: x[:d.n], Steps: steps, Components: Components(d.Unseated())},
		Advantage: eloPerLog * x[d.n],
	}
	if err != nil {
		return r, err
	}
	info := mat.NewSymDense(d.n+1, nil)
	likelihood(x, make([]float64, d.n+1), info)
	r.Covariance = strengthCovariance(info, d.n)
	r.AdvantageError = eloPerLog * root(pseudoInverse(info).At(d.n, d.n))
	centre(r.Log)
	return r, nil
}

func firstSeatLikelihood(d *SeatedDuels, prior float64, x, grad []float64, info *mat.SymDense) float64 {
	zero(info)
	clear(grad)
	n := d.n
	value := 0.0
	for i := range n {
		for j := range n {
			points, games := d.points[i*n+j], d.games[i*n+j]
			if i == j || games == 0 {
				continue
			}
			u := x[i] - x[j] + x[n]
			p := logistic(u)
			value += points*logLogistic(u) + (games-points)*logLogistic(-u)
			slope, curve := points-games*p, games*p*(1-p)
			grad[i] += slope
			grad[j] -= slope
			grad[n] += slope
			addDifference(info, i, j, curve)
			addSym(info, n, n, curve)
			addSym(info, i, n, curve)
			addSym(info, j, n, -curve)
		}
	}
	if prior == 0 {
		return value
	}
	for k := range x {
		p := logistic(x[k])
		value += prior / 2 * (logLogistic(x[k]) + logLogistic(-x[k]))
		grad[k] += prior * (0.5 - p)
		addSym(info, k, k, prior*p*(1-p))
	}
	return value
}

// Odds is the advantage as the factor ω on the strength of the first seat.
func (r SeatRatings) Odds() float64 { return math.Exp(r.Advantage / eloPerLog) }
