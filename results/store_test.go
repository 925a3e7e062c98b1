package results

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lanista/lanista/tournament"
)

func TestRefusesWhatIsNoStoreAndLeavesIt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte(content), 0o644))
		return path
	}
	database := func(name string, statements ...string) string {
		path := filepath.Join(dir, name)
		db, err := sql.Open("sqlite", path)
		must(t, err)
		for _, s := range statements {
			_, err := db.Exec(s)
			must(t, err)
		}
		must(t, db.Close())
		return path
	}
	for _, c := range []struct {
		name, path string
		want       error
	}{
		{"short text", write("short", "hello"), ErrNotStore},
		{"long text", write("long", strings.Repeat("not a database at all\n", 1000)), ErrNotStore},
		{"weights", write("w.json", `{"engine":"risk","weights":{}}`), ErrNotStore},
		{"half a header", write("half", "SQLite format 3\x00\x10\x00"), ErrNotStore},
		{"another database", database("other.db", "CREATE TABLE t (x)"), ErrNotStore},
		{"another database in WAL mode", database("wal.db", "PRAGMA journal_mode=WAL", "CREATE TABLE t (x)"), ErrNotStore},
		{"another application's", database("app.db", "PRAGMA application_id=77", "CREATE TABLE t (x)"), ErrNotStore},
		{"a database with a version", database("ver.db", "PRAGMA user_version=1", "VACUUM"), ErrNotStore},
		{"a newer store", database("new.db", "PRAGMA application_id=1279348297", "PRAGMA user_version=99", "CREATE TABLE t (x)"), ErrFormat},
		{"an older store", database("old.db", "PRAGMA application_id=1279348297", "PRAGMA user_version=1", "CREATE TABLE t (x)"), ErrFormat},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, err := os.ReadFile(c.path)
			must(t, err)
			for _, open := range []func(string) (*Store, error){Open, OpenReadOnly} {
				s, err := open(c.path)
				if err == nil {
					_ = s.Close()
				}
				if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.path) {
					t.Errorf("error %v, want %v with the path", err, c.want)
				}
			}
			after, err := os.ReadFile(c.path)
			must(t, err)
			if !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			if left, _ := filepath.Glob(c.path + "-*"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
	if applicationID != 1279348297 {
		t.Error("the application id has changed")
	}
}

func TestOpenErrorsNameThePath(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	missing := filepath.Join(dir, "no", "such", "runs.db")
	if _, err := Open(missing); err == nil || !strings.Contains(err.Error(), "directory "+filepath.Dir(missing)+" does not exist") {
		t.Errorf("missing directory: %v", err)
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), dir+" is a directory") {
		t.Errorf("a directory: %v", err)
	}
	absent := filepath.Join(dir, "runs.db")
	if _, err := OpenReadOnly(absent); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), absent) {
		t.Errorf("absent: %v", err)
	}
	if _, err := os.Stat(absent); err == nil {
		t.Error("opening for reading made a file")
	}
	if _, err := Open("/dev/null"); !errors.Is(err, ErrNotStore) {
		t.Errorf("a device: %v", err)
	}
	empty := filepath.Join(dir, "empty.db")
	must(t, os.WriteFile(empty, nil, 0o644))
	if _, err := OpenReadOnly(empty); !errors.Is(err, ErrNotStore) {
		t.Errorf("empty, for reading: %v", err)
	}
	s, err := Open(empty) // an empty file is a store to be
	must(t, err)
	must(t, s.Close())
}

func TestOpenOddPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a b.db", "50%20.db", "what?.db", "#1.db", "ä&=.db"} {
		if runtime.GOOS == "windows" && strings.Contains(name, "?") {
			continue // no name of a file there
		}
		path := filepath.Join(t.TempDir(), name)
		s, err := Open(path)
		must(t, err)
		must(t, s.Close())
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: no store there: %v", name, err)
		}
	}
}

func TestStoreSettings(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "1", "foreign_keys": "1", "user_version": "4", "application_id": "1279348297",
	} {
		var got string
		must(t, s.write.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got))
		if got != want {
			t.Errorf("%s is %s, want %s", pragma, got, want)
		}
	}
	var loose int
	must(t, s.write.conn.QueryRowContext(t.Context(), "SELECT count(*) FROM pragma_table_list WHERE schema='main' AND type='table' AND strict=0 AND name NOT LIKE 'sqlite_%'").Scan(&loose))
	if loose != 0 {
		t.Errorf("%d tables are not STRICT", loose)
	}
	if _, err := s.write.conn.ExecContext(t.Context(), "INSERT INTO generation (run, number, games, total, forfeits, result, seconds, saved) VALUES (99, 1, 1, 1, 0, '', 0, '')"); err == nil {
		t.Error("a generation of no run was accepted")
	}
}

// A process that is killed while it makes a store may leave all of it in the file, and
// beside it the journal that takes it back: the store is empty, and is made again.
func TestAStoreThatWasNotMadeIsEmpty(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s.db")
	made, err := Open(path)
	must(t, err)
	must(t, made.Close())
	file, err := os.ReadFile(path)
	must(t, err)
	file[18], file[19] = 1, 1 // as it is before write-ahead logging is switched on
	journal := make([]byte, 512)
	copy(journal, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")      // no pages to put back: the file had none
	copy(journal[20:], "\x00\x00\x02\x00\x00\x00\x10\x00") // sectors of 512 bytes, pages of 4096
	must(t, os.WriteFile(path, file, 0o600))
	must(t, os.WriteFile(path+"-journal", journal, 0o600))
	if _, err := OpenReadOnly(path); !errors.Is(err, ErrEmpty) {
		t.Errorf("%v, want %v", err, ErrEmpty)
	}
	made, err = Open(path)
	must(t, err)
	list, err := made.Progress(t.Context())
	if err != nil || len(list) > 0 {
		t.Errorf("made again: %v, %v", list, err)
	}
	must(t, made.Close())
}

func TestReadOnlyRefusesWriting(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	ro, err := OpenReadOnly(s.Path())
	must(t, err)
	defer func() { must(t, ro.Close()) }()
	if _, err := ro.Begin(t.Context(), testInfo()); err == nil {
		t.Error("Begin worked")
	}
	if _, _, err := ro.Resume(t.Context(), "last", ""); err == nil {
		t.Error("Resume worked")
	}
	if _, err := ro.read.Exec("DELETE FROM run"); err == nil {
		t.Error("the connection writes")
	}
}

func TestReadersWhileWriting(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	const rounds = 30
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			ro, err := OpenReadOnly(s.Path())
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = ro.Close() }()
			for seen := 0; ; {
				rec, err := ro.Get(context.Background(), "last")
				if err != nil {
					t.Error(err)
					return
				}
				n := len(rec.Generations)
				if n < seen {
					t.Errorf("%d generations after %d", n, seen)
				}
				if n > 0 { // a generation that is seen is whole
					members, err := ro.Population(context.Background(), "last", n)
					if err != nil || len(members) != 20 {
						t.Errorf("generation %d: %d genomes, %v", n, len(members), err)
					}
				}
				seen = n
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for n := 1; n <= rounds; n++ {
		round, members := testRound(n, 20, 50)
		must(t, run.SaveRound(t.Context(), round, members))
	}
	close(done)
	readers.Wait()
}

func TestTwoProcessesMakeOneStore(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := Open(path)
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { _ = s.Close() }) // Windows does not remove the file of an open store
			if _, err := s.Begin(context.Background(), testInfo()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s, err := OpenReadOnly(path)
	must(t, err)
	defer func() { must(t, s.Close()) }()
	if list, err := s.Runs(t.Context()); err != nil || len(list) != 4 {
		t.Errorf("%d runs, %v", len(list), err)
	}
}

func TestClosedStoreIsOneFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "runs.db")
	s, err := Open(path)
	must(t, err)
	run := testRun(t, s, testInfo())
	round, members := testRound(1, 20, 50)
	must(t, run.SaveRound(t.Context(), round, members))
	_, err = s.Get(t.Context(), run.ID())
	must(t, err)
	must(t, run.Close())
	must(t, s.Close())
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	before, err := os.ReadFile(path)
	must(t, err)
	ro, err := OpenReadOnly(path)
	must(t, err)
	_, err = ro.Get(t.Context(), "last")
	must(t, err)
	must(t, ro.Close())
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("reading changed the file: %v", err)
	}
}

// TestOtherFormats checks that a store is refused unless its format is exactly the known one.
func TestOtherFormats(t *testing.T) {
	t.Parallel()
	for _, format := range []int{-1, -4, 0, Format - 1, Format + 1, 1<<31 - 1} {
		s, _, _ := richStore(t)
		_, err := s.write.conn.ExecContext(t.Context(), fmt.Sprintf("PRAGMA user_version = %d", format))
		must(t, err)
		path := s.Path()
		must(t, s.Close())
		for _, open := range []func(string) (*Store, error){Open, OpenReadOnly} {
			if s, err := open(path); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), fmt.Sprintf("format %d;", format)) {
				t.Errorf("format %d: %v", format, err)
				if err == nil {
					_ = s.Close()
				}
			}
		}
	}
}

// A transaction that cannot be committed leaves no open one behind.
func TestFailedCommit(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testInfo())
	err := s.transact(t.Context(), func(ctx context.Context, tx transaction) error {
		return execute(ctx, tx, "PRAGMA defer_foreign_keys = 1; INSERT INTO tag VALUES (99, 'of no run')")
	})
	if err == nil || !strings.Contains(err.Error(), "FOREIGN KEY") || !strings.Contains(err.Error(), s.Path()) {
		t.Errorf("%v", err)
	}
	must(t, s.Tag(t.Context(), run.ID(), "good"))
	if n, err := column[int](t.Context(), s.read, "SELECT count(*) FROM tag"); err != nil || n[0] != 1 {
		t.Errorf("%v tags, %v", n, err)
	}
}

// Closing twice has no effect, and a closed store takes nothing more.
func TestClosedStore(t *testing.T) {
	t.Parallel()
	s, err := Open(filepath.Join(t.TempDir(), "runs.db"))
	must(t, err)
	run, err := s.Begin(t.Context(), testInfo())
	must(t, err)
	must(t, run.Close())
	must(t, run.Close())
	must(t, s.Close())
	must(t, s.Close())
	if err := s.Tag(t.Context(), run.ID(), "x"); err == nil {
		t.Error("tagged")
	}
	if err := s.transact(t.Context(), func(context.Context, transaction) error { return nil }); err == nil || !strings.Contains(err.Error(), s.Path()+": closed") {
		t.Errorf("%v", err)
	}
}

// Errors of SQLite say what to do.
func TestExplainedErrors(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	other, err := Open(s.Path())
	must(t, err)
	defer func() { must(t, other.Close()) }()
	must(t, execute(t.Context(), other.write.conn, "BEGIN IMMEDIATE"))
	must(t, execute(t.Context(), s.write.conn, "PRAGMA busy_timeout = 0"))
	if _, err := s.Begin(t.Context(), testInfo()); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), s.Path()) {
		t.Errorf("while another process writes: %v", err)
	}
	must(t, execute(t.Context(), other.write.conn, "ROLLBACK; PRAGMA query_only = 1"))
	if _, err := other.Begin(t.Context(), testInfo()); !errors.Is(err, ErrUnwritable) || !strings.Contains(err.Error(), "check its permissions") {
		t.Errorf("not writable: %v", err)
	}
	plain := errors.New("plain")
	if err := explain("path", plain); !errors.Is(err, plain) || err.Error() != "path: plain" || explain("path", nil) != nil {
		t.Errorf("%v", err)
	}
}

// A run waits for a long transaction of another process, such as a copy to its store, and does not
// count anything twice. Without a result it is closed sooner, and so is one whose context has ended.
func TestRunsWaitForOtherProcesses(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	run := testRun(t, s, testTournament())
	must(t, execute(t.Context(), s.write.conn, "PRAGMA busy_timeout = 0"))
	other, err := Open(s.Path())
	must(t, err)
	defer func() { must(t, other.Close()) }()
	lock := func() { must(t, execute(t.Context(), other.write.conn, "BEGIN IMMEDIATE")) }
	unlock := func() {
		if err := execute(context.Background(), other.write.conn, "ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
	lock()
	time.AfterFunc(200*time.Millisecond, unlock)
	must(t, run.SavePairings(t.Context(), []tournament.Result{testPairing(0), testPairing(1)}))
	if want := (counts{pairings: 2, journalGames: 6}); run.counts != want {
		t.Errorf("%+v, want %+v", run.counts, want)
	}
	later := testRun(t, s, testInfo())
	lock()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run.SavePairings(ended, []tournament.Result{testPairing(2)}); !errors.Is(err, ErrLocked) {
		t.Errorf("without a context: %v", err)
	}
	if err := later.Close(); !errors.Is(err, ErrLocked) {
		t.Errorf("closed: %v", err)
	}
	time.AfterFunc(200*time.Millisecond, unlock)
	must(t, run.Finish(t.Context(), Result{}))
	if rec, err := s.Get(t.Context(), run.ID()); err != nil || rec.Status != Finished || rec.Pairings != 2 {
		t.Errorf("%s with %d pairings, %v", rec.Status, rec.Pairings, err)
	}
}

// The errors of a run name it once, however often that is asked for.
func TestErrorsOfARun(t *testing.T) {
	t.Parallel()
	plain := errors.New("plain")
	for want, err := range map[string]error{
		"run a: plain":          inRun("a", inRun("a", plain)),
		"run b: run a: plain":   inRun("b", inRun("a", plain)),
		"plain":                 inRun("", plain),
		"run a: round 2: plain": inRun("a", inRound(2, plain)),
	} {
		if !errors.Is(err, plain) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if inRun("a", nil) != nil || inRound(1, nil) != nil {
		t.Error("no error became one")
	}
}

// A store of which the log is empty is read like one without, and the empty log goes.
func TestEmptyLog(t *testing.T) {
	t.Parallel()
	s, search, _ := richStore(t)
	must(t, s.Close())
	must(t, os.WriteFile(s.Path()+"-wal", nil, 0o600))
	ro, err := OpenReadOnly(s.Path())
	must(t, err)
	if _, err := ro.Get(t.Context(), search); err != nil || !ro.Live() {
		t.Errorf("live %v, %v", ro.Live(), err)
	}
	must(t, ro.Close())
	if left, _ := filepath.Glob(s.Path() + "*"); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

func TestFileURI(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/home/ada/runs.db":          "file:///home/ada/runs.db",
		"C:/Users/Ada L/50%?#.db":    "file:///C:/Users/Ada%20L/50%25%3F%23.db", // Windows
		"//server/share/folder/ä.db": "file:////server/share/folder/%C3%A4.db",
	} {
		if got := fileURI(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestReadLockedStore checks that a store which another process has locked is not read as a file that
// no process changes. The process has left the log mode, as the shell of SQLite does by the statement
// "PRAGMA journal_mode = DELETE", and writes.
func TestReadLockedStore(t *testing.T) {
	t.Parallel()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("waits for ten seconds: with LANISTA_EXHAUSTIVE=1")
	}
	s, _, _ := richStore(t)
	want, err := s.Runs(t.Context())
	must(t, err)
	must(t, s.Close())
	other, err := connect(s.Path(), "rw", 1)
	must(t, err)
	defer func() { must(t, other.Close()) }()
	for _, statement := range []string{"PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE", "DELETE FROM tag"} {
		_, err := other.Exec(statement)
		must(t, err)
	}
	ro, err := OpenReadOnly(s.Path()) // waits for busyTimeout
	must(t, err)
	defer func() { must(t, ro.Close()) }()
	if !ro.Live() {
		t.Error("opened as a file that no process changes")
	}
	ro.read.SetMaxOpenConns(1)
	_, err = ro.read.Exec("PRAGMA busy_timeout = 0")
	must(t, err)
	if runs, err := ro.Runs(t.Context()); !errors.Is(err, ErrLocked) {
		t.Errorf("%d runs read from a locked store, %v", len(runs), err)
	}
	_, err = other.Exec("ROLLBACK")
	must(t, err)
	if runs, err := ro.Runs(t.Context()); err != nil || len(runs) != len(want) {
		t.Errorf("%d runs after the lock, want %d: %v", len(runs), len(want), err)
	}
}
