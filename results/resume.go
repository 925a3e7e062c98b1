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
	if err := s.writable(); err != nil {
		return nil, Point{}, err
	}
	rec, err := s.Get(ctx, id)
	if err != nil {
		return nil, Point{}, err
	}
	if config != "" && Hash(config) != Hash(rec.Config) {
		return nil, Point{}, fmt.Errorf("run %s: %w: %s", rec.ID, ErrOtherConfig, differs(rec.Config, config))
	}
	r := &Run{store: s, key: rec.key, id: rec.ID, info: rec.Info, lease: newLease(hostname())}
	var p Point
	err = s.transact(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var status string
		if err := tx.QueryRowContext(ctx, "SELECT status FROM run WHERE key = ?", r.key).Scan(&status); err != nil {
			return err
		}
		if status == "finished" {
			return fmt.Errorf("run %s: %w", r.id, ErrFinished)
		}
		if err := takeLease(ctx, tx, r.key, r.id, r.lease); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET status = 'running', ended = NULL WHERE key = ?", r.key); err != nil {
			return err
		}
		p, err = findPoint(ctx, tx, r.key)
		return err
	})
	if err != nil {
		return nil, Point{}, err
	}
	r.last = p.Round
	r.start()
	return r, p, nil
}

func findPoint(ctx context.Context, tx *sql.Tx, run int64) (Point, error) {
	var p Point
	var seconds float64
	err := tx.QueryRowContext(ctx, `
		SELECT number, total, (SELECT sum(seconds) FROM generation WHERE run = g.run), state
		FROM generation g JOIN snapshot s ON s.run = g.run AND s.generation = g.number
		WHERE g.run = ? ORDER BY number DESC LIMIT 1`, run).Scan(&p.Round, &p.Games, &seconds, &p.Snapshot)
	if errors.Is(err, sql.ErrNoRows) {
		return Point{}, nil
	}
	p.Elapsed = time.Duration(seconds * float64(time.Second))
	return p, err
}
