package results

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/lanista/lanista/tempdir"
)

// These errors describe problems with a store or a run. They can be tested with [errors.Is].
var (
	ErrNotStore    = errors.New("not a lanista store")
	ErrEmpty       = errors.New("an empty file")  // state of a store that another process is just creating
	ErrNoFolder    = errors.New("does not exist") // of the folder of a new store
	ErrFormat      = errors.New("unsupported store format")
	ErrFull        = errors.New("no space left")
	ErrUnwritable  = errors.New("cannot be written")
	ErrLocked      = errors.New("locked by another process")
	ErrDamaged     = errors.New("damaged")
	ErrChanged     = errors.New("another program has changed the store while the run was being written")
	ErrUnknownRun  = errors.New("no such run")
	ErrAmbiguous   = errors.New("several runs match")
	ErrFinished    = errors.New("the run is finished")
	ErrNoWeights   = errors.New("no weights")
	ErrOtherConfig = errors.New("the run was made with another config")
	ErrInUse       = errors.New("another process is writing the run")
	ErrLost        = errors.New("another process has taken over the run")
)

// ErrNoRuns reports that a run was requested from a store without runs. It wraps [ErrUnknownRun].
var ErrNoRuns = fmt.Errorf("%w: the store is empty", ErrUnknownRun)

// errDeleted reports that a run was deleted between two transactions.
var errDeleted = fmt.Errorf("%w: it was deleted meanwhile", ErrUnknownRun)

func damagedf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// explain adds the path of the store to an error. Errors of SQLite get a text with the cause and
// the remedy.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s: %w", path, err)
	}
	switch e.Code() & 0xff { // the primary code; the rest is detail
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: %w; everything saved before is safe", path, ErrFull)
	case sqlite3.SQLITE_IOERR:
		if e.Code() == sqlite3.SQLITE_IOERR_WRITE || e.Code() == sqlite3.SQLITE_IOERR_SHMSIZE { // the latter if the file NAME-shm cannot grow
			return fmt.Errorf("%s: %w: the disk does not accept more, or the file has reached the largest size that the system allows (ulimit -f); everything saved before is safe", path, ErrUnwritable)
		}
		return fmt.Errorf("%s: %w: %w; everything saved before is safe", path, ErrUnwritable, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
		return fmt.Errorf("%s: %w; check its permissions and those of its directory", path, ErrUnwritable)
	case sqlite3.SQLITE_CANTOPEN:
		if err := tempdir.CanOpen(spareFiles); err != nil {
			return fmt.Errorf("%s: cannot be opened: %w", path, err)
		}
		if log := path + "-wal"; fileHasData(log) {
			return fmt.Errorf("%s: cannot be opened with its log %s; check their permissions. In a directory that cannot be written, a store with a log cannot be read: copy both files to another directory: %w", path, log, err)
		}
		return fmt.Errorf("%s: cannot be opened; check its permissions and those of its directory: %w", path, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: %w", path, ErrLocked)
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%s: %w", path, ErrNotStore)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%s: %w; 'lanista store recover' writes what is left of it to a new store: %w", path, ErrDamaged, err)
	}
	if strings.Contains(e.Error(), "unsupported file format") || strings.Contains(e.Error(), "malformed") {
		return fmt.Errorf("%s: %w: %w", path, ErrDamaged, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// spareFiles is the number of files that an open store may need: the database, SQLite's log, the
// index of the log and a journal, each for a writer and a reader.
const spareFiles = 8

func fileHasData(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

type runError struct {
	id  string
	err error
}

func (e *runError) Error() string { return "run " + e.id + ": " + e.err.Error() }

func (e *runError) Unwrap() error { return e.err }

// inRun adds the id of a run to err, unless err already contains it. It returns err unchanged if
// err is nil or id is empty.
func inRun(id string, err error) error {
	var named *runError
	if err == nil || id == "" || errors.As(err, &named) && named.id == id {
		return err
	}
	return &runError{id, err}
}

func inRound(round int, err error) error {
	if err != nil {
		return fmt.Errorf("round %d: %w", round, err)
	}
	return nil
}
