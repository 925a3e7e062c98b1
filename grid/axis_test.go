package grid

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// The values of an axis are exact decimals.
func TestAxisIsOfDecimals(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.IntRange(0, 6).Draw(t, "digits")
		first := rapid.Int64Range(-50_000, 50_000).Draw(t, "first")
		step := rapid.Int64Range(1, 999).Draw(t, "step")
		count := rapid.IntRange(1, 200).Draw(t, "count")
		decimal := func(units int64) float64 {
			v, err := strconv.ParseFloat(fmt.Sprintf("%de-%d", units, digits), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		beyond := rapid.Int64Range(0, step-1).Draw(t, "beyond") // to need not be a value of the axis
		a, err := newAxis("a", decimal(first), decimal(first+int64(count-1)*step+beyond), decimal(step))
		if err != nil {
			t.Fatal(err)
		}
		if a.Count != count || a.Step() != decimal(step) {
			t.Fatalf("%d values in steps of %v, want %d in steps of %v", a.Count, a.Step(), count, decimal(step))
		}
		for i := range count {
			if want := decimal(first + int64(i)*step); a.At(i) != want {
				t.Fatalf("value %d is %v, want %v", i, a.At(i), want)
			}
		}
		if a.From() != a.At(0) || a.Last() != a.At(count-1) || a.To() != decimal(first+int64(count-1)*step+beyond) {
			t.Fatalf("from %v to %v, the last value is %v", a.From(), a.To(), a.Last())
		}
	})
}

func TestNewAxis(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, step float64
		count      int
	}{
		{0, 0.1, 0},
		{0, 0, 3},
		{0, -1, 3},
		{0.12345678901, 1, 3},
		{1e300, 1, 3},
		{0, 1, 99999999},
	} {
		if a, err := NewAxis("a", c.from, c.step, c.count); err == nil {
			t.Errorf("%d values from %v in steps of %v: %+v", c.count, c.from, c.step, a)
		}
	}
}

func TestNewAxisRefuses(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	for _, c := range [][3]float64{{0, 1, 0}, {0, 1, inf}, {1, 0, 0.1}, {0, inf, 1}, {-inf, 0, 1}, {0, 1, 1e-8}, {0, 0.5, 1e-12}, {1e15, 1e15 + 1, 1e-3}, {0, 1, 1e308}} {
		if a, err := newAxis("a", c[0], c[1], c[2]); err == nil {
			t.Errorf("from %v to %v in steps of %v: %+v", c[0], c[1], c[2], a)
		}
	}
}
