package runs_test

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// Every game that a run has stored can be played again, of whichever kind it was.
func TestReplay(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	for name, text := range map[string]string{"duels": onTrack, "population": onRisk, "pool": pooled} {
		if _, err := both().Tune(t.Context(), runs.Options{Text: text, Store: db, Name: name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := both().Tournament(t.Context(), runs.Options{Text: "openings: {random_plies: 2}\n" + cup, Store: db, Name: "cup"}, nil); err != nil {
		t.Fatal(err)
	}
	store, err := results.OpenReadOnly(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	for _, run := range []string{"duels", "population", "pool", "cup"} {
		seen := map[results.GameRef]bool{}
		rec, err := store.Get(t.Context(), run)
		if err != nil {
			t.Fatal(err)
		}
		games := rec.Games
		if rec.Kind == results.Evolve {
			games += 2 * rec.Pairings
		}
		if _, err := runs.FindGame(t.Context(), store, run, games+1); err == nil || !strings.Contains(err.Error(), "there is no game") {
			t.Errorf("%s: %d games were played, and there is one more: %v", run, games, err)
		}
		for n := 1; n <= games; n += 1 + n%11 { // a sample with neighbours
			at, err := runs.FindGame(t.Context(), store, run, n)
			if err != nil {
				t.Fatal(err)
			}
			if seen[at] {
				t.Fatalf("%s: two games at %+v", run, at)
			}
			seen[at] = true
			if n%10 > 1 { // a smaller one, of first and second games of a pair
				continue
			}
			r, err := runs.Replay(t.Context(), both(), "", store, run, at)
			if err != nil {
				t.Fatalf("%s, game %d: %v", run, n, err)
			}
			if !r.Same() {
				t.Errorf("%s, game %d ended %v in the run, and %v now", run, n, r.Stored, r.Played)
			}
			plies, opening := 0, 0
			last := r.Start.String()
			for p := range r.Plies {
				plies++
				if p.Opening {
					opening++
				}
				last = p.Position.String()
			}
			if plies != len(r.Played.Moves()) || plies-opening != r.Played.Plies || last == r.Start.String() {
				t.Errorf("%s, game %d: %d plies of %d, %d of the opening", run, n, plies, len(r.Played.Moves()), opening)
			}
			if run == "cup" && opening != 2 {
				t.Errorf("%s, game %d: an opening of %d plies", run, n, opening)
			}
		}
	}
}
