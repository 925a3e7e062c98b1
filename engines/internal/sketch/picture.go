package sketch

import (
	"image"
	"image/color"
	"image/draw"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// These are the colours of the seats, of territories without an owner, of the sea, and of all lines.
var (
	seats = [...]color.RGBA{
		{222, 120, 110, 255},
		{120, 160, 225, 255},
		{150, 195, 115, 255},
		{235, 200, 100, 255},
		{185, 140, 205, 255},
		{125, 200, 200, 255},
		{190, 190, 185, 255},
	}
	free  = color.RGBA{235, 235, 230, 255}
	sea   = color.RGBA{225, 236, 245, 255}
	edges = color.RGBA{70, 70, 70, 255}
)

// Picture draws the map: every territory in the colour of its owner, with its units.
func (m *Map) Picture() image.Image {
	img := image.NewRGBA(image.Rect(0, 0, m.Size[0]+1, m.Size[1]+1))
	draw.Draw(img, img.Bounds(), image.NewUniform(sea), image.Point{}, draw.Src)
	mark := func(x, y int) { img.SetRGBA(x, y, edges) }
	for _, l := range m.Lanes {
		line(l[0], l[1], l[2], l[3], mark)
	}
	for _, t := range m.Territories {
		c := free
		if t.Owner >= 0 {
			c = seats[t.Owner%len(seats)]
		}
		fill(img, t.Shape, c)
		for i, p := range t.Shape {
			q := t.Shape[(i+1)%len(t.Shape)]
			line(p[0], p[1], q[0], q[1], mark)
		}
	}
	for _, t := range m.Territories {
		text := strconv.Itoa(t.Units)
		face := basicfont.Face7x13
		d := font.Drawer{Dst: img, Src: image.Black, Face: face}
		d.Dot = fixed.P(t.At[0]-d.MeasureString(text).Round()/2, t.At[1]+face.Ascent/2)
		d.DrawString(text)
	}
	return img
}

// fill fills a polygon.
func fill(img draw.Image, shape [][2]int, c color.Color) {
	if len(shape) < 3 {
		return
	}
	var b image.Rectangle // of the polygon; a mask for the whole picture would take much longer
	for _, p := range shape {
		b = b.Union(image.Rect(p[0], p[1], p[0]+1, p[1]+1))
	}
	b = b.Intersect(img.Bounds())
	r := vector.NewRasterizer(b.Dx(), b.Dy())
	for i, p := range shape {
		if x, y := float32(p[0]-b.Min.X), float32(p[1]-b.Min.Y); i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(img, b, image.NewUniform(c), image.Point{})
}
