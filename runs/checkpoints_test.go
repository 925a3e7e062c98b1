package runs_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// A run measures how its answer grew, by games of its own: it ends at the verified
// answer, in order, the same however many workers play, and the verification is that
// of a run that measures nothing.
func TestCheckpointsDuringTheSearch(t *testing.T) {
	t.Parallel()
	config := "engine: {name: track}\nstrategy: {name: de}\nbudget: {games: 400}\nverification: {games: 200, opponents: [default]}\nseed: 3\n"
	tune := func(workers int) runs.Tuned {
		r, err := both().Tune(t.Context(), runs.Options{Text: config, Store: inStore(t), Workers: workers}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := tune(2)
	if len(r.Checkpoints) < 3 {
		t.Fatalf("%+v of %d rounds", r.Checkpoints, len(r.Rounds))
	}
	for i, m := range r.Checkpoints[1:] {
		if before := r.Checkpoints[i]; m.Round <= before.Round || m.Games <= before.Games {
			t.Errorf("%+v follows %+v", m, before)
		}
	}
	last, match := r.Checkpoints[len(r.Checkpoints)-1], r.Verdict.Matches[0]
	if last.Games != r.Games || float64(last.Rating) != match.Elo || last.Played != match.Games || last.Round != len(r.Rounds) {
		t.Errorf("it ends at %+v, verified %+v", last, match)
	}
	if diff := cmp.Diff(r.Checkpoints, tune(1).Checkpoints); diff != "" {
		t.Error(diff)
	}
	var told []tuning.Checkpoint
	watched, err := both().Tune(t.Context(), runs.Options{Text: config, Store: inStore(t), Events: tuning.Events{
		CheckpointMeasured: func(s tuning.Checkpoint) { told = append(told, s) },
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameTuned(watched, r); diff != "" {
		t.Errorf("watching changes the run: %s", diff)
	}
	if len(told) < 2 || told[0].Match.Elo != float64(r.Checkpoints[0].Rating) || told[0].Round != r.Checkpoints[0].Round {
		t.Errorf("told %+v, measured %+v", told, r.Checkpoints)
	}
	small, err := both().Tune(t.Context(), runs.Options{Text: config, Set: []string{"verification.games=8"}, Store: inStore(t)}, nil)
	if err != nil || small.Checkpoints != nil {
		t.Errorf("%+v of a verification of 8 games, %v", small.Checkpoints, err)
	}
}
