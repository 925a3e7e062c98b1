package pages

import (
	"encoding/csv"
	"encoding/json"
	"html/template"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/evidence"
)

// lineChart is the JSON document of a chart that static/js/charts.js draws. The first element of
// Data contains the x values. Every further element contains the y values of one line; nil means
// unknown.
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

// mostPlaces is the largest number of x values in a chart, not counting the last one. From a longer
// series, the chart takes evenly spaced x values and the last one.
const mostPlaces = 2000

// Rest returns a chart of how runs converge: how far each run's best weights so far are from its
// final best weights. The x axis is the number of games played. Rest returns nil if no run has
// finished two rounds.
func (c Compare) Rest() *lineChart {
	chart := &lineChart{
		X: "games played", Y: "% of the ranges",
		Note: "Distance of each round's best weights from those of the run's last round: root mean square over the weights, in percent of their ranges.",
	}
	at := make(map[int][]*float64) // by games played: distance of every run
	for k, rec := range c.Runs {
		chart.Series = append(chart.Series, chartSeries{c.Called(rec.ID)})
		for total, far := range distances(rec) {
			if at[total] == nil {
				at[total] = make([]*float64, len(c.Runs))
			}
			at[total][k] = &far
		}
	}
	if len(at) == 0 {
		return nil
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
	return chart
}

// JSON returns the chart as JSON.
func (c lineChart) JSON() (string, error) {
	text, err := json.Marshal(c)
	return string(text), err
}

// Rows returns the values of the chart as table rows, the last x value first.
func (c lineChart) Rows() (rows [][]string) {
	for i := len(c.Data[0]) - 1; i >= 0; i-- {
		row := []string{evidence.Grouped(int(*c.Data[0][i]))}
		for _, series := range c.Data[1:] {
			text := "–"
			if series[i] != nil {
				text = number(*series[i])
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

// CSV returns a link to the values of the chart as CSV, in the order of the x values.
func (c lineChart) CSV() template.URL {
	rows := [][]string{{c.X}}
	for _, s := range c.Series {
		rows[0] = append(rows[0], s.Label)
	}
	for i := range c.Data[0] {
		var row []string
		for _, series := range c.Data {
			row = append(row, exactNumber(series[i]))
		}
		rows = append(rows, row)
	}
	return csvLink(rows)
}

// csvLink returns a link whose target contains the rows of a table as CSV.
func csvLink(rows [][]string) template.URL {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(rows) // a strings.Builder returns no error
	return template.URL("data:text/csv;charset=utf-8," + url.PathEscape(b.String()))
}

// exactNumber formats a number for CSV with enough digits to read back exactly the same number. It
// returns "" for nil.
func exactNumber(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// distances returns how far the best weights after each round are from those after the last round.
// A distance is the root mean square difference in percent of the ranges ([charts.Distance]). The
// map has one key for each round: the number of games played up to its end. The map is empty if the
// run has fewer than two rounds.
func distances(rec results.Record) map[int]float64 {
	out := make(map[int]float64)
	if len(rec.Generations) < 2 {
		return out // one round shows no convergence
	}
	last := rec.Generations[len(rec.Generations)-1].Best.Weights
	for _, g := range rec.Generations {
		if far := 100 * charts.Distance(rec.Space, g.Best.Weights, last); !math.IsNaN(far) {
			out[g.Total] = far
		}
	}
	return out
}
