package risk

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/layout"
	"gonum.org/v1/gonum/graph/simple"
)

// drawing is the JSON object that describes the map for pictures. It contains what stays the same
// during a game, such as the shapes of territories.
type drawing struct {
	Width       int          `json:"width"`
	Height      int          `json:"height"`
	Territories []drawnShape `json:"territories"`
	Lanes       [][2]int     `json:"lanes"` // borders between shapes that do not touch
	Lines       [][4]int     `json:"lines"` // the lanes as drawn: x and y of both ends; a lane crosses the edge of the map if that is shorter
	Attacks     int          `json:"attacks_per_turn"`
}

type drawnShape struct {
	ID         int      `json:"id"`
	Name       string   `json:"name"`
	Group      string   `json:"group"` // the continent, "" for none
	At         [2]int   `json:"at"`    // the centre
	Shape      [][2]int `json:"shape"` // a polygon
	Box        [4]int   `json:"box"`   // its bounds: x and y of the corner, width and height
	Neighbours []int    `json:"neighbours"`
}

// These constants describe the picture of a map with usualTerritories territories. Lengths are in
// pixels. A picture of n territories is scaled by sqrt(n/usualTerritories), but at least by
// smallestDrawing, so that labels fit on the territories.
const (
	drawingWidth     = 1000
	highestDrawing   = 2000 // largest y of a position that is not scaled
	usualTerritories = 42
	smallestDrawing  = 0.35
	discRadius       = 58 // largest radius
	discMargin       = 42 // between the outermost centres and the edge, at least
	discPadding      = 12 // below the lowest disc
)

// layoutOf returns the shapes of the territories for a picture. On a grid, territories are squares.
// On any other map, they are discs that are cut where they meet. The centres come from the map file
// or, if it has none, are computed from the borders.
func layoutOf(t *table) drawing {
	b := t.board
	var d drawing
	switch {
	case b.cols > 0:
		d = drawGrid(b)
	case b.places != nil:
		d = drawDiscs(b, b.places)
	default:
		d = drawDiscs(b, spread(b))
	}
	d.Attacks = int(t.attacks)
	d.scale(max(smallestDrawing, math.Sqrt(float64(b.n)/usualTerritories)))
	d.measure()
	return d
}

func (d *drawing) scale(by float64) {
	scaled := func(v int) int { return int(math.Round(by * float64(v))) }
	d.Width, d.Height = scaled(d.Width), scaled(d.Height)
	for x := range d.Territories {
		t := &d.Territories[x]
		t.At = [2]int{scaled(t.At[0]), scaled(t.At[1])}
		for i, p := range t.Shape {
			t.Shape[i] = [2]int{scaled(p[0]), scaled(p[1])}
		}
	}
}

// measure computes the bounds of the shapes, and the lines that connect neighbours whose shapes do
// not touch.
func (d *drawing) measure() {
	for x := range d.Territories {
		t := &d.Territories[x]
		low, high := t.At, t.At
		for _, p := range t.Shape {
			for i := range p {
				low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
			}
		}
		t.Box = [4]int{low[0], low[1], high[0] - low[0], high[1] - low[1]}
	}
	d.Lines = [][4]int{}
	for _, lane := range d.Lanes {
		p, q := d.Territories[lane[0]].At, d.Territories[lane[1]].At
		if 2*max(p[0]-q[0], q[0]-p[0]) < d.Width {
			d.Lines = append(d.Lines, [4]int{p[0], p[1], q[0], q[1]})
			continue
		}
		for _, at := range [][2]int{p, q} {
			edge := 0
			if 2*at[0] >= d.Width {
				edge = d.Width
			}
			d.Lines = append(d.Lines, [4]int{at[0], at[1], edge, at[1]})
		}
	}
}

// drawn returns the data of territory x for a picture, still without its shape. at is the centre.
func drawn(b *board, x int, at point) drawnShape {
	s := drawnShape{ID: x, Name: fmt.Sprint(x), At: pixel(at), Shape: [][2]int{}, Neighbours: []int{}}
	if b.names != nil {
		s.Name, s.Group = b.names[x], b.groups[x]
	}
	for _, y := range b.near[x] {
		s.Neighbours = append(s.Neighbours, int(y))
	}
	return s
}

func drawGrid(b *board) drawing {
	side := drawingWidth / max(b.cols, b.rows)
	d := drawing{Width: side * b.cols, Height: side * b.rows, Lanes: [][2]int{}}
	for x := range b.n {
		left, top := x%b.cols*side, x/b.cols*side
		s := drawn(b, x, point{float64(left) + float64(float64(side)/2), float64(top) + float64(float64(side)/2)})
		s.Shape = [][2]int{{left, top}, {left + side, top}, {left + side, top + side}, {left, top + side}}
		d.Territories = append(d.Territories, s)
	}
	return d
}

// drawDiscs returns a picture in which territories are discs around the given centres, cut where
// they meet.
func drawDiscs(b *board, places []point) drawing {
	places, radius, height := fit(b, places)
	d := drawing{Width: drawingWidth, Height: height, Lanes: [][2]int{}}
	cells := shapes(places, radius)
	for x := range b.n {
		s := drawn(b, x, places[x])
		for _, c := range cells[x] {
			s.Shape = append(s.Shape, pixel(c.at))
		}
		d.Territories = append(d.Territories, s)
		for _, y := range b.near[x] {
			if x < int(y) && !touches(cells[x], int(y)) {
				d.Lanes = append(d.Lanes, [2]int{x, int(y)})
			}
		}
	}
	return d
}

// fit adapts the centres of territories to a picture. It moves and scales them to the width of the
// picture, unless all are inside it and take at least half of its width. It also returns the radius
// of the discs, and the height of the picture.
func fit(b *board, places []point) (fitted []point, radius float64, height int) {
	low, high := places[0], places[0]
	for _, p := range places {
		for i := range p {
			low[i], high[i] = min(low[i], p[i]), max(high[i], p[i])
		}
	}
	fitted = slices.Clone(places)
	if low[0] < discMargin || low[1] < discMargin || high[0] > drawingWidth-discMargin || high[1] > highestDrawing || high[0]-low[0] < drawingWidth/2 {
		wide := max(high[0]-low[0], high[1]-low[1])
		for x, p := range places {
			for i := range p {
				// The scale itself may be infinite, if positions hardly differ.
				share := 0.0
				if wide > 0 {
					share = (p[i] - low[i]) / wide
				}
				fitted[x][i] = discRadius + float64((drawingWidth-2*discRadius)*share)
			}
		}
	}
	lengths, borders := 0.0, 0
	for x := range b.n {
		for _, y := range b.near[x] {
			lengths += distance(fitted[x], fitted[y])
			borders++
		}
	}
	radius = discRadius
	if borders > 0 {
		radius = min(radius, 0.75*lengths/float64(borders))
	}
	lowest := 0.0
	for _, p := range fitted {
		lowest = max(lowest, p[1])
	}
	return fitted, radius, int(math.Ceil(lowest+radius)) + discPadding
}

// spread computes centres for the territories of a map that gives none. Neighbours attract each
// other, and all other territories repel each other (P. Eades, "A heuristic for graph drawing",
// Congressus Numerantium 42, 1984).
func spread(b *board) []point {
	pcg := engines.PCG(1)
	eades := layout.EadesR2{Updates: 200, Repulsion: 1, Rate: 0.05, Theta: 0.2, Src: &pcg}
	o := layout.NewOptimizerR2(borders{b}, eades.Update)
	for o.Update() {
	}
	places := make([]point, b.n)
	for x := range places {
		at := o.Coord2(int64(x))
		places[x] = point{at.X, at.Y}
	}
	return places
}

// borders is a map as a graph for the layout library. Its nodes are the territories, in order so
// that the layout is deterministic, and its edges the borders.
type borders struct{ b *board }

var _ graph.Graph = borders{}

func (m borders) Node(id int64) graph.Node { return simple.Node(id) }

func (m borders) Nodes() graph.Nodes {
	all := make([]graph.Node, m.b.n)
	for x := range all {
		all[x] = simple.Node(x)
	}
	return iterator.NewOrderedNodes(all)
}

func (m borders) From(id int64) graph.Nodes {
	var near []graph.Node
	for _, y := range m.b.near[id] {
		near = append(near, simple.Node(y))
	}
	return iterator.NewOrderedNodes(near)
}

func (m borders) HasEdgeBetween(x, y int64) bool { return m.b.borders(int(x), int(y)) }

func (m borders) Edge(x, y int64) graph.Edge {
	if !m.HasEdgeBetween(x, y) {
		return nil
	}
	return simple.Edge{F: simple.Node(x), T: simple.Node(y)}
}

func pixel(p point) [2]int { return [2]int{int(math.Round(p[0])), int(math.Round(p[1]))} }
