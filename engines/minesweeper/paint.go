package minesweeper

import (
	"image"

	"github.com/lanista/lanista/engines"
)

var _ engines.Painter = (*engine)(nil)

// cellPixels is the side of a cell of a painted position.
const cellPixels = 32

// Paint draws the probability map of a position.
func (*engine) Paint(g engines.Position) (image.Image, error) { return Picture(g, cellPixels) }
