package bench

import (
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/rating"
)

// reachedText contains results of `lanista bench`: the median regret of 20 seeds, in
// Elo, by strategy, budget and problem. The runs of gp are long: its medians are of
// 5 seeds with 2,000 games and of 2 with 20,000.
//
//go:embed reached.csv
var reachedText string

// Expectation is the regret in Elo that a strategy typically ends with: the median
// on the suite's duels.
type Expectation struct {
	Smooth float64 `json:"smooth"` // where strength is a quadratic: the geometric mean of Quad and Ill
	Rugged float64 `json:"rugged"` // where it has many hills: Multi
}

// Reached returns the stored results of a strategy for a number of weights and games,
// interpolated between the cells of the suite on logarithmic scales; beyond them the nearest
// cell counts. It reports false for strategies that were not measured, and for less than half
// of the smallest or more than twice the largest number of weights and games.
func Reached(strategy string, weights, games int) (Expectation, bool) {
	rows, ok := reachedRows(strategy)
	const slack = 2
	within := func(n, low, high int) bool { return slack*n >= low && n <= slack*high }
	if !ok || !within(weights, Dims[0], Dims[len(Dims)-1]) || !within(games, rows[0].games, rows[len(rows)-1].games) {
		return Expectation{}, false
	}
	at := func(kind int) float64 {
		var xs, ys []float64
		for _, r := range rows {
			xs, ys = append(xs, float64(r.games)), append(ys, along(dims(), r.medians[kind], float64(weights)))
		}
		return along(xs, ys, float64(games))
	}
	return Expectation{Smooth: math.Sqrt(at(0) * at(1)), Rugged: at(2)}, true
}

// reachedRow contains the results of a strategy with one budget, by kind and dimension.
type reachedRow struct {
	games   int
	medians [3][]float64
}

// reachedRows are the rows of a strategy by budget, at least two.
func reachedRows(strategy string) ([]reachedRow, bool) {
	table, err := csv.NewReader(strings.NewReader(reachedText)).ReadAll()
	if err != nil { // it is part of the program, and a test reads it
		return nil, false
	}
	var rows []reachedRow
	for _, line := range table[1:] {
		if line[0] != strategy {
			continue
		}
		var r reachedRow
		r.games, _ = strconv.Atoi(line[1])
		for i, text := range line[2:] {
			v, _ := strconv.ParseFloat(text, 64)
			kind := i / len(Dims)
			r.medians[kind] = append(r.medians[kind], v)
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b reachedRow) int { return a.games - b.games })
	return rows, len(rows) > 1
}

func dims() []float64 {
	out := make([]float64, len(Dims))
	for i, d := range Dims {
		out[i] = float64(d)
	}
	return out
}

// along reads a broken line through points in logarithms at x; beyond its ends it is
// level.
func along(xs, ys []float64, x float64) float64 {
	x = min(max(x, xs[0]), xs[len(xs)-1])
	i := 0
	for i < len(xs)-2 && x > xs[i+1] {
		i++
	}
	t := math.Log(x/xs[i]) / math.Log(xs[i+1]/xs[i])
	return ys[i] * math.Pow(ys[i+1]/ys[i], t)
}

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

// Size is how much the suite would play.
type Size struct {
	Strategies int `json:"strategies"`
	Duels      int `json:"duels"` // problems of a kind and a dimension
	Seeds      int `json:"seeds"`
	Runs       int `json:"runs"`
	Games      int `json:"games"` // at the most
}

// Forecast says how much [Run] would play with so many entries.
func Forecast(entries int, o Options) Size {
	o = o.WithDefaults()
	s := Size{Strategies: entries, Duels: len(o.Kinds) * len(o.Dims), Seeds: o.Seeds}
	for _, budget := range o.Budgets {
		s.Runs += entries * s.Duels * o.Seeds
		s.Games += entries * s.Duels * o.Seeds * budget
	}
	return s
}
