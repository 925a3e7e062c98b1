package pages

import (
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// lineChart is a chart as static/js/charts.js draws it: data are the values of x and
// then those of each series, nil where there is none.
type lineChart struct {
	X      string        `json:"x"`
	Y      string        `json:"y"`
	Series []chartSeries `json:"series"`
	Data   [][]*float64  `json:"data"`
	Note   string        `json:"note"`
}

type chartSeries struct {
	Label string `json:"label"`
}

// mostPlaces is how many places a chart has on its axis of games; series of more rounds
// are thinned.
const mostPlaces = 2000

// Rest is how the answers of runs came to rest, as a chart that brings its data along;
// "" where nobody has finished a round.
func (c Compare) Rest() (string, error) {
	chart := lineChart{
		X: "games played", Y: "% of the ranges",
		Note: "How far each answer so far was from the run's own last: root mean square over the weights, in per cent of their ranges.",
	}
	at := make(map[int][]*float64) // by games: the distance of each run
	for k, rec := range c.Runs {
		chart.Series = append(chart.Series, chartSeries{rec.ID})
		for total, far := range distances(rec) {
			if at[total] == nil {
				at[total] = make([]*float64, len(c.Runs))
			}
			at[total][k] = &far
		}
	}
	if len(at) == 0 {
		return "", nil
	}
	chart.Data = make([][]*float64, 1+len(c.Runs))
	games := slices.Sorted(maps.Keys(at))
	step := (len(games) + mostPlaces - 1) / mostPlaces
	for i, total := range games {
		if i%step != 0 && i != len(games)-1 {
			continue
		}
		x := float64(total)
		chart.Data[0] = append(chart.Data[0], &x)
		for k, far := range at[total] {
			chart.Data[k+1] = append(chart.Data[k+1], far)
		}
	}
	text, err := json.Marshal(chart)
	return string(text), err
}

// distances are how far the answer after each round was from the last one, in per cent
// of the ranges, by the games played until then.
func distances(rec results.Record) map[int]float64 {
	out := make(map[int]float64)
	if len(rec.Generations) == 0 {
		return out
	}
	last := rec.Generations[len(rec.Generations)-1].Best.Weights
	for _, g := range rec.Generations {
		if far := apart(rec.Space, g.Best.Weights, last); !math.IsNaN(far) {
			out[g.Total] = far
		}
	}
	return out
}

// apart is the root mean square of the differences of two vectors in per cent of the
// ranges; NaN where they are not of the space.
func apart(space engines.Space, a, b engines.Weights) float64 {
	if len(a) != len(space) || len(b) != len(space) || len(space) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for i, w := range space {
		if width := w.Max - w.Min; width > 0 {
			sum += (a[i] - b[i]) / width * (a[i] - b[i]) / width
		}
	}
	return 100 * math.Sqrt(sum/float64(len(space)))
}
