package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Failure is a stored game that an external program lost by failing, such as by a crash, with the
// evidence of the failure.
type Failure struct {
	Round   int             `json:"round"`            // round; 0 is a tournament or a verification
	Pairing int             `json:"pairing"`          // index in the schedule of the round, from 0
	Game    int             `json:"game"`             // number in the pairing, from 1
	Agents  []string        `json:"agents,omitempty"` // names by seat
	Forfeit engines.Forfeit `json:"forfeit"`
}

// valid returns an error if the round, pairing, game or seat of the failure is out of range, or if
// its kind or evidence is missing.
func (f Failure) valid() error {
	kind := f.Forfeit.Kind
	switch {
	case f.Round < 0 || f.Pairing < 0 || f.Game < 1:
		return fmt.Errorf("failure: round %d, pairing %d, game %d: rounds and pairings are at least 0, games at least 1", f.Round, f.Pairing, f.Game)
	case f.Forfeit.Seat < 0:
		return fmt.Errorf("failure: seat %d; seats are counted from 0", f.Forfeit.Seat)
	case f.Forfeit.Evidence == nil:
		return errors.New("failure: no evidence; only failures of programs have it and are stored")
	}
	if err := kind.UnmarshalText([]byte(kind.String())); err != nil {
		return fmt.Errorf("failure: %w", err)
	}
	return nil
}

// failureTable is the SQL statement that creates the table of games that external programs lost by
// failing. It is executed when a store receives the first such game.
const failureTable = `CREATE TABLE IF NOT EXISTS failure ( -- games that programs have lost by failing
	run        INTEGER NOT NULL REFERENCES run,
	generation INTEGER NOT NULL,       -- 0 is a tournament or a verification
	number     INTEGER NOT NULL,       -- of the pairing
	game       INTEGER NOT NULL,       -- of the pairing, from 1
	data       TEXT    NOT NULL,       -- JSON: agents, forfeit, evidence
	sum        INTEGER,
	PRIMARY KEY (run, generation, number, game)
) STRICT, WITHOUT ROWID`

func failureSum(data string) sum {
	return sum(0).text(data)
}

func failures(ctx context.Context, q querier, key int64) ([]Failure, error) {
	var list []Failure
	err := eachStored(ctx, q, "failure", "SELECT data, sum FROM failure WHERE run = ? ORDER BY generation = 0, generation, number, game", []any{key}, func(rows *sql.Rows) error {
		var data string
		var stored sql.NullInt64
		if err := rows.Scan(&data, &stored); err != nil {
			return err
		}
		var f Failure
		err := failureSum(data).check(stored)
		if err == nil {
			if bad := json.Unmarshal([]byte(data), &f); bad != nil {
				err = damagedf("a failure: %v", bad)
			} else if bad := f.valid(); bad != nil {
				err = damagedf("a %v", bad)
			}
		}
		if err != nil {
			return err
		}
		list = append(list, f)
		return nil
	})
	return list, err
}

// addFailures sets, for each of the listed runs, the number of games that external programs lost by
// failing.
func addFailures(ctx context.Context, q querier, list []Summary) error {
	if len(list) == 0 {
		return nil
	}
	place, where, args := indexByKey(list)
	return eachStored(ctx, q, "failure", "SELECT run, data ->> '$.forfeit.kind' FROM failure"+where, args, func(rows *sql.Rows) error {
		var key int64
		var text sql.NullString
		var kind engines.ForfeitKind
		if err := rows.Scan(&key, &text); err != nil {
			return err
		}
		if err := kind.UnmarshalText([]byte(text.String)); err != nil {
			return damagedf("a failure: %v", err)
		}
		if i, ok := place[key]; ok {
			list[i].Failures.Add(kind)
		}
		return nil
	})
}
