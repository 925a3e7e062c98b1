package pages

import (
	"encoding/csv"
	"html/template"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

func TestPointsOnParallelAxes(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a", Min: 0, Max: 10}, {Name: "b", Min: 1, Max: 100, Kind: engines.Log}, {Name: "c", Min: 2, Max: 2}}
	trials := []results.Trial{
		{Round: 1, Weights: engines.Weights{5, 10, 2}, Score: 0.75},
		{Round: 1, Weights: engines.Weights{0, 1, 2}, Score: math.NaN()}, // not scored yet
		{Round: 2, Weights: engines.Weights{10, 1, 2}, Score: 0.25},
	}
	p := NewPoints("run", space, trials, 0, 2, "")
	if len(p.Trials) != 2 || len(p.Plots) != 3 || len(p.Lines.Axes) != 4 {
		t.Fatalf("%d points, %d plots, %d axes", len(p.Trials), len(p.Plots), len(p.Lines.Axes))
	}
	if got := p.Lines.Lines[0].Path; got != "0.5,0 1.5,1000 2.5,500 3.5,1000 " || p.Lines.Lines[0].Best {
		t.Errorf("the worse one is drawn %q", got)
	}
	if got := p.Lines.Lines[1].Path; got != "0.5,500 1.5,500 2.5,500 3.5,0 " || !p.Lines.Lines[1].Best || p.Lines.Best != 0.75 {
		t.Errorf("the better one is drawn %q", got)
	}
	if a := p.Lines.Axes; a[0].At != 12.5 || a[3].Name != "score" || a[3].Low != 0.25 || a[3].High != 0.75 {
		t.Errorf("the axes are %+v", a)
	}
	if got := p.Plots[0].Spots(p.Plots[0].Lines[0]); got != "M56 8h0M312 172h0" {
		t.Errorf("the first plot has %q", got)
	}
	if empty := NewPoints("run", space, nil, 3, 3, ""); len(empty.Lines.Axes) != 0 || len(empty.Trials) != 0 {
		t.Errorf("of nothing: %+v", empty.Lines)
	}
}

// The chart of several runs has a value for a run only at the games at which that run finished
// a round.
func TestConvergenceOfRuns(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a", Min: 0, Max: 10}}
	round := func(total int, v float64) results.Generation {
		return results.Generation{Total: total, Best: results.Result{Weights: engines.Weights{v}}}
	}
	run := func(id string, rounds ...results.Generation) results.Record {
		rec := results.Record{Generations: rounds}
		rec.ID, rec.Space = id, space
		return rec
	}
	c := Compare{Runs: []results.Record{run("x", round(10, 1), round(20, 2)), run("y", round(10, 5), round(30, 0))}}
	text, err := c.Rest().JSON()
	want := `{"x":"games played","y":"% of the ranges","series":[{"label":"x"},{"label":"y"}],"data":[[10,20,30],[10,0,null],[50,null,0]],"note":`
	if err != nil || len(text) < len(want) || text[:len(want)] != want {
		t.Errorf("%s, error %v", text, err)
	}
	if got := tableOf(t, c.Rest().CSV()); !slices.EqualFunc(got, [][]string{{"games played", "x", "y"}, {"10", "10", "50"}, {"20", "0", ""}, {"30", "", "0"}}, slices.Equal) {
		t.Errorf("as a file: %q", got)
	}
	if rows := c.Rest().Rows(); len(rows) != 3 || rows[0][0] != "30" || rows[0][1] != "–" {
		t.Errorf("as a table: %v", rows)
	}
	if rest := (Compare{Runs: []results.Record{run("x"), run("y")}}).Rest(); rest != nil {
		t.Errorf("of no rounds: %+v", rest)
	}
}

// tableOf returns the rows of the CSV file that a link contains, as a browser reads them.
func tableOf(t *testing.T, link template.URL) [][]string {
	t.Helper()
	text, ok := strings.CutPrefix(string(link), "data:text/csv;charset=utf-8,")
	text, fragment, cut := strings.Cut(text, "#")
	text, err := url.PathUnescape(text)
	if !ok || cut || err != nil {
		t.Fatalf("%s, fragment %s, error %v", link, fragment, err)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// A CSV file contains any name of an agent or a run.
func TestNamesInCSV(t *testing.T) {
	t.Parallel()
	one := 1.5
	names := []string{`a, "b" #1`, "50%41 \u00e9 \U0001f430"}
	got := tableOf(t, Values{Names: names, Known: [][]*float64{{&one, nil}, {nil}}}.CSV())
	if !slices.EqualFunc(got, [][]string{{"move", names[0], names[1]}, {"0", "1.5", ""}, {"1", "", ""}}, slices.Equal) {
		t.Errorf("%q", got)
	}
}
