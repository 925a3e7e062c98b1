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
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// busyTimeout is the longest time that one SQL statement waits for a lock that another process
// holds. A method with several statements can wait longer.
const busyTimeout = 10 * time.Second

// unchanging is the SQLite open mode for a file that no process changes.
const unchanging = "ro&immutable=1"

// Store is an SQLite file that contains runs. Several goroutines may call its methods at the same
// time. [Open] and [OpenReadOnly] open one. Methods that return an error return one for a nil Store
// and for the zero value.
type Store struct {
	path  string
	file  os.FileInfo // file as it was when opened for writing
	still bool        // opened as a file that no process changes
	write *writer     // nil if opened for reading
	read  *sql.DB

	watching sync.Once
	watch    *sql.DB // connection for the method Version, opened by its first call
	watchErr error
	versions int64 // number from which Version counts
}

// watched is the number of stores of this process whose method Version was called. Each of these
// stores returns numbers from a range of its own.
var watched atomic.Int64

// Open opens the store at path for reading and writing. It creates the store if the file
// does not exist. It returns ErrNotStore for a file that is not a store and ErrFormat for a
// store of another format, and leaves both unchanged.
func Open(path string) (*Store, error) {
	ctx := context.Background()
	exists, err := fileExists(path)
	if err != nil {
		return nil, err
	}
	if exists {
		if _, err := isStore(ctx, path); err != nil {
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

// OpenReadOnly opens an existing store for reading and never changes its data. Another process
// may write a run at the same time.
func OpenReadOnly(path string) (*Store, error) {
	ctx := context.Background()
	exists, err := fileExists(path)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	there, err := isStore(ctx, path)
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

// Path returns the path of the store's file, or "" for a nil store.
func (s *Store) Path() string {
	if s == nil {
		return ""
	}
	return s.path
}

// Live reports whether the store shows changes that other processes make. It is false for a nil
// store, and for a read-only store in a folder where SQLite cannot create a log file.
func (s *Store) Live() bool { return s != nil && !s.still }

// Close closes the store. The caller must close all its runs first.
func (s *Store) Close() error {
	if s == nil || s.read == nil && s.write == nil {
		return s.opened()
	}
	var errs []error
	for _, db := range []*sql.DB{s.watch, s.read} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.write != nil { // last, because closing it merges the log into the file
		errs = append(errs, s.write.close())
	}
	return explain(s.path, errors.Join(errs...))
}

// Version returns a number that changes with every commit to the store by any process. A program
// can compare it with the previous number to detect changes. While a process writes a run, the
// number changes every few seconds, because the process renews its lease. If this process opens a
// file twice, the two stores have no number in common.
func (s *Store) Version(ctx context.Context) (int64, error) {
	if err := s.opened(); err != nil {
		return 0, err
	}
	s.watching.Do(func() {
		mode, _ := readMode(context.WithoutCancel(ctx), s.path) // later calls use it too
		s.versions = watched.Add(1) << 32                       // SQLite counts with 32 bits
		s.watch, s.watchErr = connect(s.path, mode, 1, "_pragma=query_only(1)")
	})
	if s.watchErr != nil {
		return 0, s.watchErr
	}
	// All calls use the connection s.watch, because each connection counts the commits by itself.
	var version int64
	err := s.watch.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version)
	return s.versions + version, explain(s.path, err)
}

// Size returns the number of the store's format and the number of its runs.
func (s *Store) Size(ctx context.Context) (format, runs int, err error) {
	err = s.snapshot(ctx, func(q querier) error {
		return q.QueryRowContext(ctx, "SELECT count(*) FROM run").Scan(&runs)
	})
	return Format, runs, err
}

// opened returns an error for a nil Store and for the zero value.
func (s *Store) opened() error {
	if s == nil || s.read == nil {
		return errors.New("the store is not open: Open and OpenReadOnly open one")
	}
	return nil
}

// transact calls f in a transaction. It commits if f returns nil, and rolls back otherwise. It
// ignores the cancellation of ctx, to save work that is already done.
func (s *Store) transact(ctx context.Context, f func(ctx context.Context, tx transaction) error) (err error) {
	if err := s.opened(); err != nil {
		return err
	}
	w := s.write
	if w == nil {
		return fmt.Errorf("%s: opened for reading only", s.path)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.conn == nil {
		return fmt.Errorf("%s: closed", s.path)
	}
	// SQLite would write to a deleted or replaced file without an error, and the data would
	// be lost.
	if now, err := os.Stat(s.path); err != nil || !os.SameFile(now, s.file) {
		return fmt.Errorf("%s: %w", s.path, ErrChanged)
	}
	ctx = context.WithoutCancel(ctx)
	if _, err := w.begin.ExecContext(ctx); err != nil {
		return explain(s.path, err)
	}
	ended := false
	defer func() {
		if !ended { // f or the commit failed, or f panicked
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

// snapshot calls f with a consistent snapshot of the store. It checks the format each time,
// because another process may have replaced the file.
func (s *Store) snapshot(ctx context.Context, f func(q querier) error) error {
	if err := s.opened(); err != nil {
		return err
	}
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

// fileExists reports whether there is a file at path. It returns an error if path cannot be a
// store, for example because it is a directory.
func fileExists(path string) (bool, error) {
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
		return false, fmt.Errorf("%s: directory %s %w", path, dir, ErrNoFolder)
	}
	return false, nil
}

// isStore reports whether the file at path is a store. It returns false for an empty file, and an
// error for a file of another program or format. It neither changes nor locks the file: SQLite
// opens it in the mode unchanging.
func isStore(ctx context.Context, path string) (there bool, err error) {
	// The file must not be opened by other means, because closing it would drop the locks that this
	// process holds through SQLite. If a log was merged only in part, the file is shorter than its
	// header states; the pragma writable_schema makes SQLite accept that.
	db, err := connect(path, unchanging, 1, "_pragma=writable_schema(1)")
	if err != nil {
		return false, err
	}
	defer func() { _ = db.Close() }()
	return checkPragmas(ctx, db, path)
}

// readMode returns the SQLite mode in which to read the store at path. If a log file exists, a
// process is writing the store or was killed while writing. The mode is then "ro", in which SQLite
// reads the log and keeps it. Otherwise the mode is "rw", in which SQLite creates an empty log and
// removes it at the end; no data is written. If the file cannot be opened in the mode "rw", for
// example in a read-only folder, the mode is [unchanging]. An exception is a file that another
// process has locked: its mode is "rw", and reading it returns ErrLocked until the lock is
// released.
//
// there reports whether the store has tables. It is false if the process that created the store was
// killed before it had committed them; SQLite then rolls this transaction back, and the file is
// empty.
func readMode(ctx context.Context, path string) (mode string, there bool) {
	if fileHasData(path + "-wal") {
		return "ro", true
	}
	db, err := connect(path, "rw", 1, "_pragma=query_only(1)")
	if err == nil {
		there, err = checkPragmas(ctx, db, path)
		err = errors.Join(err, db.Close())
	}
	switch {
	case errors.Is(err, ErrLocked):
		return "rw", true
	case err != nil:
		return unchanging, true
	}
	return "rw", there
}

// connect opens a file through SQLite in a URI mode (ro, rw, rwc). connections is the maximum
// number of connections.
func connect(path, mode string, connections int, params ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	dsn := fileURI(filepath.ToSlash(abs)) + fmt.Sprintf("?mode=%s&_error_rc=1&_pragma=busy_timeout(%d)", mode, busyTimeout.Milliseconds())
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

// fileURI returns the URI of an absolute path with slashes. A Windows path with a drive letter gets
// a slash in front, because SQLite would read "C:" as the name of a host.
func fileURI(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
