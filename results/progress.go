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

// Progress is how far a run is.
type Progress struct {
	ID      string
	Status  Status
	Rounds  int           // finished
	Games   int           // played in them; of a run without rounds, in its journal
	Pairs   int           // clusters in the journal of a tournament or a verification
	Elapsed time.Duration // spent in the rounds
}

// recent is how many of the newest runs Progress tells of.
const recent = 50

func progress(ctx context.Context, q querier) (list []Progress, err error) {
	rows, err := q.QueryContext(ctx, `SELECT r.id, r.status, rounds, games, forfeits, seconds, clusters, cluster_games, p.sum, process, token, p.host, pid, beat
		FROM progress AS p JOIN run AS r ON r.key = p.run
		WHERE token <> '' OR p.run > (SELECT max(run) FROM progress) - ? ORDER BY p.run DESC`, recent)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	host, now := hostname(), time.Now()
	for rows.Next() {
		var p Progress
		var c counts
		var l lease
		var stored sql.NullInt64
		var beat int64
		err := rows.Scan(&p.ID, &p.Status, &c.rounds, &c.games, &c.forfeits, &c.seconds, &c.clusters, &c.clusterGames, &stored,
			&l.process, &l.token, &l.host, &l.pid, &beat)
		if err = errors.Join(err, c.sum().check(stored)); err != nil {
			return list, inRun(p.ID, err)
		}
		p.Rounds, p.Games, p.Pairs, p.Elapsed = c.rounds, c.games, c.clusters, inSeconds(c.seconds)
		if p.Rounds == 0 {
			p.Games = c.clusterGames
		}
		if l.beat = time.UnixMilli(beat); p.Status == Running && !l.alive(host, now) {
			p.Status = Interrupted
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

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
		return inRun(id, fmt.Errorf("%w (process %d on %s)", ErrInUse, held.pid, held.host))
	}
	return setLease(ctx, tx, run, l)
}

// setLease writes the lease of a run; the zero lease gives it up.
func setLease(ctx context.Context, tx transaction, run int64, l lease) error {
	_, err := tx.ExecContext(ctx, "UPDATE progress SET process = ?, token = ?, host = ?, pid = ?, beat = ? WHERE run = ?",
		l.process, l.token, l.host, l.pid, max(0, l.beat.UnixMilli()), run)
	return err
}
