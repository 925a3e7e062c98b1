package bench

import (
	_ "embed"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
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
