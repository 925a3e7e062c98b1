package results

import (
	"context"
	"database/sql"
	"time"
)

// disputeTable is made in the stores that need it, as failureTable is.
const disputeTable = `CREATE TABLE IF NOT EXISTS dispute ( -- runs whose workers disagreed on a result
	run     INTEGER PRIMARY KEY REFERENCES run,
	reason  TEXT NOT NULL,           -- the first error
	noticed TEXT NOT NULL,
	sum     INTEGER
) STRICT`

// Dispute stores that two workers gave different results for the same games of the
// run. The mark stays until the run is deleted: the results of rounds do not name the
// workers that played them, so that none can be played again on its own.
func (r *Run) Dispute(ctx context.Context, reason string) error {
	return r.write(ctx, func(ctx context.Context, tx transaction) (counts, error) {
		if _, err := tx.ExecContext(ctx, disputeTable); err != nil {
			return counts{}, err
		}
		noticed := timeText(time.Now())
		_, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO dispute (run, reason, noticed, sum) VALUES (?, ?, ?, ?)",
			r.key, reason, noticed, int64(disputeSum(reason, noticed)))
		return counts{}, err
	})
}

// Disputed returns the reason of a dispute of the run, "" if there is none.
func (r *Run) Disputed(ctx context.Context) (string, error) {
	rec, err := r.store.Info(ctx, r.id)
	return rec.Disputed, err
}

func disputeSum(reason, noticed string) sum {
	var s sum
	return s.text(reason).text(noticed)
}

// addDisputes fills in which runs of a list are disputed.
func addDisputes(ctx context.Context, q querier, list []Summary) error {
	if there, err := hasTable(ctx, q, "dispute"); err != nil || !there || len(list) == 0 {
		return err
	}
	place, where, args := among(list)
	rows, err := q.QueryContext(ctx, "SELECT run, reason, noticed, sum FROM dispute"+where, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var key int64
		var reason, noticed string
		var stored sql.NullInt64
		if err := rows.Scan(&key, &reason, &noticed, &stored); err != nil {
			return err
		}
		if err := disputeSum(reason, noticed).check(stored); err != nil {
			return err
		}
		if i, ok := place[key]; ok {
			list[i].Disputed = reason
		}
	}
	return rows.Err()
}
