package minesweeper

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

const cellPixels = 32

// paint draws a picture of the probability of a mine in every cell. Closed cells range from green
// (no mine) over yellow to red (a mine), with a black dot if the probability is 0 or 1. Open cells
// are pale, with as many dots as their number. Mines found by the first seat are blue, by the
// second violet, and others grey. It returns an error if no placement of mines agrees with the
// position.
func paint(v *view) (image.Image, error) {
	s := probability.New()
	if err := s.Solve(v.field, v.cells, v.mines); err != nil {
		return nil, err
	}
	const cell = cellPixels
	img := image.NewRGBA(image.Rect(0, 0, v.field.W*cell+1, v.field.H*cell+1))
	fill(img, img.Bounds(), color.RGBA{90, 90, 90, 255}) // the lines
	for c, shown := range v.cells {
		x, y := v.field.XY(c)
		r := image.Rect(x*cell+1, y*cell+1, (x+1)*cell, (y+1)*cell)
		switch {
		case shown == field.Closed:
			fill(img, r, heat(s.P[c]))
			if s.Sure.Has(c) || s.Safe.Has(c) {
				fill(img, r.Inset(r.Dx()*2/5), color.RGBA{0, 0, 0, 255})
			}
		case shown == field.Mine:
			fill(img, r, owners[v.owner[c]])
		default:
			fill(img, r, color.RGBA{235, 235, 230, 255})
			pips(img, r, int(shown))
		}
	}
	return img, nil
}

// owners contains the colours of mines that have been found, by owner: the first seat, the second
// seat, nobody.
var owners = [...]color.RGBA{{40, 90, 200, 255}, {150, 60, 190, 255}, {120, 120, 120, 255}}

func heat(p float64) color.RGBA {
	ramp := func(x float64) uint8 { return uint8(60 + float64(180*min(1, max(0, x)))) }
	return color.RGBA{ramp(2 * p), ramp(2 - float64(2*p)), 60, 255}
}

func pips(img draw.Image, r image.Rectangle, n int) {
	step := r.Dx() / 3
	if step < 1 {
		return
	}
	size := max(1, step/2)
	for i := range n {
		at := r.Min.Add(image.Pt(i%3*step+(step-size+1)/2, i/3*step+(step-size+1)/2))
		fill(img, image.Rectangle{at, at.Add(image.Pt(size, size))}, color.RGBA{40, 40, 40, 255})
	}
}

func fill(img draw.Image, r image.Rectangle, c color.RGBA) {
	draw.Draw(img, r, image.NewUniform(c), image.Point{}, draw.Src)
}
