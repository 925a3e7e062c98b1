package hare

import (
	"fmt"
	"math"
)

// Point is a corner of a curve.
type Point struct {
	Carrots int
	Value   float64
}

// Curve is the worth of carrots in hand: linear between its points, the last
// slope continued. Values count to the hundredth.
type Curve []Point

// maxValue bounds what a curve may reach, so that sums of weighted values over
// all cards fit into 64 bits.
const maxValue = 500_000

// valid refuses a curve that is not a function of all carrots from 0.
func (c Curve) valid() error {
	if len(c) < 2 || c[0].Carrots != 0 {
		return fmt.Errorf("a curve needs two points or more, the first at 0 carrots")
	}
	for i, p := range c {
		switch {
		case i > 0 && p.Carrots <= c[i-1].Carrots:
			return fmt.Errorf("point %d: %d carrots after %d", i+1, p.Carrots, c[i-1].Carrots)
		case p.Carrots > MaxCarrots:
			return fmt.Errorf("point %d: %d carrots, at most %d", i+1, p.Carrots, MaxCarrots)
		case !(math.Abs(p.Value) <= maxValue):
			return fmt.Errorf("point %d: value %v is not within [-%d, %[3]d]", i+1, p.Value, maxValue)
		}
	}
	if v := c.hundredths(MaxCarrots); v > 100*maxValue || v < -100*maxValue {
		return fmt.Errorf("the last slope leads beyond %d", maxValue)
	}
	return nil
}

// hundredths is the value at a number of carrots, in hundredths.
func (c Curve) hundredths(carrots int) int64 {
	i := 1
	for i < len(c)-1 && carrots > c[i].Carrots {
		i++
	}
	a, b := c[i-1], c[i]
	va, vb := hundredths(a.Value), hundredths(b.Value)
	return va + divide((vb-va)*int64(carrots-a.Carrots), int64(b.Carrots-a.Carrots))
}

// hundredths turns a value of a table into a whole number.
func hundredths(v float64) int64 { return int64(math.Round(100 * v)) }

// divide rounds a quotient to the nearest whole number, halves away from zero.
func divide(a, b int64) int64 {
	if a < 0 {
		return -((-2*a + b) / (2 * b))
	}
	return (2*a + b) / (2 * b)
}

// maxAhead is the largest number of lettuce squares that a table of lettuces
// tells apart; more count as this.
const maxAhead = 5

// Curves are the tables of the heuristic.
type Curves struct {
	// C are the curves of carrots: C[0] before half of the track is done, C[1]
	// after, C[2] once the carrots suffice to reach the finish.
	C [3]Curve
	// S is the worth of lettuces in hand (first index) with so many lettuce
	// squares ahead (second). Values count to the hundredth.
	S [startLettuces + 1][maxAhead + 1]float64
	// Half is the first square of the second half.
	Half int
}

// Standard are the curves that take the place of the article's lost ones. Of
// carrots each further one is worth less, more so in the second half; what is
// left over at the finish is in the way. A lettuce in hand costs more the fewer
// squares are left to eat it on.
func Standard() Curves {
	return Curves{
		C: [3]Curve{
			{{0, 0}, {10, 20}, {30, 44}, {60, 68}, {100, 86}, {200, 106}, {300, 111}},
			{{0, 0}, {10, 20}, {30, 40}, {60, 55}, {100, 63}, {200, 68}, {300, 69}},
			{{0, 100}, {10, 98}, {30, 85}, {60, 49}, {100, -21}, {200, -271}, {300, -571}},
		},
		S: [startLettuces + 1][maxAhead + 1]float64{
			{0, 0, 0, 0, 0, 0},
			{-150, -40, -25, -18, -14, -12},
			{-260, -120, -60, -40, -32, -28},
			{-350, -190, -125, -75, -55, -48},
		},
		Half: Finish / 2,
	}
}

// valid refuses curves that cannot be computed with.
func (t *Curves) valid() error {
	for i, c := range t.C {
		if err := c.valid(); err != nil {
			return fmt.Errorf("curve C%d: %w", i, err)
		}
	}
	for i, row := range t.S {
		for a, v := range row {
			if !(math.Abs(v) <= maxValue) {
				return fmt.Errorf("table S%d: value %d: %v is not within [-%d, %[4]d]", i, a+1, v, maxValue)
			}
		}
	}
	if t.Half < 0 || t.Half > Finish {
		return fmt.Errorf("half: %d is not within [0, %d]", t.Half, Finish)
	}
	return nil
}
