package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
)

// rulesTable is the SQL statement that creates the table of the versions of rules. It is executed when
// a run of a game with a version begins.
const rulesTable = `CREATE TABLE IF NOT EXISTS rules ( -- the version of the rules by which a run was played
	run  INTEGER PRIMARY KEY REFERENCES run,
	data TEXT NOT NULL,          -- JSON: the version, a text
	sum  INTEGER
) STRICT`

func rulesSum(data string) sum { return sum(0).text(data) }

// isRules reports whether the text of a row can be a version of rules.
func isRules(data string) bool { return strings.HasPrefix(data, `"`) }

// saveRules stores the version of the rules of a new run. It stores nothing for a game without a
// version.
func saveRules(ctx context.Context, tx transaction, key int64, version string) error {
	if version == "" {
		return nil
	}
	data, err := json.Marshal(version)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, rulesTable); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO rules (run, data, sum) VALUES (?, ?, ?)", key, string(data), int64(rulesSum(string(data))))
	return err
}

// addRules sets the version of the rules of a record.
func addRules(ctx context.Context, q querier, r *Record) error {
	there, err := hasTable(ctx, q, "rules")
	if err != nil || !there {
		return err
	}
	var data string
	var stored sql.NullInt64
	err = q.QueryRowContext(ctx, "SELECT data, sum FROM rules WHERE run = ?", r.key).Scan(&data, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = rulesSum(data).check(stored)
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(data), &r.Rules); err != nil {
		return damagedf("the version of its rules: %v", err)
	}
	return nil
}
