package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// busyTimeout is how long a statement waits for another process's transaction.
// Transactions of a store take milliseconds.
const busyTimeout = 10 * time.Second

// unchanging is the mode of a file that nobody writes.
const unchanging = "ro&immutable=1"

// Store is a file of runs. Its methods may be called from several goroutines.
type Store struct {
	path  string
	file  os.FileInfo // the file that was opened for writing
	still bool        // read as a file that does not change
	write *writer     // nil when opened for reading
	read  *sql.DB

	watching sync.Once
	watch    *sql.DB // one connection, made when Version is first asked
	watchErr error
}

// Open opens the store at path for reading and writing, and makes it if there
// is no file. A file that is not a store (ErrNotStore) or that has another format
// (ErrFormat) is left untouched, byte for byte.
func Open(path string) (*Store, error) {
	ctx := context.Background()
	exists, err := lookAt(path)
	if err != nil {
		return nil, err
	}
	if exists {
		if _, err := inspect(ctx, path); err != nil {
			return nil, err
		}
	}
	if err := create(ctx, path); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	if s.write, err = openWriter(ctx, path); err != nil {
		return nil, err
	}
	if s.file, err = os.Stat(path); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.read, err = connect(path, "ro", 4); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// OpenReadOnly opens an existing store to look at, also while a run writes it.
// It never changes what the file says.
func OpenReadOnly(path string) (*Store, error) {
	ctx := context.Background()
	exists, err := lookAt(path)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	there, err := inspect(ctx, path)
	if err != nil {
		return nil, err
	}
	mode := unchanging
	if there {
		mode, there = readMode(ctx, path)
	}
	if !there {
		return nil, fmt.Errorf("%s: %w but %w", path, ErrNotStore, ErrEmpty)
	}
	s := &Store{path: path, still: mode == unchanging}
	s.read, err = connect(path, mode, 4, "_pragma=query_only(1)")
	return s, err
}

// Path is the file of the store.
func (s *Store) Path() string { return s.path }

// Live reports whether what others write is seen. It is not where the store is in
// a place in which no log can be made.
func (s *Store) Live() bool { return !s.still }

// Close closes the store. Runs that are still being written must be closed
// before.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.watch, s.read} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.write != nil { // last: it folds the log into the file
		errs = append(errs, s.write.close())
	}
	return explain(s.path, errors.Join(errs...))
}

// Version returns a number that is another after every commit to the store, by
// whatever process: a watcher that sees it change reads again. Asking takes some
// microseconds. The number means nothing in itself; signs of life of a run that
// is being written change it, too, every few seconds.
func (s *Store) Version(ctx context.Context) (int64, error) {
	s.watching.Do(func() {
		mode, _ := readMode(ctx, s.path)
		s.watch, s.watchErr = connect(s.path, mode, 1, "_pragma=query_only(1)")
	})
	if s.watchErr != nil {
		return 0, s.watchErr
	}
	// The number belongs to a connection: it is always the same one.
	var version int64
	err := s.watch.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version)
	return version, explain(s.path, err)
}

// Size returns the format of the store, and how many runs it has.
func (s *Store) Size(ctx context.Context) (format, runs int, err error) {
	err = s.snapshot(ctx, func(q querier) error {
		return q.QueryRowContext(ctx, "SELECT count(*) FROM run").Scan(&runs)
	})
	return storeFormat, runs, err
}

// transact runs f in one transaction, whole or not at all. Work that is
// finished is saved even when ctx is done: a transaction takes milliseconds,
// and what it saves may have taken hours.
func (s *Store) transact(ctx context.Context, f func(ctx context.Context, tx transaction) error) (err error) {
	w := s.write
	if w == nil {
		return fmt.Errorf("%s: opened for reading only", s.path)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn == nil {
		return fmt.Errorf("%s: closed", s.path)
	}
	// A file that is deleted or replaced goes on to take what is written, and nobody
	// would ever find it.
	if now, err := os.Stat(s.path); err != nil || !os.SameFile(now, s.file) {
		return fmt.Errorf("%s: %w", s.path, ErrChanged)
	}
	ctx = context.WithoutCancel(ctx)
	if _, err := w.begin.ExecContext(ctx); err != nil {
		return explain(s.path, err)
	}
	ended := false
	defer func() {
		if !ended { // with an error, or a panic
			_, _ = w.rollback.ExecContext(ctx)
		}
	}()
	if err := f(ctx, w.conn); err != nil {
		return explain(s.path, err)
	}
	_, err = w.commit.ExecContext(ctx)
	ended = err == nil
	return explain(s.path, err)
}

// snapshot runs f on the store as it is at one moment. It checks the format each time: another
// process may have replaced the file.
func (s *Store) snapshot(ctx context.Context, f func(q querier) error) error {
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return explain(s.path, err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := checkPragmas(ctx, tx, s.path); err != nil {
		return err
	}
	return explain(s.path, f(tx))
}

// lookAt refuses a path that no store can have, and reports whether there is a
// file.
func lookAt(path string) (bool, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return false, fmt.Errorf("%s is a directory: %w", path, ErrNotStore)
	case err == nil && !info.Mode().IsRegular():
		return false, fmt.Errorf("%s: %w", path, ErrNotStore)
	case err == nil:
		return true, nil
	case !errors.Is(err, fs.ErrNotExist):
		return false, fmt.Errorf("%w", err)
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		return false, fmt.Errorf("%s: directory %s does not exist", path, dir)
	}
	return false, nil
}

// inspect reports whether a file is a store, false for an empty one, and refuses a file of
// another program or format, without touching it: SQLite opens it as an unchanging file, takes no lock and makes no log. Do
// not open the file by other means: closing it would drop the locks that this
// process holds on it through SQLite. A log that is only partly folded into the
// file leaves it shorter than its header says; writable_schema overlooks that.
func inspect(ctx context.Context, path string) (there bool, err error) {
	db, err := connect(path, unchanging, 1, "_pragma=writable_schema(1)")
	if err != nil {
		return false, err
	}
	defer func() { _ = db.Close() }()
	return checkPragmas(ctx, db, path)
}

// readMode is the way to read a store. Where no log can be made because the
// place is read-only, it is an unchanging file. Where a log is there, somebody
// writes, or was killed while writing: the log is read and left alone. Otherwise
// a reader makes a log of its own, which is empty and which it takes away at the
// end; for that it must be able to write, though it writes nothing. What the unchanging
// file showed may have been a transaction that was never committed: such a reader rolls it
// back, and readMode reports that there is no store yet.
func readMode(ctx context.Context, path string) (mode string, there bool) {
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return "ro", true
	}
	db, err := connect(path, "rw", 1, "_pragma=query_only(1)")
	if err == nil {
		there, err = checkPragmas(ctx, db, path)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		return unchanging, true
	}
	return "rw", there
}

// connect opens a file through SQLite in a mode of its URIs.
func connect(path, mode string, connections int, params ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	dsn := (&url.URL{Scheme: "file", Path: filepath.ToSlash(abs)}).String()
	dsn += fmt.Sprintf("?mode=%s&_error_rc=1&_pragma=busy_timeout(%d)", mode, busyTimeout.Milliseconds())
	for _, p := range params {
		dsn += "&" + p
	}
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, explain(path, err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}
