package results

import (
	"errors"
	"os"
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

// A store that is opened on a full disk, where its files for writing cannot be made, names the cause.
func TestOpenOnFullDisk(t *testing.T) {
	t.Parallel()
	dir := smallDisk(t, 256<<10)
	path := filepath.Join(dir, "runs.db")
	s, err := Open(path)
	must(t, err)
	must(t, testRun(t, s, testInfo()).Close())
	must(t, s.Close())
	for size := 1 << 18; size > 0; size /= 2 { // fill the disk to the last byte
		f, err := os.OpenFile(filepath.Join(dir, "fill"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		must(t, err)
		_, _ = f.Write(make([]byte, size))
		must(t, f.Close())
	}
	s, err = Open(path)
	if err == nil {
		err = s.Tag(t.Context(), "last", "word")
		_ = s.Close()
	}
	if !errors.Is(err, ErrUnwritable) && !errors.Is(err, ErrFull) || strings.Contains(err.Error(), "4874") || strings.Contains(err.Error(), "I/O") {
		t.Errorf("%v, want an error that states that the disk is full", err)
	}
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
