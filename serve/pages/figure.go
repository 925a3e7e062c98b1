package pages

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// EnginePage is what the page of a game shows. Sheet is that of the API.
type EnginePage struct {
	Sheet     any
	Champions []ChampionLine
	Charts    []Chart
	Tables    []Figures
}

// ChampionLine is a champion of a game.
type ChampionLine struct {
	File     string
	Settings string
	Weights  string
}

// Figures is a table of numbers that shows a part of a heuristic.
type Figures struct {
	Title, Note string
	Head        []string
	Rows        [][]string
}

// Chart is a picture of lines or of dots.
type Chart struct {
	Title, Note, X, Y string
	Dots              bool
	Small             bool    // one of several beside each other
	Until             float64 // how far the horizontal axis goes at least
	Cursor            bool    // a line that a script moves along it
	First             int     // the colour of its first line, of those of series
	Lines             []Line
}

// Line is the points of one line.
type Line struct {
	Name   string
	Points [][2]float64
}

// What the axes of a chart take of its room.
const (
	chartLeft, chartBottom = 56, 28
	chartTop, chartRight   = 8, 8
)

// seriesColors is how many series have a colour of their own.
const seriesColors = 5

// Color names the colour of its i-th line.
func (c Chart) Color(i int) string { return seat((c.First + i) % seriesColors) }

// Width is that of the drawing, in the units of its points.
func (c Chart) Width() float64 {
	if c.Small {
		return 320
	}
	return 560
}

// Height is that of the drawing.
func (c Chart) Height() float64 {
	if c.Small {
		return 200
	}
	return 260
}

// Foot is where the horizontal axis is.
func (c Chart) Foot() float64 { return c.Height() - chartBottom }

// End is where it ends.
func (c Chart) End() float64 { return c.Width() - chartRight }

// bounds are the least and the largest of all points, on both axes.
func (c Chart) bounds() (low, high [2]float64) {
	low, high = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, l := range c.Lines {
		for _, p := range l.Points {
			for i := range p {
				low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
			}
		}
	}
	high[0] = max(high[0], c.Until)
	for i := range low {
		if !(high[i] > low[i]) {
			high[i] = low[i] + 1
		}
	}
	return low, high
}

// mark is a point or a number of an axis, where it is drawn.
type mark struct {
	X, Y float64
	Text string
}

// place is where a point is drawn.
func (c Chart) place(p, low, high [2]float64) mark {
	x := (p[0] - low[0]) / (high[0] - low[0])
	y := (p[1] - low[1]) / (high[1] - low[1])
	return mark{X: round1(chartLeft + x*(c.End()-chartLeft)), Y: round1(c.Foot() - y*(c.Foot()-chartTop))}
}

func round1(v float64) float64 { return math.Round(10*v) / 10 }

// Marks are the numbers at the ends and in the middle of the axes.
func (c Chart) Marks() (marks []mark) {
	low, high := c.bounds()
	for _, part := range []float64{0, 0.5, 1} {
		v := [2]float64{low[0] + part*(high[0]-low[0]), low[1] + part*(high[1]-low[1])}
		x := c.place([2]float64{v[0], low[1]}, low, high)
		y := c.place([2]float64{low[0], v[1]}, low, high)
		marks = append(marks, mark{min(x.X, c.Width()-24), c.Height() - 8, number(v[0])}, mark{chartLeft / 2, y.Y + 4, number(v[1])})
	}
	return marks
}

// Path is a line as SVG takes it.
func (c Chart) Path(l Line) string {
	low, high := c.bounds()
	var b strings.Builder
	for _, p := range l.Points {
		m := c.place(p, low, high)
		fmt.Fprintf(&b, "%g,%g ", m.X, m.Y)
	}
	return b.String()
}

// Spots are the points of a line as a path of dots: lines of no length, whose ends are
// round.
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
