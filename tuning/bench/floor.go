package bench

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// Floor is the mean regret, in Elo, below which no method can be expected to end
// with so many games. Along each of the axes of the quadratic the games tell at most
// what [rating.RegretFloor] says, were all of them played as deep below the optimum
// as a random point of the box lies; and before the first game it is known that the
// optimum lies in the box, as far from its middle as a random point. The two
// together bound the mean regret of an axis by 1/(1/games + 1/before) (H. L. van
// Trees, "Detection, Estimation, and Modulation Theory" I, 1968, section 2.4).
func Floor(kind Kind, dim, games int) float64 {
	byGames := rating.RegretFloor(dim, games, MeanRegret) / float64(dim)
	sum, axes := 0.0, curvatures(kind, dim)
	for _, c := range axes {
		sum += c
	}
	floor := 0.0
	for _, c := range axes {
		before := middleRegret() * c / sum
		floor += 1 / (1/byGames + 1/before)
	}
	return floor
}

// curvatures are those of a kind's axes, up to a factor.
func curvatures(kind Kind, dim int) []float64 {
	out := make([]float64, dim)
	for i := range out {
		out[i] = 1
		if kind == Ill && dim > 1 {
			out[i] = math.Pow(condition, float64(i)/float64(dim-1))
		}
	}
	return out
}

// middleRegret is the mean regret of the middle of the box, where searches begin: a
// random point's is MeanRegret, of which its own variance is a part.
func middleRegret() float64 {
	const own, optimum = Upper * Upper / 12, (Upper - 2*edge) * (Upper - 2*edge) / 12
	return MeanRegret * optimum / (own + optimum)
}
