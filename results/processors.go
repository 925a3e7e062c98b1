package results

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/lanista/lanista/elementary"
)

// processorTable is the SQL statement that creates the table of the processors that computed a run. It
// is executed when a run begins.
const processorTable = `CREATE TABLE IF NOT EXISTS processor ( -- kinds of processor that computed runs
	run   INTEGER PRIMARY KEY REFERENCES run,
	kinds TEXT NOT NULL,             -- such as amd64, or amd64, arm64 if the run was resumed on another kind
	sum   INTEGER
) STRICT`

func processorSum(kinds string) sum { return sum(0).text(kinds) }

// addProcessor adds the kind of this process's processor to those of a run. It returns the kinds
// before, in the order in which they were added.
func addProcessor(ctx context.Context, tx transaction, key int64) (before []string, err error) {
	if before, err = processors(ctx, tx, key); err != nil {
		return nil, err
	}
	own := elementary.Processor()
	if slices.Contains(before, own) {
		return before, nil
	}
	if _, err := tx.ExecContext(ctx, processorTable); err != nil {
		return nil, err
	}
	kinds := strings.Join(append(slices.Clone(before), own), ", ")
	_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO processor (run, kinds, sum) VALUES (?, ?, ?)", key, kinds, int64(processorSum(kinds)))
	return before, err
}

// processors returns the kinds of processor that computed a run, the earliest first, as
// [elementary.Processor] names them. It returns nil for a run of a version that did not store them.
func processors(ctx context.Context, q querier, key int64) ([]string, error) {
	there, err := hasTable(ctx, q, "processor")
	if err != nil || !there {
		return nil, err
	}
	var kinds string
	var stored sql.NullInt64
	err = q.QueryRowContext(ctx, "SELECT kinds, sum FROM processor WHERE run = ?", key).Scan(&kinds, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = processorSum(kinds).check(stored)
	}
	if err != nil {
		return nil, err
	}
	return strings.Split(kinds, ", "), nil
}
