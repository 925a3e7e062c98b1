package results

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/rating"
)

// Checkpoints of a run that is not finished are read with it and go when it is deleted.
// A finished run has those of its result.
func TestSaveCheckpoints(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	r := testRun(t, s, testInfo())
	if rec, err := r.Record(t.Context()); err != nil || rec.Checkpoints != nil {
		t.Fatalf("of a store that never had any: %v, %v", rec.Checkpoints, err)
	}
	list := []Checkpoint{
		{Round: 1, Games: 20, Rating: -3, Interval: rating.Interval{Low: -30, High: 24}, Against: "default", Played: 80},
		{Round: 7, Games: 140, Rating: 12, Interval: rating.Interval{Low: 2, High: math.Inf(1)}, Against: "default", Played: 80},
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
	must(t, r.Finish(t.Context(), Result{Checkpoints: list}))
	rec, err = s.Get(t.Context(), r.ID())
	must(t, err)
	if diff := cmp.Diff(list, rec.Checkpoints); diff != "" {
		t.Error(diff)
	}
}
