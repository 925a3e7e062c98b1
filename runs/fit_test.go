package runs_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tuning"
)

const fitted = "engine: {name: risk, settings: {size: 3, depth: 1}}\nstrategy: {name: fit, positions: 8}\nbudget: {games: 300, rounds: 3}\nverification: {games: 400, opponents: [default]}\nseed: 3\n"

func sameFitted(got, want runs.FitResult) string { return cmp.Diff(want, got, sameRecord) }

// What Fit returns is what the store has, whatever the number of workers.
func TestFitKeepsWhatItFound(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	got, err := both().Fit(t.Context(), runs.Options{Text: fitted, Store: db, Name: "first", Workers: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := runs.Record(t.Context(), db, "first")
	if err != nil {
		t.Fatal(err)
	}
	if rec.Kind != results.Fit || rec.Status != results.Finished || rec.Rounds != 3 || rec.Games != 300 || got.Record.Games != 300 {
		t.Errorf("stored: %+v", rec.Summary)
	}
	if diff := cmp.Diff(*got.Record.Result.Fit, *rec.Result.Fit); diff != "" || got.Record.Result.Fit.Positions != 2400 {
		t.Errorf("%+v; %s", got.Record.Result.Fit, diff)
	}
	if len(rec.Result.Standings) != 1 || len(rec.Result.Weights) != 4 {
		t.Errorf("result: %+v", rec.Result)
	}
	again, err := both().Fit(t.Context(), runs.Options{Text: fitted, Store: db, Workers: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameFitted(again, got); diff != "" {
		t.Errorf("another number of workers: %s", diff)
	}
}

// A fit that is stopped after any round ends as if it had not been.
func TestFitResumes(t *testing.T) {
	t.Parallel()
	want, err := both().Fit(t.Context(), runs.Options{Text: fitted, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for stop := 1; stop <= 3; stop++ {
		db := inStore(t)
		ctx, cancel := context.WithCancel(t.Context())
		_, err := both().Fit(ctx, runs.Options{Text: fitted, Store: db, Events: tuning.Events{RoundSaved: func(r tuning.Round) {
			if r.Number == stop {
				cancel()
			}
		}}}, nil)
		var stopped *runs.InterruptedError
		if !errors.As(err, &stopped) {
			t.Fatalf("stopped after round %d: %v", stop, err)
		}
		got, err := both().Fit(t.Context(), runs.Options{Resume: stopped.Run, Store: db}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameFitted(got, want); diff != "" {
			t.Errorf("resumed after round %d: %s", stop, diff)
		}
	}
}

// The games of a stored run are played again for their positions.
func TestFitFromRun(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	tuned, err := both().Tune(t.Context(), runs.Options{Text: onRisk, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := "engine: {name: risk, settings: {size: 4, depth: 1}}\nstrategy: {name: fit, from: run:last}\nverification: {games: 0}\n"
	got, err := both().Fit(t.Context(), runs.Options{Text: text, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	games := tuned.Record.Games
	for _, m := range tuned.Verification.Matches {
		games += m.Games
	}
	if got.Record.Result.Fit.Games < games || got.From != "run:"+tuned.Record.ID {
		t.Errorf("%d games from %s; the run played %d", got.Record.Result.Fit.Games, got.From, games)
	}
	if _, err := both().Fit(t.Context(), runs.Options{Text: text, Set: []string{"budget.games=20"}, Store: db}, nil); err == nil {
		t.Error("the games of a fit were found; it keeps none")
	}
	text = strings.Replace(text, "last", tuned.Record.ID, 1)
	if got, err = both().Fit(t.Context(), runs.Options{Text: text, Set: []string{"budget.games=20"}, Store: db}, nil); err != nil || got.Record.Result.Fit.Games != 20 {
		t.Errorf("%d games, at most 20 asked for: %v", got.Record.Result.Fit.Games, err)
	}
}

// Of a recovered run that lacks a round, all other rounds are read.
func TestFitFromRecoveredRun(t *testing.T) {
	t.Parallel()
	db, rest := inStore(t), filepath.Join(t.TempDir(), "recovered.db")
	tuned, err := both().Tune(t.Context(), runs.Options{Text: onRisk, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Exec("DELETE FROM played WHERE generation = 2; DELETE FROM generation WHERE number = 2"); err != nil {
		t.Fatal(err)
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := results.Recover(t.Context(), db, rest); err != nil {
		t.Fatal(err)
	}
	text := "engine: {name: risk, settings: {size: 4, depth: 1}}\nstrategy: {name: fit, from: run:last}\nverification: {games: 0}\n"
	got, err := both().Fit(t.Context(), runs.Options{Text: text, Store: rest}, nil)
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	store, err := results.OpenReadOnly(rest)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	for _, round := range []int{1, 3, 4, 0} {
		for r, err := range store.Pairings(t.Context(), tuned.Record.ID, round) {
			if err != nil {
				t.Fatal(err)
			}
			games += len(r.Games)
		}
	}
	if got.Record.Result.Fit.Games != games || tuned.Record.Rounds != 4 {
		t.Errorf("%d games are fitted; %d are stored of %d rounds", got.Record.Result.Fit.Games, games, tuned.Record.Rounds)
	}
}

func TestFitFromFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "etudes.csv")
	var text strings.Builder
	for range 40 {
		text.WriteString("A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3;1\nA1 B6 A2 / B4 A1 B2 / A2 B5 A1 ; B attack 3;2\n")
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	config := "engine: {name: risk, settings: {size: 3, depth: 1}}\nstrategy: {name: fit, from: '" + file + "'}\nverification: {games: 0}\n"
	got, err := both().Fit(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
	if err != nil || got.Record.Result.Fit.Positions != 80 || got.Record.Games != 0 {
		t.Errorf("%+v, %v", got.Record.Result.Fit, err)
	}
}

// A fit of a game of three seats uses as many positions as its forecast announces.
func TestFitOfThreeSeats(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "etudes.csv")
	text := strings.Repeat("A3 B1 C2 / B4 A1 C2 / A2 B5 C6 ; A attack 3;1\nA1 B6 C2 / B4 A1 C2 / A2 B5 C1 ; B attack 3;2\n", 20)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		strategy string
		want     int
	}{
		{"positions: 4}\nbudget: {games: 20", 80},
		{"from: '" + file + "'", 40},
	} {
		o := runs.Options{Text: "engine: {name: risk, seats: 3, settings: {size: 3, depth: 1}}\nstrategy: {name: fit, " + c.strategy + "}\nverification: {games: 0}\n", Store: inStore(t)}
		planned, err := runs.ForecastFit(t.Context(), both(), o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := both().Fit(t.Context(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if e := got.Record.Result.Fit; planned.Positions != c.want || e.Positions != c.want {
			t.Errorf("%s: %d positions, %d in the forecast; want %d", c.strategy, e.Positions, planned.Positions, c.want)
		}
	}
}

func TestFitMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"engine: {name: risk}\nstrategy: {name: fitt}\n":                                                                                                              `unknown strategy "fitt" (did you mean fit?)`,
		"engine: {name: risk, weights: {luck: {min: 0}}}\nverification: {opponents: [defalt]}\n":                                                                      "did you mean default?",
		"engine: {name: risk}\nstrategy: {name: genetic}\n":                                                                                                           "genetic is not a fit; the verb evolve",
		"engine: {name: risk}\nstrategy: {name: fit, target: luck, held_out: 2}\n":                                                                                    "strategy.held_out",
		"engine: {name: risk}\nstrategy: {name: fit, from: nowhere.csv}\n":                                                                                            "nowhere.csv: " + noFile,
		"engine: {name: risk}\nstrategy: {name: fit}\nbudget: {time: 1m}\n":                                                                                           "budget.time",
		"engine: {name: risk}\nstrategy: {name: fit, target: score}\n":                                                                                                ":2: strategy.target: the games of risk have no scores; use result",
		"engine: {name: minesweeper, settings: {agent: max-p}}\nstrategy: {name: fit}\n":                                                                              ":1: engine.settings: the player of minesweeper has no weights with these settings",
		"engine: {name: duel}\nstrategy: {name: fit}\n":                                                                                                               ":1: engine.name: duel: a duel has no positions and no moves",
		"engine: {name: duel}\nopenings: {random_plies: 1}\nstrategy: {name: fit, target: score}\n":                                                                   ":1: engine.name: duel: a duel has no positions and no moves",
		"engine: {name: minesweeper, settings: {width: 3, height: 3, mines: 2, agent: linear}}\nopenings: {random_plies: 10}\nstrategy: {name: fit, target: score}\n": ":2: openings.random_plies: after 10 random plies",
		"engine: {name: risk}\nstrategy: {name: fit, ridge: -1}\nopponents: [nobody, default]\n":                                                                      "strategy.ridge",
	} {
		c := both()
		c.Games = append(c.Games, minesweeper.New())
		_, err := c.Fit(t.Context(), runs.Options{Text: text, Store: inStore(t), Force: true}, nil)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	_, err := both().Tune(t.Context(), runs.Options{Text: fitted, Store: inStore(t)}, nil)
	if err == nil || !strings.Contains(err.Error(), "the verb fit") {
		t.Errorf("evolve of a fit: %v", err)
	}
}

// What a table is fitted to becomes a setting of the result, and a run that was
// stopped between its rounds ends the same.
func TestFitTable(t *testing.T) {
	t.Parallel()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("a table of a million weights takes some seconds; LANISTA_EXHAUSTIVE=1 fits it")
	}
	c := runs.Catalog{Games: engines.Registry{othello.New()}}
	text := "engine: {name: othello, settings: {model: patterns, table: none, depth: 1, exact: 0}}\n" +
		"strategy: {name: fit, target: score, explore: 10, positions: 10}\nbudget: {games: 60, rounds: 2}\n" +
		"verification: {games: 20, opponents: [{name: classic, settings: {model: classic, depth: 1}}]}\nseed: 1\n"
	want, err := c.Fit(t.Context(), runs.Options{Text: text, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	db := inStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = c.Fit(ctx, runs.Options{Text: text, Store: db, Events: tuning.Events{RoundSaved: func(tuning.Round) { cancel() }}}, nil)
	var stopped *runs.InterruptedError
	if !errors.As(err, &stopped) {
		t.Fatal(err)
	}
	got, err := c.Fit(t.Context(), runs.Options{Resume: stopped.Run, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameFitted(got, want); diff != "" {
		t.Error(diff)
	}
	rec, err := runs.Record(t.Context(), db, stopped.Run)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(rec.Result.Settings["table"], `{"othello_patterns":1`) || rec.Result.KeptStart {
		t.Errorf("settings of the result: %.40q", rec.Result.Settings["table"])
	}
}

// The error of a weight at a bound is not known: NaN in the result, null in JSON.
func TestFitErrorAtABound(t *testing.T) {
	t.Parallel()
	config := "engine: {name: risk, settings: {size: 3, depth: 1}, weights: {density: {max: 0.01, start: 0.005}}}\nstrategy: {name: fit, positions: 8}\nbudget: {games: 60}\nseed: 3\n"
	got, err := both().Fit(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const density = 3 // its smallest value is 0
	r := got.Record.Result
	if r.Weights[density] != 0 || len(r.Error) != 4 || !math.IsNaN(r.Error[density]) || !(r.Error[0] > 0) {
		t.Errorf("weights %v ± %v", r.Weights, r.Error)
	}
	if text, err := json.Marshal(documents.Fitted(got)); err != nil || !strings.Contains(string(text), `"density":null}`) {
		t.Errorf("JSON: %v, %s", err, text)
	}
}
