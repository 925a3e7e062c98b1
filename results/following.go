package results

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Progress is how far a run is.
type Progress struct {
	ID       string
	Status   Status
	Rounds   int           // finished
	Games    int           // played in them; of a run without rounds, in its journal
	Pairings int           // clusters in the journal of a tournament or a verification
	Elapsed  time.Duration // spent in the rounds
}

// recent is how many of the newest runs Progress tells of.
const recent = 50

// Progress tells, newest first, of the runs that somebody writes, or was killed
// writing, and of the newest fifty. It reads a row or two of each and takes less
// than a millisecond, whatever else the store holds.
func (s *Store) Progress(ctx context.Context) ([]Progress, error) {
	var list []Progress
	err := s.snapshot(ctx, func(q querier) (err error) {
		list, err = progress(ctx, q)
		return err
	})
	return list, err
}

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
		p.Rounds, p.Games, p.Pairings, p.Elapsed = c.rounds, c.games, c.clusters, inSeconds(c.seconds)
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
