package runs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

const (
	onTrack = "engine: {name: track}\nstrategy: {name: spsa}\nbudget: {games: 200}\nverification: {games: 120, opponents: [default, sprinter]}\nseed: 3\n"
	onRisk  = "engine: {name: risk, settings: {size: 4, depth: 1}}\nstrategy: {name: genetic, population: 8, generations: 4}\nverification: {games: 60, opponents: [default]}\nseed: 3\n"
	pooled  = "engine: {name: track}\nopponents: [sprinter, random]\nstrategy: {name: cmaes}\nbudget: {games: 200}\nverification: {games: 120, opponents: [default]}\nseed: 5\n"
)

// twoDepths is a search at depth 1 whose result is measured at depth 2, too.
const twoDepths = "engine: {name: risk, settings: {size: 4, depth: 1}, weights: {territories: {start: 0}, units: {start: 0}, defence: {start: 0}, density: {start: 9}}}\n" +
	"strategy: {name: spsa}\nbudget: {games: 200}\nverification: {games: 80, opponents: [default, random], settings: {depth: 2}}\nseed: 3\n"

// both is a catalog of the games of these tests.
func both() runs.Catalog { return runs.Catalog{Games: engines.Registry{newTrack(), risk.New()}} }

// inStore is a store in a folder of the test.
func inStore(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "runs.db")
}

// sameRecord compares results of runs but for what may differ: the id, name and tags, the times, and
// the processes that played.
var sameRecord = cmp.Options{
	cmpopts.EquateNaNs(), cmp.Comparer(func(a, b rating.Float) bool { return a == b || a != a && b != b }),
	cmpopts.IgnoreUnexported(results.Summary{}), cmpopts.IgnoreFields(results.Summary{}, "ID", "Info.Name", "Info.Tags", "Started", "Ended", "Elapsed"),
	cmpopts.IgnoreFields(results.Record{}, "Workers"), cmpopts.IgnoreFields(results.Generation{}, "Elapsed"),
}

func sameTuned(got, want runs.TuneResult) string { return cmp.Diff(want, got, sameRecord) }

// What Tune returns and reports is what the store has.
func TestTuneKeepsWhatItFound(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	var reported runs.TuneResult
	got, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db, Name: "first"}, func(r runs.TuneResult) error {
		rec, err := runs.Record(t.Context(), db, r.Record.ID)
		if err != nil || rec.Status == results.Finished {
			t.Errorf("it counts as %s before it is reported: %v", rec.Status, err)
		}
		reported = r
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(reported, got, sameRecord); diff != "" {
		t.Errorf("reported and returned: %s", diff)
	}
	rec, err := runs.Record(t.Context(), db, "first")
	if err != nil {
		t.Fatal(err)
	}
	if rec.ID != got.Record.ID || rec.Status != results.Finished || rec.Games != got.Record.Games || rec.Seed != 3 || rec.Strategy != "spsa" {
		t.Errorf("stored: %+v", rec.Summary)
	}
	if diff := cmp.Diff(got.Record.Generations, rec.Generations, cmpopts.EquateNaNs()); diff != "" || got.Record.Rounds == 0 {
		t.Errorf("%d rounds; %s", got.Record.Rounds, diff)
	}
	if diff := cmp.Diff(got.Verification.Result.Weights, rec.Result.Weights); diff != "" {
		t.Error(diff)
	}
	if n := len(got.Verification.Matches); n != 2 || len(rec.Result.Standings) != n || rec.Result.Standings[1].Score != got.Verification.Matches[1].Score {
		t.Errorf("%d matches, stored %+v", n, rec.Result.Standings)
	}
	again, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db, Workers: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameTuned(again, got); diff != "" {
		t.Errorf("another run of the same config and seed: %s", diff)
	}
}

// stops are events that end a context: once so many rounds are saved, or so many
// pairings of the verification are finished.
func stops(cancel context.CancelFunc, rounds, verified int) tuning.Events {
	return tuning.Events{
		RoundSaved: func(r tuning.Round) {
			if r.Number == rounds {
				cancel()
			}
		},
		ResultFinished: func(p tuning.Phase, _ tournament.Result) {
			if p != tuning.Verifying {
				return
			}
			if verified--; verified == 0 {
				cancel()
			}
		},
	}
}

// However often a run is stopped, and wherever, it ends as if it had not been.
func TestInterruptedTuneEndsTheSame(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]string{"track": onTrack, "risk": onRisk, "pool": pooled, "two depths": twoDepths} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "pool" || name == "two depths" {
				inLongForm(t, "the other configs are stopped in the same places")
			}
			want, err := both().Tune(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			o := runs.Options{Text: config, Store: inStore(t), Workers: 3}
			for _, at := range []struct{ rounds, verified int }{{1, 0}, {2, 0}, {0, 2}, {0, 5}} {
				ctx, cancel := context.WithCancel(t.Context())
				o.Events = stops(cancel, at.rounds, at.verified)
				_, err := both().Tune(ctx, o, func(runs.TuneResult) error {
					t.Errorf("stopped at %+v it reports", at)
					return nil
				})
				cancel()
				var stopped *runs.InterruptedError
				if !errors.As(err, &stopped) || !errors.Is(err, context.Canceled) {
					t.Fatalf("stopped at %+v: %v", at, err)
				}
				rec, err := runs.Record(t.Context(), o.Store, "last")
				if err != nil || rec.ID != stopped.Run || rec.Status != results.Interrupted {
					t.Fatalf("stopped at %+v: %v, %s is %s", at, err, rec.ID, rec.Status)
				}
				if at.rounds > 0 && len(rec.Generations) != at.rounds {
					t.Errorf("stopped after round %d, %d are stored", at.rounds, len(rec.Generations))
				}
				o.Text, o.Resume = "", stopped.Run
			}
			o.Events = tuning.Events{}
			got, err := both().Tune(t.Context(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := sameTuned(got, want); diff != "" || got.Record.ID != o.Resume {
				t.Errorf("run %s after %s: %s", got.Record.ID, o.Resume, diff)
			}
			if _, err := both().Tune(t.Context(), o, nil); !errors.Is(err, results.ErrFinished) {
				t.Errorf("a finished run is resumed: %v", err)
			}
		})
	}
}

// deadline is a context whose deadline has passed when the context inside it ends, whatever the time.
type deadline struct{ context.Context }

func (d deadline) Err() error {
	if d.Context.Err() != nil {
		return context.DeadlineExceeded
	}
	return nil
}

// Value returns nil. Contexts made from d thus do not find the context inside it and take its error.
func (deadline) Value(any) any { return nil }

// A context whose time is over stops a run as one that was cancelled does.
// The deadline passes when the run has played some games, on any machine.
func TestDeadlineStopsARun(t *testing.T) {
	t.Parallel()
	for _, ends := range []func(context.Context, context.CancelFunc, runs.Options) error{
		func(ctx context.Context, pass context.CancelFunc, o runs.Options) error {
			o.Events = stops(pass, 1, 0)
			o.Text = strings.Replace(onRisk, "generations: 4", "generations: 100000", 1)
			_, err := both().Tune(ctx, o, nil)
			return err
		},
		func(ctx context.Context, pass context.CancelFunc, o runs.Options) error {
			o.Events = stopAfter(pass, 50)
			o.Text = strings.Replace(cup, "cycles: 40", "cycles: 1000000", 1)
			_, err := both().Tournament(ctx, o, nil)
			return err
		},
	} {
		ctx, pass := context.WithTimeout(t.Context(), time.Hour)
		err := ends(deadline{ctx}, pass, runs.Options{Store: inStore(t)})
		pass()
		var stopped *runs.InterruptedError
		if !errors.As(err, &stopped) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	}
}

// If the context ends before a run to resume is opened, the error states what the store has of the
// run.
func TestInterruptedBeforeResuming(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	tuned, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cupped, err := both().Tournament(t.Context(), runs.Options{Text: cup, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, early := both().Tune(ctx, runs.Options{Resume: tuned.Record.ID, Store: db}, nil)
	_, earlyToo := both().Tournament(ctx, runs.Options{Resume: cupped.Record.ID, Store: db}, nil)
	for _, c := range []struct {
		err   error
		run   string
		saved string
	}{
		{early, tuned.Record.ID, fmt.Sprintf("what is finished is saved, up to round %d", tuned.Record.Rounds)},
		{earlyToo, cupped.Record.ID, fmt.Sprintf("what is finished is saved, %d games", cupped.Record.Games)},
	} {
		var stopped *runs.InterruptedError
		if !errors.As(c.err, &stopped) || !errors.Is(c.err, context.Canceled) {
			t.Errorf("%s: %v", c.run, c.err)
		} else if stopped.Run != c.run || stopped.Saved() != c.saved || !stopped.Early {
			t.Errorf("%s: %+v, %s, want %s", c.run, stopped, stopped.Saved(), c.saved)
		}
	}
	if _, err := both().Tune(ctx, runs.Options{Resume: "none", Store: db}, nil); errors.As(err, new(*runs.InterruptedError)) {
		t.Errorf("a run that is not stored: %v", err)
	}
}

// A report that fails is told, and the run counts as finished all the same: its
// result is in the store.
func TestReportThatFails(t *testing.T) {
	t.Parallel()
	db, broken := inStore(t), errors.New("no paper")
	got, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db}, func(runs.TuneResult) error { return broken })
	if !errors.Is(err, broken) || got.Record.ID == "" {
		t.Errorf("%v, run %q", err, got.Record.ID)
	}
	cupped, err := both().Tournament(t.Context(), runs.Options{Text: cup, Store: db}, func(runs.TournamentResult) error { return broken })
	if !errors.Is(err, broken) || cupped.Record.ID == "" {
		t.Errorf("%v, run %q", err, cupped.Record.ID)
	}
	for _, id := range []string{got.Record.ID, cupped.Record.ID} {
		if rec, err := runs.Record(t.Context(), db, id); err != nil || rec.Status != results.Finished || rec.Result == nil {
			t.Errorf("%s: %v, %s, result %v", id, err, rec.Status, rec.Result)
		}
	}
}

// TestTheEndOfARunIsReported checks that a run ends at the time that its report states, not at the
// time at which the output of the report was read.
func TestTheEndOfARunIsReported(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	const wait = 50 * time.Millisecond
	tuned, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: db}, func(runs.TuneResult) error {
		time.Sleep(wait)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	played, err := both().Tournament(t.Context(), runs.Options{Text: cup, Store: db}, func(runs.TournamentResult) error {
		time.Sleep(wait)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, reported := range []results.Record{tuned.Record, played.Record} {
		stored, err := runs.Record(t.Context(), db, reported.ID)
		if err != nil || !stored.Ended.Equal(reported.Ended) || stored.Ended.Before(stored.Started) {
			t.Errorf("%s: stored end %v, reported end %v, error %v", reported.ID, stored.Ended, reported.Ended, err)
		}
	}
}

// Mistakes are told before anything is played, and leave no store behind.
func TestMistakesLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o    runs.Options
		want []string // in the error
	}{
		{runs.Options{}, []string{"a config is needed"}},
		{runs.Options{Text: onTrack, Source: "risk"}, []string{"more than one config is given"}},
		{runs.Options{Source: "nowhere.yaml"}, []string{"nowhere.yaml"}},
		{runs.Options{Text: "engine: {name: tracks}"}, []string{"the config:1: engine.name", "did you mean track?"}},
		{runs.Options{Text: onTrack, Set: []string{"engine.settings.length=7"}}, []string{"engine.settings.length: 7"}},
		{runs.Options{Text: onTrack, Set: []string{"strategy.name=luck"}}, []string{`unknown strategy "luck"`}},
		{
			runs.Options{Text: onTrack, Set: []string{"opponents=[default, random]", "objective={shares: [0, 0]}"}},
			[]string{": objective.shares: at least one share must be above 0"},
		},
		{
			runs.Options{Text: onTrack, Set: []string{"opponents=[default, random]", "objective={shares: [1e308, 1e308]}"}},
			[]string{": objective.shares: their sum is too large"},
		},
		{runs.Options{Text: onTrack, Set: []string{"engine.seats=9"}}, []string{"engine.seats: 9 is not within [2, 3]"}},
		{
			runs.Options{Text: onTrack, Set: []string{"verification.opponents=[nobody, default, default]", "engine.weights.way.max=11"}},
			[]string{"verification.opponents[0]: weights nobody: no such file", "verification.opponents[2]: two agents are named default", "engine.weights.way"},
		},
		{runs.Options{Text: cup}, []string{"this is the config of a tournament"}},
	} {
		o := c.o
		o.Store = inStore(t)
		_, err := both().Tune(t.Context(), o, nil)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) {
			t.Errorf("%+v: %v is no mistake", c.o, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q is not in: %v", want, err)
			}
		}
		if _, err := os.Stat(o.Store); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v: it left a store", c.want)
		}
	}
}

// What is resumed is the run that was named, by a config that is its own.
func TestResumeRefuses(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := both().Tune(ctx, runs.Options{Text: onTrack, Store: db, Name: "half", Events: stops(cancel, 1, 0)}, nil)
	cancel()
	if err == nil {
		t.Fatal("it was not stopped")
	}
	ctx, cancel = context.WithCancel(t.Context())
	_, err = both().Tournament(ctx, runs.Options{Text: cup, Store: db, Name: "half cup", Events: stopAfter(cancel, 1)}, nil)
	cancel()
	if err == nil {
		t.Fatal("it was not stopped")
	}
	tune := func(o runs.Options) error { _, err := both().Tune(t.Context(), o, nil); return err }
	play := func(o runs.Options) error { _, err := both().Tournament(t.Context(), o, nil); return err }
	for name, c := range map[string]struct {
		resume  func(runs.Options) error
		o       runs.Options
		want    string
		mistake bool
	}{
		"nobody":         {tune, runs.Options{Resume: "nobody"}, "no such run", false},
		"another verb":   {play, runs.Options{Resume: "half"}, "is of the verb evolve; tournament resumes its own runs", true},
		"another config": {tune, runs.Options{Resume: "half", Text: pooled}, "config", true},
		"own values":     {tune, runs.Options{Resume: "half", Text: strings.Replace(onTrack, "seed: 3", "seed: 4", 1)}, "seed was 3 and is 4 now; to resume it as it began, add --set seed=3", true},
		"another seed":   {tune, runs.Options{Resume: "half", Set: []string{"seed=4"}}, "config", true},
		"another cup":    {play, runs.Options{Resume: "half cup", Text: test}, "config", true},
		"fewer cycles":   {play, runs.Options{Resume: "half cup", Set: []string{"schedule.cycles=39"}}, "cannot continue with 39", true},
		"an unknown key": {tune, runs.Options{Resume: "half", Set: []string{"sed=4"}}, "sed", true},
	} {
		c.o.Store = db
		err := c.resume(c.o)
		var mistake *runs.MistakeError
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &mistake) != c.mistake {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := tune(runs.Options{Resume: "half", Text: onTrack, Store: db}); err != nil {
		t.Errorf("with its own config: %v", err)
	}
	if err := play(runs.Options{Resume: "half cup", Text: cup, Store: db}); err != nil {
		t.Errorf("with its own config: %v", err)
	}
}

// deaf is piles with a player that ignores its weights.
type deaf struct{ piles }

func (d deaf) With(engines.Settings) (engines.Engine, error) { return d, nil }

func (d deaf) NewPlayer(ctx context.Context, _ engines.Agent) (engines.Player, error) {
	return d.piles.NewPlayer(ctx, engines.Agent{})
}

// A search whose weights change no game has a caveat, and one whose weights change some has none.
func TestIdleWeights(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]engines.Engine{"no weight changed the end of a game": deaf{newPiles()}, "": newPiles()} {
		got, err := only(e).Tune(t.Context(), runs.Options{Text: onPiles, Store: inStore(t)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(got.Caveats, "; "); !strings.Contains(text, want) || want == "" && text != "" {
			t.Errorf("%q, want %q", text, want)
		}
	}
}
