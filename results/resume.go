package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Point is where a run stands.
type Point struct {
	Round    int           // rounds finished
	Games    int           // played in them
	Elapsed  time.Duration // spent in them
	Snapshot []byte        // the state of the strategy; nil before the first round
}

// Resume takes the lease of an interrupted run and returns where it stands.
// It refuses a run that is finished (ErrFinished), that another process is
// writing (ErrInUse), that is unknown (ErrUnknownRun), and a config that is not
// the run's own, naming what differs (ErrOtherConfig); config "" stands for
// the run's own.
func (s *Store) Resume(ctx context.Context, id, config string) (*Run, Point, error) {
	key, err := s.resolve(ctx, id)
	if err != nil {
		return nil, Point{}, err
	}
	r := &Run{store: s, key: key, lease: newLease(hostname())}
	var p Point
	err = s.transact(ctx, func(ctx context.Context, tx transaction) error {
		rec, err := get(ctx, tx, key)
		if err != nil {
			return err
		}
		r.id, r.info = rec.ID, rec.Info
		switch {
		case config != "" && Hash(config) != Hash(rec.Config):
			return fmt.Errorf("run %s: %w: %s", r.id, ErrOtherConfig, differs(rec.Config, config))
		case rec.Status == Finished:
			return fmt.Errorf("run %s: %w", r.id, ErrFinished)
		}
		if err := takeLease(ctx, tx, r.key, r.id, r.lease); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET status = 'running', ended = NULL WHERE key = ?", r.key); err != nil {
			return err
		}
		if err := seal(ctx, tx, r.key); err != nil {
			return err
		}
		if r.counts, err = readCounts(ctx, tx, r.key); err != nil {
			return inRun(r.id, err)
		}
		p, err = findPoint(ctx, tx, r.key)
		return inRun(r.id, err)
	})
	if err != nil {
		return nil, Point{}, err
	}
	r.last = p.Round
	r.start()
	return r, p, nil
}

// Reopen gives a run another config and takes its answer and its verification
// from it, so that Resume goes on after its last round: a search with a larger
// budget. A run that is being written is refused (ErrInUse). Whether its strategy
// can go on under that config is the caller's to know.
func (s *Store) Reopen(ctx context.Context, id, config string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		held, err := findLease(ctx, tx, key)
		if err != nil {
			return err
		}
		if held.alive(hostname(), time.Now()) {
			return fmt.Errorf("%w (process %d on %s)", ErrInUse, held.pid, held.host)
		}
		for _, forget := range []string{"cluster WHERE run = ?", "contestant WHERE run = ?", "record WHERE generation = 0 AND run = ?"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+forget, key); err != nil {
				return err
			}
		}
		c, err := readCounts(ctx, tx, key)
		if err != nil {
			return err
		}
		c.clusters, c.clusterGames = 0, 0
		_, err = tx.ExecContext(ctx, "UPDATE progress SET clusters = 0, cluster_games = 0, sum = ? WHERE run = ?", int64(c.sum()), key)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE run SET config = ?, config_hash = ?, status = 'interrupted', ended = NULL, answer = NULL, verdict = NULL WHERE key = ?",
			config, Hash(config), key)
		if err != nil {
			return err
		}
		return seal(ctx, tx, key)
	})
}

// Stands returns where a run stands, without touching it.
func (s *Store) Stands(ctx context.Context, id string) (Point, error) {
	var p Point
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		p, err = findPoint(ctx, q, key)
		return err
	})
	return p, err
}

func findPoint(ctx context.Context, q querier, run int64) (Point, error) {
	var p Point
	var seconds float64
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, `
		SELECT number, total, (SELECT seconds FROM progress WHERE run = g.run), state, s.sum
		FROM generation g JOIN snapshot s ON s.run = g.run AND s.generation = g.number
		WHERE g.run = ? ORDER BY number DESC LIMIT 1`, run).Scan(&p.Round, &p.Games, &seconds, &p.Snapshot, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		return Point{}, nil
	}
	if err != nil {
		return p, err
	}
	p.Elapsed = inSeconds(seconds)
	if err := snapshotSum(p.Snapshot).check(stored); err != nil {
		return p, fmt.Errorf("the state of its strategy: %w", err)
	}
	return p, nil
}
