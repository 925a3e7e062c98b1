package runs_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

const onGrid = "engine: {name: track, weights: {way: {max: 3}, fuel: {max: 3}}}\nstrategy: {name: grid, weights: {way: {step: 1}, fuel: {step: 1}}}\netudes: track-3\n"

// The etudes that ship with the track are won by way 5 to 2, fuel 4 to 0 and, at
// way 6 to 1, by way: all three by weights between those that count one alone.
func TestGridKeepsWhatItFound(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	var last, exact tuning.Progress
	got, err := both().Grid(t.Context(), runs.Options{Text: onGrid, Store: db, Events: tuning.Events{Progress: func(p tuning.Progress) {
		before := &last
		if p.Phase == tuning.Exact {
			before = &exact
		}
		if p.Phase != tuning.Grid && p.Phase != tuning.Exact || p.Done < before.Done || p.Done > p.Of {
			t.Errorf("%+v after %+v", p, *before)
		}
		*before = p
	}}}, runs.GridOptions{Exact: new(true), LeaveOneOut: new(true)})
	if err != nil {
		t.Fatal(err)
	}
	r := got.Result
	if r.Points != 16 || r.Etudes != 3 || last.Done != last.Of || exact.Done != exact.Of || exact.Of == 0 {
		t.Errorf("%d points, %d etudes, %+v, %+v", r.Points, r.Etudes, last, exact)
	}
	if want := hitsOf(t, r.Chosen.Weights); r.Chosen.Hits != want || r.Best != 3 || r.Bound.Hits != 3 {
		t.Errorf("%+v hits %d of 3, %d are possible", r.Chosen, want, r.Bound.Hits)
	}
	if r.LeaveOneOut == nil || r.LeaveOneOut.Etudes != 3 {
		t.Errorf("left out: %+v", r.LeaveOneOut)
	}
	rec, err := runs.Record(t.Context(), db, got.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Kind != results.Grid || rec.Status != results.Finished || cmp.Diff(r.Chosen.Weights, rec.Result.Weights) != "" {
		t.Errorf("stored: %s, %s, %v", rec.Kind, rec.Status, rec.Result)
	}
	if g := rec.Grid; g == nil || len(g.Axes) != 2 || g.Axes[0].Count != 4 || len(g.Hits) != 16 {
		t.Errorf("stored: %+v", g)
	}
}

// hitsOf counts the etudes that weights judge right.
func hitsOf(t *testing.T, w engines.Weights) int {
	t.Helper()
	e := newTrack()
	etudes, err := runs.Etudes(e, "track-3")
	if err != nil {
		t.Fatal(err)
	}
	hits := 0
	for _, x := range etudes {
		g, err := e.ParseGame(x.Position, 0)
		if err != nil {
			t.Fatal(err)
		}
		worth, err := e.Evaluate(g, w)
		if err != nil {
			t.Fatal(err)
		}
		if worth[x.Winner] > worth[1-x.Winner] {
			hits++
		}
	}
	return hits
}

// Options outweigh the config.
func TestGridOptions(t *testing.T) {
	t.Parallel()
	from, to, step, top := 1.0, 2.0, 0.5, 2
	file := filepath.Join(t.TempDir(), "one.csv")
	if err := os.WriteFile(file, []byte("........ 0 5:0 2:1;1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := both().Grid(t.Context(), runs.Options{Text: onGrid, Store: inStore(t)},
		runs.GridOptions{Etudes: file, From: &from, To: &to, Step: &step, Top: &top})
	if err != nil {
		t.Fatal(err)
	}
	if r := got.Result; r.Points != 9 || r.Etudes != 1 || len(r.Optimal) != 2 || r.Bound != nil || r.LeaveOneOut != nil {
		t.Errorf("%+v", r)
	}
}

// An option that is false outweighs a config that has true.
func TestGridOptionsThatAreFalse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given              runs.GridOptions
		exact, leaveOneOut bool
	}{
		{runs.GridOptions{}, true, true},
		{runs.GridOptions{Exact: new(false)}, false, true},
		{runs.GridOptions{LeaveOneOut: new(false)}, true, false},
	} {
		o := runs.Options{Text: onGrid, Set: []string{"strategy.exact=true", "strategy.leave_one_out=true"}, Store: inStore(t)}
		got, err := both().Grid(t.Context(), o, c.given)
		if err != nil || (got.Result.Bound != nil) != c.exact || (got.Result.LeaveOneOut != nil) != c.leaveOneOut {
			t.Errorf("%+v: exact %v, leave-one-out %v, %v", c, got.Result.Bound, got.Result.LeaveOneOut, err)
		}
	}
}

// Leave-one-out leaves out all lines of a position, so that a file that has every line twice has
// twice as many hits.
func TestGridLeavesOutCopies(t *testing.T) {
	t.Parallel()
	e := newTrack()
	etudes, err := runs.Etudes(e, "track-3")
	if err != nil {
		t.Fatal(err)
	}
	var hits []int
	for _, list := range [][]training.Etude{etudes, slices.Concat(etudes, etudes)} {
		file := etudeFile(t, e, list)
		got, err := both().Grid(t.Context(), runs.Options{Text: onGrid, Store: inStore(t)}, runs.GridOptions{Etudes: file, LeaveOneOut: new(true)})
		if err != nil {
			t.Fatal(err)
		}
		hits = append(hits, got.Result.LeaveOneOut.Hits)
	}
	if hits[1] != 2*hits[0] {
		t.Errorf("%d hits of 3, %d of the same etudes twice", hits[0], hits[1])
	}
}

// etudeFile writes etudes of a game to a file and returns its path.
func etudeFile(t *testing.T, e engines.Engine, list []training.Etude) string {
	t.Helper()
	var text bytes.Buffer
	if err := training.WriteEtudes(e, &text, list); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "etudes.csv")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Without the only position of a file no point can be chosen, so that leave-one-out is not tested.
func TestGridCannotLeaveOutTheOnlyPosition(t *testing.T) {
	t.Parallel()
	e := newTrack()
	etudes, err := runs.Etudes(e, "track-3")
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]training.Etude{
		"all":   etudes,
		"once":  etudes[:1],
		"twice": {etudes[0], etudes[0]},
	} {
		file := etudeFile(t, e, list)
		var warned []string
		o := runs.Options{Text: onGrid, Store: inStore(t), Events: tuning.Events{Warning: func(text string) { warned = append(warned, text) }}}
		got, err := both().Grid(t.Context(), o, runs.GridOptions{Etudes: file, LeaveOneOut: new(true)})
		if err != nil {
			t.Fatal(err)
		}
		if left := got.Result.LeaveOneOut; (left == nil) != (name != "all") {
			t.Errorf("%s: left out: %+v", name, left)
		}
		if noted := slices.Equal(warned, []string{"strategy.leave_one_out: not tested, because all etudes have the same position"}); noted != (name != "all") {
			t.Errorf("%s: warnings %q", name, warned)
		}
	}
}

func TestGridMistakes(t *testing.T) {
	t.Parallel()
	nought := 0.0
	for want, given := range map[string]struct {
		set  string
		grid runs.GridOptions
	}{
		"--step 0: a positive number":                                 {grid: runs.GridOptions{Step: &nought}},
		"--from 4: weight way: 4 is not within [0, 3]":                {grid: runs.GridOptions{From: new(4.0)}},
		"--to 11: weight way: 11 is not within [0, 3]":                {grid: runs.GridOptions{To: new(11.0)}},
		"--from 2 --to 1: weight way: from 2 is above to 1":           {grid: runs.GridOptions{From: new(2.0), To: new(1.0)}},
		"--step 2.5e-06: weight way: 2.5e-06 makes more than":         {grid: runs.GridOptions{Step: new(2.5e-6)}},
		"--set strategy.weights.fuel.to=9: strategy.weights.fuel.to":  {set: "strategy.weights.fuel.to=9", grid: runs.GridOptions{From: new(1.0)}},
		"--set strategy.weights.sp.from=1: strategy.weights.sp":       {set: "strategy.weights.sp.from=1", grid: runs.GridOptions{From: new(1.0)}},
		"--top 0 is below the minimum 1":                              {grid: runs.GridOptions{Top: new(0)}},
		"etudes nowhere.csv: " + noFile:                               {grid: runs.GridOptions{Etudes: "nowhere.csv"}},
		"etudes: nowhere: " + noFile + " (have track-3, a file)":      {set: "etudes=nowhere"},
		"strategy.name: spsa is not a grid":                           {set: "strategy={name: spsa}"},
		`strategy.name: unknown strategy "gird" (did you mean grid?)`: {set: "strategy={name: gird}"},

		"etudes: missing":                      {set: `etudes=""`},
		"strategy.weights.speed":               {set: "strategy.weights.speed.from=1"},
		"engine.seats: 9 is not within [2, 3]": {set: "engine.seats=9"},
	} {
		o := runs.Options{Text: onGrid, Store: inStore(t)}
		if given.set != "" {
			o.Set = []string{given.set}
		}
		_, err := both().Grid(t.Context(), o, given.grid)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if _, err := os.Stat(o.Store); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%q: it left a store", want)
		}
	}
}

// Etudes are counted as they stand in a file.
func TestCountEtudes(t *testing.T) {
	t.Parallel()
	e := newTrack()
	etudes, err := runs.Etudes(e, "track-3.csv")
	if err != nil {
		t.Fatal(err)
	}
	got, err := runs.CountEtudes(e, "track-3.csv", etudes)
	if err != nil {
		t.Fatal(err)
	}
	want := runs.EtudeCount{Etudes: 3, Seats: map[int]int{2: 3}, Winners: map[int]int{0: 2, 1: 1}, Hits: 2}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	etudes = append(etudes, training.Etude{Position: etudes[2].Position, Winner: etudes[2].Winner, Line: 8}, training.Etude{Position: etudes[0].Position, Winner: etudes[0].Winner, Line: 9})
	got, err = runs.CountEtudes(e, "track-3.csv", etudes)
	if want := [][]int{{etudes[0].Line, 9}, {etudes[2].Line, 8}}; err != nil || cmp.Diff(want, got.Repeated) != "" || got.Etudes != 5 {
		t.Errorf("%+v, %v; want repeated lines %v", got, err, want)
	}
	for _, name := range []string{"nowhere.csv", filepath.Join(t.TempDir(), "track-3.csv")} {
		var mistake *runs.MistakeError
		if _, err := runs.Etudes(e, name); !errors.As(err, &mistake) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A search that is interrupted leaves nothing that looks like a run.
func TestInterruptedGridLeavesNoRun(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := both().Grid(ctx, runs.Options{
		Text: onGrid, Set: []string{"strategy.weights.way.step=0.001", "strategy.weights.fuel.step=0.001"}, Store: db,
		Events: tuning.Events{Progress: func(tuning.Progress) { cancel() }},
	}, runs.GridOptions{})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	store, err := results.OpenReadOnly(db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if list, err := store.Runs(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestZeroStepIsRefused(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"strategy.weights.way.step", "strategy.top"} {
		_, err := both().Grid(t.Context(), runs.Options{Text: onGrid, Set: []string{key + "=0"}, Store: inStore(t)}, runs.GridOptions{})
		if err == nil || !strings.Contains(err.Error(), key+": 0 is not allowed") {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestAGridIsNotResumed(t *testing.T) {
	t.Parallel()
	var asked *runs.MistakeError
	_, err := both().Grid(t.Context(), runs.Options{Text: onGrid, Store: inStore(t), Resume: "last"}, runs.GridOptions{})
	if !errors.As(err, &asked) || !strings.Contains(err.Error(), "cannot be resumed") {
		t.Errorf("%v", err)
	}
}

// A file without any etude is reported by its first line alone. A file with many mistakes is reported
// with the number of those that are not listed.
func TestMistakesInEtudes(t *testing.T) {
	t.Parallel()
	e := hare.New()
	file := filepath.Join(t.TempDir(), "mine.csv")
	for _, c := range []struct{ text, want string }{
		{"position,result\n" + strings.Repeat("45;26;2;f;29;19;0;f,1\n", 30), file + `:1: "position,result" is not a position and a winner with a semicolon between them; no other line is a sound etude either, 30 more have mistakes (only a fit reads a table with a header)`},
		{"position,result\n45;26;2;f;29;19;0;f,1\n", file + `:2: a position has 4 fields for each of 2 to 6 players; this text has 7`},
		{"45;26;2;f;29;19;0;f;2\n" + strings.Repeat("nonsense\n", 30), file + ": 11 more mistakes"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := runs.Etudes(e, file); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}
