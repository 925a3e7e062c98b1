package runs_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/results"
	htmlreport "github.com/lanista/lanista/results/report"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

func TestAScoreboardEndsAsTheTournamentDoes(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a round robin": `{engine: {name: risk, settings: {map: grid, size: 2}}, agents: [default, random, first], schedule: {cycles: 3}}`,
		// The default of this game has two seats; a setting changes how many it allows.
		"five seats":        `{engine: {name: duel, seats: 5, settings: {seats: 5, weights: 2}}, agents: [{name: a, weights: [1, 2]}, {name: b, weights: [2, 3]}, {name: c, weights: [3, 4]}, {name: d, weights: [4, 5]}, default, {name: e, weights: [6, 5]}], schedule: {cycles: 2}}`,
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
		b, err := runs.NewScoreboard(both(), info)
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
		if b.Entered() != played.Table.Pairings || played.Test == nil && b.Planned() != played.Table.Games || played.Test != nil && b.Planned() != 0 {
			t.Errorf("%s: %d entered, %d planned", name, b.Entered(), b.Planned())
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The standings of a tournament that was interrupted have all games that its summary
// counts, also those behind a pairing that is missing. Once that is played, they are the
// tournament's own.
func TestAScoreboardHasWhatIsStored(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a round robin": `{engine: {name: risk, settings: {map: grid, size: 2}}, agents: [default, random, first], schedule: {cycles: 3}}`,
		// The default of this game has two seats; a setting changes how many it allows.
		"five seats":        `{engine: {name: duel, seats: 5, settings: {seats: 5, weights: 2}}, agents: [{name: a, weights: [1, 2]}, {name: b, weights: [2, 3]}, {name: c, weights: [3, 4]}, {name: d, weights: [4, 5]}, default, {name: e, weights: [6, 5]}], schedule: {cycles: 2}}`,
		"a sequential test": `{engine: {name: risk, settings: {map: grid, size: 2}}, agents: [default, random], schedule: {cycles: 60, sprt: [0, 50]}}`,
	} {
		o := runs.Options{Text: text, Store: filepath.Join(t.TempDir(), "s.db"), Workers: 2}
		played, err := both().Tournament(t.Context(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		store, err := results.Open(o.Store)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = store.Close() }()
		info, err := store.Info(t.Context(), "last")
		if err != nil {
			t.Fatal(err)
		}
		run, err := store.Begin(t.Context(), info.Info)
		if err != nil {
			t.Fatal(err)
		}
		const missing = 2
		var late []tournament.Result
		for r, err := range store.Journal(t.Context(), info.ID, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Index == missing {
				late = append(late, r)
				continue
			}
			if err := run.SavePairings(t.Context(), []tournament.Result{r}); err != nil {
				t.Fatal(err)
			}
		}
		b, err := runs.NewScoreboard(both(), info)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second finds nothing new
			if err := b.Update(t.Context(), store, run.ID()); err != nil {
				t.Fatal(err)
			}
			summary, err := store.Info(t.Context(), run.ID())
			if err != nil {
				t.Fatal(err)
			}
			if table := b.Table(); table.Games != summary.Games || table.Pairings != summary.Pairings || b.Entered() != summary.Pairings {
				t.Errorf("%s: the table has %d games and %d pairings, the summary %d and %d", name, table.Games, table.Pairings, summary.Games, summary.Pairings)
			}
		}
		rec, err := store.Get(t.Context(), run.ID())
		if err != nil {
			t.Fatal(err)
		}
		checkReportSoFar(t, runs.StandingsSoFar(rec, b.Table()), b.Table())
		if err := run.SavePairings(t.Context(), late); err != nil {
			t.Fatal(err)
		}
		if err := b.Update(t.Context(), store, run.ID()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(played.Table, b.Table()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(played.Test, b.Test()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkReportSoFar checks that the report on a tournament that is not finished has all rows of its table,
// states that they are not final, and claims nothing.
func checkReportSoFar(t *testing.T, rec results.Record, table tournament.Table) {
	t.Helper()
	var page bytes.Buffer
	if err := htmlreport.Write(&page, rec, ""); err != nil {
		t.Fatal(err)
	}
	wants := []string{"The tournament is not finished; these are its standings so far."}
	for _, s := range table.Standings {
		wants = append(wants, `<tr><td class="name">`+s.Agent+"</td>", fmt.Sprintf(">%d games: %d won, %d drawn, %d lost", s.Games, s.Wins, s.Draws, s.Losses))
	}
	for _, want := range wants {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the report does not contain %q", want)
		}
	}
	if strings.Contains(page.String(), "class=\"lead\"") {
		t.Error("the report of an unfinished tournament has a headline")
	}
	if same := runs.StandingsSoFar(rec, tournament.Table{Games: 1}); len(same.Result.Standings) != len(table.Standings) {
		t.Error("a result is replaced")
	}
}
