package results

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/lanista/lanista/rating"
)

// Checkpoint is an interim measurement of a search: the strength of the best weights after some
// round. It is measured by separate games, which do not influence the search.
type Checkpoint struct {
	Round    int             `json:"round" doc:"whose best weights were measured"`
	Games    int             `json:"games" doc:"games of the search up to the end of the round"`
	Rating   rating.Float    `json:"rating" doc:"in Elo above the opponent"`
	Interval rating.Interval `json:"interval"`
	Against  string          `json:"against" doc:"the first opponent of the verification"`
	Played   int             `json:"played" doc:"games of this measurement"`
	rating.Variety
}

// checkpointTable is the SQL statement that creates the table of checkpoints, the interim
// measurements of a search. It is executed when a run stores its first checkpoint.
const checkpointTable = `CREATE TABLE IF NOT EXISTS checkpoint ( -- interim measurements of the best weights
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,       -- the round
	data       TEXT    NOT NULL,       -- JSON
	sum        INTEGER,
	PRIMARY KEY (run, generation)
) STRICT, WITHOUT ROWID`

func checkpointSum(round int, data string) sum {
	return sum(0).int(round).text(data)
}

// addCheckpoints sets the checkpoints (interim measurements) of a record. For a finished run they
// come from the stored result, otherwise from the table of checkpoints.
func addCheckpoints(ctx context.Context, q querier, r *Record) error {
	if r.Status == Finished {
		if r.Result != nil {
			r.Checkpoints = r.Result.Checkpoints
		}
		return nil
	}
	return eachStored(ctx, q, "checkpoint", "SELECT generation, data, sum FROM checkpoint WHERE run = ? ORDER BY generation", []any{r.key}, func(rows *sql.Rows) error {
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
		return nil
	})
}
