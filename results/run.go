package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

// Run is a run being written by this process.
type Run struct {
	store *Store
	key   int64
	id    string
	info  Info
	lease lease

	writing sync.Mutex // guards what follows
	counts  counts
	last    int // number of the last round saved

	mu     sync.Mutex // guards what follows
	closed bool
	stop   chan struct{} // ends the signs of life
	beats  sync.WaitGroup
}

// ID is the run's name in the store, as typed on the command line: engine, day
// and four random digits, "risk-20261121-3f2a".
func (r *Run) ID() string { return r.id }

// Info is what the run began with.
func (r *Run) Info() Info { return r.info }

// insert writes the run's rows under an id that is not taken yet.
func (r *Run) insert(ctx context.Context, tx transaction) error {
	space, err := json.Marshal(fromSpace(r.info.Space))
	if err != nil {
		return err
	}
	now := time.Now().UTC()
	for taken := true; taken; {
		r.id = newID(r.info, now)
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM run WHERE id = ?", r.id).Scan(&taken); err != nil {
			return err
		}
	}
	i, started := r.info, timeText(now)
	err = tx.QueryRowContext(ctx, `
		INSERT INTO run (id, kind, name, engine, strategy, config, config_hash, seed, version, host, space, scale_free, status, started, note, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?, '', ?) RETURNING key`,
		r.id, string(i.Kind), i.Name, i.Engine, i.Strategy, i.Config, Hash(i.Config), int64(i.Seed), i.Version, i.Host,
		string(space), i.ScaleFree, started, int64(infoSum(r.id, i, string(space), started))).Scan(&r.key)
	if err != nil {
		return err
	}
	l := r.lease
	_, err = tx.ExecContext(ctx, `INSERT INTO progress (run, rounds, games, forfeits, seconds, clusters, cluster_games, process, token, host, pid, beat, sum)
		VALUES (?, 0, 0, 0, 0, 0, 0, ?, ?, ?, ?, ?, ?)`, r.key, l.process, l.token, l.host, l.pid, l.beat.UnixMilli(), int64(counts{}.sum()))
	if err != nil {
		return err
	}
	return seal(ctx, tx, r.key)
}

// Finish stores the answer of a run, marks it finished and gives up its lease.
func (r *Run) Finish(ctx context.Context, a Answer) error {
	return r.end(ctx, "finished", &a)
}

// Close ends the writing of a run. One that was not finished counts as
// interrupted and can be resumed. Closing twice does nothing.
func (r *Run) Close() error {
	r.mu.Lock()
	closed := r.closed
	r.mu.Unlock()
	if closed {
		return nil
	}
	return r.end(context.Background(), "interrupted", nil)
}

func (r *Run) end(ctx context.Context, status string, a *Answer) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	err := r.store.transact(ctx, func(ctx context.Context, tx transaction) error {
		if err := r.advance(ctx, tx, r.counts); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET status = ?, ended = ? WHERE key = ?", status, timeText(time.Now()), r.key); err != nil {
			return err
		}
		if a != nil {
			if err := setAnswer(ctx, tx, r.key, *a); err != nil {
				return err
			}
		}
		if err := seal(ctx, tx, r.key); err != nil {
			return err
		}
		return setLease(ctx, tx, r.key, lease{})
	})
	if err == nil || status == "interrupted" {
		r.halt()
	}
	return err
}

// Record reads the run as it is stored so far.
func (r *Run) Record(ctx context.Context) (Record, error) {
	var rec Record
	err := r.store.snapshot(ctx, func(q querier) (err error) {
		if err = r.there(ctx, q); err != nil {
			return err
		}
		if rec, err = get(ctx, q, r.key); err != nil {
			return err
		}
		return rec.addAll(ctx, q)
	})
	return rec, err
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
	return inRun(r.id, ErrLost)
}

// there fails if the store is no longer the one that the run is written to.
func (r *Run) there(ctx context.Context, q querier) error {
	var id string
	err := q.QueryRowContext(ctx, "SELECT id FROM run WHERE key = ?", r.key).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && id != r.id {
		return inRun(r.id, ErrChanged)
	}
	return err
}

// start begins the signs of life.
func (r *Run) start() {
	r.stop = make(chan struct{})
	r.beats.Go(func() { r.beat(r.stop) })
}

// halt ends them.
func (r *Run) halt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		close(r.stop)
		r.beats.Wait()
	}
}

// beat gives signs of life until stopped. A beat that fails is no harm: the
// next transaction finds out why.
func (r *Run) beat(stop <-chan struct{}) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			r.sign()
		}
	}
}

// sign gives one sign of life, between two transactions.
func (r *Run) sign() {
	w := r.store.write
	w.mu.Lock()
	defer w.mu.Unlock()
	_, _ = w.beat.Exec(time.Now().UnixMilli(), r.key, r.lease.token)
}
