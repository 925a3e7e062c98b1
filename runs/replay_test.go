package runs_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
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
		if _, _, err := runs.FindGame(t.Context(), store, run, games+1); err == nil || !strings.Contains(err.Error(), "there is no game") {
			t.Errorf("%s: %d games were played, and there is one more: %v", run, games, err)
		}
		for n := 1; n <= games; n += 1 + n%11 { // a sample with neighbours
			id, at, err := runs.FindGame(t.Context(), store, run, n)
			if err != nil {
				t.Fatal(err)
			}
			if id != rec.ID {
				t.Fatalf("game %d of %s is one of run %s, want %s", n, run, id, rec.ID)
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

// A run whose games cannot be replayed is recognised without a game, and the mistake is not one of the
// program.
func TestGamesThatCannotBeReplayed(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	store, err := results.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	for config, want := range map[string]string{
		"engine: {name: duel}\n": "duel plays its games itself",
		"programs: {bot: {command: [none]}}\nengine: {name: risk, player: bot}\n": "uses the program bot",
		"engine: {name: risk}\n": "",
	} {
		engine := "risk"
		if strings.Contains(config, "duel") {
			engine = "duel"
		}
		run, err := store.Begin(t.Context(), results.Info{Kind: results.Tournament, Engine: engine, Config: config, Field: []engines.Agent{{Name: "a"}, {Name: "b"}}})
		if err != nil {
			t.Fatal(err)
		}
		pairing := tournament.Result{Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 1, Games: 1}, Games: []engines.Record{{Outcome: engines.Winner(2, 0)}}}
		if err := errors.Join(run.SavePairings(t.Context(), []tournament.Result{pairing}), run.Close()); err != nil {
			t.Fatal(err)
		}
		err = runs.CheckReplay(t.Context(), both(), store, run.ID())
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", config, err)
			}
			continue
		}
		_, again := runs.Replay(t.Context(), both(), "", store, run.ID(), results.GameRef{})
		for _, err := range []error{err, again} {
			if _, ok := errors.AsType[*runs.MistakeError](err); !ok || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", config, err)
			}
		}
	}
}

// The config of a replay may be the name of a game or of a preset, and a run without programs is
// replayed as without a config.
func TestReplayWithTheNameOfAGame(t *testing.T) {
	t.Parallel()
	db, run := tuned(t)
	store, err := results.OpenReadOnly(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	for _, config := range []string{"risk", "risk-quick"} {
		r, err := runs.Replay(t.Context(), shipping(), config, store, run.Record.ID, results.GameRef{Round: 1})
		if err != nil {
			t.Fatalf("%s: %v", config, err)
		}
		if !r.Same() || len(r.Played.Moves()) == 0 {
			t.Errorf("%s: the game has ended as %v after %d moves, and ended as %v", config, r.Played.Outcome, len(r.Played.Moves()), r.Stored.Outcome)
		}
		r.Close()
		got, err := runs.Explain(t.Context(), shipping(), runs.ExplainOptions{Run: run.Record.ID, Store: db, Config: config, Games: 40, Workers: 1})
		if err != nil || got.Explanation.Games < 40 {
			t.Fatalf("%s: %+v, %v", config, got.Explanation, err)
		}
	}
}
