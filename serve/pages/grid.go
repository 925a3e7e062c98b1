package pages

import (
	"encoding/json"
	"net/url"
	"strings"

	"github.com/lanista/lanista/results"
)

// Grid contains the data of the page of a grid search.
type Grid struct {
	Run
	Hits    int // largest number of hits of a point
	Optimal int // number of points with so many hits
	Points  int // number of points of the grid
	Chosen  []weightRow
	Bars    []bar
	Map     gridMap
	Misses  *Misses // nil before the result
}

// Misses compares points of a grid by the etudes that they miss.
type Misses struct {
	Problem string // why the points cannot be compared; "" if they are
	Set     string // name of the etude set
	Points  []MissPoint
	Etudes  []MissedEtude // those that a point misses
}

// MissPoint is a column of the comparison; the first is the chosen point.
type MissPoint struct {
	Values string // the weights that the grid varies
	Hits   int
}

// MissedEtude is a row of the comparison.
type MissedEtude struct {
	Number   int // from 1
	Position string
	Winner   int // the labelled winner, a seat from 0
	Board    string
	Missed   []bool // by point
}

// BoardOf returns the path of the page that shows a position of a game with its settings.
func BoardOf(engine, position string, settings map[string]string) (string, error) {
	at, err := json.Marshal(map[string]any{"position": position, "settings": settings})
	return "/play/" + url.PathEscape(engine) + "#p=" + strings.ReplaceAll(url.QueryEscape(string(at)), "+", "%20"), err
}

// ValuesOf returns the weights of a point that the axes of a grid vary, such as "Kc 1, Ks 0.5".
func ValuesOf(axes []results.Axis, weights []float64) string {
	var parts []string
	for i, a := range axes {
		if a.Count > 1 && i < len(weights) {
			parts = append(parts, a.Name+" "+number(weights[i]))
		}
	}
	return strings.Join(parts, ", ")
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
