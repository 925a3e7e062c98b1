package runs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// An interrupted run whose config has another budget than at its start takes the budget of the config,
// with a note.
func TestAnInterruptedRunTakesAnotherBudget(t *testing.T) {
	t.Parallel()
	db, text := inStore(t), strings.Replace(onTrack, "spsa", "genetic, population: 8", 1)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := both().Tune(ctx, runs.Options{Text: text, Set: []string{"budget.games=400"}, Store: db, Name: "it", Events: stops(cancel, 1, 0)}, nil); err == nil {
		t.Fatal("it was not stopped")
	}
	var notes []string
	got, err := both().Tune(t.Context(), runs.Options{Text: text, Store: db, Resume: "it", Events: tuning.Events{Warning: func(text string) { notes = append(notes, text) }}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := "budget.games was 400 and is 200 now"; got.Record.Games > 200 || !strings.Contains(strings.Join(notes, "\n"), want) {
		t.Errorf("%d games, %q, want the note %q", got.Record.Games, notes, want)
	}
}

// A finished run goes on under a larger budget: its rounds stay, more follow, and
// however often that is stopped it ends the same.
func TestAFinishedRunGoesOn(t *testing.T) {
	t.Parallel()
	for name, more := range map[string][]string{
		"spsa":    {"budget.games=400"},
		"cmaes":   {"budget.games=400", "verification.games=60"},
		"de":      {"budget.games=400"},
		"genetic": {"budget.games=400"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			extended := func(stops bool) (first, ended runs.TuneResult) {
				db := inStore(t)
				text := strings.Replace(onTrack, "spsa", name, 1)
				first, err := both().Tune(t.Context(), runs.Options{Text: text, Store: db, Name: "it"}, nil)
				if err != nil {
					t.Fatal(err)
				}
				o := runs.Options{Store: db, Resume: "it", Set: more}
				if stops {
					ctx, cancel := context.WithCancel(t.Context())
					o.Events = tuning.Events{RoundSaved: func(tuning.Round) { cancel() }}
					var stopped *runs.InterruptedError
					if _, err := both().Tune(ctx, o, nil); !errors.As(err, &stopped) {
						t.Fatalf("it was to be stopped: %v", err)
					}
					o.Set, o.Events = nil, tuning.Events{} // it is the run's own budget now
				}
				if ended, err = both().Tune(t.Context(), o, nil); err != nil {
					t.Fatal(err)
				}
				return first, ended
			}
			first, once := extended(false)
			if once.Record.Games <= first.Record.Games || once.Record.Rounds <= first.Record.Rounds {
				t.Errorf("%d games in %d rounds, then %d in %d", first.Record.Games, first.Record.Rounds, once.Record.Games, once.Record.Rounds)
			}
			same := cmp.Options{cmpopts.EquateNaNs(), cmpopts.IgnoreFields(results.Generation{}, "Elapsed")}
			if diff := cmp.Diff(first.Record.Generations, once.Record.Generations[:first.Record.Rounds], same); diff != "" {
				t.Errorf("its first rounds: %s", diff)
			}
			if _, twice := extended(true); sameTuned(twice, once) != "" {
				t.Errorf("stopped on the way: %s", sameTuned(twice, once))
			}
			want := []results.Continuation{{From: "{games: 200}", To: "{games: 400}", Rounds: first.Record.Rounds, Games: first.Record.Games}}
			if diff := cmp.Diff(want, once.Record.Continued); diff != "" || first.Record.Continued != nil {
				t.Fatalf("continued %+v: %s", first.Record.Continued, diff)
			}
			// Its config, played with the first budget and continued with the second, gives the same.
			db, again := inStore(t), once
			for _, o := range []runs.Options{
				{Text: once.Record.Config, Set: []string{"budget=" + want[0].From, "verification.games=120"}}, // of its first checkpoints
				{Resume: "last", Set: append([]string{"budget=" + want[0].To}, more...)},
			} {
				var err error
				o.Store = db
				if again, err = both().Tune(t.Context(), o, nil); err != nil {
					t.Fatal(err)
				}
			}
			if diff := sameTuned(again, once); diff != "" {
				t.Errorf("repeated: %s", diff)
			}
		})
	}
}

// A search is exhausted if twice its budget brings no further games. It is then not offered to
// continue.
func TestExhausted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		more string
		want bool
	}{
		"spsa":                     {onTrack, "budget.games=400", false},
		"cmaes":                    {strings.Replace(onTrack, "spsa", "cmaes", 1), "budget.games=400", false},
		"cmaes against a pool":     {pooled, "budget.games=400", false},
		"de":                       {strings.Replace(onTrack, "spsa", "de", 1), "budget.games=400", false},
		"genetic by games":         {strings.Replace(onTrack, "spsa", "genetic, population: 8", 1), "budget.games=400", false},
		"genetic by rounds":        {strings.Replace(onRisk, ", generations: 4}", "}\nbudget: {rounds: 4}", 1), "budget.rounds=8", false},
		"genetic with generations": {onRisk, "budget.games=400", true},
		"spsa with rounds":         {strings.Replace(onTrack, "spsa", "spsa, rounds: 10", 1), "budget.games=400", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := inStore(t)
			first, err := both().Tune(t.Context(), runs.Options{Text: c.text, Store: db, Name: "it"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = both().Tune(t.Context(), runs.Options{Store: db, Resume: "it"}, nil)
			var finished *runs.FinishedError
			if !errors.As(err, &finished) || finished.Extends == c.want {
				t.Errorf("resumed: %v, extends %t", err, finished != nil && finished.Extends)
			}
			more, err := both().Tune(t.Context(), runs.Options{Store: db, Resume: "it", Set: []string{c.more}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if same := more.Record.Games == first.Record.Games; first.Record.Result.Exhausted != c.want || same != c.want {
				t.Errorf("exhausted %t, want %t; %d games, and %d with twice the budget", first.Record.Result.Exhausted, c.want, first.Record.Games, more.Record.Games)
			}
		})
	}
}

func TestWhatCannotGoOn(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	if _, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db, Name: "it"}, nil); err != nil {
		t.Fatal(err)
	}
	for set, want := range map[string]string{
		"budget.games=20":           "more than the new budget",
		"seed=9":                    "seed was 3 and is 9 now",
		"engine.settings.length=30": "engine.settings.length",
	} {
		_, err := both().Tune(t.Context(), runs.Options{Store: db, Resume: "it", Set: []string{set}}, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", set, err)
		}
	}
	auto := strings.Replace(onTrack, "spsa", "auto", 1)
	if _, err := both().Tune(t.Context(), runs.Options{Text: auto, Store: db, Name: "auto"}, nil); err != nil {
		t.Fatal(err)
	}
	for run, extends := range map[string]bool{"it": true, "auto": false} {
		_, err := both().Tune(t.Context(), runs.Options{Store: db, Resume: run}, nil)
		if finished, ok := errors.AsType[*runs.FinishedError](err); !ok || finished.Extends != extends || !errors.Is(err, results.ErrFinished) {
			t.Errorf("%s is resumed without another budget: %v", run, err)
		}
	}
	_, err := both().Tune(t.Context(), runs.Options{Store: db, Resume: "auto", Set: []string{"budget.games=400"}}, nil)
	if err == nil || !strings.Contains(err.Error(), "auto plans its whole budget from its first round on") {
		t.Errorf("auto: %v", err)
	}
	rec, err := runs.Record(t.Context(), db, "auto")
	if err != nil || rec.Status != results.Finished || rec.Result == nil {
		t.Errorf("it is %s now: %v", rec.Status, err)
	}
}
