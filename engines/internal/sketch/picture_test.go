package sketch

import (
	"image"
	"image/color"
	"testing"
)

// wide is a picture that is too large for a mask of its size. It records which points are drawn.
type wide map[image.Point]bool

func (w wide) ColorModel() color.Model     { return color.RGBAModel }
func (w wide) Bounds() image.Rectangle     { return image.Rect(0, 0, 1e9, 1e9) }
func (w wide) At(int, int) color.Color     { return sea }
func (w wide) Set(x, y int, _ color.Color) { w[image.Pt(x, y)] = true }

func TestFillVisitsOnlyThePolygon(t *testing.T) {
	t.Parallel()
	w := wide{}
	fill(w, [][2]int{{5000, 7000}, {5010, 7000}, {5010, 7020}, {5000, 7020}}, free)
	if len(w) > 11*21 || !w[image.Pt(5000, 7000)] || !w[image.Pt(5009, 7019)] {
		t.Errorf("%d points are drawn for a rectangle of 10x20", len(w))
	}
}
