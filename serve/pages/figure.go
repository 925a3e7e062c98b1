package pages

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// EnginePage contains the data of the page that describes a game. Sheet is the same JSON document
// as in the API.
type EnginePage struct {
	Sheet     any
	Champions []ChampionLine
	Charts    []Chart
	Tables    []Figures
}

// ChampionLine describes a champion of a game: weights that are embedded in the program.
type ChampionLine struct {
	File     string
	Settings string
	Weights  string
}

// Figures is a table of numbers that explains a part of a game's evaluation function.
type Figures struct {
	Title, Note string
	Head        []string
	Rows        [][]string
}

// Chart is a plot with lines or dots that a page draws as SVG.
type Chart struct {
	Title, Note, X, Y string
	Dots              bool
	Small             bool    // drawn at the smaller size, for several charts in a row
	Until             float64 // least upper end of the horizontal axis
	Cursor            bool    // the chart has a vertical line that a script moves
	First             int     // index of the colour of the first line
	Lines             []Line
	Whiskers          []Line      // intervals, each from its lower to its upper end, in the colour of the first line
	Band              []Line      // lower and upper ends of a band around the first line; nil for none
	Whole             bool        // values on the horizontal axis are integers
	Zero              bool        // a horizontal line at 0 is drawn
	Origin            *[2]float64 // point that is marked with a dot; nil for none
}

// Line contains the points of one line of a [Chart].
type Line struct {
	Name   string
	Points [][2]float64
}

// These constants are the margins around the plot area of a chart, in SVG units.
const (
	chartLeft, chartBottom = 56, 28
	chartTop, chartRight   = 8, 8
	labelGap               = 6 // between a label and the vertical axis
)

// seriesColors is the number of colours for the lines of a chart.
const seriesColors = 6

// Color returns the letter by which the style sheet selects the colour of the line with index i.
func (c Chart) Color(i int) string { return seat((c.First + i) % seriesColors) }

// Width returns the width of the drawing in SVG units.
func (c Chart) Width() float64 {
	if c.Small {
		return 320
	}
	return 560
}

// Height returns the height of the drawing in SVG units.
func (c Chart) Height() float64 {
	if c.Small {
		return 200
	}
	return 260
}

// Foot returns the vertical coordinate of the horizontal axis in SVG units.
func (c Chart) Foot() float64 { return c.Height() - chartBottom }

// End returns the horizontal coordinate of the axis's right end in SVG units.
func (c Chart) End() float64 { return c.Width() - chartRight }

// bounds returns the smallest and the largest coordinates of all points of a chart, first
// horizontally and then vertically. They are 0 if there are no points. The horizontal range extends
// at least to c.Until. If the ends of a range are equal, its upper end is raised by 1.
func (c Chart) bounds() (low, high [2]float64) {
	low, high = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, l := range slices.Concat(c.Lines, c.Whiskers, c.Band) {
		for _, p := range l.Points {
			for i := range p {
				low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
			}
		}
	}
	if low[0] > high[0] {
		low, high = [2]float64{}, [2]float64{}
	}
	high[0] = max(high[0], c.Until)
	for i := range low {
		if !(high[i] > low[i]) {
			high[i] = low[i] + 1
		}
	}
	return low, high
}

// mark is a place in a drawing, in SVG units, with an optional label.
type mark struct {
	X, Y float64
	Text string
	Left bool // the text ends at the place instead of having its middle there
}

// place returns the place in the drawing of the point p of the chart. low and high are the results
// of bounds.
func (c Chart) place(p, low, high [2]float64) mark {
	x := (p[0] - low[0]) / (high[0] - low[0])
	y := (p[1] - low[1]) / (high[1] - low[1])
	return mark{X: round1(chartLeft + x*(c.End()-chartLeft)), Y: round1(c.Foot() - y*(c.Foot()-chartTop))}
}

func round1(v float64) float64 { return math.Round(10*v) / 10 }

// Marks returns the labels of the chart's axes: at both ends and in the middle of each.
func (c Chart) Marks() (marks []mark) {
	low, high := c.bounds()
	var values [][2]float64
	var texts [2][]string
	for _, part := range []float64{0, 0.5, 1} {
		v := [2]float64{low[0] + part*(high[0]-low[0]), low[1] + part*(high[1]-low[1])}
		if c.Whole {
			v[0] = math.Round(v[0])
		}
		values = append(values, v)
		for i := range v {
			texts[i] = append(texts[i], axisText(v[i], high[i]-low[i]))
		}
	}
	padDecimals(texts[0])
	padDecimals(texts[1])
	for i, v := range values {
		x := c.place([2]float64{v[0], low[1]}, low, high)
		y := c.place([2]float64{low[0], v[1]}, low, high)
		marks = append(marks,
			mark{X: min(x.X, c.Width()-24), Y: c.Height() - 8, Text: texts[0][i]},
			mark{X: chartLeft - labelGap, Y: min(y.Y+4, c.Foot()-2), Text: texts[1][i], Left: true})
	}
	return marks
}

// Path returns the points of a line in the format of an SVG polyline.
func (c Chart) Path(l Line) string {
	low, high := c.bounds()
	var b strings.Builder
	for _, p := range l.Points {
		m := c.place(p, low, high)
		fmt.Fprintf(&b, "%g,%g ", m.X, m.Y)
	}
	return b.String()
}

// Spots returns an SVG path that draws the points of a line as dots: segments of length 0 with
// round ends.
func (c Chart) Spots(l Line) string {
	low, high := c.bounds()
	var path []byte
	for _, p := range l.Points {
		m := c.place(p, low, high)
		path = strconv.AppendFloat(append(path, 'M'), m.X, 'g', -1, 64)
		path = strconv.AppendFloat(append(path, ' '), m.Y, 'g', -1, 64)
		path = append(path, "h0"...)
	}
	return string(path)
}

// axisText formats a value v for the label of an axis whose ends differ by length. The number of
// decimals depends on length: two for 0.5, one for 5, and none above 10. Zeros at the end are
// omitted. If length is at most 0.001 or at least 100,000, axisText formats v like brief.
func axisText(v, length float64) string {
	decimals := int(math.Floor(2 - math.Log10(length)))
	if decimals > 4 || length >= 1e5 {
		return brief(v)
	}
	text := strconv.FormatFloat(v, 'f', max(0, decimals), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}

// padDecimals appends zeros to the labels of an axis until all have the same number of decimals,
// such as 0.456, 0.490 and 0.524. The label 0 is not changed. If a label has an exponent, no label
// is changed.
func padDecimals(texts []string) {
	decimals := func(text string) int {
		_, after, _ := strings.Cut(text, ".")
		return len(after)
	}
	most := 0
	for _, text := range texts {
		if strings.Contains(text, "e") {
			return
		}
		most = max(most, decimals(text))
	}
	for i, text := range texts {
		if missing := most - decimals(text); missing > 0 && text != "0" {
			if missing == most {
				text += "."
			}
			texts[i] = text + strings.Repeat("0", missing)
		}
	}
}

// BandPath returns the outline of the band around the first line (the field Band) in the format of
// an SVG polygon. It returns "" if the chart has no band.
func (c Chart) BandPath() string {
	if len(c.Band) != 2 {
		return ""
	}
	back := slices.Clone(c.Band[1].Points)
	slices.Reverse(back)
	return c.Path(Line{Points: slices.Concat(c.Band[0].Points, back)})
}

// ZeroLine returns the y coordinate, in units of the drawing, of the horizontal line at the value 0.
// It returns nil if the chart has no such line or the value 0 lies outside of the axis.
func (c Chart) ZeroLine() *float64 {
	low, high := c.bounds()
	if !c.Zero || low[1] > 0 || high[1] < 0 {
		return nil
	}
	return new(c.place([2]float64{low[0], 0}, low, high).Y)
}

// Marked returns the place in the drawing of the point Origin, which the chart marks with a dot. It
// returns nil if the chart has no such point, or if the point lies outside of the axes.
func (c Chart) Marked() *mark {
	if c.Origin == nil {
		return nil
	}
	low, high := c.bounds()
	for i, v := range c.Origin {
		if v < low[i] || v > high[i] {
			return nil
		}
	}
	return new(c.place(*c.Origin, low, high))
}
