package results

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/lanista/lanista/rating"
)

// Checkpoint is the strength of the best weights of a round, measured by games that the
// search does not use.
type Checkpoint struct {
	Round    int             `json:"round"`
	Games    int             `json:"games"`  // of the search, up to the end of the round
	Rating   rating.Float    `json:"rating"` // Elo above the opponent
	Interval rating.Interval `json:"interval"`
	Against  string          `json:"against"` // the first opponent of the verification
	Played   int             `json:"played"`  // games of the measurement
	rating.Variety
}

// checkpointTable is created in stores that need it. It is not part of a format: a
// program that does not know it loses nothing.
const checkpointTable = `CREATE TABLE IF NOT EXISTS checkpoint ( -- interim measurements of the best weights
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,       -- the round
	data       TEXT    NOT NULL,       -- JSON
	sum        INTEGER,
	PRIMARY KEY (run, generation)
) STRICT, WITHOUT ROWID`

// SaveCheckpoints stores the checkpoints of a run that is not finished, in place of
// those before. The checkpoints of a finished run are part of its answer.
func (r *Run) SaveCheckpoints(ctx context.Context, list []Checkpoint) error {
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		if _, err := tx.ExecContext(ctx, checkpointTable); err != nil {
			return counts{}, err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM checkpoint WHERE run = ?", r.key); err != nil {
			return counts{}, err
		}
		for _, c := range list {
			data, err := json.Marshal(c)
			if err != nil {
				return counts{}, err
			}
			_, err = tx.ExecContext(ctx, "INSERT INTO checkpoint (run, generation, data, sum) VALUES (?, ?, ?, ?)",
				r.key, c.Round, string(data), int64(checkpointSum(c.Round, string(data))))
			if err != nil {
				return counts{}, err
			}
		}
		return counts{}, nil
	})
}

func checkpointSum(round int, data string) sum {
	var s sum
	return s.int(round).text(data)
}

// Checkpoints lists the checkpoints of a run so far, in the order of the rounds.
func (s *Store) Checkpoints(ctx context.Context, id string) ([]Checkpoint, error) {
	var rec Record
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		if rec, err = get(ctx, q, key); err != nil {
			return err
		}
		return inRun(rec.ID, rec.addCheckpoints(ctx, q))
	})
	return rec.Checkpoints, err
}

// addCheckpoints fills in the checkpoints: those of the answer, or of a run that is not
// finished those that are stored so far.
func (r *Record) addCheckpoints(ctx context.Context, q querier) error {
	if r.Status == Finished {
		if r.Answer != nil {
			r.Checkpoints = r.Answer.Checkpoints
		}
		return nil
	}
	there, err := hasTable(ctx, q, "checkpoint")
	if err != nil || !there {
		return err
	}
	rows, err := q.QueryContext(ctx, "SELECT generation, data, sum FROM checkpoint WHERE run = ? ORDER BY generation", r.key)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var round int
		var data string
		var stored sql.NullInt64
		var c Checkpoint
		if err := rows.Scan(&round, &data, &stored); err != nil {
			return err
		}
		if err := checkpointSum(round, data).check(stored); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(data), &c); err != nil {
			return damagedf("a checkpoint: %v", err)
		}
		r.Checkpoints = append(r.Checkpoints, c)
	}
	return rows.Err()
}
