package results

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"time"
)

// A run is written by the holder of its lease: a token in the row of its
// progress. Every transaction that writes the run advances that row where it
// bears the holder's token, and fails if it does not. So two processes can never
// write one run, whatever happens to clocks, machines or process numbers; the
// signs of life below only decide when a lease may be taken from a holder that
// seems dead.
const (
	beatEvery  = 5 * time.Second
	leaseStale = 30 * time.Second // without a beat for so long, a holder is dead
)

// process tells this process from an earlier one with the same number.
var process = rand.Text()

// lease says who writes a run.
type lease struct {
	process, token, host string // an empty token: nobody
	pid                  int
	beat                 time.Time
}

func newLease(host string) lease {
	return lease{process: process, token: rand.Text(), host: host, pid: os.Getpid(), beat: time.Now()}
}

// alive reports whether the holder may still be writing.
func (l lease) alive(host string, now time.Time) bool {
	if l.token == "" || now.Sub(l.beat) > leaseStale {
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

// findLease reads the lease of a run.
func findLease(ctx context.Context, q querier, run int64) (l lease, err error) {
	var beat int64
	err = q.QueryRowContext(ctx, "SELECT process, token, host, pid, beat FROM progress WHERE run = ?", run).
		Scan(&l.process, &l.token, &l.host, &l.pid, &beat)
	l.beat = time.UnixMilli(beat)
	return l, err
}

// takeLease makes l the lease of a run unless a living process holds it.
func takeLease(ctx context.Context, tx transaction, run int64, id string, l lease) error {
	held, err := findLease(ctx, tx, run)
	if err != nil {
		return err
	}
	if held.alive(l.host, l.beat) {
		return fmt.Errorf("run %s: %w (process %d on %s)", id, ErrInUse, held.pid, held.host)
	}
	return setLease(ctx, tx, run, l)
}

// setLease writes the lease of a run; the zero lease gives it up.
func setLease(ctx context.Context, tx transaction, run int64, l lease) error {
	_, err := tx.ExecContext(ctx, "UPDATE progress SET process = ?, token = ?, host = ?, pid = ?, beat = ? WHERE run = ?",
		l.process, l.token, l.host, l.pid, max(0, l.beat.UnixMilli()), run)
	return err
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
