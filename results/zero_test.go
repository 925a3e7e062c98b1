package results_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// Nil and empty arguments are errors or empty results, not panics.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	do := func(name string, f func()) {
		t.Helper()
		defer func() {
			if cause := recover(); cause != nil {
				t.Errorf("%s: panic: %v", name, cause)
			}
		}()
		f()
	}
	ctx := t.Context()
	do("texts", func() { results.Hash(""); _ = results.CheckName("") })
	do("Result", func() {
		var a results.Result
		a.Earlier()
		a.Headline()
		a.Verdict()
	})
	do("Axis", func() { _ = results.Axis{}.At(0) })
	do("Crosstable", func() { new(results.Crosstable).Circle(nil) })
	do("Crosstable without scores", func() { (&results.Crosstable{Agents: []string{"a", "b", "c"}}).Circle(nil) })
	do("Crosstable of short rows", func() {
		(&results.Crosstable{Agents: []string{"a", "b"}, Scores: [][]float64{{0}, {0}}, Games: [][]int{{0}, {0}}}).Circle(nil)
	})
	for name, s := range map[string]*results.Store{"a nil store": nil, "the zero value of a store": {}} {
		do(name, func() {
			_, list := s.List(ctx, results.Query{})
			_, get := s.Get(ctx, "last")
			_, id := s.Resolve(ctx, "last")
			_, begin := s.Begin(ctx, results.Info{})
			_, version := s.Version(ctx)
			for _, err := range []error{list, get, id, begin, version, s.Note(ctx, "last", "x"), s.Close()} {
				if err == nil || !strings.Contains(err.Error(), "the store is not open") {
					t.Errorf("%s: %v", name, err)
				}
			}
			for _, err := range s.Pairings(ctx, "last", 0) {
				if err == nil {
					t.Errorf("%s has pairings", name)
				}
			}
			if s.Path() != "" || s == nil && s.Live() {
				t.Errorf("%s has the path %q and is live: %t", name, s.Path(), s.Live())
			}
			if err := s.AddCrosstable(ctx, nil); err != nil {
				t.Error(err)
			}
		})
	}
	do("Differences", func() { results.Differences(); results.Differences(""); results.Differences("", "x: 1") })
	do("FitEvidence", func() { var e results.FitEvidence; e.HeldOutLine(); e.StrengthLine(true) })
	do("GameRef", func() { _ = results.GameRef{}.String(); _, _ = results.ParseGameRef("") })
	do("GridResult", func() {
		var g results.GridResult
		g.Best()
		g.Histogram()
		g.Index(nil)
		g.Point(0)
		g.Points()
		_ = g.Valid()
		g.Within(nil)
		g.Within(engines.Space{{Name: "x", Max: 1}})
	})
	do("Record", func() {
		var r results.Record
		r.Best()
		_, _ = r.CandidateDocument("x")
		_, _ = r.Document()
		_, _ = r.RoundDocument(-1)
		r.Summary.Verdict()
	})
	do("Open", func() {
		if s, err := results.Open(""); err == nil {
			_ = s.Close()
		}
		if _, err := results.OpenReadOnly(filepath.Join(t.TempDir(), "none.db")); err == nil {
			t.Error("a store that is not there is opened")
		}
	})
	store, err := results.Open(filepath.Join(t.TempDir(), "store.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	do("a store without runs", func() {
		_, _ = store.Get(ctx, "")
		_, _ = store.Info(ctx, "x")
		_, _ = store.List(ctx, results.Query{})
		_, _, _ = store.Count(ctx, results.Query{})
		_, _ = store.Games(ctx, "x", results.GameQuery{})
		_, _ = store.ForfeitCounts(ctx, "x")
		_, _ = store.Failures(ctx, "x")
		_, _ = store.Pairing(ctx, "x", -1, -1)
		_, _ = store.Population(ctx, "x", -1)
		_, _ = store.Trials(ctx, "x", 5, 1, -1)
		_, _ = store.RoundsSince(ctx, "x", -1)
		_, _ = store.Field(ctx, "x", -1)
		_ = store.Tag(ctx, "x")
		_ = store.Rename(ctx, "x", "")
		_ = store.AddCrosstable(ctx, new(results.Record))
		_, _, _ = store.Resume(ctx, "x", "")
		for _, err := range store.Journal(ctx, "x", -1) {
			if err == nil {
				t.Error("an unknown run has pairings")
			}
		}
	})
	do("an empty run", func() {
		run, err := store.Begin(ctx, results.Info{})
		if err != nil {
			return
		}
		defer func() { _ = run.Close() }()
		_ = run.SavePairings(ctx, nil)
		_ = run.SaveCheckpoints(ctx, nil)
		_ = run.SaveFailures(ctx, nil)
		_ = run.SaveField(ctx, nil)
		_ = run.SaveGrid(ctx, results.GridResult{})
		_ = run.SaveRound(ctx, tuning.Round{}, nil)
		_ = run.DropPairings(ctx, -1)
		_ = run.Finish(ctx, results.Result{})
		_, _ = run.Record(ctx)
	})
}
