package results

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/results/weights"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	if _, err := s.Resolve(t.Context(), "last"); !errors.Is(err, ErrUnknownRun) {
		t.Errorf("last of none: %v", err)
	}
	ids := make([]string, 3)
	for i := range ids {
		ids[i] = testRun(t, s, testInfo()).ID()
	}
	// Earlier versions gave a name twice.
	_, err := s.write.conn.ExecContext(t.Context(), "UPDATE run SET name = 'night' WHERE key > 1")
	must(t, err)
	_, err = s.write.conn.ExecContext(t.Context(), "UPDATE run SET id = 'risk-20261120-00aa' WHERE key = 1; UPDATE run SET id = 'risk-20261121-11bb' WHERE key = 2; UPDATE run SET id = 'risk-20261121-22bb' WHERE key = 3")
	must(t, err)
	for typed, want := range map[string]string{
		"last": "risk-20261121-22bb", "risk-20261120-00aa": "risk-20261120-00aa", "risk-20261120": "risk-20261120-00aa",
		"risk-20261121-1": "risk-20261121-11bb", "22bb": "risk-20261121-22bb", "aa": "risk-20261120-00aa",
	} {
		if got, err := s.Resolve(t.Context(), typed); got != want {
			t.Errorf("%s: %s, want %s (%v)", typed, got, want, err)
		}
	}
	for _, typed := range []string{"night", "risk", "risk-20261121", "bb"} {
		if _, err := s.Resolve(t.Context(), typed); err == nil || !strings.Contains(err.Error(), "risk-20261121-11bb, risk-20261121-22bb") {
			t.Errorf("%s: %v", typed, err)
		}
	}
	for _, typed := range []string{"", "risk-%", "_", "hare"} {
		if _, err := s.Resolve(t.Context(), typed); !errors.Is(err, ErrUnknownRun) {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

func TestARunCannotBeCalledLast(t *testing.T) {
	t.Parallel()
	info := testInfo()
	info.Name = "last"
	if _, err := testStore(t).Begin(t.Context(), info); err == nil {
		t.Error("Begin worked")
	}
}

func TestIDsTellEngineAndDay(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	want := "risk-" + rec.Started.Format("20060102") + "-"
	if !strings.HasPrefix(run.ID(), want) || len(run.ID()) != len(want)+4 {
		t.Errorf("id %s", run.ID())
	}
}

func TestRuns(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	if list, err := s.Runs(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	first, second := testRun(t, s, testInfo()), testRun(t, s, testTournament())
	round, members := testRound(1, 5, 7)
	must(t, first.SaveRound(t.Context(), round, members))
	must(t, first.Finish(t.Context(), Result{Weights: members[0].Weights}))
	list, err := s.Runs(t.Context())
	must(t, err)
	if len(list) != 2 || list[0].ID != first.ID() || list[1].ID != second.ID() {
		t.Fatalf("%+v", list)
	}
	a, b := list[0], list[1]
	if a.Status != Finished || a.Rounds != 1 || a.Games != 7 || a.Ended.Before(a.Started) || a.Kind != Evolve || a.Host == "" {
		t.Errorf("first: %+v", a)
	}
	if b.Status != Running || !b.Ended.IsZero() || b.Result != nil || b.Name != "cup" {
		t.Errorf("second: %+v", b)
	}
}

func TestResultIsReadBack(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	want := Result{
		Weights: engines.Weights{1, 2, 0.1, 3}, Settings: engines.Settings{"depth": "2"}, Name: "the mean", Fitness: rating.Float(math.NaN()), Games: 9,
		Error: []float64{0.1, 0.2, math.NaN(), 0}, Rating: &evidence.Rating{Elo: 700, Interval: rating.Interval{Low: 400, High: math.Inf(1)}, Games: 20, Against: "default"},
		Standings: []rating.Standing{
			{Agent: "a", Games: 20, Wins: 19, Draws: 1, Score: 0.975, Rating: 700, Interval: rating.Interval{Low: 400, High: math.Inf(1)}, LOS: 1},
			{Agent: "b", Games: 20, Losses: 19, Draws: 1, Score: 0.025, Rating: rating.Float(math.NaN()), Interval: rating.Interval{Low: math.Inf(-1)}},
			{Agent: "c", Games: 2, Scored: &rating.Scored{
				Agent:   rating.MeanScore{Mean: 12, Error: 1, Games: 1},
				Against: &rating.Compared{Result: rating.MeanScore{Mean: 20, Error: 2, Games: 1}, Difference: rating.MeanScore{Mean: 8, Error: 1.5, Games: 1}},
			}},
		},
		Importance: []float64{1, 2, 3, 4}, Interaction: [][]float64{{1, 2}, {2, 1}},
	}
	must(t, run.Finish(t.Context(), want))
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if diff := cmp.Diff(want, *rec.Result, cmpopts.EquateNaNs(), sameFloat); diff != "" {
		t.Error(diff)
	}
	d, err := rec.Document()
	must(t, err)
	if *d.Rating != 700 || d.Interval == nil || d.Interval.Low != 400 || !math.IsInf(d.Interval.High, 1) {
		t.Errorf("the interval with an open end was not exported: %+v", d)
	}
}

func TestRecordDocument(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if _, err := rec.Document(); err == nil {
		t.Error("a run without a generation has a document")
	}
	must(t, run.Finish(t.Context(), Result{Weights: testSpace.Default(), Rating: &evidence.Rating{Elo: 1, Interval: rating.Interval{Low: -2, High: 4}, Games: 100, Against: "start"}}))
	rec, err = s.Get(t.Context(), run.ID())
	must(t, err)
	d, err := rec.Document()
	must(t, err)
	if *d.Rating != 1 || d.Interval.High != 4 || d.Games != 100 || d.Run != run.ID() || *d.Seed != 1 || d.Weights[3] != (weights.Named{Name: "depth", Value: 2}) {
		t.Errorf("%+v", d)
	}
}

// TestBestOfAnUnfinishedRun checks that a run has no best weights before a round has some.
func TestBestOfAnUnfinishedRun(t *testing.T) {
	t.Parallel()
	without, with := Generation{Number: 1}, Generation{Number: 2, Best: Result{Weights: engines.Weights{1}}}
	for _, test := range []struct {
		rounds []Generation
		ok     bool
	}{{nil, false}, {[]Generation{without}, false}, {[]Generation{without, with}, true}, {[]Generation{with, without}, false}} {
		best, ok := Record{Generations: test.rounds}.Best()
		if ok != test.ok || ok && len(best.Weights) != 1 {
			t.Errorf("%d rounds: %v, %v", len(test.rounds), best.Weights, ok)
		}
	}
	if _, ok := (Record{Summary: Summary{Result: &Result{}}, Generations: []Generation{with}}).Best(); ok {
		t.Error("the result has no weights")
	}
}
