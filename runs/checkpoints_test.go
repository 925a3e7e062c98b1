package runs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// A run measures how its result grew, by games of its own: it ends at the verified
// result, in order, the same however many workers play, and the verification is that
// of a run that measures nothing.
func TestCheckpointsDuringTheSearch(t *testing.T) {
	t.Parallel()
	config := "engine: {name: track}\nstrategy: {name: de}\nbudget: {games: 400}\nverification: {games: 200, opponents: [default]}\nseed: 3\n"
	tune := func(workers int) runs.TuneResult {
		r, err := both().Tune(t.Context(), runs.Options{Text: config, Store: inStore(t), Workers: workers}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := tune(2)
	if len(r.Record.Result.Checkpoints) < 3 {
		t.Fatalf("%+v of %d rounds", r.Record.Result.Checkpoints, r.Record.Rounds)
	}
	for i, m := range r.Record.Result.Checkpoints[1:] {
		if before := r.Record.Result.Checkpoints[i]; m.Round <= before.Round || m.Games <= before.Games {
			t.Errorf("%+v follows %+v", m, before)
		}
	}
	last, match := r.Record.Result.Checkpoints[len(r.Record.Result.Checkpoints)-1], r.Verification.Matches[0]
	if last.Games != r.Record.Games || last.Rating != match.Rating || last.Played != match.Games || last.Round != r.Record.Rounds {
		t.Errorf("it ends at %+v, verified %+v", last, match)
	}
	if diff := cmp.Diff(r.Record.Result.Checkpoints, tune(1).Record.Result.Checkpoints); diff != "" {
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
	if told[0].Trend != "" || !strings.Contains(told[1].Trend, " brought ") {
		t.Errorf("trends %q and %q", told[0].Trend, told[1].Trend)
	}
	if len(told) != len(r.Record.Result.Checkpoints) || told[0].Elo != float64(r.Record.Result.Checkpoints[0].Rating) || told[0].Round != r.Record.Result.Checkpoints[0].Round {
		t.Errorf("told %+v, measured %+v", told, r.Record.Result.Checkpoints)
	}
	small, err := both().Tune(t.Context(), runs.Options{Text: config, Set: []string{"verification.games=8"}, Store: inStore(t)}, nil)
	if err != nil || small.Record.Result.Checkpoints != nil {
		t.Errorf("%+v of a verification of 8 games, %v", small.Record.Result.Checkpoints, err)
	}
}

// Checkpoints are in the store from the moment they are measured, although no event
// function asks for them. A run that is stopped after any of its rounds and resumed ends
// with the checkpoints of one that was not, and measures none twice.
func TestCheckpointsAreStoredDuringTheSearch(t *testing.T) {
	t.Parallel()
	config := "engine: {name: track}\nstrategy: {name: de}\nbudget: {games: 400}\nverification: {games: 200, opponents: [default]}\nseed: 3\n"
	whole, err := both().Tune(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := runs.Options{Text: config, Store: inStore(t)}
	var got runs.TuneResult
	measured, stops := 0, 0
	for {
		ctx, cancel := context.WithCancel(t.Context())
		rounds := 0
		o.Events = tuning.Events{
			RoundSaved: func(tuning.Round) {
				if rounds++; rounds == 2 {
					cancel()
				}
			},
			CheckpointMeasured: func(tuning.Checkpoint) { measured++ },
		}
		got, err = both().Tune(ctx, o, nil)
		cancel()
		var stopped *runs.InterruptedError
		if err == nil {
			break
		}
		if !errors.As(err, &stopped) {
			t.Fatal(err)
		}
		rec, err := runs.Record(t.Context(), o.Store, stopped.Run)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(rec.Checkpoints); n > len(whole.Record.Result.Checkpoints)-1 || !cmp.Equal(rec.Checkpoints, whole.Record.Result.Checkpoints[:n:n], cmpopts.EquateEmpty()) {
			t.Errorf("after round %d the store has %+v, the whole run %+v", rec.Rounds, rec.Checkpoints, whole.Record.Result.Checkpoints)
		}
		if n := len(rec.Checkpoints); n > 0 {
			measured-- // the next part reports the latest again
		}
		o.Text, o.Resume = "", stopped.Run
		stops++
	}
	if diff := cmp.Diff(whole.Record.Result.Checkpoints, got.Record.Result.Checkpoints); diff != "" || stops < 2 {
		t.Errorf("stopped %d times: %s", stops, diff)
	}
	if diff := sameTuned(got, whole); diff != "" {
		t.Error(diff)
	}
	if measured != len(whole.Record.Result.Checkpoints) {
		t.Errorf("%d checkpoints were measured, the run has %d", measured, len(whole.Record.Result.Checkpoints))
	}
	rec, err := runs.Record(t.Context(), o.Store, got.Record.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole.Record.Result.Checkpoints, rec.Checkpoints); diff != "" {
		t.Error(diff)
	}
}

// Runs whose budget is a time or a number of rounds have checkpoints, too, and one
// without a verification has none.
func TestCheckpointsOfOtherBudgets(t *testing.T) {
	t.Parallel()
	const config = "engine: {name: track}\nstrategy: {name: genetic, population: 8}\nverification: {games: 200, opponents: [default]}\nseed: 3\n"
	for set, want := range map[string]int{"budget={rounds: 20}": 5, "budget={time: 300ms}": 2, "budget={rounds: 20, games: 1000000}": 5} {
		r, err := both().Tune(t.Context(), runs.Options{Text: config, Set: []string{set}, Store: inStore(t)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Record.Result.Checkpoints) < want {
			t.Errorf("%s: %+v in %d rounds", set, r.Record.Result.Checkpoints, r.Record.Rounds)
		}
	}
	r, err := both().Tune(t.Context(), runs.Options{Text: config, Set: []string{"budget={rounds: 20}", "verification={games: 0}"}, Store: inStore(t)}, nil)
	if err != nil || r.Record.Result.Checkpoints != nil {
		t.Errorf("without a verification: %+v, %v", r.Record.Result.Checkpoints, err)
	}
}

// The strategy auto plans other numbers of games in later phases. The rounds with a checkpoint follow
// from its first plan, so that a run that is resumed after its last round has the same ones.
func TestCheckpointsFollowTheFirstPlan(t *testing.T) {
	t.Parallel()
	o := runs.Options{
		Text:    "engine: {name: duel, settings: {weights: 50}}\nstrategy: {name: auto}\nbudget: {games: 603}\nverification: {games: 100, opponents: [default]}\n",
		Workers: 2, Store: inStore(t),
	}
	want, err := both().Tune(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rounds []int
	for _, c := range want.Record.Result.Checkpoints {
		rounds = append(rounds, c.Round)
	}
	if len(rounds) != 6 { // those of docs/evidence.md and the verification
		t.Errorf("checkpoints after the rounds %v", rounds)
	}
	stopped, cancel := context.WithCancel(t.Context())
	o.Store, o.Events.RoundSaved = inStore(t), func(r tuning.Round) {
		if r.Number == want.Record.Rounds {
			cancel()
		}
	}
	var interrupted *runs.InterruptedError
	if _, err := both().Tune(stopped, o, nil); !errors.As(err, &interrupted) {
		t.Fatal(err)
	}
	got, err := both().Tune(t.Context(), runs.Options{Resume: interrupted.Run, Store: o.Store, Workers: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Record.Result.Checkpoints, got.Record.Result.Checkpoints); diff != "" {
		t.Error(diff)
	}
}
