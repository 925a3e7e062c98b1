package results

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"
)

// applicationID marks a store among SQLite files: "LANI".
const applicationID = 0x4c414e49

// newest is the format that this program writes, and the newest that it reads.
const newest = 2

//go:embed schema.sql
var schema string

// steps are ways from one format to a later one, each within a transaction.
type steps map[int]struct {
	to int
	by func(ctx context.Context, tx transaction) error
}

// upgrades lead one way, from every older format to a later one. Once released,
// one never changes, but for the first: an empty file becomes the newest store.
var upgrades = steps{
	0: {newest, func(ctx context.Context, tx transaction) error { return execute(ctx, tx, schema) }},
	1: {2, fromFormat1},
}

func execute(ctx context.Context, tx transaction, script string) error {
	_, err := tx.ExecContext(ctx, script)
	return err
}

// migrate brings a store that nobody else is writing to the newest format. Each
// step is one transaction, so that a kill leaves the old format or the new one.
// It has a connection of its own: a table that others refer to is made anew with
// foreign keys off, and they are checked at the end.
func migrate(ctx context.Context, path string, steps steps) error {
	db, err := connect(path, "rwc", 1, "_txlock=immediate", "_pragma=synchronous(FULL)", "_pragma=foreign_keys(0)")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for {
		done, err := migrateStep(ctx, db, path, steps)
		if err != nil {
			return err
		}
		if done {
			return enterWAL(ctx, db, path)
		}
	}
}

// migrateStep makes one step, and reports whether there was none to make.
func migrateStep(ctx context.Context, db *sql.DB, path string, steps steps) (bool, error) {
	tx, err := db.BeginTx(ctx, nil) // immediate: two processes do not migrate at once
	if err != nil {
		return false, explain(path, err)
	}
	defer func() { _ = tx.Rollback() }()
	format, err := checkPragmas(ctx, tx, path)
	if err != nil || format == newest {
		return true, err
	}
	step := steps[format]
	if err := step.by(ctx, tx); err != nil {
		return false, explain(path, fmt.Errorf("from format %d to %d: %w", format, step.to, err))
	}
	if err := sound(ctx, tx); err != nil {
		return false, explain(path, fmt.Errorf("from format %d to %d: %w", format, step.to, err))
	}
	if err := execute(ctx, tx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, step.to)); err != nil {
		return false, explain(path, err)
	}
	if err := tx.Commit(); err != nil {
		return false, explain(path, err)
	}
	// Push a migrated format into the header of the main file, where an older
	// program looks first.
	_, err = db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return false, explain(path, err)
}

// sound checks that no row refers to one that is not there.
func sound(ctx context.Context, q querier) error {
	var table, parent string
	var row sql.NullInt64
	var key int
	err := q.QueryRowContext(ctx, "PRAGMA foreign_key_check").Scan(&table, &row, &parent, &key)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return errors.Join(err, damagedf("a row of %s refers to none of %s", table, parent))
}

// querier is a database or a transaction on it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// checkPragmas returns the format of a store, 0 for an empty file. It refuses a
// database of something else and a format that this program does not know.
func checkPragmas(ctx context.Context, q querier, path string) (int, error) {
	var app, format, objects int
	if err := q.QueryRowContext(ctx, "PRAGMA application_id").Scan(&app); err != nil {
		return 0, explain(path, err)
	}
	if err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&format); err != nil {
		return 0, explain(path, err)
	}
	if app == applicationID {
		if format > newest {
			return 0, fmt.Errorf("%s: %w (format %d, this program knows up to %d)", path, ErrNewer, format, newest)
		}
		return format, nil
	}
	if err := q.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&objects); err != nil {
		return 0, explain(path, err)
	}
	if app != 0 || format != 0 || objects != 0 {
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
