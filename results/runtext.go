package results

import (
	"context"
	"database/sql"
	"errors"
)

// runText is a table that is created on demand and has at most one text for a run. Its first column is
// the key of the run, its second column the text, and its third column the checksum of the text.
type runText struct {
	name   string
	column string // name of the second column
	script string // SQL statement that creates the table
}

func runTextSum(text string) sum { return sum(0).text(text) }

// read returns the text that the table contains for the run with the given key. found is false if
// the table has none.
func (t runText) read(ctx context.Context, q querier, key int64) (text string, found bool, err error) {
	there, err := hasTable(ctx, q, t.name)
	if err != nil || !there {
		return "", false, err
	}
	var stored sql.NullInt64
	err = q.QueryRowContext(ctx, "SELECT "+t.column+", sum FROM "+t.name+" WHERE run = ?", key).Scan(&text, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err == nil {
		err = runTextSum(text).check(stored)
	}
	if err != nil {
		return "", false, err
	}
	return text, true, nil
}

// save stores the text of a run in place of an earlier one.
func (t runText) save(ctx context.Context, tx transaction, key int64, text string) error {
	if _, err := tx.ExecContext(ctx, t.script); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO "+t.name+" (run, "+t.column+", sum) VALUES (?, ?, ?)", key, text, int64(runTextSum(text)))
	return err
}
