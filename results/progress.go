package results

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// counts contains the numbers of a run's rounds, pairings and games. They are stored in a separate
// table, for fast lists of runs and to detect lost rows.
type counts struct {
	rounds, games, forfeits int     // finished rounds, their games, and the forfeited ones among these
	seconds                 float64 // time spent in the rounds
	pairings, journalGames  int     // stored pairings of the tournament or the verification, and their games
}

func (c counts) plus(d counts) counts {
	return counts{
		c.rounds + d.rounds, c.games + d.games, c.forfeits + d.forfeits,
		c.seconds + d.seconds,
		c.pairings + d.pairings, c.journalGames + d.journalGames,
	}
}

func (c counts) sum() sum {
	var s sum
	for _, n := range [...]int{c.rounds, c.games, c.forfeits, c.pairings, c.journalGames} {
		s = s.int(n)
	}
	return s.float(c.seconds)
}

func readCounts(ctx context.Context, q querier, key int64) (counts, error) {
	var c counts
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT rounds, games, forfeits, seconds, pairings, journal_games, sum FROM progress WHERE run = ?", key).
		Scan(&c.rounds, &c.games, &c.forfeits, &c.seconds, &c.pairings, &c.journalGames, &stored)
	if err == nil {
		err = c.sum().check(stored)
	}
	return c, err
}

func inSeconds(s float64) time.Duration { return time.Duration(s*float64(time.Second) + 0.5) }

// Progress describes how far a run has come.
type Progress struct {
	ID       string
	Status   Status
	Rounds   int           // finished rounds
	Games    int           // games of the finished rounds; for a run without rounds, games of the stored pairings
	Pairings int           // stored pairings of a tournament or a verification
	Elapsed  time.Duration // time spent in the rounds
}

// recent is the number of newest runs that [Store.Progress] returns in addition to those that are
// being written.
const recent = 50

func progress(ctx context.Context, q querier) (list []Progress, err error) {
	host, now := hostname(), time.Now()
	err = eachRow(ctx, q, `SELECT r.id, r.status, rounds, games, forfeits, seconds, pairings, journal_games, p.sum, process, token, p.host, pid, beat
		FROM progress AS p JOIN run AS r ON r.key = p.run
		WHERE token <> '' OR p.run IN (SELECT run FROM progress ORDER BY run DESC LIMIT ?) ORDER BY p.run DESC`, []any{recent}, func(rows *sql.Rows) error {
		var p Progress
		var c counts
		var l lease
		var stored sql.NullInt64
		var beat int64
		err := rows.Scan(&p.ID, &p.Status, &c.rounds, &c.games, &c.forfeits, &c.seconds, &c.pairings, &c.journalGames, &stored,
			&l.process, &l.token, &l.host, &l.pid, &beat)
		if err = errors.Join(err, c.sum().check(stored)); err != nil {
			return inRun(p.ID, err)
		}
		p.Rounds, p.Games, p.Pairings, p.Elapsed = c.rounds, c.games, c.pairings, inSeconds(c.seconds)
		if p.Rounds == 0 {
			p.Games = c.journalGames
		}
		if l.beat = time.UnixMilli(beat); p.Status == Running && !l.alive(host, now) {
			p.Status = Interrupted
		}
		list = append(list, p)
		return nil
	})
	return list, err
}

// These constants determine how long a lease is valid. A lease is the exclusive right of a process
// to write a run. It is a token in the run's row of the table progress, and every transaction that
// writes the run checks it.
const (
	beatEvery  = 5 * time.Second  // time between two renewals of a lease
	leaseStale = 30 * time.Second // time since the last renewal after which the process of the lease counts as ended
)

// process returns a text that identifies this process, also among later processes with the same
// process id. It consists of random characters and the text that [birth] returns.
var process = sync.OnceValue(func() string { return rand.Text() + birthMark + birth(os.Getpid()) })

// birthMark separates the two parts of the text that [process] returns: the random characters
// before it and the text of [birth] after it.
const birthMark = "@"

// presence states whether a process is running, has ended, or cannot be observed.
type presence int

const (
	unknown presence = iota
	running
	ended
	invisible // in another namespace of process ids, as in another container; its id means nothing here
)

// lease describes which process has the exclusive right to write a run.
type lease struct {
	process string    // identifies the process; see the variable process
	token   string    // random text of this lease; empty if no process writes the run
	host    string    // machine of the process
	pid     int       // id of the process on that machine
	beat    time.Time // time of the last renewal
}

// newLease returns a lease that gives this process the right to write a run from now on.
func newLease(host string) lease {
	return lease{process: process(), token: rand.Text(), host: host, pid: os.Getpid(), beat: time.Now()}
}

// alive reports whether the process that holds the lease (the right to write a run) may still be
// writing the run. host is the machine of the caller, and now is the current time. If the process
// can be observed, alive reports whether it runs. Otherwise, alive returns false if the lease was
// not renewed for some time.
func (l lease) alive(host string, now time.Time) bool {
	if l.token == "" {
		return false
	}
	found := unknown
	if _, born, _ := strings.Cut(l.process, birthMark); l.host == host && l.process != process() {
		found = findProcess(l.pid, born)
	}
	switch {
	case found == running:
		return true
	case found == ended, now.Sub(l.beat) > leaseStale:
		return false
	case l.host != host, found == invisible:
		return true
	}
	if l.pid == os.Getpid() {
		return l.process == process()
	}
	return processAlive(l.pid)
}

func findLease(ctx context.Context, q querier, run int64) (l lease, err error) {
	var beat int64
	err = q.QueryRowContext(ctx, "SELECT process, token, host, pid, beat FROM progress WHERE run = ?", run).
		Scan(&l.process, &l.token, &l.host, &l.pid, &beat)
	l.beat = time.UnixMilli(beat)
	return l, err
}

// checkUnused returns ErrInUse if a running process holds the lease of a run, which is the
// exclusive right to write it.
func checkUnused(ctx context.Context, q querier, run int64) error {
	held, err := findLease(ctx, q, run)
	if err == nil && held.alive(hostname(), time.Now()) {
		err = fmt.Errorf("%w (process %d on %s)", ErrInUse, held.pid, held.host)
	}
	return err
}

// setLease stores the lease of a run, which is the exclusive right to write it. The zero lease
// means that no process holds it.
func setLease(ctx context.Context, tx transaction, run int64, l lease) error {
	_, err := tx.ExecContext(ctx, "UPDATE progress SET process = ?, token = ?, host = ?, pid = ?, beat = ? WHERE run = ?",
		l.process, l.token, l.host, l.pid, max(0, l.beat.UnixMilli()), run)
	return err
}
