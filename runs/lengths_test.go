package runs_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// Replays of a stored tournament have the lengths that its games had, and a sample of them has
// lengths within theirs.
func TestStoredLengthsAreThoseOfTheGames(t *testing.T) {
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{risk.New()}}
	store := filepath.Join(t.TempDir(), "runs.db")
	var played runs.GameLengths
	r, err := catalog.Tournament(t.Context(), runs.Options{Store: store, Events: played.Events(), Text: `engine: {name: risk, settings: {map: grid, size: 3, depth: 1}}
agents: [default, random]
schedule: {kind: round_robin, cycles: 10}
seed: 4`}, func(runs.TournamentResult) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	all, err := runs.StoredLengths(t.Context(), catalog, store, r.Record.ID, 1000)
	if err != nil || all.Games != played.Games || all.Games == 0 || all.Least != played.Least || all.Most != played.Most || all.Of != 0 {
		t.Fatalf("%+v, played %+v, error %v", all, played, err)
	}
	if d := all.Mean - played.Mean; d > 1e-9 || d < -1e-9 {
		t.Errorf("mean %v, played %v", all.Mean, played.Mean)
	}
	some, err := runs.StoredLengths(t.Context(), catalog, store, r.Record.ID, 7)
	if err != nil || some.Games != 7 || some.Of != played.Games || some.Least < all.Least || some.Most > all.Most {
		t.Errorf("%+v of %+v, error %v", some, all, err)
	}
	if none, err := runs.StoredLengths(t.Context(), catalog, store, r.Record.ID, -1); err != nil || none.Games != 0 {
		t.Errorf("at most -1 games: %+v, error %v", none, err)
	}
	s, err := runs.OpenReadOnly(store)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for _, game := range []int{-1, 99} {
		refs := []results.GameRef{{}, {Game: game}}
		found, err := runs.Lengths(t.Context(), catalog, s, r.Record.ID, refs, nil)
		if err == nil || !strings.Contains(err.Error(), "the pairing has 2 games") || len(found) != 1 {
			t.Errorf("game %d of a pairing: %v, error %v", game, found, err)
		}
	}
}
