package results

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/lanista/lanista/engines"
)

func testGrid() GridResult {
	g := GridResult{
		Axes:   []Axis{{"Ks", 0.5, 0.1, 3}, {"Kc", 1, 1, 2}, {"Kp", -1, 0.5, 4}},
		Etudes: 300, Chosen: engines.Weights{0.6, 2, 0}, Elapsed: 250 * time.Millisecond,
	}
	for i := range g.Points() {
		g.Hits = append(g.Hits, uint16(i*7%300))
	}
	return g
}

func TestGridIsReadBack(t *testing.T) {
	s := testStore(t)
	info := testInfo()
	info.Kind = Grid
	run := testRun(t, s, info)
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if rec.Grid != nil {
		t.Error("a grid before there is one")
	}
	must(t, run.SaveGrid(t.Context(), testGrid()))
	rec, err = s.Get(t.Context(), run.ID())
	must(t, err)
	if diff := cmp.Diff(testGrid(), *rec.Grid); diff != "" {
		t.Error(diff)
	}
	var best, optimal int
	must(t, s.read.QueryRow("SELECT best, optimal FROM grid").Scan(&best, &optimal))
	if best != 161 || optimal != 1 {
		t.Errorf("best %d at %d points", best, optimal)
	}
}

func TestGridPoints(t *testing.T) {
	g := testGrid()
	index := 0
	for s := range 3 {
		for c := range 2 {
			for p := range 4 {
				want := engines.Weights{g.Axes[0].At(s), g.Axes[1].At(c), g.Axes[2].At(p)}
				if got := g.Point(index); !slices.Equal(got, want) || g.Index([]int{s, c, p}) != index {
					t.Errorf("point %d is %v, want %v", index, got, want)
				}
				index++
			}
		}
	}
	if n := g.Points(); n != index {
		t.Errorf("%d points, want %d", n, index)
	}
	g.Hits = []uint16{1, 3, 0, 3}
	g.Etudes = 3
	if hits, points := g.Best(); hits != 3 || !slices.Equal(points, []int{1, 3}) {
		t.Errorf("best: %d at %v", hits, points)
	}
	if counts := g.Histogram(); !slices.Equal(counts, []int{1, 1, 0, 2}) {
		t.Errorf("histogram %v", counts)
	}
}

func TestGridThatDoesNotFit(t *testing.T) {
	run := testRun(t, testStore(t), testInfo())
	for name, change := range map[string]func(*GridResult){
		"too few points": func(g *GridResult) { g.Hits = g.Hits[1:] },
		"too many hits":  func(g *GridResult) { g.Hits[5] = 301 },
		"an empty axis":  func(g *GridResult) { g.Axes[1].Count = 0 },
	} {
		g := testGrid()
		change(&g)
		if err := run.SaveGrid(t.Context(), g); err == nil {
			t.Errorf("%s: saved", name)
		}
	}
}
