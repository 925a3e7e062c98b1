package othello

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// Every name of a table of weights is a weight of the model, and the models of squares name all
// squares; a model without weights of squares has no table.
func TestWeightTables(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]struct{ tables, names int }{"wpc": {1, 64}, "wpc10": {1, 10}, "classic": {2, 10}, "greedy": {0, 0}, "ntuple": {0, 0}} {
		e, err := New().With(engines.Settings{"model": model})
		if err != nil {
			t.Fatal(err)
		}
		tables := show.WeightTables(e)
		if len(tables) != want.tables {
			t.Errorf("%s: %d tables", model, len(tables))
			continue
		}
		for _, table := range tables {
			names := make(map[string]int)
			for y, row := range table.Names {
				for x, name := range row {
					if e.Spec().Weights.Index(name) < 0 {
						t.Errorf("%s: %q is no weight", model, name)
					}
					if names[name]++; model == "wpc" && name != table.Columns[x]+table.Rows[y] {
						t.Errorf("%s: %s at %s%s", model, name, table.Columns[x], table.Rows[y])
					}
				}
			}
			if len(names) != want.names {
				t.Errorf("%s: %d names", model, len(names))
			}
		}
	}
}
