package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// counts say how far a run is. They are kept beside its rows, so that a list of
// runs need not count them; whoever reads the rows compares.
type counts struct {
	rounds, games, forfeits int
	seconds                 float64
	clusters, clusterGames  int
}

func (c counts) plus(d counts) counts {
	return counts{
		c.rounds + d.rounds, c.games + d.games, c.forfeits + d.forfeits,
		c.seconds + d.seconds,
		c.clusters + d.clusters, c.clusterGames + d.clusterGames,
	}
}

func (c counts) sum() sum {
	var s sum
	for _, n := range [...]int{c.rounds, c.games, c.forfeits, c.clusters, c.clusterGames} {
		s = s.int(n)
	}
	s = s.float(c.seconds)
	return s
}

// write runs f in one transaction and adds what it returns to the counts of the
// run. It fails if the lease is no longer ours; so every transaction that writes
// a run keeps everybody else from writing it until the transaction ends.
func (r *Run) write(ctx context.Context, f func(ctx context.Context, tx transaction) (counts, error)) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	next := r.counts
	err := r.store.transact(ctx, func(ctx context.Context, tx transaction) error {
		more, err := f(ctx, tx)
		if err != nil {
			return err
		}
		next = next.plus(more)
		return r.advance(ctx, tx, next)
	})
	if err == nil {
		r.counts = next
	}
	return err
}

// advance notes how far a run is, as its holder.
func (r *Run) advance(ctx context.Context, tx transaction, c counts) error {
	res, err := r.store.write.advance.ExecContext(ctx, time.Now().UnixMilli(),
		c.rounds, c.games, c.forfeits, c.seconds, c.clusters, c.clusterGames, int64(c.sum()), r.key, r.lease.token)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n != 1 {
		err = r.whyLost(ctx, tx)
	}
	return err
}

// whyLost says how a run was lost: with its store, or to another process.
func (r *Run) whyLost(ctx context.Context, q querier) error {
	if err := r.there(ctx, q); err != nil {
		return err
	}
	return fmt.Errorf("run %s: %w", r.id, ErrLost)
}

// there fails if the store is no longer the one that the run is written to.
func (r *Run) there(ctx context.Context, q querier) error {
	var id string
	err := q.QueryRowContext(ctx, "SELECT id FROM run WHERE key = ?", r.key).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && id != r.id {
		return fmt.Errorf("run %s: %w", r.id, ErrChanged)
	}
	return err
}

// readCounts reads how far a run is.
func readCounts(ctx context.Context, q querier, key int64) (counts, error) {
	var c counts
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT rounds, games, forfeits, seconds, clusters, cluster_games, sum FROM progress WHERE run = ?", key).
		Scan(&c.rounds, &c.games, &c.forfeits, &c.seconds, &c.clusters, &c.clusterGames, &stored)
	if err == nil {
		err = c.sum().check(stored)
	}
	return c, err
}

// inSeconds is a time kept in seconds, to the nanosecond.
func inSeconds(s float64) time.Duration { return time.Duration(s*float64(time.Second) + 0.5) }
