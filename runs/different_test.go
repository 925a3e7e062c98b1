package runs_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

// A tournament of a game without chance from four openings: the table, the stored run and
// its documents count the different games, and there is no interval.
func TestTournamentCountsDifferentGames(t *testing.T) {
	if testing.Short() {
		t.Skip("checks results alone, and takes long under the race detector")
	}
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{chess.New()}}
	db := inStore(t)
	text := "engine: {name: chess, settings: {depth: 1, openings: [e2e4, d2d4, c2c4, g1f3]}}\nagents: [{name: a}, {name: b, weights: {mobility: 5}}]\n" +
		"openings: {repeat: true}\nschedule: {cycles: 12}\nseed: 3\n"
	got, err := catalog.Tournament(t.Context(), runs.Options{Text: text, Store: db, Workers: 1, Force: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	table := got.Table
	if table.Games != 24 || table.DistinctPairings != 4 || table.Distinct > 8 || table.Distinct < 4 || table.Openings != 4 {
		t.Fatalf("%d games, %+v", table.Games, table.Variety)
	}
	rec, err := runs.Record(t.Context(), db, got.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	played := rec.Result.Played
	if played == nil || played.Games != 24 || played.Variety != table.Variety {
		t.Errorf("the store has %+v", played)
	}
	headline := rec.Result.Headline()
	if !strings.Contains(headline, "too few different games for an interval (4); 24 games, ") || !strings.HasSuffix(headline, " different (4 openings)") || headline != got.Result().Headline() {
		t.Error(headline)
	}
	for _, s := range rec.Result.Standings {
		if !math.IsInf(s.Interval.Low, -1) || s.DistinctPairings != 4 {
			t.Errorf("%+v", s)
		}
	}
	for name, doc := range map[string]any{"tournament": documents.Tournament(got), "runs": documents.Record(rec)} {
		data, err := json.Marshal(doc)
		if err != nil || !strings.Contains(string(data), `"distinct_pairings":4,"openings":4`) || !strings.Contains(string(data), `"interval":{"low":null,"high":null}`) {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
}

// A game with chance shows no such counts: the documents are as they were.
func TestChanceHasNoDifferentGames(t *testing.T) {
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{hare.New()}}
	db := inStore(t)
	text := "engine: {name: hare}\nagents: [default, random]\nschedule: {cycles: 3}\nseed: 3\n"
	got, err := catalog.Tournament(t.Context(), runs.Options{Text: text, Store: db, Workers: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := runs.Record(t.Context(), db, got.Record.ID)
	if err != nil || rec.Result.Played != nil {
		t.Errorf("%+v, %v", rec.Result, err)
	}
	for name, doc := range map[string]any{"tournament": documents.Tournament(got), "runs": documents.Record(rec)} {
		data, err := json.Marshal(doc)
		if err != nil || strings.Contains(string(data), "distinct") || strings.Contains(string(data), "misfit") || strings.Contains(string(data), "null,null") {
			t.Errorf("%s: %s, %v", name, data, err)
		}
	}
}
