package charts

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// deepest is the largest loss in Elo on the colour scale, relative to the best point of a map. All
// weaker points have the same colour.
const deepest = 300.0

// drawMap draws the strength that the strategy's model predicts over the two most important weights.
// The other weights have their values in the result. A dot marks the result.
func drawMap(rec results.Record) (Picture, error) {
	best, ok := rec.Best()
	if !ok || best.Map == nil || !drawable(best.Map, rec.Space) {
		return Picture{}, errors.New("the run has no map of strength; a search that ends with gp has it, for two or more weights, unless the result is the start")
	}
	m := best.Map
	x, y := m.Weights[0], m.Weights[1]
	p := newPlot("Strength in "+rec.ID, rec.Space[x].Name, rec.Space[y].Name)
	least, most := math.Inf(1), math.Inf(-1)
	for _, row := range m.Elo {
		for _, v := range row {
			least, most = min(least, v), max(most, v)
		}
	}
	least = max(least, most-deepest)
	if !(least < most) {
		least = most - 1
	}
	shade := scale(64, pale, palette[5], dark)
	across, up := onAxis(rec.Space[x], &p.X), onAxis(rec.Space[y], &p.Y)
	h := plotter.NewHeatMap(cells{
		len(m.X), len(m.Y), spread(m.X, across), spread(m.Y, up), func(c, r int) float64 { return max(m.Elo[r][c], least) },
	}, shade)
	h.Min, h.Max = least, most
	h.Rasterized = true
	p.Add(h)
	if _, err := addDots(p, plotter.XYs{{X: across(best.Weights[x]), Y: up(best.Weights[y])}}, 1, 4); err != nil {
		return Picture{}, err
	}
	legend := strip(shade, least, most, "Elo over the result"+roughness(best.Octaves))
	side, room := 15*vg.Centimeter, keyRoom+titleRoom
	return framed(p.Title.Text, side, side+room, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 0, 0, room, 0))
		key := draw.Crop(c, side/20, -side/20, 0, room-(c.Max.Y-c.Min.Y))
		shrink(&legend.X.Label.TextStyle, legend.X.Label.Text, key.Max.X-key.Min.X)
		legend.Draw(key)
	}), nil
}

// onAxis returns a function that converts a value of the weight w to its coordinate on an axis. If
// the search varies the weight on a logarithmic scale, the coordinate is the decimal logarithm of
// the value. onAxis then sets the labels of the axis accordingly.
func onAxis(w engines.Weight, axis *plot.Axis) func(float64) float64 {
	if !w.Kind.Has(engines.Log) {
		return func(v float64) float64 { return v }
	}
	axis.Tick.Marker = powers{}
	return math.Log10
}

// spread returns a function that maps the index of a map's cell to the coordinate of its centre on
// an axis. The centres have equal distances, from the first of values to the last. There must be at
// least two values. The function on converts a value to a coordinate.
func spread(values []float64, on func(float64) float64) func(int) float64 {
	from, to := on(values[0]), on(values[len(values)-1])
	return func(i int) float64 { return from + (to-from)*float64(i)/float64(len(values)-1) }
}

func drawable(m *tuning.Map, space engines.Space) bool {
	ok := len(m.Elo) == len(m.Y) && m.Weights[0] != m.Weights[1]
	for i, values := range [][]float64{m.X, m.Y} {
		w := m.Weights[i]
		ok = ok && w >= 0 && w < len(space) && len(values) > 1 && values[0] < values[len(values)-1]
		ok = ok && (values[0] > 0 || !space[w].Kind.Has(engines.Log))
	}
	for _, row := range m.Elo {
		ok = ok && len(row) == len(m.X)
	}
	return ok
}

// roughness returns a line of text that states how much the strength deviates from a quadratic
// function over distances of several sizes. It returns "" if all deviations are below 1 Elo.
func roughness(octaves []tuning.Octave) string {
	var parts []string
	for _, o := range octaves {
		if o.Elo >= 1 {
			parts = append(parts, fmt.Sprintf("%.0f over %.2g", o.Elo, o.Scale))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "\nbeyond a quadratic it varies by so many Elo: " + strings.Join(parts, ", ") + " of the ranges"
}

// strip draws a colour key for numbers in the range [least, most].
func strip(s shades, least, most float64, label string) *plot.Plot {
	p := newPlot("", label, "")
	value := func(i int) float64 { return least + (most-least)*float64(i)/float64(len(s)-1) }
	h := plotter.NewHeatMap(cells{len(s), 1, value, index, func(column, _ int) float64 { return value(column) }}, s)
	h.Min, h.Max = least, most
	p.Add(h)
	p.HideY()
	return p
}
