package results

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// writer is the only connection of this process that writes a store. All its statements, including
// BEGIN and COMMIT, are prepared once, to make transactions faster.
type writer struct {
	db   *sql.DB
	mu   sync.Mutex // locked during a transaction
	conn *sql.Conn

	begin, commit, rollback, beat, advance               *sql.Stmt
	generation, played, field, journal, record, snapshot *sql.Stmt
	forget                                               *sql.Stmt
	prepared                                             []*sql.Stmt // all statements, for close
}

func openWriter(ctx context.Context, path string) (*writer, error) {
	db, err := connect(path, "rw", 1, "_pragma=synchronous(NORMAL)", "_pragma=foreign_keys(1)")
	if err != nil {
		return nil, err
	}
	w := &writer{db: db}
	if w.conn, err = db.Conn(ctx); err == nil {
		err = w.prepare(ctx)
	}
	if err != nil {
		return nil, explain(path, errors.Join(err, w.close()))
	}
	return w, nil
}

// checkpointTime is the longest time in milliseconds that close waits for readers before it merges
// the log into the database file.
const checkpointTime = "1000" // milliseconds

// close merges SQLite's write-ahead log into the database file, empties the log, and closes the
// connection. If another process is busy for longer than checkpointTime, the log stays. Closing
// twice has no effect.
func (w *writer) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var errs []error
	for _, stmt := range w.prepared {
		errs = append(errs, stmt.Close())
	}
	w.prepared = nil
	if w.conn != nil {
		for _, pragma := range []string{"PRAGMA busy_timeout = " + checkpointTime, "PRAGMA wal_checkpoint(TRUNCATE)"} {
			_, _ = w.conn.ExecContext(context.Background(), pragma) // after an error the log stays, which loses nothing
		}
		errs = append(errs, w.conn.Close())
		w.conn = nil
	}
	return errors.Join(append(errs, w.db.Close())...)
}

func (w *writer) prepare(ctx context.Context) error {
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&w.begin, "BEGIN IMMEDIATE"},
		{&w.commit, "COMMIT"},
		{&w.rollback, "ROLLBACK"},
		{&w.beat, "UPDATE progress SET beat = ? WHERE run = ? AND token = ?"},
		{&w.advance, `UPDATE progress SET beat = ?, rounds = ?, games = ?, forfeits = ?, seconds = ?,
			pairings = ?, journal_games = ?, sum = ? WHERE run = ? AND token = ?`},
		{&w.generation, `INSERT INTO generation (run, number, games, total, forfeits, best_fitness, mean_fitness, spread_fitness,
			mean_weights, spread_weights, result, seconds, saved, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&w.played, "INSERT INTO played (run, generation, genomes, agents, pairings, sum) VALUES (?, ?, ?, ?, ?, ?)"},
		{&w.field, "INSERT INTO field (run, number, name, player, weights, settings, time_limit, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"},
		{&w.journal, `INSERT INTO journal (run, number, agents, seed, games, score, places, forfeits, more, sum)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`},
		{&w.record, "INSERT INTO record (run, generation, number, games, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"},
		{&w.snapshot, "INSERT INTO snapshot (run, generation, state, sum) VALUES (?, ?, ?, ?)"},
		{&w.forget, "DELETE FROM snapshot WHERE run = ? AND generation < ? - 1"},
	} {
		stmt, err := w.conn.PrepareContext(ctx, p.text)
		if err != nil {
			return err
		}
		*p.stmt = stmt
		w.prepared = append(w.prepared, stmt)
	}
	return nil
}

// transaction reads and writes the database within an SQL transaction.
type transaction interface {
	querier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// querier reads from the database, within a transaction or without one.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func eachRow(ctx context.Context, q querier, query string, args []any, f func(row *sql.Rows) error) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// eachStored executes a query on a table that a store creates only when needed, and calls f for
// every row of the result. args are the arguments of the query. eachStored does nothing if the
// store does not have the table.
func eachStored(ctx context.Context, q querier, table, query string, args []any, f func(row *sql.Rows) error) error {
	if there, err := hasTable(ctx, q, table); err != nil || !there {
		return err
	}
	return eachRow(ctx, q, query, args, f)
}

func column[T any](ctx context.Context, q querier, query string, args ...any) (list []T, err error) {
	err = eachRow(ctx, q, query, args, func(row *sql.Rows) error {
		var x T
		err := row.Scan(&x)
		list = append(list, x)
		return err
	})
	return list, err
}
