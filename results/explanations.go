package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// explanationTables is the SQL script that creates the tables of explanations, which measure how much
// each weight contributes to a result. It is executed when a store receives its first explanation.
const explanationTables = `CREATE TABLE IF NOT EXISTS explanation ( -- what each weight of a result brought
	run   INTEGER PRIMARY KEY REFERENCES run,
	field TEXT NOT NULL,             -- JSON, the agents that play for it
	data  TEXT NOT NULL,             -- JSON; empty before all games are played
	sum   INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS explanation_pairing (
	run    INTEGER NOT NULL REFERENCES run,
	number INTEGER NOT NULL,         -- place in the schedule
	data   TEXT    NOT NULL,         -- JSON, as a pairing of a round, with the plies
	sum    INTEGER,
	PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID`

func explanationSum(field, data string) sum {
	return sum(0).text(field).text(data)
}

func pairingSum(number int, data string) sum {
	return sum(0).int(number).text(data)
}

// BeginExplanation prepares a stored run for an explanation by games between the given agents. If
// the store already has results of the same agents, it returns them by their index in the schedule.
// Results of other agents are deleted.
func (s *Store) BeginExplanation(ctx context.Context, id string, agents []engines.Agent) (map[int]tournament.Result, error) {
	text, err := json.Marshal(agents)
	if err != nil {
		return nil, err
	}
	field := string(text)
	played := make(map[int]tournament.Result)
	err = s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if err := execute(ctx, tx, explanationTables); err != nil {
			return err
		}
		var stored string
		err := tx.QueryRowContext(ctx, "SELECT field FROM explanation WHERE run = ?", key).Scan(&stored)
		if err == nil && stored == field {
			return readExplanationPairings(ctx, tx, key, played)
		}
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM explanation_pairing WHERE run = ?", key); err != nil {
			return err
		}
		return writeExplanation(ctx, tx, key, field, "")
	})
	return played, err
}

func writeExplanation(ctx context.Context, tx transaction, key int64, field, data string) error {
	_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO explanation (run, field, data, sum) VALUES (?, ?, ?, ?)",
		key, field, data, int64(explanationSum(field, data)))
	return err
}

// readExplanationPairings reads the stored results of an explanation's pairings into the map
// played. The keys are indices in the schedule.
func readExplanationPairings(ctx context.Context, q querier, key int64, played map[int]tournament.Result) error {
	return eachStored(ctx, q, "explanation_pairing", "SELECT number, data, sum FROM explanation_pairing WHERE run = ?", []any{key}, func(rows *sql.Rows) error {
		var number int
		var data string
		var stored sql.NullInt64
		if err := rows.Scan(&number, &data, &stored); err != nil {
			return err
		}
		if err := pairingSum(number, data).check(stored); err != nil {
			return err
		}
		list, err := readPairings([]byte(data))
		if err != nil {
			return err
		}
		for _, r := range list {
			played[r.Index] = r
		}
		return nil
	})
}

// SaveExplanationPairings stores the results of pairings that were played for an explanation. It
// replaces stored results with the same index in the schedule.
func (s *Store) SaveExplanationPairings(ctx context.Context, id string, list []tournament.Result) error {
	if len(list) == 0 {
		return nil
	}
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		for i := range list {
			text, err := appendPairingsWith(nil, list[i:i+1], extraWithPlies)
			if err != nil {
				return err
			}
			data := string(text)
			_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO explanation_pairing (run, number, data, sum) VALUES (?, ?, ?, ?)",
				key, list[i].Index, data, int64(pairingSum(list[i].Index, data)))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// SaveExplanation stores the explanation of a run's result. [Store.BeginExplanation] must have been
// called for the run.
func (s *Store) SaveExplanation(ctx context.Context, id string, e Explanation) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		var field string
		if err := tx.QueryRowContext(ctx, "SELECT field FROM explanation WHERE run = ?", key).Scan(&field); err != nil {
			return err
		}
		return writeExplanation(ctx, tx, key, field, string(text))
	})
}

// addExplanation adds the stored explanation of the run's result to a record. It ignores an
// explanation of an earlier result, which the run had before it was continued.
func addExplanation(ctx context.Context, q querier, r *Record) error {
	if r.Result == nil {
		return nil
	}
	return eachStored(ctx, q, "explanation", "SELECT field, data, sum FROM explanation WHERE run = ?", []any{r.key}, func(row *sql.Rows) error {
		var field, data string
		var stored sql.NullInt64
		if err := row.Scan(&field, &data, &stored); err != nil {
			return err
		}
		if err := explanationSum(field, data).check(stored); err != nil || data == "" {
			return err
		}
		var e Explanation
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			return damagedf("its explanation: %v", err)
		}
		if slices.Equal(e.Result, r.Result.Weights) {
			r.Explanation = &e
		}
		return nil
	})
}
