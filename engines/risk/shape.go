package risk

import (
	"math"
)

// point is a point in a picture, in pixels: x to the right, y down.
type point [2]float64

const sides = 48

// corner is a corner of a territory's shape in a picture. shared is the territory that shares the
// side from this corner to the next, or -1 if there is none.
type corner struct {
	at     point
	shared int
}

// shapes returns the shape around every centre: the points of a disc that are nearer to this centre
// than to any other. It is a cell of the Voronoi diagram, limited to the disc. Sides that two
// shapes share are marked.
func shapes(centres []point, radius float64) [][]corner {
	out := make([][]corner, len(centres))
	for i, c := range centres {
		shape := disc(c, radius)
		for j, other := range centres {
			if d := distance(c, other); i != j && d > 0 && d < 2*radius {
				shape = cut(shape, c, other, j)
			}
		}
		out[i] = shape
	}
	return out
}

func disc(centre point, radius float64) []corner {
	shape := make([]corner, sides)
	for k := range shape {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / sides)
		shape[k] = corner{point{centre[0] + float64(radius*cos), centre[1] + float64(radius*sin)}, -1}
	}
	return shape
}

// cut returns the part of a convex shape that is nearer to point a than to point b. The new side is
// marked with the number shared, the territory around b. See Sutherland and Hodgman, "Reentrant
// polygon clipping", CACM 17(1), 1974.
func cut(shape []corner, a, b point, shared int) []corner {
	// beyond is proportional to the signed distance of p from the bisector of a and b. It is
	// positive on the side of b.
	beyond := func(p point) float64 {
		return float64((p[0]-float64((a[0]+b[0])/2))*(b[0]-a[0])) + float64((p[1]-float64((a[1]+b[1])/2))*(b[1]-a[1]))
	}
	var out []corner
	for i, from := range shape {
		to := shape[(i+1)%len(shape)]
		x, y := beyond(from.at), beyond(to.at)
		if x <= 0 {
			out = append(out, from)
		}
		if (x < 0) == (y < 0) || x == 0 || y == 0 {
			if x == 0 && y > 0 {
				out[len(out)-1].shared = shared
			}
			continue
		}
		t := x / (x - y)
		cross := corner{point{from.at[0] + float64(t*(to.at[0]-from.at[0])), from.at[1] + float64(t*(to.at[1]-from.at[1]))}, from.shared}
		if x < 0 { // the shape leaves a's side here and follows the bisector
			cross.shared = shared
		}
		out = append(out, cross)
	}
	return out
}

func distance(a, b point) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }

// leastSide is the smallest length, in pixels, of a shared side that is visible as a border.
const leastSide = 2

// touches reports whether a shape shares a visible side with the shape of territory other.
func touches(shape []corner, other int) bool {
	for i, c := range shape {
		if c.shared == other && distance(c.at, shape[(i+1)%len(shape)].at) >= leastSide {
			return true
		}
	}
	return false
}
