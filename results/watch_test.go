package results

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/tournament"
)

// A watcher of another process sees that something has changed, and asks for
// what it has not seen.
func TestWatching(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	watcher, err := OpenReadOnly(s.Path())
	must(t, err)
	defer func() { must(t, watcher.Close()) }()
	version := func() int64 {
		v, err := watcher.Version(t.Context())
		must(t, err)
		return v
	}
	last := version()
	if version() != last {
		t.Error("the version changes by itself")
	}
	for n := 1; n <= 4; n++ {
		round, members := testRound(n, 4, 6)
		must(t, run.SaveRound(t.Context(), round, members))
		if v := version(); v == last {
			t.Errorf("round %d was not noticed", n)
		} else {
			last = v
		}
	}
	rec, err := s.Get(t.Context(), run.ID())
	must(t, err)
	for seen := range 6 {
		got, err := watcher.RoundsSince(t.Context(), "last", seen)
		must(t, err)
		if diff := cmp.Diff(rec.Generations[min(seen, 4):], got, sameFloat, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("after %d rounds: %s", seen, diff)
		}
	}
	if _, err := watcher.RoundsSince(t.Context(), "nobody", 0); !errors.Is(err, ErrUnknownRun) {
		t.Errorf("%v", err)
	}
	if own, err := s.Version(t.Context()); err != nil || own == 0 {
		t.Errorf("version %d of the writer's store, %v", own, err)
	}
}

// A first call with a context that has ended does not change what later calls see.
func TestWatchingAfterACancelledCall(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	must(t, s.Close())
	watcher, err := OpenReadOnly(s.Path())
	must(t, err)
	defer func() { must(t, watcher.Close()) }()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := watcher.Version(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	last, err := watcher.Version(t.Context())
	must(t, err)
	writer, err := Open(s.Path())
	must(t, err)
	defer func() { must(t, writer.Close()) }()
	testRun(t, writer, testInfo())
	if v, err := watcher.Version(t.Context()); err != nil || v == last {
		t.Errorf("the version is still %d, %v", v, err)
	}
}

// The counts of a list are those of the rows, whatever was saved twice, dropped
// or saved by an earlier process.
func TestCounts(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	for n := 1; n <= 2; n++ {
		round, members := testRound(n, 4, 6)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	round, members := testRound(2, 4, 6)
	if err := run.SaveRound(t.Context(), round, members); err == nil {
		t.Error("a round was saved twice")
	}
	must(t, run.Close())
	run, _, err := s.Resume(t.Context(), "last", "")
	must(t, err)
	round, members = testRound(3, 4, 6)
	must(t, run.SaveRound(t.Context(), round, members))
	must(t, run.SaveField(t.Context(), testTournament().Field))
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0), testPairing(1), testPairing(5)}))
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(1), testPairing(6)}))
	must(t, run.DropPairings(t.Context(), 6))
	rec, err := run.Record(t.Context())
	must(t, err)
	if rec.Rounds != 3 || rec.Games != 18 || rec.Pairings != 3 || rec.Elapsed.Seconds() != 4.5 {
		t.Errorf("%+v", rec.Summary)
	}
	want := counts{rounds: 3, games: 18, seconds: 4.5, pairings: 3, journalGames: 9}
	if run.counts != want {
		t.Errorf("%+v, want %+v", run.counts, want)
	}
	must(t, run.Close())
}

// A store that is replaced while a run is written to it is not mistaken for one
// that never had the run.
func TestStoreReplaced(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	_, err := s.write.conn.ExecContext(t.Context(), "PRAGMA foreign_keys = 0; DELETE FROM run; DELETE FROM progress")
	must(t, err)
	round, members := testRound(1, 3, 3)
	if err := run.SaveRound(t.Context(), round, members); !errors.Is(err, ErrChanged) {
		t.Errorf("saved: %v", err)
	}
	if _, err := run.Record(t.Context()); !errors.Is(err, ErrChanged) {
		t.Errorf("read: %v", err)
	}
	if err := run.Close(); !errors.Is(err, ErrChanged) {
		t.Errorf("closed: %v", err)
	}
}

// A reader of a store that nobody writes leaves nothing beside it; the log of a
// writer that was killed it leaves alone.
func TestReadersLeaveNothing(t *testing.T) {
	t.Parallel()
	s, search, _ := richStore(t)
	log, err := os.ReadFile(s.Path() + "-wal")
	must(t, err)
	file, err := os.ReadFile(s.Path())
	must(t, err)
	killed := filepath.Join(t.TempDir(), "killed.db")
	must(t, os.WriteFile(killed, file, 0o600))
	must(t, os.WriteFile(killed+"-wal", log, 0o600))
	ro, err := OpenReadOnly(killed)
	must(t, err)
	if _, err := ro.Get(t.Context(), search); err != nil {
		t.Error(err)
	}
	must(t, ro.Close())
	if after, err := os.ReadFile(killed + "-wal"); err != nil || len(after) != len(log) {
		t.Errorf("the log of a killed writer had %d bytes and has %d, %v", len(log), len(after), err)
	}
	must(t, s.Close())
	ro, err = OpenReadOnly(s.Path())
	must(t, err)
	if _, err := ro.Version(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := ro.Get(t.Context(), search); err != nil {
		t.Error(err)
	}
	must(t, ro.Close())
	if left, _ := filepath.Glob(s.Path() + "*"); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

// A store that is deleted under a run, or replaced by another, takes no more of it.
func TestAStoreThatIsReplaced(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(path string) error{
		"deleted": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.Remove(path), os.WriteFile(path, []byte("text"), 0o600))
		},
	} {
		s, err := Open(filepath.Join(t.TempDir(), "runs.db"))
		must(t, err)
		run, err := s.Begin(t.Context(), testInfo())
		must(t, err)
		if err := change(s.Path()); err != nil {
			_ = s.Close()
			t.Skip(err) // where an open file cannot be deleted
		}
		round, members := testRound(1, 3, 3)
		if err := run.SaveRound(t.Context(), round, members); !errors.Is(err, ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
		if err := run.Close(); !errors.Is(err, ErrChanged) {
			t.Errorf("%s, closed: %v", name, err)
		}
		_ = s.Close()
	}
}

// The log is merged and emptied when the writer closes, although a reader stays, and the reader
// sees everything.
func TestTheLogIsEmptiedWhenTheWriterCloses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	s, err := Open(path)
	must(t, err)
	reader, err := OpenReadOnly(path)
	must(t, err)
	defer func() { must(t, reader.Close()) }()
	_, err = reader.Version(t.Context())
	must(t, err)
	run, err := s.Begin(t.Context(), testInfo())
	must(t, err)
	for n := 1; n <= 20; n++ {
		round, members := testRound(n, 4, 6)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	log, err := os.Stat(path + "-wal")
	must(t, err)
	if log.Size() == 0 {
		t.Fatal("nothing is in the log before")
	}
	must(t, run.Close())
	must(t, s.Close())
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		t.Errorf("the log has %d bytes after the writer has closed", log.Size())
	}
	rec, err := reader.Get(t.Context(), "last")
	must(t, err)
	if len(rec.Generations) != 20 {
		t.Errorf("the reader sees %d rounds", len(rec.Generations))
	}
}
