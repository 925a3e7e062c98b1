package runs_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

const (
	cup = "engine: {name: track}\nagents: [default, sprinter, random]\nschedule: {kind: round_robin, cycles: 40}\nseed: 2\n"
	// duet is a tournament of two agents that always choose the same moves, in a game without chance.
	duet = "engine: {name: othello, settings: {depth: 1}}\nagents: [default, {name: double, weights: default}]\nschedule: {kind: round_robin, cycles: 30}\nseed: 3\n"
	test = "engine: {name: track}\nagents: [default, random]\nschedule: {kind: round_robin, cycles: 1000, sprt: [0, 2]}\nseed: 4\n"
)

// stopAfter ends a context once so many more pairings are finished.
func stopAfter(cancel context.CancelFunc, pairings int) tuning.Events {
	return tuning.Events{ResultFinished: func(tuning.Phase, tournament.Result) {
		if pairings--; pairings == 0 {
			cancel()
		}
	}}
}

// stored lists the pairings of a tournament by their place in the schedule.
func stored(t *testing.T, db, run string) map[int]tournament.Result {
	t.Helper()
	store, err := results.OpenReadOnly(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	out := make(map[int]tournament.Result)
	for r, err := range store.Journal(t.Context(), run, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := out[r.Index]; twice {
			t.Errorf("pairing %d is stored twice", r.Index)
		}
		out[r.Index] = r
	}
	return out
}

// However often a tournament is stopped, its table and its caveats are those of one that was not,
// and a sequential test ends at the same pair.
func TestInterruptedTournamentEndsTheSame(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]string{"cup": cup, "duet": duet, "test": test} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			catalog := runs.Catalog{Games: engines.Registry{newTrack(), othello.New()}}
			whole := runs.Options{Text: config, Store: inStore(t), Workers: 1}
			want, err := catalog.Tournament(t.Context(), whole, nil)
			if err != nil || (len(want.Caveats) > 0) != (name == "duet") {
				t.Fatalf("caveats %q, %v", want.Caveats, err)
			}
			o := runs.Options{Text: config, Store: inStore(t), Workers: 3}
			var got runs.TournamentResult
			// On a busy machine the players may have played everything before those who are
			// told stop them: then it ends here, as it must.
			for _, pairings := range []int{1, 20, 60, 0} {
				ctx, cancel := context.WithCancel(t.Context())
				// Those that are resumed are told again, as they are entered again.
				o.Events = stopAfter(cancel, pairings) // never after 0
				got, err = catalog.Tournament(ctx, o, nil)
				cancel()
				var stopped *runs.InterruptedError
				if err == nil {
					break
				}
				if pairings == 0 || !errors.As(err, &stopped) {
					t.Fatalf("stopped after %d pairings: %v", pairings, err)
				}
				games := 0
				for _, r := range stored(t, o.Store, stopped.Run) {
					games += len(r.Games)
				}
				if stopped.Games != games {
					t.Errorf("the error counts %d games, %d are stored", stopped.Games, games)
				}
				if n := len(stored(t, o.Store, stopped.Run)); n < pairings {
					t.Errorf("stopped after %d pairings, %d are stored", pairings, n)
				}
				o.Text, o.Resume = "", stopped.Run
			}
			if diff := cmp.Diff(want, got, sameRecord, cmpopts.IgnoreFields(runs.TournamentResult{}, "Elapsed")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(stored(t, whole.Store, want.Record.ID), stored(t, o.Store, got.Record.ID), cmpopts.EquateComparable(engines.Outcome{})); diff != "" {
				t.Errorf("stored: %s", diff)
			}
			if n := len(stored(t, o.Store, got.Record.ID)); n != got.Table.Pairings {
				t.Errorf("%d pairings are stored, the table is of %d", n, got.Table.Pairings)
			}
		})
	}
}

// An interrupt after the last pairing was played comes too late: the tournament has its result, and
// is finished with it.
func TestTournamentIsInterruptedTooLate(t *testing.T) {
	t.Parallel()
	whole := runs.Options{Text: cup, Store: inStore(t)}
	want, err := both().Tournament(t.Context(), whole, nil)
	if err != nil {
		t.Fatal(err)
	}
	pairings := stored(t, whole.Store, want.Record.ID)
	// A store that lacks only the first pairing: the others are added after it was played, at the end.
	resumed := runs.Options{Store: inStore(t)}
	resumed.Resume = begun(t, resumed.Store, whole.Store, want.Record.ID, pairings)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	resumed.Events = stopAfter(cancel, len(pairings))
	got, err := both().Tournament(ctx, resumed, nil)
	if err != nil || ctx.Err() == nil {
		t.Fatalf("the context's error is %v, the tournament's %v, want none", ctx.Err(), err)
	}
	if diff := cmp.Diff(want.Table, got.Table); diff != "" {
		t.Error(diff)
	}
	rec, err := runs.Record(t.Context(), resumed.Store, got.Record.ID)
	if err != nil || rec.Status != results.Finished {
		t.Errorf("the run is %s, want it finished: %v", rec.Status, err)
	}
}

// begun stores a run like that of another store with all its pairings but the first, and returns
// its id.
func begun(t *testing.T, path, other, run string, pairings map[int]tournament.Result) string {
	t.Helper()
	rec, err := runs.Record(t.Context(), other, run)
	if err != nil {
		t.Fatal(err)
	}
	store, err := results.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	r, err := store.Begin(t.Context(), rec.Info)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(pairings); i++ {
		if err := r.SavePairings(t.Context(), []tournament.Result{pairings[i]}); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return r.ID()
}

// A tournament is resumed together with the config that began it, and with no other.
func TestTournamentIsResumedWithItsConfig(t *testing.T) {
	t.Parallel()
	o := runs.Options{Text: cup, Store: inStore(t)}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Events = stopAfter(cancel, 20)
	_, err := both().Tournament(ctx, o, nil)
	var stopped *runs.InterruptedError
	if !errors.As(err, &stopped) {
		t.Fatalf("%v, want to be interrupted", err)
	}
	o.Events, o.Resume = tuning.Events{}, stopped.Run
	other := o
	other.Text = strings.Replace(cup, "seed: 2", "seed: 5", 1)
	if _, err := both().Tournament(t.Context(), other, nil); !errors.Is(err, results.ErrOtherConfig) {
		t.Errorf("with another config: %v, want %v", err, results.ErrOtherConfig)
	}
	got, err := both().Tournament(t.Context(), o, nil)
	if err != nil {
		t.Fatalf("with its own config: %v", err)
	}
	if want := 40 * 3; got.Table.Pairings != want {
		t.Errorf("%d pairings, want %d", got.Table.Pairings, want)
	}
}

// A sequential test ends a tournament long before its schedule, whatever the
// number of workers.
func TestSequentialTestEndsATournament(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]rating.Decision{
		test: rating.AcceptH1,
		strings.Replace(test, "[default, random]", "[random, default]", 1): rating.AcceptH0,
		strings.Replace(test, "cycles: 1000", "cycles: 2", 1):              rating.Undecided,
	} {
		var first runs.TournamentResult
		for _, workers := range []int{1, 4} {
			var last *tuning.TestState
			events := tuning.Events{Progress: func(p tuning.Progress) { last = p.Test }}
			got, err := both().Tournament(t.Context(), runs.Options{Text: text, Store: inStore(t), Workers: workers, Events: events}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if last == nil || last.LLR != got.Test.LLR || last.Bounds != got.Test.Bounds {
				t.Errorf("the progress ends with the test %+v, the tournament with %+v", last, got.Test)
			}
			pairs := 0
			for _, n := range got.Test.Counts {
				pairs += n
			}
			if got.Test.Decision != want || pairs != got.Table.Pairings || got.Table.Pairings >= 1000 {
				t.Errorf("%v after %d pairs of %d pairings", got.Test.Decision, pairs, got.Table.Pairings)
			}
			if workers == 1 {
				first = got
			} else if diff := cmp.Diff(first, got, sameRecord, cmpopts.IgnoreFields(runs.TournamentResult{}, "Elapsed")); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// An agent that fails loses its games, and the tournament goes on.
func TestTournamentOfOneWhoFails(t *testing.T) {
	t.Parallel()
	text := strings.Replace(cup, "random]", "{name: moody, settings: {mood: moody}}]", 1)
	got, err := both().Tournament(t.Context(), runs.Options{Text: text, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range got.Table.Standings {
		if (s.Forfeits > 0) != (s.Agent == "moody") || s.Forfeits == s.Games || s.Losses < s.Forfeits || s.Forfeits > 0 && s.Forfeits != got.Table.Forfeits {
			t.Errorf("%+v of %d forfeits", s, got.Table.Forfeits)
		}
	}
}

// In a gauntlet the candidates meet the others, and not each other.
func TestGauntlet(t *testing.T) {
	t.Parallel()
	text := strings.Replace(cup, "kind: round_robin", "kind: gauntlet, anchor: random", 1)
	got, err := both().Tournament(t.Context(), runs.Options{Text: text, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range got.Table.Crosstable {
		for k, cell := range row {
			candidate := got.Table.Standings[i].Agent == "default" || got.Table.Standings[k].Agent == "default"
			if (cell != nil) != (candidate && i != k) {
				t.Errorf("%s against %s: %+v", got.Table.Standings[i].Agent, got.Table.Standings[k].Agent, cell)
			}
		}
		if s := got.Table.Standings[i]; s.Agent == "random" && s.Rating != 0 {
			t.Errorf("the anchor is rated %v", s.Rating)
		}
	}
}

func TestTournamentMistakes(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{
		"agents=[]":        "agents: missing: a tournament needs at least two",
		"agents=[default]": "at least two",
		"engine.seats=3;agents=[default, random]":       "agents: 2 are too few for a game of 3 seats",
		"agents=[default, default]":                     "agents[1]: two agents are named default",
		"schedule={kind: gauntlet, candidates: 3}":      "schedule.candidates: 3 of 3 agents leave 0 opponents, and at least 1 must be left",
		"schedule={kind: groups, size: 4}":              "schedule.size: 4 is more than the number of agents, 3",
		"schedule.kind=swiss":                           `schedule.kind: unknown schedule "swiss"`,
		"schedule.cycles=-1":                            "schedule.cycles",
		"schedule.sprt=[0, 5]":                          "schedule.sprt: a sequential test needs two agents, not 3",
		"schedule.sprt=[5]":                             "schedule.sprt: elo0, elo1",
		"schedule.cycles=9000000000000000000":           "schedule.cycles: 9000000000000000000 cycles of 3 pairings are more than",
		"schedule.anchor=nobody":                        "nobody",
		"schedule.cycle=3":                              "schedule.cycle: unknown key (did you mean cycles?)",
		"agents=[{player: x}, default]":                 `agents[0]: unknown player "x"`,
		"engine.settings.mood=angry":                    `unknown "angry" (have calm`,
		"agents=[{weights: [11, 0]}, a]":                "agents[0].weights.way: 11 is not within [0, 10]",
		"agents=[{weights: {wey: 1}}, b]":               "agents[0].weights.wey: ",
		"agents=[a" + strings.Repeat(", a", 2000) + "]": "agents: 2001 agents: a tournament takes at most 2000, because its memory grows with the square of their number",

		"schedule={kind: gauntlet, candidates: 3, cycles: -1}": "schedule.cycles",
		"schedule={kind: groups, size: 4, groups: -1}":         "schedule.groups",
	} {
		o := runs.Options{Text: cup, Set: strings.Split(set, ";"), Store: inStore(t)}
		_, err := both().Tournament(t.Context(), o, nil)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", set, err, want)
		}
		if _, err := os.Stat(o.Store); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: it left a store", set)
		}
	}
}

// 0 stands for the default in options, and a config that asks for no errors must not get the default.
func TestSequentialTestWithoutErrors(t *testing.T) {
	t.Parallel()
	for _, rates := range []string{"0, 0.05", "0.05, 0", "0, 0"} {
		_, err := both().Tournament(t.Context(), runs.Options{Text: test, Set: []string{"schedule.sprt=[0, 5, " + rates + "]"}, Store: inStore(t)}, nil)
		if err == nil || !strings.Contains(err.Error(), "schedule.sprt: alpha and beta must be above 0") {
			t.Errorf("%s: %v", rates, err)
		}
	}
}
