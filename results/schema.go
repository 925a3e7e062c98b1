package results

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strings"
	"time"
)

// applicationID marks a store among SQLite files: "LANI".
const applicationID = 0x4c414e49

//go:embed schema.sql
var schemaV1 string

// migrations lead one way: the i-th brings a store from version i to i+1.
// Version 0 is an empty file. A migration, once released, never changes.
var migrations = []string{schemaV1}

// migrate brings a store that nobody else is writing to the newest version.
// Each step is one transaction, so that a kill leaves the old version or the
// new one.
func migrate(ctx context.Context, db *sql.DB, path string, steps []string) error {
	for {
		done, err := migrateStep(ctx, db, path, steps)
		if err != nil {
			return err
		}
		if done {
			break
		}
	}
	return enterWAL(ctx, db, path)
}

// migrateStep makes one step, and reports whether there was none to make.
func migrateStep(ctx context.Context, db *sql.DB, path string, steps []string) (bool, error) {
	tx, err := db.BeginTx(ctx, nil) // immediate: two processes do not migrate at once
	if err != nil {
		return false, explain(path, err)
	}
	defer func() { _ = tx.Rollback() }()
	version, err := checkPragmas(ctx, tx, path, len(steps))
	if err != nil || version == len(steps) {
		return true, err
	}
	script := fmt.Sprintf("%s;\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;", steps[version], applicationID, version+1)
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return false, explain(path, err)
	}
	if err := tx.Commit(); err != nil {
		return false, explain(path, err)
	}
	// Push a migrated version into the header of the main file, where an older
	// program looks first.
	_, err = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return false, explain(path, err)
}

// querier is a database or a transaction on it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// checkPragmas returns the version of a store. It refuses a database of
// something else and a version that this program does not know.
func checkPragmas(ctx context.Context, q querier, path string, newest int) (int, error) {
	var app, version, objects int
	if err := q.QueryRowContext(ctx, "PRAGMA application_id").Scan(&app); err != nil {
		return 0, explain(path, err)
	}
	if err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, explain(path, err)
	}
	if app == applicationID {
		if version > newest {
			return 0, fmt.Errorf("%s: %w (format %d, this program knows up to %d)", path, ErrNewer, version, newest)
		}
		return version, nil
	}
	if err := q.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&objects); err != nil {
		return 0, explain(path, err)
	}
	if app != 0 || version != 0 || objects != 0 {
		return 0, fmt.Errorf("%s: %w but another program's database", path, ErrNotStore)
	}
	return 0, nil
}

// enterWAL switches to write-ahead logging. The schema is made before, with a
// rollback journal, so that the header of the main file always tells whose it
// is. The switch needs the file for itself for a moment.
func enterWAL(ctx context.Context, db *sql.DB, path string) error {
	var mode string
	var err error
	for deadline := time.Now().Add(busyTimeout); ; time.Sleep(20 * time.Millisecond) {
		err = db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode)
		if err == nil || time.Now().After(deadline) || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		return explain(path, err)
	}
	if !strings.EqualFold(mode, "wal") {
		return fmt.Errorf("%s: this file system cannot hold a store (no write-ahead log: journal mode %s)", path, mode)
	}
	return nil
}
