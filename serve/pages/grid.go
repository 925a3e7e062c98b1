package pages

import "net/url"

// Grid contains the data of the page of a grid search.
type Grid struct {
	Run
	Hits    int // largest number of hits of a point
	Optimal int // number of points with so many hits
	Points  int // number of points of the grid
	Chosen  []weightRow
	Bars    []bar
	Map     gridMap
}

// bar is a row of the histogram: the number of points with a number of hits.
type bar struct {
	Hits, Points int
	Share        float64
	Width        float64 // in percent of the longest bar
}

// NewGrid returns the data of a grid search with the map that the query selects.
func NewGrid(base Run, asked url.Values) Grid {
	g := Grid{Run: base}
	if base.Grid == nil {
		return g
	}
	hits, points := base.Grid.Best()
	g.Hits, g.Optimal, g.Points = hits, len(points), len(base.Grid.Hits)
	if best, ok := base.Best(); ok {
		g.Chosen = weightRows(base.Record, best)
	}
	g.Map = newGridMap(*base.Grid, asked)
	counts := base.Grid.Histogram()
	most := 1
	for _, n := range counts {
		most = max(most, n)
	}
	for h, n := range counts {
		if n > 0 {
			g.Bars = append(g.Bars, bar{h, n, float64(n) / float64(g.Points), 100 * float64(n) / float64(most)})
		}
	}
	return g
}
