package serve

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/runs"
)

// The page of a fit shows its losses in place of charts of a search.
func TestPageOfAFit(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "fit.db")
	_, err := allGames.Fit(t.Context(), runs.Options{Store: path, Text: `{engine: {name: risk, settings: {map: grid, size: 3, depth: 1}}, seed: 3,
  strategy: {name: fit, positions: 8}, budget: {games: 200, rounds: 2}, verification: {games: 40, opponents: [default]}}`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	page := ask(t, newServer(t, func(o *Options) { o.Store, o.Catalog = path, allGames }), http.MethodGet, "/runs/last", "").Body.String()
	for _, want := range []string{"How well the weights predict", "held out", "Loss fitted", "Strength: ", "Loss by step", "Calibration", `aria-label="Calibration"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, wrong := range []string{"Convergence", "Points played", "uPlot"} {
		if strings.Contains(page, wrong) {
			t.Errorf("the page has %q", wrong)
		}
	}
}

// The page of a run with a weight for every square shows them as a board, and is short.
func TestPageOfManyWeights(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "wpc.db")
	_, err := allGames.Tune(t.Context(), runs.Options{Store: path, Text: `{engine: {name: othello, settings: {model: wpc, depth: 1}}, seed: 1, budget: {games: 240},
  strategy: {name: spsa}, verification: {games: 20, opponents: [default]}}`}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, func(o *Options) { o.Store, o.Catalog = path, allGames })
	page := ask(t, s, http.MethodGet, "/runs/last", "").Body.String()
	board := page[strings.Index(page, `<table class="heat weight-board">`):]
	board = board[:strings.Index(board, "</table>")]
	if n := strings.Count(board, `<td class="v`); n != 64 {
		t.Errorf("the board has %d squares", n)
	}
	if !strings.Contains(page, "<summary>All 64 weights</summary>") {
		t.Error("the list of weights is not closed")
	}
	for part, want := range map[string]int{"": 0, "&weight=a1": 1, "&weight=nothing": 0} {
		points := ask(t, s, http.MethodGet, "/runs/last/points?part=points&round=0"+part, "").Body.String()
		if n := strings.Count(points, `<svg class="figure"`); n != want || strings.Contains(points, "parallel") {
			t.Errorf("%q: %d plots", part, n)
		}
	}
	p := newTab(t, s)
	p.open("/runs/last")
	p.until(`document.querySelectorAll(".uplot").length === 2`)
	if height := eval[float64](p, `document.documentElement.scrollHeight`); height > 5000 {
		t.Errorf("the page is %v pixels long", height)
	}
}
