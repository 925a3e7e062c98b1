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

// reachedText contains results of `lanista bench`: the median regret of 20 seeds, in Elo, by
// strategy, budget and problem. The runs of gp take long, so its medians are of 5 seeds with 2,000
// games and of 2 seeds with 20,000.
//
//go:embed reached.csv
var reachedText string

// Expectation is the regret that a strategy typically reaches, in Elo: the median over the seeds of a
// problem. Regret is the strength of the optimum minus the strength of the result.
type Expectation struct {
	Smooth float64 `json:"smooth" doc:"Elo, on problems with one hill"`   // on functions with one hill: geometric mean of the kinds Quad and Ill
	Rugged float64 `json:"rugged" doc:"Elo, on problems with many hills"` // on functions with many hills: the kind Multi
}

// Reached returns the regret that a strategy reached in stored benchmarks with a number of weights
// and games. Between the measured numbers it interpolates on logarithmic scales; outside them it
// uses the nearest result. It returns false if weights or games is less than half of the smallest
// or more than twice the largest measured number. It also returns false if fewer than two budgets
// of the strategy were measured.
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

// reachedRow contains the stored results of a strategy for one budget of games. They are listed by
// kind of strength function and number of weights.
type reachedRow struct {
	games   int
	medians [3][]float64
}

// reachedRows returns the stored results of a strategy, sorted by budget. It returns false if
// there are fewer than two budgets.
func reachedRows(strategy string) ([]reachedRow, bool) {
	table, err := csv.NewReader(strings.NewReader(reachedText)).ReadAll()
	if err != nil { // the table is embedded, and a test parses it
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

// along interpolates between the points (xs, ys) at x, linearly in the logarithms of both
// coordinates. Outside the range of xs it returns the nearest of the ys.
func along(xs, ys []float64, x float64) float64 {
	x = min(max(x, xs[0]), xs[len(xs)-1])
	i := 0
	for i < len(xs)-2 && x > xs[i+1] {
		i++
	}
	t := math.Log(x/xs[i]) / math.Log(xs[i+1]/xs[i])
	return ys[i] * math.Pow(ys[i+1]/ys[i], t)
}

// Floor returns a lower bound for the expected regret of any method, in Elo, on a quadratic of the
// given kind after a number of games that are won or lost. The bound of Multi is that of Quad.
//
// Two sources of information limit the regret along an axis of the quadratic. The games provide at
// most the information of [rating.RegretFloor], if all are played at the strength of a random
// point. Before the games, the optimum is known to be a random point of the box. If g and b are the
// bounds from the games and from the knowledge before them, the mean regret of the axis is at least
// 1/(1/g + 1/b) (H. L. van Trees, "Detection, Estimation, and Modulation Theory" I, 1968, section
// 2.4).
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

// bounded reports whether [Floor] is a valid lower bound of the regret in problems of this variant.
// The bound requires games of at most two seats. The strength must not be scaled, and must not
// depend on the ratios of the weights alone.
func (v Variant) bounded() bool {
	return v.Seats <= 2 && !v.ScaleFree && (v.Scale == 0 || v.Scale == 1)
}

// conclusive converts a number of games of this variant, some of which may be drawn, to games
// without draws. The result contains at least as much information about strength. It is games if
// the variant has no draws. Otherwise it is 32/27 times games, rounded up: 32/27 is the largest
// ratio of the information in one game, in the model of Rao and Kupper.
func (v Variant) conclusive(games int) int {
	if v.Draws == 0 {
		return games
	}
	return (32*games + 26) / 27
}

// curvatures returns the curvatures of the axes of a quadratic of the given kind, up to a common
// factor.
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

// middleRegret returns the regret, in Elo, of the middle of the ranges, where searches begin, as a
// mean over random optima. It is less than MeanRegret, the mean regret of a random point, because
// the middle is nearer to the optimum on average.
func middleRegret() float64 {
	const own, optimum = Upper * Upper / 12, (Upper - 2*edge) * (Upper - 2*edge) / 12
	return MeanRegret * optimum / (own + optimum)
}

// Size contains the number of searches and games of a benchmark.
type Size struct {
	Strategies int `json:"strategies" doc:"number of strategies"`
	Duels      int `json:"duels" doc:"problems: kinds times numbers of weights"`
	Seeds      int `json:"seeds" doc:"seeds of each search"`
	Runs       int `json:"runs" doc:"searches"`
	Games      int `json:"games" doc:"games of all searches, at most"`
}

// Forecast returns the number of searches that [Run] plays for the given number of entries, and the
// largest number of their games.
func Forecast(entries int, o Options) Size {
	o = o.WithDefaults()
	s := Size{Strategies: entries, Duels: len(o.Kinds) * len(o.Dims), Seeds: o.Seeds}
	for _, budget := range o.Budgets {
		s.Runs += entries * s.Duels * o.Seeds
		s.Games += entries * s.Duels * o.Seeds * budget
	}
	return s
}
