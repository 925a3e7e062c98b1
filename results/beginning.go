package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
)

// beginningTable is the SQL statement that creates the table beginning. This table repeats the data
// that is known when a run begins, such as its config, to recover damaged stores. The statement is
// executed when a run begins.
//
// The table run has the same data, but its rows grow when runs end, and SQLite then moves them to
// the end of the file. An incomplete copy of the file loses them there.
const beginningTable = `CREATE TABLE IF NOT EXISTS beginning ( -- what runs began with, once more, to recover them
	run        INTEGER PRIMARY KEY REFERENCES run,
	id         TEXT    NOT NULL,
	kind       TEXT    NOT NULL,
	engine     TEXT    NOT NULL,
	strategy   TEXT    NOT NULL,
	config     TEXT    NOT NULL,
	seed       INTEGER NOT NULL,
	version    TEXT    NOT NULL,
	host       TEXT    NOT NULL,
	space      TEXT    NOT NULL,
	scale_free INTEGER NOT NULL CHECK (scale_free IN (0, 1)),
	started    TEXT    NOT NULL,
	sum        INTEGER                 -- as in the table run, and of config
) STRICT`

func beginningSum(id string, i Info, space, started string) sum {
	return infoSum(id, i, space, started).text(i.Config)
}

// saveBeginning writes the row of the run with the given key and id to the table beginning. space is its
// weight space as JSON, and started the time as the store writes it.
func saveBeginning(ctx context.Context, tx transaction, key int64, id string, i Info, space, started string) error {
	if _, err := tx.ExecContext(ctx, beginningTable); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO beginning (run, id, kind, engine, strategy, config, seed, version, host, space, scale_free, started, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, key, id, string(i.Kind), i.Engine, i.Strategy, i.Config, int64(i.Seed), i.Version, i.Host,
		space, i.ScaleFree, started, int64(beginningSum(id, i, space, started)))
	return err
}

// replaceBeginning replaces the config of a run in the table beginning. A run gets another config
// if it is continued with a larger budget.
func replaceBeginning(ctx context.Context, tx transaction, key int64, config string) error {
	rec, err := get(ctx, tx, key)
	if err != nil {
		return err
	}
	space, err := json.Marshal(fromSpace(rec.Space))
	if err != nil {
		return err
	}
	rec.Info.Config = config
	return saveBeginning(ctx, tx, key, rec.ID, rec.Info, string(space), timeText(rec.Started))
}

// restoreRuns restores runs whose row in the table run is lost, from their row in the table
// beginning. Their names, notes and results stay lost. It skips the runs with the keys in except.
func restoreRuns(ctx context.Context, tx transaction, except []int64) error {
	hashes := map[int64]string{}
	err := eachRow(ctx, tx, "SELECT run, config FROM beginning WHERE run NOT IN (SELECT key FROM run)", nil, func(rows *sql.Rows) error {
		var key int64
		var config string
		err := rows.Scan(&key, &config)
		if !slices.Contains(except, key) {
			hashes[key] = Hash(config)
		}
		return err
	})
	if err != nil {
		return err
	}
	for key, hash := range hashes {
		_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO run (key, id, kind, name, engine, strategy, config, config_hash, seed, version, host, space, scale_free, status, started, note)
			SELECT run, id, kind, '', engine, strategy, config, ?, seed, version, host, space, scale_free, 'interrupted', started, ? FROM beginning WHERE run = ?`, hash, lostNote, key)
		if err == nil {
			err = updateInfoSum(ctx, tx, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// updateInfoSum recomputes the checksum of the columns that are written when a run begins, and
// stores it in the run's row. It is called after the row was restored from the table beginning.
func updateInfoSum(ctx context.Context, tx transaction, key int64) error {
	var i Info
	var id, space, started string
	var seed int64
	err := tx.QueryRowContext(ctx, "SELECT id, kind, engine, strategy, seed, version, host, space, scale_free, started FROM run WHERE key = ?", key).
		Scan(&id, &i.Kind, &i.Engine, &i.Strategy, &seed, &i.Version, &i.Host, &space, &i.ScaleFree, &started)
	if err != nil {
		return err
	}
	i.Seed = uint64(seed)
	_, err = tx.ExecContext(ctx, "UPDATE run SET sum = ? WHERE key = ?", int64(infoSum(id, i, space, started)), key)
	return err
}
