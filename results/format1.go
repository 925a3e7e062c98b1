package results

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/configs/strict"
)

// What is known of format 1, the first version's. A store of it is read as it
// is, and brought to format 2 when it is opened for writing. It differs in this:
// who writes a run stood in a table of leases; a run's rounds and games were
// counted in its rows each time; a run that trained against opponents counted
// comparisons, which are two games each; a standing's rating was an object with
// the games and the anchor; an answer was known to be the start by its name.

//go:embed format2.sql
var format2 string

// fromFormat1 brings a store of format 1 to format 2.
func fromFormat1(ctx context.Context, tx transaction) error {
	if err := nobodyWrites(ctx, tx); err != nil {
		return err
	}
	if err := countGames(ctx, tx); err != nil {
		return err
	}
	if err := execute(ctx, tx, format2); err != nil {
		return err
	}
	return upgradeAnswers(ctx, tx)
}

// nobodyWrites refuses a store that the first version of the program is writing:
// it would find its tables gone.
func nobodyWrites(ctx context.Context, tx transaction) error {
	rows, err := tx.QueryContext(ctx, "SELECT id, process, token, l.host, pid, beat FROM lease AS l JOIN run AS r ON r.key = l.run")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		var l lease
		var beat int64
		if err := rows.Scan(&id, &l.process, &l.token, &l.host, &l.pid, &beat); err != nil {
			return err
		}
		if l.beat = time.UnixMilli(beat); l.alive(hostname(), time.Now()) {
			return inRun(id, fmt.Errorf("%w, an older version (process %d on %s); try again when it has ended", ErrInUse, l.pid, l.host))
		}
	}
	return rows.Err()
}

// countGames turns comparisons into games.
func countGames(ctx context.Context, tx transaction) error {
	runs, err := column[int64](ctx, tx, "SELECT key FROM run WHERE kind = 'evolve'")
	if err != nil {
		return err
	}
	for _, run := range runs {
		var config string
		if err := tx.QueryRowContext(ctx, "SELECT config FROM run WHERE key = ?", run).Scan(&config); err != nil {
			return err
		}
		if n := gamesPerCount(config); n > 1 {
			_, err := tx.ExecContext(ctx, `UPDATE generation SET games = ?1 * games, total = ?1 * total,
				answer = json_set(answer, '$.games', ?1 * json_extract(answer, '$.games')) WHERE run = ?2`, n, run)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// gamesPerCount is the number of games that were played for each that a run of
// format 1 counted: 2 where a strategy of duels trained against opponents, each
// duel being a comparison of two games; otherwise 1.
func gamesPerCount(config string) int {
	d, err := strict.Parse([]byte(config), "config")
	if err != nil || !d.Has("opponents[0]") {
		return 1
	}
	if grouping, _ := d.Text("strategy.grouping"); grouping == "gauntlet" {
		return 1 // a population that meets the opponents themselves
	}
	return 2
}

// upgradeAnswers writes the answers anew, with their verdicts, and sums what the
// state of every run is and how far it is.
func upgradeAnswers(ctx context.Context, tx transaction) error {
	runs, err := column[int64](ctx, tx, "SELECT key FROM run")
	if err != nil {
		return err
	}
	for _, run := range runs {
		var id, config string
		var text sql.NullString
		if err := tx.QueryRowContext(ctx, "SELECT id, config, answer FROM run WHERE key = ?", run).Scan(&id, &config, &text); err != nil {
			return err
		}
		if text.Valid {
			a, err := answerOfFormat1([]byte(text.String), gamesPerCount(config))
			if err == nil {
				err = setAnswer(ctx, tx, run, a)
			}
			if err != nil {
				return inRun(id, fmt.Errorf("answer: %w", err))
			}
		}
		c, err := readCounts(ctx, tx, run)
		if err != nil {
			return inRun(id, err)
		}
		if _, err := tx.ExecContext(ctx, "UPDATE progress SET sum = ? WHERE run = ?", int64(c.sum()), run); err != nil {
			return err
		}
		if err := seal(ctx, tx, run); err != nil {
			return err
		}
	}
	return nil
}

// startKept is how format 1 named an answer that is where the search began.
const startKept = "the start weights"

// answerOfFormat1 reads an answer whose standings have ratings of their own, and
// whose games may have counted for several.
func answerOfFormat1(data []byte, games int) (Answer, error) {
	var old struct {
		Answer
		Standings []struct {
			Standing
			Rating Rating `json:"rating"`
		} `json:"standings"`
	}
	if err := json.Unmarshal(data, &old); err != nil {
		return Answer{}, damagedf("%v", err)
	}
	a := old.Answer
	a.KeptStart = a.Name == startKept
	a.Games *= games
	for _, s := range old.Standings {
		s.Standing.Rating, s.Standing.Interval = s.Rating.Elo, s.Rating.Interval
		a.Standings = append(a.Standings, s.Standing)
	}
	return a, nil
}

// summaryOfFormat1 selects what summaryColumns do.
const summaryOfFormat1 = `
	SELECT r.key, r.id, kind, name, engine, strategy, seed, version, r.host, scale_free, status, started, ended, answer, '', NULL, NULL,
		(SELECT count(*) FROM generation WHERE run = r.key),
		coalesce((SELECT sum(games) FROM generation WHERE run = r.key), 0),
		0,
		coalesce((SELECT sum(seconds) FROM generation WHERE run = r.key), 0),
		(SELECT count(*) FROM cluster WHERE run = r.key),
		coalesce((SELECT sum(games) FROM cluster WHERE run = r.key), 0),
		NULL,
		coalesce(process, ''), coalesce(token, ''), coalesce(l.host, ''), coalesce(pid, 0), coalesce(beat, 0), config
	FROM run AS r LEFT JOIN lease AS l ON l.run = r.key`

// column reads a column of a short table.
func column[T any](ctx context.Context, q querier, query string, args ...any) (list []T, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var x T
		if err := rows.Scan(&x); err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, rows.Err()
}
