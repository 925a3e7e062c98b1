package grid

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// halfplane returns the half-plane a*x + b*y + d > 0, scaled so that (a, b) has length 1.
func halfplane(a, b, d float64) plane {
	n := math.Hypot(a, b)
	return plane{c: []float64{a / n, b / n}, d: d / n}
}

// The widest points of some cells are known.
func TestWidestPoint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		planes []plane
		width  float64
	}{
		{"a strip, 0.2 < x < 0.6", []plane{halfplane(1, 0, -0.2), halfplane(-1, 0, 0.6)}, 0.2},
		// The right triangle of legs 1 has an inscribed circle of (2 - sqrt 2)/2.
		{"a triangle", []plane{halfplane(1, 0, 0), halfplane(0, 1, 0), halfplane(-1, -1, 1)}, (2 - math.Sqrt2) / 2},
		{"nothing, x < 0.3 and x > 0.7", []plane{halfplane(-1, 0, 0.3), halfplane(1, 0, -0.7)}, -0.2},
		{"a corner that only touches the box", []plane{halfplane(1, 1, -2)}, 0},
		{"all of the box", []plane{halfplane(1, 0, 5)}, 1}, // no wider than 1
		{"nearly parallel planes", []plane{
			halfplane(1, 0, 1), halfplane(1, 0, 0x1p-66), halfplane(math.Cos(math.Pi/500), math.Sin(math.Pi/500), 0x1.8p-24),
		}, 1},
	} {
		var table tableau
		x := make([]float64, 2)
		got := table.widest(c.planes, x)
		if math.Abs(got-c.width) > 1e-11 {
			t.Errorf("%s: width %v, want %v", c.name, got, c.width)
		}
		for i, p := range c.planes {
			if p.at(x) < got-1e-11 {
				t.Errorf("%s: %v is %v from plane %d, nearer than %v", c.name, x, p.at(x), i, got)
			}
		}
	}
}

// No point of a fine grid is wider than the widest point, and the returned distance is its
// own.
func TestWidestAgainstAGrid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		planes := make([]plane, rapid.IntRange(1, 6).Draw(t, "planes"))
		for i := range planes {
			// Planes that are parallel except for rounding would magnify it, so angles are equal
			// or clearly different.
			angle := float64(rapid.IntRange(0, 999).Draw(t, "angle")) * 2 * math.Pi / 1000
			planes[i] = halfplane(math.Cos(angle), math.Sin(angle), rapid.Float64Range(-1, 1).Draw(t, "distance"))
		}
		nearest := func(x []float64) float64 {
			least := 1.0
			for _, p := range planes {
				least = min(least, p.at(x))
			}
			return least
		}
		var table tableau
		x := make([]float64, 2)
		width := table.widest(planes, x)
		if got := nearest(x); math.Abs(got-width) > 1e-9 {
			t.Fatalf("%v is %v from the nearest plane, not %v", x, got, width)
		}
		for i := range 21 {
			for j := range 21 {
				if y := []float64{float64(i) / 20, float64(j) / 20}; nearest(y) > width+1e-9 {
					t.Fatalf("%v is %v from the nearest plane, the widest point %v", y, nearest(y), width)
				}
			}
		}
	})
}
