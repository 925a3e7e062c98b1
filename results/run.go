package results

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

// Run is a run in a store, opened for writing by this process. [Store.Begin] and [Store.Resume]
// return one; the zero value cannot be used. After Finish or Close, methods that write return an
// error.
type Run struct {
	store *Store
	key   int64
	id    string
	info  Info
	lease lease

	processors []string // kinds of processor that computed the run before it was resumed

	writing sync.Mutex // protects counts and last
	counts  counts
	last    int // number of the last stored round

	mu     sync.Mutex // protects the fields below
	closed bool
	stop   chan struct{} // closed to stop renewing the lease
	beats  sync.WaitGroup
}

// ID returns the id of the run in the store. It consists of the engine, the day and four random
// hexadecimal digits, as in "risk-20261121-3f2a".
func (r *Run) ID() string { return r.id }

// Info returns the properties that were known when the run began.
func (r *Run) Info() Info { return r.info }

// EarlierProcessors returns the kinds of processor, such as "amd64", on which the run was computed
// before this process resumed it; see [Record.Processors].
func (r *Run) EarlierProcessors() []string { return r.processors }

// insert writes the database rows of a new run under an unused id.
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
	if err := saveBeginning(ctx, tx, r.key, r.id, i, string(space), started); err != nil {
		return err
	}
	if _, err := addProcessor(ctx, tx, r.key); err != nil {
		return err
	}
	if err := saveRules(ctx, tx, r.key, i.Rules); err != nil {
		return err
	}
	l := r.lease
	_, err = tx.ExecContext(ctx, `INSERT INTO progress (run, rounds, games, forfeits, seconds, pairings, journal_games, process, token, host, pid, beat, sum)
		VALUES (?, 0, 0, 0, 0, 0, 0, ?, ?, ?, ?, ?, ?)`, r.key, l.process, l.token, l.host, l.pid, l.beat.UnixMilli(), int64(counts{}.sum()))
	if err != nil {
		return err
	}
	return updateStateSum(ctx, tx, r.key)
}

// Finish stores the result of a run, marks it as finished and releases its lease, the exclusive
// right to write it.
func (r *Run) Finish(ctx context.Context, a Result) error {
	return r.FinishAt(ctx, a, time.Now())
}

// FinishAt is [Run.Finish] for a run whose games ended at the given time. If this time is before
// the start of the run, because the clock was set back, the start is stored instead.
func (r *Run) FinishAt(ctx context.Context, a Result, ended time.Time) error {
	return r.end(ctx, "finished", ended, &a)
}

// Close ends the writing of a run. A run without a result then counts as interrupted and can be
// resumed. Closing twice has no effect.
func (r *Run) Close() error {
	r.mu.Lock()
	closed := r.closed
	r.mu.Unlock()
	if closed {
		return nil
	}
	return r.end(context.Background(), "interrupted", time.Now(), nil)
}

// end stores the final status of the run, the time of its end, and the result unless it is nil. It
// then releases the lease, the exclusive right to write the run. An end before the start of the
// run, after the clock was set back, is replaced by the start. With a result, end waits up to
// lockWait for other processes, and otherwise up to busyTimeout per statement.
func (r *Run) end(ctx context.Context, status string, ended time.Time, a *Result) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	transact := r.transact
	if a == nil {
		transact = r.store.transact
	}
	err := transact(ctx, func(ctx context.Context, tx transaction) error {
		if err := r.advance(ctx, tx, r.counts); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET status = ?, ended = max(started, ?) WHERE key = ?", status, timeText(ended), r.key); err != nil {
			return err
		}
		if a != nil {
			if err := setResult(ctx, tx, r.key, *a); err != nil {
				return err
			}
		}
		if err := updateStateSum(ctx, tx, r.key); err != nil {
			return err
		}
		return setLease(ctx, tx, r.key, lease{})
	})
	if err == nil || status == "interrupted" {
		r.stopRenewing()
	}
	return err
}

// Record reads all data that is stored of the run so far.
func (r *Run) Record(ctx context.Context) (Record, error) {
	var rec Record
	err := r.store.snapshot(ctx, func(q querier) (err error) {
		if err = r.checkStored(ctx, q); err != nil {
			return err
		}
		if rec, err = get(ctx, q, r.key); err != nil {
			return err
		}
		return rec.addAll(ctx, q)
	})
	return rec, err
}

// write calls f in a transaction and adds the counts that f returns to those of the run. It returns
// ErrLost if another process has taken the lease, which is the exclusive right to write the run.
// During the transaction no other process can take it.
func (r *Run) write(ctx context.Context, f func(ctx context.Context, tx transaction) (counts, error)) error {
	r.writing.Lock()
	defer r.writing.Unlock()
	var next counts
	err := r.transact(ctx, func(ctx context.Context, tx transaction) error {
		more, err := f(ctx, tx)
		if err != nil {
			return cmp.Or(r.checkLease(ctx, tx), err)
		}
		next = r.counts.plus(more)
		return r.advance(ctx, tx, next)
	})
	if err == nil {
		r.counts = next
	}
	return err
}

// lockWait is the longest time that a run waits for a long transaction of another process, such as
// a copy of many runs.
const lockWait = 10 * time.Minute

// transact calls [Store.transact]. While another process locks the store, it tries again until
// lockWait is over or ctx ends.
func (r *Run) transact(ctx context.Context, f func(ctx context.Context, tx transaction) error) error {
	for deadline := time.Now().Add(lockWait); ; time.Sleep(10 * time.Millisecond) {
		err := r.store.transact(ctx, f) // waits for busyTimeout
		if !errors.Is(err, ErrLocked) || ctx.Err() != nil || time.Now().After(deadline) {
			return err
		}
	}
}

// advance stores the counts of the run, provided that this process still holds the run's lease, the
// exclusive right to write it.
func (r *Run) advance(ctx context.Context, tx transaction, c counts) error {
	res, err := r.store.write.advance.ExecContext(ctx, time.Now().UnixMilli(),
		c.rounds, c.games, c.forfeits, c.seconds, c.pairings, c.journalGames, int64(c.sum()), r.key, r.lease.token)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n != 1 {
		err = r.lossError(ctx, tx)
	}
	return err
}

// checkLease returns ErrLost if another process has taken the lease, which is the exclusive right
// to write the run. It is called after a failed transaction, whose cause may be the other process.
func (r *Run) checkLease(ctx context.Context, q querier) error {
	if held, err := findLease(ctx, q, r.key); err != nil || held.token == r.lease.token {
		return nil
	}
	return r.lossError(ctx, q)
}

// lossError returns the reason why this process no longer holds the lease, the exclusive right to
// write the run. The reason is ErrChanged if the store no longer contains the run, and an error of
// its own if this process has closed the run. Otherwise it is ErrLost.
func (r *Run) lossError(ctx context.Context, q querier) error {
	if err := r.checkStored(ctx, q); err != nil {
		return err
	}
	select {
	case <-r.stop:
		if held, err := findLease(ctx, q, r.key); err == nil && held.token == "" {
			return inRun(r.id, errors.New("it cannot be written after Finish or Close"))
		}
	default:
	}
	return inRun(r.id, ErrLost)
}

// checkStored returns ErrChanged if the store no longer contains the run under its key, because the
// file was replaced.
func (r *Run) checkStored(ctx context.Context, q querier) error {
	var id string
	err := q.QueryRowContext(ctx, "SELECT id FROM run WHERE key = ?", r.key).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) || err == nil && id != r.id {
		return inRun(r.id, ErrChanged)
	}
	return err
}

func (r *Run) startRenewing() {
	r.stop = make(chan struct{})
	r.beats.Go(func() { r.renewUntil(r.stop) })
}

func (r *Run) stopRenewing() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		close(r.stop)
		r.beats.Wait()
	}
}

// renewUntil renews the lease, the exclusive right to write the run, at regular intervals until
// stop is closed. It ignores errors, because the next transaction reports them.
func (r *Run) renewUntil(stop <-chan struct{}) {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			r.renewLease()
		}
	}
}

// renewLease renews the lease, the exclusive right to write the run, once. It waits for a
// transaction in progress.
func (r *Run) renewLease() {
	w := r.store.write
	w.mu.Lock()
	defer w.mu.Unlock()
	_, _ = w.beat.Exec(time.Now().UnixMilli(), r.key, r.lease.token)
}
