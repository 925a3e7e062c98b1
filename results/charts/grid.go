package charts

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/lanista/lanista/results"
)

// These are the heights of the spaces around the maps of a grid: above for the title, and below for
// the colour key.
var (
	titleRoom = vg.Points(24)
	keyRoom   = vg.Points(48)
)

// drawGrid draws the hits (correctly evaluated positions) of a grid search as maps over two
// weights. These are the first two weights with several values. There is a map for each value of a
// third such weight. All other weights have the values of the chosen point. Darker points have more
// hits, and a dot marks the chosen point.
func drawGrid(rec results.Record) (Picture, error) {
	g := rec.Grid
	if g == nil || len(g.Hits) == 0 {
		return Picture{}, errors.New("the run has no map of a grid")
	}
	var free []int
	for i, a := range g.Axes {
		if a.Count > 1 {
			free = append(free, i)
		}
	}
	if len(free) < 2 {
		return Picture{}, errors.New("a map needs two weights with more than one value")
	}
	count := 1
	if len(free) > 2 {
		count = g.Axes[free[2]].Count
	}
	columns := int(math.Ceil(math.Sqrt(float64(count))))
	rows := (count + columns - 1) / columns
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: vg.Points(6), PadY: vg.Points(6), PadTop: vg.Points(4), PadRight: vg.Points(4)}
	shade := scaleOf(g)
	var plots []*plot.Plot
	for k := range count {
		p, err := slice(rec, free, k, count > 1, shade)
		if err != nil {
			return Picture{}, err
		}
		plots = append(plots, p)
	}
	size := vg.Length(math.Max(5, 18/float64(columns))) * vg.Centimeter
	legend := key(g, shade)
	title := "Correct etudes of " + rec.ID
	return framed(title, size*vg.Length(columns), size*vg.Length(rows)+titleRoom+keyRoom, func(c draw.Canvas) {
		style := legend.Title.TextStyle
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, title)
		maps := draw.Crop(c, 0, 0, keyRoom, -titleRoom)
		for k, p := range plots {
			p.Draw(tiles.At(maps, k%columns, k/columns))
		}
		side := (c.Max.X - c.Min.X) / 6
		legend.Draw(draw.Crop(c, side, -side, 0, keyRoom-(c.Max.Y-c.Min.Y)))
	}), nil
}

// levels is a colour scale for numbers of hits (correctly evaluated positions), with the smallest
// and the largest of these numbers.
type levels struct {
	shades
	least, most int
}

// scaleOf returns a colour scale from the smallest to the largest number of hits on a grid.
func scaleOf(g *results.GridResult) levels {
	most, _ := g.Best()
	least := int(slices.Min(g.Hits))
	if least == most {
		least--
	}
	return levels{scale(most-least+1, pale, palette[5], dark), least, most}
}

func key(g *results.GridResult, l levels) *plot.Plot {
	p := strip(l.shades, float64(l.least), float64(l.most), fmt.Sprintf("correct etudes, of %d", g.Etudes))
	p.X.Tick.Marker = ticks{}
	return p
}

// slice draws one map of a grid search: the number of hits (correctly evaluated positions) by the
// values of the first two weights in free. If many is true, the third weight in free has its k-th
// value. All other weights have the values of the chosen point.
func slice(rec results.Record, free []int, k int, many bool, l levels) (*plot.Plot, error) {
	g := rec.Grid
	x, y := g.Axes[free[0]], g.Axes[free[1]]
	title := ""
	at := nearest(g)
	marked := true
	if many {
		marked = at[free[2]] == k
		at[free[2]] = k
		title = fmt.Sprintf("%s = %.4g", g.Axes[free[2]].Name, g.Axes[free[2]].At(k))
	}
	p := newPlot(title, x.Name, y.Name)
	if many {
		p.Title.TextStyle.Font.Size = vg.Points(9)
	}
	hits := func(column, row int) float64 {
		at := slices.Clone(at)
		at[free[0]], at[free[1]] = column, row
		return float64(g.Hits[g.Index(at)])
	}
	h := plotter.NewHeatMap(cells{x.Count, y.Count, x.At, y.At, hits}, l.shades)
	h.Min, h.Max = float64(l.least), float64(l.most)
	h.Rasterized = x.Count*y.Count > 4096
	p.Add(h)
	if marked && len(g.Chosen) == len(g.Axes) {
		if _, err := addDots(p, plotter.XYs{{X: g.Chosen[free[0]], Y: g.Chosen[free[1]]}}, 1, 3); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func nearest(g *results.GridResult) []int {
	at := make([]int, len(g.Axes))
	for i, a := range g.Axes {
		if i < len(g.Chosen) && a.Step > 0 {
			at[i] = min(max(int(math.Round((g.Chosen[i]-a.From)/a.Step)), 0), a.Count-1)
		}
	}
	return at
}
