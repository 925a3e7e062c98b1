package runs_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
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
// however often that is stopped it ends the same. A strategy that plans its whole budget refuses
// another one, and a run with it is not offered to go on.
func TestAFinishedRunGoesOn(t *testing.T) {
	t.Parallel()
	for _, name := range strategies(both()) {
		more := []string{"budget.games=400"}
		if name == "cmaes" {
			more = append(more, "verification.games=60")
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "gp" {
				inLongForm(t, "it spends its time on the model, and other strategies are continued")
			}
			if !goesOn(t, both(), strings.Replace(onTrack, "spsa", name, 1), more) {
				return
			}
			if name != "cmaes" {
				inLongForm(t, "cmaes stands for all strategies that go on")
			}
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

// With weights that have choices, a finished run of genetic goes on under a larger budget. Every other
// strategy has divided its whole budget among the race of the choices, the search and the test.
func TestAFinishedRunWithChoicesGoesOn(t *testing.T) {
	t.Parallel()
	game := solo.Func(engines.Spec{Name: "mix", Weights: styles}, func(_ context.Context, _ engines.Agent, seed uint64) (float64, error) {
		return float64(seed % 100), nil
	})
	for _, name := range strategies(only(game)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := "engine: {name: mix}\nstrategy: {name: " + name + "}\nbudget: {games: 400}\nverification: {games: 40}\n"
			if got := goesOn(t, only(game), text, []string{"budget.games=800"}); got != (name == "genetic") {
				t.Errorf("it goes on: %t", got)
			}
		})
	}
}

// goesOn plays a config, continues the run with the overrides more, and reports whether it goes on. It
// goes on if and only if the error about the finished run offers this, and no step that continues the
// search is suggested otherwise.
func goesOn(t *testing.T, catalog runs.Catalog, text string, more []string) bool {
	t.Helper()
	o := runs.Options{Text: text, Store: inStore(t), Name: "it"}
	r, err := catalog.Tune(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Text, o.Name, o.Resume = "", "", "it"
	_, err = catalog.Tune(t.Context(), o, nil)
	finished, ok := errors.AsType[*runs.FinishedError](err)
	if !ok || r.Record.Result.Exhausted {
		t.Fatalf("resumed: %v; exhausted %t", err, r.Record.Result.Exhausted)
	}
	o.Set = more
	_, err = catalog.Tune(t.Context(), o, nil)
	refused := err != nil && strings.Contains(err.Error(), "plans its whole budget from its first round on")
	if err != nil && !refused || finished.Extends == refused {
		t.Fatalf("offered to go on: %t; with a larger budget: %v", finished.Extends, err)
	}
	if refused && slices.ContainsFunc(runs.NextSteps(catalog, r.Record), func(s runs.NextStep) bool { return s.Kind == runs.ContinueStep }) {
		t.Error("the next steps continue it")
	}
	return !refused
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
		"cmaes against a pool":     {pooled, "budget.games=400", false},
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
		"budget.games=20":           "more than the new budget; give at least as many",
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

// A tournament that has played its schedule goes on with more cycles. It ends as the tournament that
// had this number of cycles from the start, for every kind of schedule, and also if it is stopped
// on the way.
func TestAFinishedTournamentGoesOn(t *testing.T) {
	t.Parallel()
	field := "agents: [default, sprinter, random, {name: slow, weights: [1, 9]}]\nseed: 2\n"
	for name, text := range map[string]string{
		"round robin":        cup,
		"turned":             strings.Replace(cup, "cycles: 40", "cycles: 40, seat_orders: turned", 1),
		"drawn, independent": strings.Replace(cup, "cycles: 40", "cycles: 40, seat_orders: drawn, deals: independent", 1),
		"groups":             "engine: {name: track}\nschedule: {kind: groups, groups: 2, size: 3, cycles: 40}\n" + field,
		"gauntlet":           "engine: {name: track}\nschedule: {kind: gauntlet, candidates: 2, cycles: 40}\n" + field,
		"openings":           duet,
		"three seats":        "engine: {name: track, seats: 3}\nschedule: {kind: round_robin, cycles: 40}\n" + field,
		"undecided test":     strings.Replace(test, "cycles: 1000", "cycles: 2", 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			switch name {
			case "round robin", "turned", "gauntlet", "three seats":
				inLongForm(t, "other schedules, orders and numbers of seats are continued in the short form")
			}
			catalog := runs.Catalog{Games: engines.Registry{newTrack(), othello.New()}}
			o := runs.Options{Text: text, Store: inStore(t), Name: "it"}
			first, err := catalog.Tournament(t.Context(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			more := 3 * first.Table.Pairings / 2 // an odd number of cycles of 40, so that a period of neighbours is cut
			cycles := map[string]string{"openings": "45", "undecided test": "3"}[name]
			if cycles == "" {
				cycles = "60"
			}
			before := stored(t, o.Store, "it")
			_, err = catalog.Tournament(t.Context(), runs.Options{Store: o.Store, Resume: "it"}, nil)
			if finished, ok := errors.AsType[*runs.FinishedError](err); !ok || !finished.Extends {
				t.Fatalf("resumed without more cycles: %v", err)
			}
			longer := runs.Options{Store: o.Store, Resume: "it", Set: []string{"schedule.cycles=" + cycles}}
			ctx, cancel := context.WithCancel(t.Context())
			longer.Events = stopAfter(cancel, first.Table.Pairings+1)
			got, err := catalog.Tournament(ctx, longer, nil)
			if err != nil { // it was stopped before its last pairing
				got, err = catalog.Tournament(t.Context(), runs.Options{Store: o.Store, Resume: "it"}, nil)
			}
			if err != nil || got.Table.Pairings != more {
				t.Fatalf("%d pairings, want %d, after %d: %v", got.Table.Pairings, more, first.Table.Pairings, err)
			}
			whole := runs.Options{Text: first.Record.Config, Set: longer.Set, Store: inStore(t), Name: "it"}
			want, err := catalog.Tournament(t.Context(), whole, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, sameRecord, cmpopts.IgnoreFields(runs.TournamentResult{}, "Elapsed")); diff != "" {
				t.Error(diff)
			}
			after := stored(t, o.Store, "it")
			if diff := cmp.Diff(stored(t, whole.Store, "it"), after, cmpopts.EquateComparable(engines.Outcome{})); diff != "" {
				t.Errorf("stored: %s", diff)
			}
			maps.DeleteFunc(after, func(i int, _ tournament.Result) bool { return i >= first.Table.Pairings })
			if diff := cmp.Diff(before, after, cmpopts.EquateComparable(engines.Outcome{})); diff != "" {
				t.Errorf("the pairings of its first part: %s", diff)
			}
		})
	}
}

// A config without a number of cycles resumes a tournament with the number that it was last continued
// with, and what is more than this number continues it.
func TestATournamentKeepsItsCycles(t *testing.T) {
	t.Parallel()
	db, text := inStore(t), strings.Replace(cup, ", cycles: 40", "", 1)
	for _, o := range []runs.Options{{Text: text, Name: "it"}, {Text: text, Resume: "it", Set: []string{"schedule.cycles=7"}}} {
		o.Store = db
		if _, err := both().Tournament(t.Context(), o, nil); err != nil {
			t.Fatal(err)
		}
	}
	_, err := both().Tournament(t.Context(), runs.Options{Text: text, Store: db, Resume: "it"}, nil)
	if _, ok := errors.AsType[*runs.FinishedError](err); !ok {
		t.Errorf("%v, want that it is finished", err)
	}
}

func TestWhichTournamentCannotGoOn(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	for name, text := range map[string]string{"cup": cup, "decided": test} {
		if _, err := both().Tournament(t.Context(), runs.Options{Text: text, Store: db, Name: name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ run, set, want string }{
		{"cup", "schedule.cycles=39", "has a schedule of 40 cycles (in a match: rounds) and cannot continue with 39"},
		{"cup", "seed=9", "seed was 2 and is 9 now"},
		{"cup", "schedule.deals=independent", "schedule.deals was shared and is independent now"},
		{"decided", "schedule.cycles=2000", "and more cycles would play no others"},
	} {
		_, err := both().Tournament(t.Context(), runs.Options{Store: db, Resume: c.run, Set: []string{c.set}}, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %s: %v", c.run, c.set, err)
		}
	}
	_, err := both().Tournament(t.Context(), runs.Options{Store: db, Resume: "decided"}, nil)
	if finished, ok := errors.AsType[*runs.FinishedError](err); !ok || finished.Extends {
		t.Errorf("a decided test: %v", err)
	}
}

// The progress of a resumed run states what was played before it, which is no sign of its speed.
func TestProgressOfAResumedRun(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	first, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db, Name: "search"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cups, err := both().Tournament(t.Context(), runs.Options{Text: cup, Store: db, Name: "cup"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[tuning.Phase]int64{
		tuning.Search: int64(first.Record.Games), tuning.Verifying: int64(first.Record.Games), tuning.Tournament: int64(cups.Table.Pairings),
	}
	events := tuning.Events{Progress: func(p tuning.Progress) {
		if p.Phase != tuning.Tournament || p.Done > want[p.Phase] { // a tournament reads its stored pairings first
			if p.Before != want[p.Phase] || p.Done <= p.Before {
				t.Errorf("%v: %d done, %d of them before, want %d", p.Phase, p.Done, p.Before, want[p.Phase])
			}
		}
	}}
	more := []string{"budget.games=400", "verification.games=60"}
	if _, err := both().Tune(t.Context(), runs.Options{Store: db, Resume: "search", Set: more, Events: events}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := both().Tournament(t.Context(), runs.Options{Store: db, Resume: "cup", Set: []string{"schedule.cycles=50"}, Events: events}, nil); err != nil {
		t.Fatal(err)
	}
}
