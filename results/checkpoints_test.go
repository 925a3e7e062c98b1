package results

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Stores have answers whose checkpoints stand under the key strength.
func TestCheckpointsOfEarlierStores(t *testing.T) {
	t.Parallel()
	const stored = `{"name":"x","fitness":0.5,"games":9,"rating":{"elo":40,"interval":[20,60],"games":60,"against":"default"},
		"strength":[{"generation":4,"games":1800,"rating":30,"interval":[10,null],"played":80}]}`
	a, err := readAnswer([]byte(stored), newest, 1)
	must(t, err)
	if len(a.Checkpoints) != 1 {
		t.Fatalf("%+v", a.Checkpoints)
	}
	got := a.Checkpoints[0]
	if got.Round != 4 || got.Games != 1800 || got.Rating != 30 || got.Interval.Low != 10 || got.Against != "default" || got.Played != 80 {
		t.Errorf("%+v", got)
	}
	text, err := json.Marshal(a)
	must(t, err)
	var again Answer
	must(t, json.Unmarshal(text, &again))
	if diff := cmp.Diff(a, again); diff != "" {
		t.Error(diff)
	}
}

// Checkpoints of a run that is not finished are read with it and go when it is deleted.
// A finished run has those of its answer.
func TestSaveCheckpoints(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	r := testRun(t, s, testInfo())
	if rec, err := r.Record(t.Context()); err != nil || rec.Checkpoints != nil {
		t.Fatalf("of a store that never had any: %v, %v", rec.Checkpoints, err)
	}
	list := []Checkpoint{
		{Round: 1, Games: 20, Rating: -3, Interval: Interval{Low: -30, High: 24}, Against: "default", Played: 80},
		{Round: 7, Games: 140, Rating: 12, Interval: Interval{Low: 2, High: math.Inf(1)}, Against: "default", Played: 80},
	}
	must(t, r.SaveCheckpoints(t.Context(), list[:1]))
	must(t, r.SaveCheckpoints(t.Context(), list))
	got, err := s.Checkpoints(t.Context(), r.ID())
	must(t, err)
	if diff := cmp.Diff(list, got); diff != "" {
		t.Error(diff)
	}
	must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error {
		return execute(ctx, tx, "UPDATE checkpoint SET generation = 8 WHERE generation = 7")
	}))
	if _, err := s.Checkpoints(t.Context(), r.ID()); err == nil {
		t.Error("a checkpoint that was changed is read")
	}
	must(t, r.SaveCheckpoints(t.Context(), list))
	must(t, r.Close())
	rec, err := s.Get(t.Context(), r.ID())
	must(t, err)
	if diff := cmp.Diff(list, rec.Checkpoints); diff != "" {
		t.Error(diff)
	}
	must(t, s.Delete(t.Context(), r.ID()))
	if n, err := column[int](t.Context(), s.read, "SELECT count(*) FROM checkpoint"); err != nil || n[0] != 0 {
		t.Errorf("%v checkpoints are left, %v", n, err)
	}
	r = testRun(t, s, testInfo())
	must(t, r.SaveCheckpoints(t.Context(), list[:1]))
	must(t, r.Finish(t.Context(), Answer{Checkpoints: list}))
	rec, err = s.Get(t.Context(), r.ID())
	must(t, err)
	if diff := cmp.Diff(list, rec.Checkpoints); diff != "" {
		t.Error(diff)
	}
}
