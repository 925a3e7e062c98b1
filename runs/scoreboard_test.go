package runs_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

func TestAScoreboardEndsAsTheTournamentDoes(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a round robin":     `{engine: {name: risk, settings: {map: grid, size: 2}}, agents: [default, random, first], schedule: {cycles: 3}}`,
		"a sequential test": `{engine: {name: risk, settings: {map: grid, size: 2}}, agents: [default, random], schedule: {cycles: 60, sprt: [0, 50]}}`,
	} {
		o := runs.Options{Text: text, Store: filepath.Join(t.TempDir(), "s.db"), Workers: 2}
		played, err := both().Tournament(t.Context(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		store, err := results.OpenReadOnly(o.Store)
		if err != nil {
			t.Fatal(err)
		}
		info, err := store.Info(t.Context(), "last")
		if err != nil {
			t.Fatal(err)
		}
		b, err := both().Scoreboard(info)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second finds nothing new
			if err := b.Update(t.Context(), store, info.ID); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(played.Table, b.Table()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(played.Test, b.Test()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if b.Entered() != played.Table.Clusters || played.Test == nil && b.Planned() != played.Table.Games || played.Test != nil && b.Planned() != 0 {
			t.Errorf("%s: %d entered, %d planned", name, b.Entered(), b.Planned())
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}
