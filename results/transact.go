package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

// writer is the one connection that a store is written by. Its statements are
// prepared once, and its transactions are statements, too: a round of short games
// takes little longer to play than database/sql to make a transaction of its own.
type writer struct {
	db   *sql.DB
	mu   sync.Mutex // held by a transaction
	conn *sql.Conn

	begin, commit, rollback, beat, advance                              *sql.Stmt
	generation, played, contestant, cluster, clusters, record, snapshot *sql.Stmt
	forget                                                              *sql.Stmt
	prepared                                                            []*sql.Stmt // all of them
}

// openWriter opens a store for writing.
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

// close closes the connection, which folds the log into the file. Closing twice
// does nothing.
func (w *writer) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var errs []error
	for _, stmt := range w.prepared {
		errs = append(errs, stmt.Close())
	}
	w.prepared = nil
	if w.conn != nil {
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
			clusters = ?, cluster_games = ?, sum = ? WHERE run = ? AND token = ?`},
		{&w.generation, `INSERT INTO generation (run, number, games, total, forfeits, best_fitness, mean_fitness, spread_fitness,
			mean_weights, spread_weights, answer, seconds, saved, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&w.played, "INSERT INTO played (run, generation, genomes, entrants, pairings, sum) VALUES (?, ?, ?, ?, ?, ?)"},
		{&w.contestant, "INSERT INTO contestant (run, number, name, player, weights, settings, time_limit, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"},
		{&w.cluster, insertClusters(1)},
		{&w.clusters, insertClusters(batch)},
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

// transaction is what a transaction reads and writes by.
type transaction interface {
	querier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
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

// insertClusters is a statement for so many clusters.
func insertClusters(n int) string {
	row := "(?" + strings.Repeat(", ?", clusterColumns-1) + ")"
	return "INSERT INTO cluster (run, number, agents, seed, games, score, places, forfeits, more, sum) VALUES " +
		row + strings.Repeat(", "+row, n-1) + " ON CONFLICT DO NOTHING"
}
