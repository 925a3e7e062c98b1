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

// applicationID identifies a store among SQLite files. It is "LANI" in ASCII.
const applicationID = 0x4c414e49

// Format is the number of the store format that this version of the package reads and writes.
const Format = 4

//go:embed schema.sql
var schema string

func execute(ctx context.Context, tx transaction, script string) error {
	_, err := tx.ExecContext(ctx, script)
	return err
}

// create writes the schema to an empty or missing file in one transaction, and then switches the
// file to write-ahead logging. It leaves an existing store unchanged.
func create(ctx context.Context, path string) error {
	db, err := connect(path, "rwc", 1, "_txlock=immediate", "_pragma=synchronous(FULL)")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if err := writeSchema(ctx, db, path); err != nil {
		return err
	}
	return enterWAL(ctx, db, path)
}

// writeSchema creates the tables of a store in an empty file. It does nothing if the file is
// already a store.
func writeSchema(ctx context.Context, db *sql.DB, path string) error {
	tx, err := db.BeginTx(ctx, nil) // immediate, so that two processes cannot write the schema at once
	if err != nil {
		return explain(path, err)
	}
	defer func() { _ = tx.Rollback() }()
	there, err := checkPragmas(ctx, tx, path)
	if err != nil || there {
		return err
	}
	if err := execute(ctx, tx, schema); err != nil {
		return explain(path, err)
	}
	if err := execute(ctx, tx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, Format)); err != nil {
		return explain(path, err)
	}
	return explain(path, tx.Commit())
}

// checkPragmas reports whether a file is a store. It returns false for an empty file, and an
// error for a database of another program or a store of another format.
func checkPragmas(ctx context.Context, q querier, path string) (bool, error) {
	var app, format, objects int64
	if err := q.QueryRowContext(ctx, "PRAGMA application_id").Scan(&app); err != nil {
		return false, explain(path, err)
	}
	if err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&format); err != nil {
		return false, explain(path, err)
	}
	if app == applicationID {
		if format != Format {
			return false, fmt.Errorf("%s: %w %d; this version of lanista reads format %d", path, ErrFormat, format, Format)
		}
		return true, nil
	}
	if err := q.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&objects); err != nil {
		return false, explain(path, err)
	}
	if app != 0 || format != 0 || objects != 0 {
		return false, fmt.Errorf("%s: %w but the database of another program", path, ErrNotStore)
	}
	return false, nil
}

// enterWAL switches the file to write-ahead logging, which requires exclusive access for a moment.
// The schema must have been written before, so that the main file identifies itself as a store.
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

func hasTable(ctx context.Context, q querier, name string) (bool, error) {
	var n int
	err := q.QueryRowContext(ctx, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}
