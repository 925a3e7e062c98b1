package runs_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// log is what the events of a run have told.
type log struct {
	t                *testing.T
	progress         []tuning.Progress
	finished, saved  []int // rounds
	search, verified []int // places of pairings
	verdicts         int
	warnings         []string
	phases           []tuning.Phase
}

func (l *log) events() tuning.Events {
	return tuning.Events{
		Progress: func(p tuning.Progress) {
			l.progress = append(l.progress, p)
			if !slices.Contains(l.phases, p.Phase) {
				l.phases = append(l.phases, p.Phase)
			}
		},
		RoundFinished: func(r tuning.Round) { l.finished = append(l.finished, r.Number) },
		RoundSaved: func(r tuning.Round) {
			if !slices.Contains(l.finished, r.Number) {
				l.t.Errorf("round %d is saved before it is finished", r.Number)
			}
			l.saved = append(l.saved, r.Number)
		},
		ResultFinished: func(p tuning.Phase, r tournament.Result) {
			if p == tuning.Search {
				l.search = append(l.search, r.Index)
			} else {
				l.verified = append(l.verified, r.Index)
			}
		},
		VerificationFinished: func(tuning.Verification) { l.verdicts++ },
		Warning:              func(text string) { l.warnings = append(l.warnings, text) },
	}
}

// monotone checks that the progress of a run goes up to its end.
func (l *log) monotone() {
	l.t.Helper()
	if len(l.progress) == 0 {
		l.t.Error("no progress")
		return
	}
	last := tuning.Progress{}
	for _, p := range l.progress {
		if p.Done < last.Done || p.Of > 0 && p.Done > p.Of {
			l.t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}
	if last.Done != last.Of {
		l.t.Errorf("it ended at %d of %d", last.Done, last.Of)
	}
}

func TestEventsOfTune(t *testing.T) {
	t.Parallel()
	l := &log{t: t}
	got, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: inStore(t), Workers: 3, Events: l.events()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rounds []int
	games := 0
	for _, g := range got.Record.Generations {
		rounds = append(rounds, g.Number)
		games += g.Games
	}
	if !slices.Equal(l.finished, rounds) || !slices.Equal(l.saved, rounds) || games != got.Record.Games {
		t.Errorf("finished %v, saved %v, stored %v; %d games of %d", l.finished, l.saved, rounds, games, got.Record.Games)
	}
	// The playoff and the matches have one schedule, as in the store.
	if len(l.search) == 0 || len(l.verified) == 0 || descents(l.verified) != 0 || l.verified[len(l.verified)-1] != len(l.verified)-1 || l.verdicts != 1 || len(l.warnings) != 0 {
		t.Errorf("%d pairings, then %v, %d verdicts, %q", len(l.search), l.verified, l.verdicts, l.warnings)
	}
	if !slices.Equal(l.phases, []tuning.Phase{tuning.Search, tuning.Verifying}) {
		t.Errorf("phases %v", l.phases)
	}
	l.monotone()
}

// The progress of a fit counts the games of all rounds and of the verification, of one total.
func TestProgressOfFit(t *testing.T) {
	t.Parallel()
	l := &log{t: t}
	events := tuning.Events{Progress: l.events().Progress}
	if _, err := both().Fit(t.Context(), runs.Options{Text: fitted, Store: inStore(t), Workers: 2, Events: events}, nil); err != nil {
		t.Fatal(err)
	}
	l.progress = slices.DeleteFunc(l.progress, func(p tuning.Progress) bool { return p.Unit != "games" })
	for _, p := range l.progress {
		if p.Of != 700 {
			t.Fatalf("%+v, want 300 games to learn from and 400 of the verification", p)
		}
	}
	l.monotone()
}

// descents counts the numbers that are less than the one before.
func descents(list []int) int {
	n := 0
	for i := 1; i < len(list); i++ {
		if list[i] < list[i-1] {
			n++
		}
	}
	return n
}

func TestEventsOfTournament(t *testing.T) {
	t.Parallel()
	l := &log{t: t}
	got, err := both().Tournament(t.Context(), runs.Options{Text: cup, Store: inStore(t), Workers: 3, Events: l.events()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, place := range l.verified {
		if place != i {
			t.Fatalf("pairing %d comes as number %d", place, i)
		}
	}
	if len(l.verified) != got.Table.Pairings || len(l.search) != 0 || !slices.Equal(l.phases, []tuning.Phase{tuning.Tournament}) {
		t.Errorf("%d of %d pairings, %v", len(l.verified), got.Table.Pairings, l.phases)
	}
	l.monotone()
}

// What may make a result worth less is told in time.
func TestWarnings(t *testing.T) {
	t.Parallel()
	moody := "{name: moody, settings: {mood: moody}}"
	for name, c := range map[string]struct {
		set  []string
		want []string // the beginnings of the warnings, in order
	}{
		"one opponent":    {[]string{"opponents=[sprinter]"}, []string{"warning: this run trains on a single opponent (sprinter)"}},
		"no verification": {[]string{"verification.games=0"}, []string{"warning: there is no verification"}},
		"nobody measures": {[]string{"verification.opponents=[]"}, []string{"warning: the verification has no opponents"}},
		"one who fails": {
			[]string{fmt.Sprintf("opponents=[sprinter, %s]", moody)},
			[]string{"warning: an agent failed in round "},
		},
	} {
		l := &log{t: t}
		got, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Set: c.set, Store: inStore(t), Events: l.events()}, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.EqualFunc(l.warnings, c.want, strings.HasPrefix) {
			t.Errorf("%s: %q", name, l.warnings)
		}
		if (got.ForfeitsByKind["error"] > 0) != (name == "one who fails") {
			t.Errorf("%s: forfeited: %v", name, got.ForfeitsByKind)
		}
	}
}

// An agent that does nothing but fail stops the run, which teaches nothing.
func TestOneWhoOnlyFailsStopsARun(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(o runs.Options) error{
		"tune": func(o runs.Options) error {
			o.Text, o.Set = onTrack, []string{"opponents=[{name: tired, settings: {mood: fails}}]"}
			_, err := both().Tune(t.Context(), o, nil)
			return err
		},
		"tournament": func(o runs.Options) error {
			o.Text, o.Set = cup, []string{"agents=[default, {name: tired, settings: {mood: fails}}]"}
			_, err := both().Tournament(t.Context(), o, nil)
			return err
		},
	} {
		o := runs.Options{Store: inStore(t)}
		err := run(o)
		var stopped *runs.StoppedError
		if !errors.As(err, &stopped) || stopped.Run == "" || stopped.Games < 20 || stopped.Programs ||
			!strings.Contains(err.Error(), " games: agent tired forfeited 20 games in a row; reason of the last: out of breath") {
			t.Errorf("%s: %v", name, err)
		}
		var failed *tournament.ForfeitsError
		if !errors.As(err, &failed) || failed.Agent != "tired" || failed.Reason != "out of breath" {
			t.Errorf("%s: %v", name, err)
		}
		if rec, err := runs.Record(t.Context(), o.Store, "last"); err != nil || rec.Status != results.Interrupted {
			t.Errorf("%s: %v, %s", name, err, rec.Status)
		}
	}
}

// A run that goes on says where.
func TestWarningsOfAResumedRun(t *testing.T) {
	t.Parallel()
	o := runs.Options{Text: onTrack, Store: inStore(t)}
	for _, at := range []struct {
		rounds, verified int
		want             string
	}{{2, 0, ""}, {0, 3, "resuming run %s after round 2"}, {0, 0, "pairings of the verification are finished"}} {
		ctx, cancel := context.WithCancel(t.Context())
		l := &log{t: t}
		o.Events = tuning.Tee(l.events(), stops(cancel, at.rounds, at.verified))
		_, err := both().Tune(ctx, o, nil)
		cancel()
		if (err == nil) != (at.rounds+at.verified == 0) {
			t.Fatal(err)
		}
		want := strings.Replace(at.want, "%s", o.Resume, 1)
		if !strings.Contains(strings.Join(l.warnings, "\n"), want) || want == "" && len(l.warnings) > 0 {
			t.Errorf("%q does not say %q", l.warnings, want)
		}
		if rec, err := runs.Record(t.Context(), o.Store, "last"); err != nil {
			t.Fatal(err)
		} else {
			o.Text, o.Resume = "", rec.ID
		}
	}
}

// A search and a tournament that another version of the program began continue with a warning.
func TestAResumedRunOfAnotherVersion(t *testing.T) {
	t.Parallel()
	tune := func(ctx context.Context, o runs.Options) error {
		_, err := both().Tune(ctx, o, nil)
		return err
	}
	cups := func(ctx context.Context, o runs.Options) error {
		_, err := both().Tournament(ctx, o, nil)
		return err
	}
	for name, c := range map[string]struct {
		text string
		play func(ctx context.Context, o runs.Options) error
		stop func(cancel context.CancelFunc) tuning.Events
	}{
		"search":     {onTrack, tune, func(cancel context.CancelFunc) tuning.Events { return stops(cancel, 2, 0) }},
		"tournament": {cup, cups, func(cancel context.CancelFunc) tuning.Events { return stopAfter(cancel, 3) }},
	} {
		store := inStore(t)
		ctx, cancel := context.WithCancel(t.Context())
		if err := c.play(ctx, runs.Options{Text: c.text, Store: store, Events: c.stop(cancel)}); err == nil {
			t.Fatalf("%s: the run was not interrupted", name)
		}
		cancel()
		db, err := sql.Open("sqlite", store)
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.ExecContext(t.Context(), "UPDATE run SET version = 'v0.0.1', sum = NULL")
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		l := &log{t: t}
		if err := c.play(t.Context(), runs.Options{Store: store, Resume: "last", Events: l.events()}); err != nil {
			t.Fatal(err)
		}
		if want := "the run was begun by version v0.0.1, and this is " + runs.BuildInfo().Version; !strings.Contains(strings.Join(l.warnings, "\n"), want) {
			t.Errorf("%s: %q does not say %q", name, l.warnings, want)
		}
	}
}

// A run that began on another kind of processor continues with a warning, and its record names both.
func TestAResumedRunOfAnotherProcessor(t *testing.T) {
	t.Parallel()
	o := runs.Options{Text: onTrack, Store: inStore(t)}
	ctx, cancel := context.WithCancel(t.Context())
	o.Events = stops(cancel, 2, 0)
	if _, err := both().Tune(ctx, o, nil); err == nil {
		t.Fatal("the run was not interrupted")
	}
	db, err := sql.Open("sqlite", o.Store)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), "UPDATE processor SET kinds = 'z80', sum = NULL")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	l := &log{t: t}
	r, err := both().Tune(t.Context(), runs.Options{Store: o.Store, Resume: "last", Events: l.events()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := elementary.Processor()
	if want := "a part of the run was computed on z80, and this is " + own; !strings.Contains(strings.Join(l.warnings, "\n"), want) {
		t.Errorf("%q does not say %q", l.warnings, want)
	}
	rec, err := runs.Record(t.Context(), o.Store, r.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rec.Processors, []string{"z80", own}) || !slices.Equal(documents.Record(rec).Processors, rec.Processors) {
		t.Errorf("the record has %v", rec.Processors)
	}
}

// Nothing of a run goes on after it: no goroutine, and no player. The test runs
// beside no other.
func TestNothingOutlivesARun(t *testing.T) {
	e := newTrack()
	catalog := only(e)
	before := runtime.NumGoroutine()
	for name, run := range map[string]func(ctx context.Context, o runs.Options) error{
		"tune": func(ctx context.Context, o runs.Options) error {
			o.Text = pooled
			_, err := catalog.Tune(ctx, o, nil)
			return err
		},
		"tournament": func(ctx context.Context, o runs.Options) error {
			o.Text = cup
			_, err := catalog.Tournament(ctx, o, nil)
			return err
		},
		"grid": func(ctx context.Context, o runs.Options) error {
			o.Text = onGrid
			_, err := catalog.Grid(ctx, o, runs.GridOptions{})
			return err
		},
		"forecast": func(ctx context.Context, o runs.Options) error {
			ctx, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
			defer cancel()
			o.Text = onTrack
			_, err := runs.ForecastTuning(ctx, catalog, o)
			if errors.Is(err, context.DeadlineExceeded) { // on a busy machine, before the forecast began
				return nil
			}
			return err
		},
	} {
		for _, stop := range []bool{false, true} {
			ctx, cancel := context.WithCancel(t.Context())
			o := runs.Options{Store: inStore(t), Workers: 4}
			if stop {
				o.Events.Progress = func(tuning.Progress) { cancel() }
			}
			err := run(ctx, o)
			cancel()
			if !stop && err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for patience := 4000; runtime.NumGoroutine() > before && patience > 0; patience-- {
				time.Sleep(5 * time.Millisecond) // they may be on their way out, for twenty seconds
			}
			if n := runtime.NumGoroutine(); n > before {
				stacks := make([]byte, 1<<16)
				t.Errorf("%s, stopped %v: %d goroutines, %d before\n%s", name, stop, n, before, stacks[:runtime.Stack(stacks, true)])
			}
			if n := e.open.Load(); n != 0 {
				t.Errorf("%s, stopped %v: %d players are not closed", name, stop, n)
			}
		}
	}
}
