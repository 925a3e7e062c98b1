package results

import (
	"context"
	"database/sql"
	"time"
)

// missingTable is the SQL statement that creates the table of recovered runs that have losses. It
// is executed when such a run is recovered.
const missingTable = `CREATE TABLE IF NOT EXISTS missing ( -- recovered runs of which something is lost
	run       INTEGER PRIMARY KEY REFERENCES run,
	what      TEXT    NOT NULL,        -- as shown to users
	resumable INTEGER NOT NULL,        -- 1 if the state after its last round is complete
	recovered TEXT    NOT NULL,
	sum       INTEGER
) STRICT`

func missingSum(what string, resumable int, recovered string) sum {
	return sum(0).text(what).int(resumable).text(recovered)
}

// saveMissing marks a recovered run as incomplete. what describes the losses, and resumable states
// whether the run can still be continued.
func saveMissing(ctx context.Context, tx transaction, key int64, what string, resumable bool) error {
	if _, err := tx.ExecContext(ctx, missingTable); err != nil {
		return err
	}
	can := 0
	if resumable {
		can = 1
	}
	recovered := timeText(time.Now())
	_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO missing (run, what, resumable, recovered, sum) VALUES (?, ?, ?, ?, ?)",
		key, what, can, recovered, int64(missingSum(what, can, recovered)))
	return err
}

// addMissing sets the field Missing of listed runs that were recovered from a damaged store. The
// field describes the data that was lost.
func addMissing(ctx context.Context, q querier, list []Summary) error {
	if len(list) == 0 {
		return nil
	}
	place, where, args := indexByKey(list)
	return eachStored(ctx, q, "missing", "SELECT run, what, resumable, recovered, sum FROM missing"+where, args, func(rows *sql.Rows) error {
		var key int64
		var what, recovered string
		var resumable int
		var stored sql.NullInt64
		if err := rows.Scan(&key, &what, &resumable, &recovered, &stored); err != nil {
			return err
		}
		if err := missingSum(what, resumable, recovered).check(stored); err != nil {
			return err
		}
		if i, ok := place[key]; ok {
			list[i].Missing, list[i].unresumable = what, resumable == 0
		}
		return nil
	})
}
