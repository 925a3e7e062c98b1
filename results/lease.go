package results

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

// A run is written by the holder of its lease: a row with a token. Every
// transaction that writes the run renews the row where it bears the holder's
// token, and fails if it does not. So two processes can never write one run,
// whatever happens to clocks, machines or process numbers; the signs of life
// below only decide when a lease may be taken from a holder that seems dead.
const (
	beatEvery  = 5 * time.Second
	leaseStale = 30 * time.Second // without a beat for so long, a holder is dead
)

// process tells this process from an earlier one with the same number.
var process = rand.Text()

// lease is a row of the table.
type lease struct {
	process, token, host string
	pid                  int
	beat                 time.Time
}

func newLease(host string) lease {
	return lease{process: process, token: rand.Text(), host: host, pid: os.Getpid(), beat: time.Now()}
}

// alive reports whether the holder may still be writing.
func (l lease) alive(host string, now time.Time) bool {
	if now.Sub(l.beat) > leaseStale {
		return false
	}
	if l.host != host {
		return true
	}
	if l.pid == os.Getpid() {
		return l.process == process
	}
	return processAlive(l.pid)
}

// findLease reads the lease of a run; ok is false if nobody holds it.
func findLease(ctx context.Context, q querier, run int64) (l lease, ok bool, err error) {
	var beat int64
	err = q.QueryRowContext(ctx, "SELECT process, token, host, pid, beat FROM lease WHERE run = ?", run).
		Scan(&l.process, &l.token, &l.host, &l.pid, &beat)
	if errors.Is(err, sql.ErrNoRows) {
		return lease{}, false, nil
	}
	l.beat = time.UnixMilli(beat)
	return l, err == nil, err
}

// takeLease makes l the lease of a run unless a living process holds it.
func takeLease(ctx context.Context, tx *sql.Tx, run int64, id string, l lease) error {
	held, ok, err := findLease(ctx, tx, run)
	if err != nil {
		return err
	}
	if ok && held.alive(l.host, l.beat) {
		return fmt.Errorf("run %s: %w (number %d on %s)", id, ErrInUse, held.pid, held.host)
	}
	_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO lease (run, process, token, host, pid, beat) VALUES (?, ?, ?, ?, ?, ?)`,
		run, l.process, l.token, l.host, l.pid, l.beat.UnixMilli())
	return err
}

// renew fails if the lease is no longer ours; as part of a transaction it keeps
// everybody else from writing the run until the transaction ends.
func (r *Run) renew(ctx context.Context, tx *sql.Tx) error {
	res, err := tx.StmtContext(ctx, r.store.inserts.beat).ExecContext(ctx, time.Now().UnixMilli(), r.key, r.lease.token)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(fmt.Errorf("run %s: %w", r.id, ErrLost), err)
	}
	return nil
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
			_, _ = r.store.inserts.beat.Exec(time.Now().UnixMilli(), r.key, r.lease.token)
		}
	}
}
