package pages

import (
	"fmt"
	"math"
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
	Lines             []Line
}

// Line is the points of one line.
type Line struct {
	Name   string
	Points [][2]float64
}

// The size of a chart, and what its axes take of it.
const (
	chartWidth, chartHeight = 560, 260
	chartLeft, chartBottom  = 56, 28
	chartTop, chartRight    = 8, 8
)

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
	for i := range low {
		if !(high[i] > low[i]) {
			high[i] = low[i] + 1
		}
	}
	return low, high
}

// Mark is a point or a number of an axis, where it is drawn.
type Mark struct {
	X, Y float64
	Text string
}

// place is where a point is drawn.
func (c Chart) place(p, low, high [2]float64) Mark {
	x := (p[0] - low[0]) / (high[0] - low[0])
	y := (p[1] - low[1]) / (high[1] - low[1])
	return Mark{X: round1(chartLeft + x*(chartWidth-chartLeft-chartRight)), Y: round1(chartHeight - chartBottom - y*(chartHeight-chartBottom-chartTop))}
}

func round1(v float64) float64 { return math.Round(10*v) / 10 }

// Marks are the numbers at the ends and in the middle of the axes.
func (c Chart) Marks() (marks []Mark) {
	low, high := c.bounds()
	for _, part := range []float64{0, 0.5, 1} {
		v := [2]float64{low[0] + part*(high[0]-low[0]), low[1] + part*(high[1]-low[1])}
		x := c.place([2]float64{v[0], low[1]}, low, high)
		y := c.place([2]float64{low[0], v[1]}, low, high)
		marks = append(marks, Mark{min(x.X, chartWidth-24), chartHeight - 8, number(v[0])}, Mark{chartLeft / 2, y.Y + 4, number(v[1])})
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

// Spots are the points of a line, where they are drawn.
func (c Chart) Spots(l Line) (spots []Mark) {
	low, high := c.bounds()
	for _, p := range l.Points {
		spots = append(spots, c.place(p, low, high))
	}
	return spots
}
