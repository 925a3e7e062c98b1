package serve

import (
	"net/http"
	"reflect"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tournament"
)

// Cached standings are computed again if a finished tournament continues with a longer schedule, and
// if results are removed from the store, also if as many were stored since then.
func TestStandingsOfChangedTournaments(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	if cup := get[documents.Table](t, s, "/api/v1/runs/cup/standings"); cup.Games != 18 || cup.PlannedGames != 18 {
		t.Fatalf("%d of %d games", cup.Games, cup.PlannedGames)
	}
	o := runs.Options{Resume: "cup", Set: []string{"schedule.cycles=6"}, Store: s.options.Store}
	if _, err := s.options.Catalog.Tournament(t.Context(), o, nil); err != nil {
		t.Fatal(err)
	}
	if cup := get[documents.Table](t, s, "/api/v1/runs/cup/standings"); cup.Games != 36 || cup.PlannedGames != 36 {
		t.Errorf("%d of %d games", cup.Games, cup.PlannedGames)
	}
	store, err := results.Open(s.options.Store)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	cup, err := store.Get(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	var played []tournament.Result
	for r, err := range store.Journal(t.Context(), cup.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		played = append(played, r)
	}
	cup.Name = "again"
	run, err := store.Begin(t.Context(), cup.Info)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.SavePairings(t.Context(), played); err != nil {
		t.Fatal(err)
	}
	if again := get[documents.Table](t, s, "/api/v1/runs/again/standings"); again.Games != 36 {
		t.Fatalf("%d games", again.Games)
	}
	if err := run.DropPairings(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	if w := ask(t, s, http.MethodGet, "/api/v1/runs/again/standings", ""); w.Code != http.StatusOK {
		t.Fatal(w.Body)
	}
	if again := get[documents.Table](t, s, "/api/v1/runs/again/standings"); again.Games >= 36 {
		t.Errorf("%d games after results were removed", again.Games)
	}

	// The removed results are played again by another process, with other outcomes, before anybody asks.
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	if run, _, err = store.Resume(t.Context(), "again", cup.Config); err != nil {
		t.Fatal(err)
	}
	if err := run.SavePairings(t.Context(), played[4:]); err != nil {
		t.Fatal(err)
	}
	before := get[documents.Table](t, s, "/api/v1/runs/again/standings")
	unknown := func() bool { // a game whose length is not known, as of one whose replay ends otherwise
		return slices.ContainsFunc(get[gamesPage](t, s, "/api/v1/runs/again/games").Games, func(g gameLine) bool { return g.Length == nil })
	}
	for i := 0; unknown(); i++ { // a busy machine finds the lengths little by little
		if i > 50 {
			t.Fatal("lengths of games are missing")
		}
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	if run, _, err = store.Resume(t.Context(), "again", cup.Config); err != nil {
		t.Fatal(err)
	}
	if err := run.DropPairings(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	for i := range played[4:] {
		for j := range played[4+i].Games {
			played[4+i].Games[j].Outcome = engines.Loser(2, j) // by the first agent
		}
	}
	if err := run.SavePairings(t.Context(), played[4:]); err != nil {
		t.Fatal(err)
	}
	if after := get[documents.Table](t, s, "/api/v1/runs/again/standings"); after.Games != before.Games || reflect.DeepEqual(after.Standings, before.Standings) {
		t.Errorf("the standings are still those before results were played again: %+v", after.Standings)
	}
	if !unknown() {
		t.Error("the lengths are still those before results were played again")
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
}
