package runs_test

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/runs"
)

// The points of a stored grid search begin with the chosen one, miss different etudes, and are
// refused with other etudes than those of the search.
func TestGridPoints(t *testing.T) {
	t.Parallel()
	store := t.TempDir() + "/runs.db"
	found, err := (runs.Catalog{Games: engines.Registry{hare.New()}}).Grid(t.Context(), runs.Options{Store: store, Text: `{engine: {name: hare, settings: {depth: 1}}, etudes: hare-20,
  strategy: {name: grid, weights: {Ks: {from: 0, to: 3, step: 1}, Kc: {from: 0, to: 2, step: 1}, Kp: {from: 0, to: 3, step: 1}}}}`}, runs.GridOptions{})
	if err != nil {
		t.Fatal(err)
	}
	etudes, err := runs.Etudes(hare.New(), "hare-20")
	if err != nil {
		t.Fatal(err)
	}
	points, err := runs.GridPoints(hare.New(), found.Record.Space, *found.Record.Grid, etudes, 3)
	if err != nil {
		t.Fatal(err)
	}
	if len(points) < 2 || len(points) > 4 || !slices.Equal(points[0].Weights, found.Result.Chosen.Weights) || points[0].Hits != found.Result.Best {
		t.Fatalf("%+v, chosen %+v", points, found.Result.Chosen)
	}
	for i, p := range points {
		if len(p.Missed) != len(etudes)-p.Hits || p.Hits < found.Result.Best-2 {
			t.Errorf("%+v", p)
		}
		for _, q := range points[:i] {
			if slices.Equal(p.Missed, q.Missed) {
				t.Errorf("%v and %v miss the same", p.Weights, q.Weights)
			}
		}
	}
	other := slices.Clone(etudes)
	for i := range other {
		other[i].Winner = 1 - other[i].Winner
	}
	if _, err := runs.GridPoints(hare.New(), found.Record.Space, *found.Record.Grid, other, 3); err == nil {
		t.Error("other etudes are accepted")
	}
}
