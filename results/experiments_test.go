package results

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/rating"
)

func TestExperiments(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	if list, err := s.Experiments(t.Context()); err != nil || list != nil {
		t.Errorf("of a store that never had any: %v, %v", list, err)
	}
	if runs, err := s.ExperimentRuns(t.Context(), "duel"); err != nil || runs != nil {
		t.Errorf("runs of a store that never had an experiment: %v, %v", runs, err)
	}
	if _, err := s.Experiment(t.Context(), "last"); !errors.Is(err, ErrUnknownExperiment) || !strings.Contains(err.Error(), "the store has none") {
		t.Errorf("the last of none: %v", err)
	}
	duel := Experiment{Name: "duel", Config: "a: 1\nb: 2\n", Source: "x.yaml", Version: "v1"}
	cup := Experiment{Name: "cup", Config: "a: 2\n", Source: "y.yaml", Version: "v2"}
	before := time.Now().Add(-time.Second)
	must(t, s.BeginExperiment(t.Context(), duel))
	must(t, s.BeginExperiment(t.Context(), cup))
	must(t, s.BeginExperiment(t.Context(), duel)) // again: it goes on
	other := duel
	other.Config = "a: 1\nb: 3\n"
	if err := s.BeginExperiment(t.Context(), other); !errors.Is(err, ErrOtherConfig) || !strings.Contains(err.Error(), "experiment duel: ") || !strings.Contains(err.Error(), "b was 2 and is 3 now") {
		t.Errorf("another config: %v", err)
	}
	list, err := s.Experiments(t.Context())
	must(t, err)
	if diff := cmp.Diff([]Experiment{duel, cup}, list, cmpopts.IgnoreFields(Experiment{}, "Started")); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]Experiment{"duel": duel, "cup": cup, "last": cup} {
		got, err := s.Experiment(t.Context(), name)
		must(t, err)
		if got.Name != want.Name || got.Started.Before(before) || time.Since(got.Started) > time.Hour {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if _, err := s.Experiment(t.Context(), "due"); !errors.Is(err, ErrUnknownExperiment) || !strings.Contains(err.Error(), "duel") {
		t.Errorf("a name that is nearly one: %v", err)
	}

	info := testInfo()
	info.Tags = append(make([]string, 0, 8), "good")
	var ids []string
	for _, key := range []string{"spsa 2", "spsa 1"} { // the runs come in the order in which they began
		run, err := s.BeginInExperiment(t.Context(), info, "duel", key)
		must(t, err)
		ids = append(ids, run.ID())
		must(t, run.Close())
	}
	if _, err := s.BeginInExperiment(t.Context(), info, "duel", "spsa 1"); err == nil || !strings.Contains(err.Error(), "experiment duel: another process has begun spsa 1") {
		t.Errorf("the same key again: %v", err)
	}
	if _, err := s.BeginInExperiment(t.Context(), info, "none", "spsa 1"); !errors.Is(err, ErrUnknownExperiment) {
		t.Errorf("no experiment: %v", err)
	}
	if list, err := s.Runs(t.Context()); err != nil || len(list) != 2 || !cmp.Equal(list[0].Tags, []string{"duel", "good"}) || !cmp.Equal(info.Tags[:2], []string{"good", ""}) {
		t.Errorf("%+v, %v; the caller's tags are %q", list, err, info.Tags[:2])
	}
	match := []rating.Standing{{Agent: "default", Games: 4}}
	must(t, s.SaveMatch(t.Context(), "duel", "spsa 1", match))
	runs, err := s.ExperimentRuns(t.Context(), "duel")
	must(t, err)
	want := []ExperimentRun{{Key: "spsa 2", Run: ids[0]}, {Key: "spsa 1", Run: ids[1], Match: match}}
	if diff := cmp.Diff(want, runs); diff != "" {
		t.Error(diff)
	}
	if runs, err := s.ExperimentRuns(t.Context(), "cup"); err != nil || runs != nil {
		t.Errorf("the other experiment: %v, %v", runs, err)
	}
}

// Altered rows of an experiment are not read.
func TestAlteredExperiments(t *testing.T) {
	t.Parallel()
	for _, change := range []string{
		"UPDATE experiment SET config = 'x'",
		"UPDATE experiment SET source = 'x'",
		"UPDATE experiment SET version = 'x'",
		"UPDATE experiment SET started = 'today', sum = NULL",
		"UPDATE experiment_run SET place = 'x'",
		"UPDATE experiment_run SET match = '[]'",
		"UPDATE experiment_run SET match = '{', sum = NULL",
	} {
		s := testStore(t)
		must(t, s.BeginExperiment(t.Context(), Experiment{Name: "duel", Config: "a: 1"}))
		run, err := s.BeginInExperiment(t.Context(), testInfo(), "duel", "spsa 1")
		must(t, err)
		must(t, run.Close())
		_, err = s.write.conn.ExecContext(t.Context(), change)
		must(t, err)
		_, first := s.Experiment(t.Context(), "duel")
		_, second := s.ExperimentRuns(t.Context(), "duel")
		if got := errors.Join(first, second); !errors.Is(got, ErrDamaged) {
			t.Errorf("%s: %v", change, got)
		}
		if h, err := Check(t.Context(), s.Path()); err != nil || h.Sound() || h.Recovery == nil || !strings.Contains(strings.Join(h.Problems, " "), "damaged") {
			t.Errorf("%s: checked: %+v, %v", change, h, err)
		}
	}
}
