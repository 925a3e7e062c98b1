package hare

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/keys"
)

type point struct {
	carrots int
	value   float64
}

// curve is a piecewise linear function from a number of carrots to their value in the evaluation.
// It continues beyond its last point with the last slope, up to maxCarrots. Values are rounded to
// hundredths.
type curve []point

// maxValue is the largest absolute value that a profile (edition of the game) may give to carrots
// or lettuces. It ensures that weighted sums over all cards fit into an int64.
const maxValue = 500_000

// valid returns an error that describes the first mistake in the curve, or nil if there is none.
func (c curve) valid() error {
	if len(c) < 2 || c[0].carrots != 0 {
		return fmt.Errorf("a curve needs two points or more, the first at 0 carrots")
	}
	for i, p := range c {
		switch {
		case i > 0 && p.carrots <= c[i-1].carrots:
			return fmt.Errorf("point %d: %d carrots after %d", i+1, p.carrots, c[i-1].carrots)
		case p.carrots > maxCarrots:
			return fmt.Errorf("point %d: %d carrots, at most %d", i+1, p.carrots, maxCarrots)
		case !(math.Abs(p.value) <= maxValue):
			return fmt.Errorf("point %d: value %v is not within [-%d, %[3]d]", i+1, p.value, maxValue)
		}
	}
	if v := c.hundredths(maxCarrots); v > 100*maxValue || v < -100*maxValue {
		return fmt.Errorf("the last slope leads beyond %d", maxValue)
	}
	return nil
}

func (c curve) hundredths(carrots int) int64 {
	carrots = min(carrots, maxCarrots)
	i := 1
	for i < len(c)-1 && carrots > c[i].carrots {
		i++
	}
	a, b := c[i-1], c[i]
	va, vb := hundredths(a.value), hundredths(b.value)
	return va + divide((vb-va)*int64(carrots-a.carrots), int64(b.carrots-a.carrots))
}

func hundredths(v float64) int64 { return int64(math.Round(100 * v)) }

// divide returns a/b rounded to the nearest integer, halves away from zero. b must be positive.
func divide(a, b int64) int64 {
	if a < 0 {
		return -((-2*a + b) / (2 * b))
	}
	return (2*a + b) / (2 * b)
}

// maxAhead is the largest number of lettuce squares ahead of a player that the table of lettuce
// values distinguishes. Larger numbers have the values of maxAhead.
const maxAhead = 5

// curves contains the tables that give the values of carrots and lettuces in the evaluation.
type curves struct {
	// carrots contains three curves for the value of carrots. carrots[0] is for players in the
	// first half of the track, carrots[1] in the second, and carrots[2] for players whose carrots
	// suffice to reach the finish. In the text of a profile their names are C0 to C2.
	carrots [3]curve
	// lettuces contains the value of the lettuces in hand, by their number and the number of
	// lettuce squares ahead. Values are rounded to hundredths. In the text of a profile the names
	// of the rows are S0 to S3.
	lettuces [startLettuces + 1][maxAhead + 1]float64
	// half is the first square of the second half of the track.
	half int
}

// standardCurves returns the default values of carrots and lettuces. Every further carrot is worth
// less than the one before, and a carrot that the player does not need to finish has a negative
// value. Lettuces in hand have a negative value. Its size is larger the fewer lettuce squares are
// ahead.
func standardCurves() curves {
	return curves{
		carrots: [3]curve{
			{{0, 0}, {10, 20}, {30, 44}, {60, 68}, {100, 86}, {200, 106}, {300, 111}},
			{{0, 0}, {10, 20}, {30, 40}, {60, 55}, {100, 63}, {200, 68}, {300, 69}},
			{{0, 100}, {10, 98}, {30, 85}, {60, 49}, {100, -21}, {200, -271}, {300, -571}},
		},
		lettuces: [startLettuces + 1][maxAhead + 1]float64{
			{0, 0, 0, 0, 0, 0},
			{-150, -40, -25, -18, -14, -12},
			{-260, -120, -60, -40, -32, -28},
			{-350, -190, -125, -75, -55, -48},
		},
		half: finish / 2,
	}
}

// valid returns an error that joins all mistakes in the curves, or nil. Each mistake names the
// curve by its key in a YAML file, such as C0.
func (t *curves) valid() error {
	mistakes := []error{keys.Within(0, finish).Check("half", float64(t.half))}
	for i, c := range t.carrots {
		mistakes = append(mistakes, keys.Under(fmt.Sprintf("C%d", i), c.valid()))
	}
	for i, row := range t.lettuces {
		for a, v := range row {
			if !(math.Abs(v) <= maxValue) {
				mistakes = append(mistakes, keys.Errorf(fmt.Sprintf("S%d", i), "value %d: %v is not within [-%d, %[3]d]", a+1, v, maxValue))
			}
		}
	}
	return errors.Join(mistakes...)
}
