package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// fieldRow is a row of the SQL table "field", which has a row for each agent of a tournament or a
// verification.
type fieldRow struct{ name, player, weights, settings, limit string }

func (row *fieldRow) sum(number int) sum {
	s := sum(0).int(number)
	for _, text := range [...]string{row.name, row.player, row.weights, row.settings, row.limit} {
		s = s.text(text)
	}
	return s
}

func (row *fieldRow) agent() (engines.Agent, error) {
	a := engines.Agent{Name: row.name, Player: row.player}
	var err error
	if a.Weights, err = unlist(row.weights); err != nil {
		return a, err
	}
	if a.Limit, err = engines.ParseLimit(row.limit); err != nil {
		return a, damagedf("%v", err)
	}
	if row.settings != "{}" {
		if err := json.Unmarshal([]byte(row.settings), &a.Settings); err != nil {
			return a, damagedf("settings: %v", err)
		}
	}
	return a, nil
}

func saveField(ctx context.Context, w *writer, key int64, field []engines.Agent) error {
	for i, a := range field {
		settings, err := appendSettings(nil, a.Settings)
		if err != nil {
			return err
		}
		row := fieldRow{a.Name, a.Player, list(a.Weights), string(settings), limitText(a.Limit)}
		_, err = w.field.ExecContext(ctx, key, i, row.name, row.player, row.weights, row.settings, row.limit, int64(row.sum(i)))
		if err != nil {
			return err
		}
	}
	return nil
}

func readStoredField(ctx context.Context, q querier, key int64) ([]engines.Agent, error) {
	var field []engines.Agent
	err := eachRow(ctx, q, "SELECT number, name, player, weights, settings, time_limit, sum FROM field WHERE run = ? ORDER BY number", []any{key}, func(rows *sql.Rows) error {
		var number int
		var row fieldRow
		var limit sql.NullString
		var stored sql.NullInt64
		if err := rows.Scan(&number, &row.name, &row.player, &row.weights, &row.settings, &limit, &stored); err != nil {
			return err
		}
		row.limit = limit.String
		a, err := row.agent()
		if err = errors.Join(row.sum(number).check(stored), err); err != nil {
			return fmt.Errorf("agent %s: %w", row.name, err)
		}
		if number != len(field) {
			return damagedf("agent %d of its field is missing", len(field)+1)
		}
		field = append(field, a)
		return nil
	})
	return field, err
}

// fieldNames returns the names of the agents in a round. For an agent without a name it contains
// "".
func fieldNames(ctx context.Context, q querier, key int64, round int) ([]string, error) {
	field, err := fieldOf(ctx, q, key, round)
	names := make([]string, len(field))
	for i, a := range field {
		names[i] = a.Name
	}
	return names, err
}

// fieldOf returns the agents that played in a round of a run. For a tournament or a verification,
// which have no rounds, round must be 0.
func fieldOf(ctx context.Context, q querier, key int64, round int) ([]engines.Agent, error) {
	if round == 0 {
		return readStoredField(ctx, q, key)
	}
	played, err := readPlayed(ctx, q, key, round)
	if err != nil {
		return nil, inRound(round, err)
	}
	field, err := readField(played.agents)
	return field, inRound(round, err)
}

// limitText formats the limit on an agent's moves for the database. It returns "" if there is no
// limit.
func limitText(l engines.Limit) string {
	if l == (engines.Limit{}) {
		return ""
	}
	return l.String()
}

// appendField appends the agents of a round to b as a JSON list. The element of an agent is the
// list of its name, player, weights, settings and, if there is one, limit.
func appendField(b []byte, field []engines.Agent) ([]byte, error) {
	var err error
	b = append(b, '[')
	for i, a := range field {
		b = comma(b, i)
		b = append(b, '[')
		if b, err = appendText(b, a.Name); err != nil {
			return nil, err
		}
		b = append(b, ',')
		if b, err = appendText(b, a.Player); err != nil {
			return nil, err
		}
		b = append(b, ',')
		b = appendList(b, a.Weights)
		b = append(b, ',')
		if b, err = appendSettings(b, a.Settings); err != nil {
			return nil, err
		}
		if a.Limit != (engines.Limit{}) {
			b = append(b, ',')
			if b, err = appendText(b, a.Limit.String()); err != nil {
				return nil, err
			}
		}
		b = append(b, ']')
	}
	return append(b, ']'), nil
}

func readField(text []byte) (field []engines.Agent, err error) {
	c := cursor{b: text}
	c.list(func() {
		var a engines.Agent
		c.want('[')
		c.value(&a.Name)
		c.want(',')
		c.value(&a.Player)
		c.want(',')
		a.Weights = c.reals()
		c.want(',')
		c.value(&a.Settings)
		if len(a.Settings) == 0 {
			a.Settings = nil
		}
		if c.take(',') {
			var limit string
			c.value(&limit)
			if a.Limit, err = engines.ParseLimit(limit); err != nil {
				c.fail("a limit")
			}
		}
		c.want(']')
		field = append(field, a)
	})
	return field, c.end()
}

func appendSettings(b []byte, s engines.Settings) ([]byte, error) {
	if len(s) == 0 {
		return append(b, "{}"...), nil
	}
	text, err := json.Marshal(s)
	return append(b, text...), err
}
