package results

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/evidence"
)

// Status says whether a run is still being written.
type Status string

// The statuses of a run. A run whose process was killed is interrupted.
const (
	Running     Status = "running"
	Interrupted Status = "interrupted"
	Finished    Status = "finished"
)

// Summary is a run in a list.
type Summary struct {
	ID       string
	Info     // Config, Space and Field only where Get filled them in; tags sorted
	Status   Status
	Started  time.Time
	Ended    time.Time     // zero while running or killed
	Rounds   int           // finished
	Games    int           // played in them; of a run without rounds, in its journal
	Pairings int           // clusters in the journal of a tournament or a verification
	Elapsed  time.Duration // spent in the rounds
	Answer   *Answer       // nil before the run is finished
	Note     string        // the user's
	// Failures counts the games that programs have lost by failing, also those of a
	// round that was not finished; see [Store.Failures].
	Failures engines.ForfeitCounts
	// Disputed is the text of the error of two workers that disagreed on the results of
	// the run; "" if none was noticed.
	Disputed string

	key int64
}

// Verdict says in one line what the run has found; nil before it is finished and
// where nothing was verified.
func (s Summary) Verdict() *evidence.Verdict {
	if s.Answer == nil {
		return nil
	}
	v := s.Answer.Verdict()
	if v != nil && s.Disputed != "" {
		*v = v.Dispute()
	}
	return v
}

// summaryColumns is the SELECT statement of a summary, without conditions.
const summaryColumns = `
	SELECT r.key, r.id, kind, name, engine, strategy, seed, version, r.host, scale_free, status, started, ended, answer, note, verdict, state_sum,
		rounds, games, forfeits, seconds, clusters, cluster_games, p.sum, process, token, p.host, pid, beat
	FROM run AS r JOIN progress AS p ON p.run = r.key`

// summaries selects runs that are wanted, at most so many; 0 means all. Rest is
// what follows the columns.
func summaries(ctx context.Context, q querier, wanted func(Summary) bool, most int, rest string, args ...any) ([]Summary, error) {
	rows, err := q.QueryContext(ctx, summaryColumns+rest, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var list []Summary
	for rows.Next() {
		s, err := scanSummary(rows)
		if err != nil {
			return nil, inRun(s.ID, err)
		}
		if wanted == nil || wanted(s) {
			list = append(list, s)
		}
		if len(list) == most && most > 0 {
			break
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return list, err
	}
	return list, errors.Join(addTags(ctx, q, list), addFailures(ctx, q, list), addDisputes(ctx, q, list))
}

// summary reads one run.
func summary(ctx context.Context, q querier, key int64) (Summary, error) {
	list, err := summaries(ctx, q, nil, 0, " WHERE r.key = ?", key)
	if err != nil || len(list) == 1 {
		return append(list, Summary{})[0], err
	}
	return Summary{}, damagedf("a run has no progress")
}

// inRun names the run that an error is about, once.
func inRun(id string, err error) error {
	prefix := "run " + id + ": "
	if err == nil || id == "" || strings.HasPrefix(err.Error(), prefix) {
		return err
	}
	return fmt.Errorf("%s%w", prefix, err)
}

// Runs lists the runs of the store, oldest first.
func (s *Store) Runs(ctx context.Context) ([]Summary, error) {
	var list []Summary
	err := s.snapshot(ctx, func(q querier) (err error) {
		if list, err = summaries(ctx, q, nil, 0, " ORDER BY r.key"); err != nil {
			return err
		}
		var runs, progress int
		err = q.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM progress)").Scan(&runs, &progress)
		if err == nil && (runs != len(list) || progress != len(list)) {
			err = damagedf("%d runs are there, %d should be", len(list), max(runs, progress))
		}
		return err
	})
	return list, err
}

// Size returns the format of the store, and how many runs it has.
func (s *Store) Size(ctx context.Context) (format, runs int, err error) {
	err = s.snapshot(ctx, func(q querier) error {
		return q.QueryRowContext(ctx, "SELECT count(*) FROM run").Scan(&runs)
	})
	return storeFormat, runs, err
}

// scanSummary reads a row of summaryColumns.
func scanSummary(row *sql.Rows) (Summary, error) {
	var s Summary
	var state state
	var c counts
	var seed, beat int64
	var started string
	var stateSum, countsSum sql.NullInt64
	var l lease
	err := row.Scan(&s.key, &s.ID, &s.Kind, &state.name, &s.Engine, &s.Strategy, &seed, &s.Version, &s.Host, &s.ScaleFree,
		&state.status, &started, &state.ended, &state.answer, &state.note, &state.verdict, &stateSum,
		&c.rounds, &c.games, &c.forfeits, &c.seconds, &c.clusters, &c.clusterGames, &countsSum, &l.process, &l.token, &l.host, &l.pid, &beat)
	if err != nil {
		return s, err
	}
	if err := cmp.Or(state.sum().check(stateSum), c.sum().check(countsSum)); err != nil {
		return s, err
	}
	s.Seed, s.Rounds, s.Games, s.Pairings, s.Elapsed = uint64(seed), c.rounds, c.games, c.clusters, inSeconds(c.seconds)
	if s.Rounds == 0 {
		s.Games = c.clusterGames
	}
	if s.Started, err = time.Parse(time.RFC3339, started); err != nil {
		return s, damagedf("started at %q", started)
	}
	if err := state.read(&s); err != nil {
		return s, err
	}
	l.beat = time.UnixMilli(beat)
	if s.Status == Running && !l.alive(hostname(), time.Now()) {
		s.Status = Interrupted
	}
	return s, nil
}
