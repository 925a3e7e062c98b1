package results

import (
	"context"
	"database/sql"
	"fmt"
)

// transact runs f in one transaction, whole or not at all. Work that is
// finished is saved even when ctx is done: a transaction takes milliseconds,
// and what it saves may have taken hours.
func (s *Store) transact(ctx context.Context, f func(ctx context.Context, tx *sql.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(s.path, err)
	}
	if err := f(ctx, tx); err != nil {
		_ = tx.Rollback()
		return explain(s.path, err)
	}
	if err := tx.Commit(); err != nil {
		_ = tx.Rollback()
		return explain(s.path, err)
	}
	return nil
}

func (s *Store) writable() error {
	if s.write == nil {
		return fmt.Errorf("%s: opened for reading only", s.path)
	}
	return nil
}

// inserts are the statements that a run uses all the time.
type inserts struct {
	beat, generation, played, contestant, cluster, snapshot, forget *sql.Stmt
}

func (s *Store) prepare(ctx context.Context) error {
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.inserts.beat, "UPDATE lease SET beat = ? WHERE run = ? AND token = ?"},
		{&s.inserts.generation, `INSERT INTO generation (run, number, games, total, forfeits, best_fitness, mean_fitness, spread_fitness,
			mean_weights, spread_weights, answer, seconds, saved) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&s.inserts.played, "INSERT INTO played (run, generation, genomes, entrants, pairings) VALUES (?, ?, ?, ?, ?)"},
		{&s.inserts.contestant, "INSERT INTO contestant (run, number, name, player, weights, settings) VALUES (?, ?, ?, ?, ?, ?)"},
		{&s.inserts.cluster, `INSERT INTO cluster (run, number, agents, seed, games, score, places, forfeits)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`},
		{&s.inserts.snapshot, "INSERT INTO snapshot (run, generation, state) VALUES (?, ?, ?)"},
		{&s.inserts.forget, "DELETE FROM snapshot WHERE run = ? AND generation < ? - 1"},
	} {
		stmt, err := s.write.PrepareContext(ctx, p.text)
		if err != nil {
			return err
		}
		*p.stmt = stmt
	}
	return nil
}
