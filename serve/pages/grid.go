package pages

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/lanista/lanista/results"
)

// Grid contains the data of the page of a grid search, which evaluates weight vectors on labelled
// positions.
type Grid struct {
	Run
	Hits    int // largest number of hits of a point
	Optimal int // number of points with this number of hits
	Points  int // number of points of the grid
	Chosen  []weightRow
	Bars    []bar
	Map     gridMap
	Misses  *Misses // nil before the result
}

// Misses compares points of a grid search by the etudes (labelled positions) that they evaluate
// wrongly.
type Misses struct {
	Problem string // why the points cannot be compared; "" if they are
	Set     string // name of the etude set
	Rate    string // URL path of the page on which a user labels the set; "" if there is none
	Changed int    // labels of users that differ from those of the set
	Again   bool   // whether the search can be repeated with the labels of users
	Starts  bool   // whether the client may start runs
	Points  []MissPoint
	Etudes  []MissedEtude // the etudes that at least one of the points evaluates wrongly
}

// MissPoint describes a point of a grid search that is compared with others. It is the heading of a
// column that shows which etudes (labelled positions) the point evaluates wrongly. The first column
// is the point that the search chose.
type MissPoint struct {
	Values string // the weights that the grid varies
	Hits   int
}

// MissedEtude is a row in the comparison of grid points: an etude (labelled position) that at least
// one of the points evaluates wrongly.
type MissedEtude struct {
	Number   int // from 1
	Position string
	Winner   int    // the labelled winner, a seat from 0
	Board    string // URL of the page that shows the position, see Add
	Missed   []bool // by point
}

// Add adds a row for an etude (a labelled position) if at least one point evaluates it wrongly.
// Otherwise it does nothing. The row has a link to a board with the position. engine is the name of
// the game, and settings contains the settings of the game on the board.
func (m *Misses) Add(e MissedEtude, engine string, settings map[string]string) error {
	if !slices.Contains(e.Missed, true) {
		return nil
	}
	at, err := json.Marshal(map[string]any{"position": e.Position, "settings": settings})
	e.Board = "/play/" + url.PathEscape(engine) + "#p=" + strings.ReplaceAll(url.QueryEscape(string(at)), "+", "%20")
	m.Etudes = append(m.Etudes, e)
	return err
}

// ValuesOf formats the weights of a grid point, such as "Kc 1, Ks 0.5". It omits weights that have
// only one value in the grid.
func ValuesOf(axes []results.Axis, weights []float64) string {
	var parts []string
	for i, a := range axes {
		if a.Count > 1 && i < len(weights) {
			parts = append(parts, a.Name+" "+number(weights[i]))
		}
	}
	return strings.Join(parts, ", ")
}

// bar is a row of a histogram. It counts the grid points that evaluate a given number of etudes
// (labelled positions) correctly.
type bar struct {
	Hits, Points int
	Share        float64
	Width        float64 // in percent of the longest bar
}

// NewGrid returns the data of the page of a grid search. The query asked selects the axes of the
// map.
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
