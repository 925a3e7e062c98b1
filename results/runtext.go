package results

import (
	"context"
	"database/sql"
	"encoding/json"
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
	err = eachStored(ctx, q, t.name, "SELECT "+t.column+", sum FROM "+t.name+" WHERE run = ?", []any{key}, func(row *sql.Rows) error {
		var stored sql.NullInt64
		if err := row.Scan(&text, &stored); err != nil {
			return err
		}
		found = true
		return runTextSum(text).check(stored)
	})
	return text, found, err
}

// readJSON decodes the text of a run into value. It changes nothing if the table has none. what names
// the data in an error.
func (t runText) readJSON(ctx context.Context, q querier, key int64, what string, value any) error {
	text, found, err := t.read(ctx, q, key)
	if err != nil || !found {
		return err
	}
	if err := json.Unmarshal([]byte(text), value); err != nil {
		return damagedf("%s: %v", what, err)
	}
	return nil
}

// save stores the text of a run in place of an earlier one.
func (t runText) save(ctx context.Context, tx transaction, key int64, text string) error {
	if _, err := tx.ExecContext(ctx, t.script); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO "+t.name+" (run, "+t.column+", sum) VALUES (?, ?, ?)", key, text, int64(runTextSum(text)))
	return err
}

// saveJSON stores value as JSON, in place of an earlier text of the run.
func (t runText) saveJSON(ctx context.Context, tx transaction, key int64, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return t.save(ctx, tx, key, string(data))
}
