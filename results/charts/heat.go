package charts

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/lanista/lanista/results"
)

// cells is a matrix as a heat map sees it.
type cells struct {
	columns, rows int
	x, y          func(int) float64
	z             func(column, row int) float64
}

func (c cells) Dims() (int, int)       { return c.columns, c.rows }
func (c cells) X(i int) float64        { return c.x(i) }
func (c cells) Y(i int) float64        { return c.y(i) }
func (c cells) Z(col, row int) float64 { return c.z(col, row) }

// shades is a scale of colours.
type shades []color.Color

func index(i int) float64 { return float64(i) }
func mix(a, b uint8, t float64) uint8 {
	return uint8(math.Round(float64(a) + t*(float64(b)-float64(a))))
}
func (s shades) Colors() []color.Color { return s }

// scale makes n shades through the given colours.
func scale(n int, through ...color.NRGBA) shades {
	out := make(shades, n)
	for i := range out {
		at := float64(i) / float64(n-1) * float64(len(through)-1)
		k := min(int(at), len(through)-2)
		a, b, t := through[k], through[k+1], at-float64(k)
		out[i] = color.NRGBA{mix(a.R, b.R, t), mix(a.G, b.G, t), mix(a.B, b.B, t), 0xff}
	}
	return out
}

var (
	white = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	dark  = color.NRGBA{0x08, 0x30, 0x6b, 0xff}
)

// Crosstable draws who scored how much against whom: blue for more than half,
// orange for less.
func Crosstable(rec results.Record) (Picture, error) {
	t := rec.Crosstable
	if t == nil || len(t.Agents) < 2 {
		return Picture{}, errors.New("charts: the run has no crosstable; it is no finished tournament")
	}
	n := len(t.Agents)
	p := newPlot("Scores in "+rec.ID+" (row against column)", "", "")
	score := func(column, row int) float64 { return t.Scores[n-1-row][column] }
	h := plotter.NewHeatMap(cells{n, n, index, index, score}, scale(101, palette[4], white, palette[0]))
	h.Min, h.Max = 0, 1
	h.NaN = color.NRGBA{0xee, 0xee, 0xee, 0xff}
	p.Add(h)
	var labels plotter.XYLabels
	for row := range n {
		for column := range n {
			if v := score(column, row); !math.IsNaN(v) {
				labels.XYs = append(labels.XYs, plotter.XY{X: float64(column), Y: float64(row)})
				labels.Labels = append(labels.Labels, fmt.Sprintf("%.3f", v))
			}
		}
	}
	text, err := plotter.NewLabels(labels)
	if err != nil {
		return Picture{}, err
	}
	for i := range text.TextStyle {
		text.TextStyle[i].XAlign, text.TextStyle[i].YAlign = draw.XCenter, draw.YCenter
		text.TextStyle[i].Font.Size, text.TextStyle[i].Font.Variant = vg.Points(8), "Sans"
	}
	p.Add(text)
	reversed := make([]string, n)
	for i, name := range t.Agents {
		reversed[n-1-i] = name
	}
	p.NominalX(t.Agents...)
	p.NominalY(reversed...)
	return framed(wide, wide*3/4, p.Draw), nil
}

// Grid draws the hits of a grid search over its first two weights with more
// than one value, and a small map for every value of the third; further weights
// stay at their chosen values. The best points are dark; a circle marks the
// chosen one.
func Grid(rec results.Record) (Picture, error) {
	g := rec.Grid
	if g == nil || len(g.Hits) == 0 {
		return Picture{}, errors.New("charts: the run has no map of a grid")
	}
	var free []int
	for i, a := range g.Axes {
		if a.Count > 1 {
			free = append(free, i)
		}
	}
	if len(free) < 2 {
		return Picture{}, errors.New("charts: a map needs two weights with more than one value")
	}
	count := 1
	if len(free) > 2 {
		count = g.Axes[free[2]].Count
	}
	columns := int(math.Ceil(math.Sqrt(float64(count))))
	rows := (count + columns - 1) / columns
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: vg.Points(6), PadY: vg.Points(6), PadTop: vg.Points(4), PadRight: vg.Points(4)}
	var plots []*plot.Plot
	for k := range count {
		p, err := slice(rec, free, k, count > 1)
		if err != nil {
			return Picture{}, err
		}
		plots = append(plots, p)
	}
	size := vg.Length(math.Max(5, 18/float64(columns))) * vg.Centimeter
	return framed(size*vg.Length(columns), size*vg.Length(rows), func(c draw.Canvas) {
		for k, p := range plots {
			p.Draw(tiles.At(c, k%columns, k/columns))
		}
	}), nil
}

// slice is the map at the k-th value of the third weight.
func slice(rec results.Record, free []int, k int, many bool) (*plot.Plot, error) {
	g := rec.Grid
	x, y := g.Axes[free[0]], g.Axes[free[1]]
	title := "Hits of " + rec.ID
	at := make([]int, len(g.Axes))
	for i, a := range g.Axes {
		at[i] = int(math.Round((g.Chosen[i] - a.From) / math.Max(a.Step, math.SmallestNonzeroFloat64)))
	}
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
		at := append([]int(nil), at...)
		at[free[0]], at[free[1]] = column, row
		return float64(g.Hits[g.Index(at)])
	}
	best, _ := g.Best()
	h := plotter.NewHeatMap(cells{x.Count, y.Count, x.At, y.At, hits}, scale(g.Etudes+1, white, palette[5], dark))
	h.Min, h.Max = float64(slices.Min(g.Hits)), float64(best)
	if h.Min == h.Max {
		h.Min--
	}
	h.Rasterized = x.Count*y.Count > 4096
	p.Add(h)
	if marked {
		dot, err := plotter.NewScatter(plotter.XYs{{X: g.Chosen[free[0]], Y: g.Chosen[free[1]]}})
		if err != nil {
			return nil, err
		}
		dot.GlyphStyle = draw.GlyphStyle{Color: palette[1], Radius: vg.Points(4), Shape: draw.RingGlyph{}}
		p.Add(dot)
	}
	return p, nil
}
