package results

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// measured is a rating with an interval of 10 Elo on both sides.
func measured(elo float64) *evidence.Rating {
	return &evidence.Rating{Elo: rating.Float(elo), Interval: rating.Interval{Low: elo - 10, High: elo + 10}, Games: 90, Against: "default", With: "depth 2"}
}

func TestConclusion(t *testing.T) {
	t.Parallel()
	lead := []rating.Standing{{Agent: "a", Next: &rating.Lead{Difference: 30, Interval: rating.Interval{Low: 10, High: 50}}}, {Agent: "b"}}
	for name, test := range map[string]struct {
		of   Summary
		want string
	}{
		"a verified run":        {Summary{Info: Info{Kind: Evolve}, Result: &Result{Rating: measured(30)}}, "better than default with depth 2: +30 Elo [+20, +40]"},
		"a disputed one":        {Summary{Info: Info{Kind: Evolve}, Disputed: "x", Result: &Result{Rating: measured(30)}}, "disputed, two workers gave different results for the same games; better than default with depth 2: +30 Elo [+20, +40]"},
		"disputed, unverified":  {Summary{Info: Info{Kind: Evolve}, Disputed: "x", Result: &Result{}}, "disputed, two workers gave different results for the same games"},
		"disputed, unfinished":  {Summary{Info: Info{Kind: Evolve}, Disputed: "x"}, "disputed, two workers gave different results for the same games"},
		"an unfinished run":     {Summary{Info: Info{Kind: Evolve}}, ""},
		"an unfinished grid":    {Summary{Info: Info{Kind: Grid}}, ""},
		"a tournament":          {Summary{Info: Info{Kind: Tournament}, Result: &Result{Standings: lead}}, "a is stronger than b: +30 Elo [+10, +50]"},
		"one of few games":      {Summary{Info: Info{Kind: Tournament}, Result: &Result{Standings: lead, Played: &evidence.Played{Games: 100, Variety: rating.Variety{Distinct: 20, DistinctPairings: 20}}}}, "a is stronger than b: +30 Elo [+10, +50]; 100 games, 20 different"},
		"one without standings": {Summary{Info: Info{Kind: Tournament}, Result: &Result{}}, ""},
		"a grid":                {Summary{Info: Info{Kind: Grid}, Result: &Result{Fitness: 0.75, Games: 400}}, "300 of 400 positions correct"},
		"an unverified search":  {Summary{Info: Info{Kind: Evolve}, Result: &Result{}}, "not verified"},
		"an unverified fit":     {Summary{Info: Info{Kind: Fit}, Result: &Result{}}, "not verified"},
	} {
		if got := test.of.Conclusion(); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// The verdict contains the refused candidate and the second measurement, and a dispute changes only
// the summary that has it.
func TestVerdictOfAResult(t *testing.T) {
	t.Parallel()
	a := Result{Rating: measured(30), Other: measured(-30)}
	if v := a.Verdict(); !v.Better || v.Other == nil || !strings.Contains(v.Text, "; worse with depth 2: -30 Elo") {
		t.Errorf("%+v", v)
	}
	kept := Result{Rating: measured(0), KeptStart: true, Refused: &Refused{Rating: *measured(-50)}}
	if v := kept.Verdict(); !v.KeptStart || v.Other != nil || !strings.Contains(v.Text, "(the search's candidate: -50 Elo [-60, -40])") {
		t.Errorf("%+v", v)
	}
	disputed := Summary{Result: &a, Disputed: "x"}
	if v := disputed.Verdict(); v.Better || !v.Disputed {
		t.Errorf("%+v", v)
	}
	if v := (Summary{Result: &a}).Verdict(); !v.Better || v.Disputed {
		t.Errorf("%+v", v)
	}
}

// Users find the verdict as a word in the database.
func TestVerdictWords(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	few, kept := measured(30), measured(30)
	few.Variety = rating.Variety{Distinct: 2, DistinctPairings: 2}
	for name, test := range map[string]struct {
		of   Result
		want string
	}{
		"better":     {Result{Rating: measured(30)}, "better"},
		"touching 0": {Result{Rating: measured(10)}, "not shown"},
		"worse":      {Result{Rating: measured(-11)}, "worse"},
		"below 0":    {Result{Rating: measured(-10.5)}, "worse"},
		"up to 0":    {Result{Rating: measured(-10)}, "not shown"},
		"few games":  {Result{Rating: few}, "not shown"},
		"the start":  {Result{Rating: kept, KeptStart: true}, "start kept"},
		"unverified": {Result{}, ""},
	} {
		run := testRun(t, s, testInfo())
		must(t, run.Finish(t.Context(), test.of))
		got, err := column[string](t.Context(), s.read, "SELECT coalesce(verdict, '') FROM run WHERE id = ?", run.ID())
		if must(t, err); got[0] != test.want {
			t.Errorf("%s: %q, want %q", name, got[0], test.want)
		}
	}
}

// Parts of a list of runs belong to their run, also if the list leaves out other runs.
func TestListedRunsHaveTheirOwnParts(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	var ids []string
	for i, kind := range []Kind{Evolve, Fit, Evolve} {
		info := testInfo()
		info.Kind, info.Tags = kind, []string{string(rune('a' + i))}
		run := testRun(t, s, info)
		must(t, run.SaveFailures(t.Context(), []Failure{testFailure(0, 0, 1)}))
		must(t, run.Dispute(t.Context(), "dispute "+run.ID(), nil))
		must(t, run.Close())
		must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error {
			return saveMissing(ctx, tx, run.key, "missing "+run.ID(), i == 0)
		}))
		ids = append(ids, run.ID())
	}
	for _, query := range []Query{{}, {Kind: Evolve}, {Tag: "b"}} {
		list, err := s.List(t.Context(), query)
		must(t, err)
		if len(list) == 0 {
			t.Errorf("%+v: no run", query)
		}
		for _, sum := range list {
			i := slices.Index(ids, sum.ID)
			failures := 0
			for _, n := range sum.Failures {
				failures += n
			}
			if !slices.Equal(sum.Tags, []string{string(rune('a' + i))}) || failures != 1 || sum.Disputed != "dispute "+sum.ID || sum.Missing != "missing "+sum.ID || sum.unresumable != (i > 0) {
				t.Errorf("%+v: run %d: %+v", query, i, sum)
			}
		}
	}
}

// TestFieldsOfListedRuns stores a run with all fields of Info. Store.Info must return all of them,
// and a list all but those that the documentation of Summary names.
func TestFieldsOfListedRuns(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	info := testTournament()
	info.Strategy, info.Version, info.Rules, info.Host, info.ScaleFree, info.Tags = "genetic", "v1", "2", "here", true, []string{"a"}
	run := testRun(t, s, info)
	must(t, run.Close())
	whole, err := s.Info(t.Context(), run.ID())
	must(t, err)
	list, err := s.Runs(t.Context())
	must(t, err)
	stored, listed := reflect.ValueOf(whole.Info), reflect.ValueOf(list[0].Info)
	for i, field := range reflect.VisibleFields(stored.Type()) {
		want := stored.Field(i)
		if want.IsZero() || !reflect.DeepEqual(want.Interface(), reflect.ValueOf(info).Field(i).Interface()) {
			t.Errorf("%s of the run is %v", field.Name, want)
		}
		if slices.Contains([]string{"Config", "Rules", "Space", "Field"}, field.Name) {
			want = reflect.Zero(field.Type)
		}
		if got := listed.Field(i); !reflect.DeepEqual(got.Interface(), want.Interface()) {
			t.Errorf("%s of the listed run is %v, want %v", field.Name, got, want)
		}
	}
}

// Altered rows of tables that are created on demand are not read.
func TestAlteredPartsOfASummary(t *testing.T) {
	t.Parallel()
	for _, change := range []string{
		"UPDATE dispute SET reason = 'x'",
		"UPDATE dispute SET noticed = 'x'",
		"UPDATE missing SET what = 'x'",
		"UPDATE missing SET resumable = 1",
		"UPDATE missing SET recovered = 'x'",
		`UPDATE failure SET data = '{"forfeit":{"kind":"x"}}'`,
	} {
		s := testStore(t)
		run := testRun(t, s, testInfo())
		must(t, run.SaveFailures(t.Context(), []Failure{testFailure(0, 0, 1)}))
		must(t, run.Dispute(t.Context(), "two results", nil))
		must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error {
			return saveMissing(ctx, tx, run.key, "a round", false)
		}))
		if _, err := s.Info(t.Context(), run.ID()); err != nil {
			t.Fatal(err)
		}
		_, err := s.write.conn.ExecContext(t.Context(), change)
		must(t, err)
		if _, err := s.Info(t.Context(), run.ID()); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// A process that does not live any more does not write its run.
func TestRunsOfDeadWriters(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE progress SET pid = 0, host = 'elsewhere', beat = 1")
	must(t, err)
	list, err := s.Progress(t.Context())
	must(t, err)
	sum, err := s.Info(t.Context(), run.ID())
	must(t, err)
	if len(list) != 1 || list[0].Status != Interrupted || sum.Status != Interrupted {
		t.Errorf("%+v, %s", list, sum.Status)
	}
}

// Altered counts are found wherever they are read.
func TestAlteredCounts(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	must(t, run.Close())
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE progress SET games = 7")
	must(t, err)
	_, progress := s.Progress(t.Context())
	_, list := s.Runs(t.Context())
	_, _, resumed := s.Resume(t.Context(), run.ID(), "")
	for name, err := range map[string]error{"progress": progress, "list": list, "resumed": resumed, "reopened": s.Reopen(t.Context(), run.ID(), "", "{rounds: 4}", "{rounds: 8}")} {
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "run "+run.ID()) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
