package results

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

func TestResume(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 3; n++ {
		round, members := testRound(n, 4, 6)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	must(t, run.Close())
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	if rec.Status != Interrupted || rec.Ended.IsZero() {
		t.Errorf("closed run: %s, ended %v", rec.Status, rec.Ended)
	}
	again, p, err := s.Resume(t.Context(), run.ID(), testConfig)
	must(t, err)
	if p.Round != 3 || p.Games != 18 || p.Elapsed != 4500*time.Millisecond || string(p.Snapshot) != `{"version":1,"round":3}` {
		t.Errorf("point %+v, snapshot %s", p, p.Snapshot)
	}
	if again.ID() != run.ID() || again.Info().Config != testConfig || len(again.Info().Space) != len(testSpace) {
		t.Errorf("resumed as %s with %+v", again.ID(), again.Info())
	}
	round, members := testRound(4, 4, 6)
	must(t, again.SaveRound(t.Context(), round, members))
	must(t, again.Finish(t.Context(), Result{Weights: members[0].Weights, Rating: &evidence.Rating{Elo: 12, Interval: rating.Interval{Low: 1, High: 23}, Games: 400, Against: "default"}}))
	if _, _, err := s.Resume(t.Context(), run.ID(), ""); !errors.Is(err, ErrFinished) {
		t.Errorf("a finished run was resumed: %v", err)
	}
	rec, err = s.Get(t.Context(), "last")
	must(t, err)
	if rec.Status != Finished || rec.Rounds != 4 || rec.Result.Rating.Elo != 12 {
		t.Errorf("finished run: %+v", rec.Summary)
	}
}

func TestResumeBeforeTheFirstRound(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	must(t, run.Close())
	again, p, err := s.Resume(t.Context(), "last", "")
	must(t, err)
	defer func() { must(t, again.Close()) }()
	if p.Round != 0 || p.Snapshot != nil {
		t.Errorf("point %+v", p)
	}
}

func TestResumeRefusesAnotherConfig(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	must(t, run.Close())
	for given, want := range map[string]string{
		strings.Replace(testConfig, "population: 100", "population: 50", 1): "strategy.population was 100 and is 50 now",
		strings.Replace(testConfig, "budget: {rounds: 4}\n", "", 1):         "budget.rounds was 4 and is not set now",
		testConfig + "name: x\n":          "name was not set and is x now",
		testConfig + "# only a comment\n": "their texts differ",
		"[1, 2":                           "their texts differ",
		"a: 1\nb: 2\nc: {d: 3}\ne: [4]\n": "; and 6 more",
	} {
		_, _, err := s.Resume(t.Context(), run.ID(), given)
		if !errors.Is(err, ErrOtherConfig) || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), run.ID()) {
			t.Errorf("%q: %v, want %q", given, err, want)
		}
	}
	if _, _, err := s.Resume(t.Context(), "risk-nothing", ""); !errors.Is(err, ErrUnknownRun) {
		t.Errorf("unknown run: %v", err)
	}
}
