package results

import (
	"errors"
	"slices"
	"strings"
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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
	run := testRun(t, testStore(t), testInfo())
	full := testGrid() // every etude is hit, and an axis has one value
	full.Axes[2].Count, full.Hits = 1, full.Hits[:6]
	full.Hits[5] = 300
	must(t, full.Valid())
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

func TestGridWithin(t *testing.T) {
	t.Parallel()
	g := GridResult{Axes: []Axis{{"units", 2, 0.5, 5}, {"territories", 1, 3, 2}, {"none", 7, 1, 2}}}
	got := g.Within(testSpace)
	want := slices.Clone(testSpace)
	want[1].Min, want[1].Max = 2, 4 // 2, 2.5, 3, 3.5, 4
	want[0].Min, want[0].Max = 1, 4
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if testSpace[0].Max != 10 {
		t.Error("the caller's space was changed")
	}
}

// A finished grid search without a grid may have had too many points; a grid that belongs to no
// search must have been its own.
func TestLostGrids(t *testing.T) {
	t.Parallel()
	for change, want := range map[string]string{
		"DELETE FROM grid": "",
		"PRAGMA foreign_keys = 0; UPDATE grid SET run = 7":                                          "its grid is missing, and 1 grids belong to no run",
		"UPDATE grid SET run = (SELECT key FROM run WHERE kind = 'evolve')":                         "its grid is missing, and 1 grids belong to no run",
		"UPDATE run SET result = replace(result, '0.6', '0.7'), state_sum = NULL WHERE kind='grid'": "its grid belongs to another result",
		"UPDATE grid SET hits = zeroblob(2), sum = NULL":                                            "grid: 1 points have hits, not 24",
		"UPDATE grid SET seconds = 1":                                                               "grid: damaged: its checksum does not match",
		"UPDATE grid SET axes = '{', sum = NULL":                                                    "grid: damaged: ",
		"UPDATE grid SET chosen = '[', sum = NULL":                                                  "grid: damaged: ",
	} {
		s, _, lattice := richStore(t)
		_, err := s.write.conn.ExecContext(t.Context(), change)
		must(t, err)
		rec, err := s.Get(t.Context(), lattice)
		if want == "" {
			if err != nil || rec.Grid != nil {
				t.Errorf("%s: %v, %v", change, rec.Grid, err)
			}
		} else if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", change, err, want)
		}
	}
}
