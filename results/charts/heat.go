package charts

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/lanista/lanista/results"
)

// cells is a matrix of numbers that is drawn as a heat map. It implements plotter.GridXYZ.
type cells struct {
	columns, rows int
	x, y          func(int) float64
	z             func(column, row int) float64
}

func (c cells) Dims() (int, int)       { return c.columns, c.rows }
func (c cells) X(i int) float64        { return c.x(i) }
func (c cells) Y(i int) float64        { return c.y(i) }
func (c cells) Z(col, row int) float64 { return c.z(col, row) }

// shades is a colour scale, from the colour of the smallest number to that of the largest. It implements
// palette.Palette.
type shades []color.Color

// index returns the coordinate of the row or column with index i, which is the index itself.
func index(i int) float64 { return float64(i) }

// mix interpolates linearly between two colour components. t is in [0, 1], from a to b.
func mix(a, b uint8, t float64) uint8 {
	return uint8(math.Round(float64(a) + t*(float64(b)-float64(a))))
}

func (s shades) Colors() []color.Color { return s }

// scale returns a scale of n colours that passes through the given colours at equal distances.
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
	pale  = color.NRGBA{0xe8, 0xf1, 0xf8, 0xff} // still visible on white
	dark  = color.NRGBA{0x08, 0x30, 0x6b, 0xff}
)

// drawCrosstable draws the score of every agent against every other agent. Scores above one half are
// blue, those below are orange. The agents are in the order of the final standings, if there are
// any.
func drawCrosstable(rec results.Record) (Picture, error) {
	t := rec.Crosstable
	if t == nil || len(t.Agents) < 2 {
		return Picture{}, errors.New("the run has no crosstable; it is not a finished tournament")
	}
	n := len(t.Agents)
	p := newPlot("Scores in "+rec.ID+" (row against column)", "", "")
	order := ranking(rec)
	score := func(column, row int) float64 { return t.Scores[order[n-1-row]][order[column]] }
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
		if score(int(labels.XYs[i].X), int(labels.XYs[i].Y)) > 0.965 { // on blue that black has a contrast of less than 4.5 with
			text.TextStyle[i].Color = color.White
		}
	}
	p.Add(text)
	names, reversed := make([]string, n), make([]string, n)
	for i, k := range order {
		names[i] = label(t.Agents[k])
		reversed[n-1-i] = names[i]
	}
	nominalAxis(p, names, 6)
	p.NominalY(reversed...)
	return framed(p.Title.Text, wide, wide*3/4, fitted(p)), nil
}

// ranking returns the indices of the agents in a crosstable, in the order of the final standings.
// Agents without a standing come last.
func ranking(rec results.Record) []int {
	place := make(map[string]int)
	if rec.Result != nil {
		for i, s := range rec.Result.Standings {
			place[s.Agent] = i - len(rec.Result.Standings)
		}
	}
	order := make([]int, len(rec.Crosstable.Agents))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(place[rec.Crosstable.Agents[a]], place[rec.Crosstable.Agents[b]])
	})
	return order
}
