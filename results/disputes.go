package results

import (
	"context"
	"database/sql"
)

// disputeTable is the SQL statement that creates the table of runs for which two workers returned
// different results for the same games. It is executed when a store marks such a run for the first
// time.
const disputeTable = `CREATE TABLE IF NOT EXISTS dispute ( -- runs whose workers disagreed on a result
	run     INTEGER PRIMARY KEY REFERENCES run,
	reason  TEXT NOT NULL,           -- the first error
	noticed TEXT NOT NULL,
	sum     INTEGER
) STRICT`

func disputeSum(reason, noticed string) sum {
	return sum(0).text(reason).text(noticed)
}

// addDisputes sets the field Disputed of each listed run for which two workers returned different
// results for the same games. The field then contains a description of the difference.
func addDisputes(ctx context.Context, q querier, list []Summary) error {
	if len(list) == 0 {
		return nil
	}
	place, where, args := indexByKey(list)
	return eachStored(ctx, q, "dispute", "SELECT run, reason, noticed, sum FROM dispute"+where, args, func(rows *sql.Rows) error {
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
		return nil
	})
}
