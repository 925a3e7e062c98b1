package results

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// fillUp saves rounds until one fails, and checks that the failure says what it
// is, and that all rounds before it are there.
func fillUp(t *testing.T, s *Store, run *Run) (saved int) {
	t.Helper()
	for n := 1; n <= 2000; n++ {
		round, members := testRound(n, 50, 100)
		if err := run.SaveRound(t.Context(), round, members); err != nil {
			if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), s.Path()) {
				t.Fatalf("round %d: %v, want %v with the path", n, err, ErrFull)
			}
			rec, err := s.Get(t.Context(), run.ID())
			must(t, err)
			if len(rec.Generations) != n-1 {
				t.Fatalf("%d generations of %d", len(rec.Generations), n-1)
			}
			return n - 1
		}
	}
	t.Fatal("the store never filled up")
	return 0
}

func TestFullStore(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	var pages int
	must(t, s.write.conn.QueryRowContext(t.Context(), "PRAGMA max_page_count = 100").Scan(&pages))
	saved := fillUp(t, s, run)
	if saved == 0 {
		t.Fatal("nothing fitted")
	}
	must(t, s.write.conn.QueryRowContext(t.Context(), "PRAGMA max_page_count = 100000").Scan(&pages)) // room again
	round, members := testRound(saved+1, 50, 100)
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.Finish(t.Context(), Result{Weights: members[0].Weights}))
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, 1<<20)
	s, err := Open(filepath.Join(dir, "runs.db"))
	must(t, err)
	run, err := s.Begin(t.Context(), testInfo())
	must(t, err)
	saved := fillUp(t, s, run)
	run.stopRenewing()
	if err := s.Close(); err != nil {
		t.Logf("closing on a full disk: %v", err)
	}
	ro, err := OpenReadOnly(s.Path())
	must(t, err)
	defer func() { must(t, ro.Close()) }()
	rec, err := ro.Get(t.Context(), "last")
	must(t, err)
	if len(rec.Generations) != saved {
		t.Errorf("%d generations of %d", len(rec.Generations), saved)
	}
}
