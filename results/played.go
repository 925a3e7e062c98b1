package results

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Population lists the members of a round, best first.
func (s *Store) Population(ctx context.Context, id string, round int) ([]tuning.Member, error) {
	var members []tuning.Member
	err := s.run(ctx, id, func(q querier, key int64) error {
		played, err := readPlayed(ctx, q, key, round)
		if err == nil {
			members, err = readMembers(played.genomes)
		}
		return inRound(round, err)
	})
	return members, err
}

// Field lists the agents behind the indices of a round's pairings; round 0 is a
// tournament or a verification.
func (s *Store) Field(ctx context.Context, id string, round int) ([]engines.Agent, error) {
	var field []engines.Agent
	err := s.run(ctx, id, func(q querier, key int64) (err error) {
		if round == 0 {
			field, err = contestants(ctx, q, key)
			return err
		}
		played, err := readPlayed(ctx, q, key, round)
		if err == nil {
			field, err = readField(played.entrants)
		}
		return inRound(round, err)
	})
	return field, err
}

func inRound(round int, err error) error {
	if err != nil {
		return fmt.Errorf("round %d: %w", round, err)
	}
	return nil
}

// readPlayed reads who played in a round; nobody in a round that there was not.
func readPlayed(ctx context.Context, q querier, key int64, round int) (playedRow, error) {
	var row playedRow
	var stored sql.NullInt64
	err := q.QueryRowContext(ctx, "SELECT genomes, entrants, pairings, sum FROM played WHERE run = ? AND generation = ?", key, round).
		Scan(&row.genomes, &row.entrants, &row.pairings, &stored)
	switch {
	case err == nil:
		return row, row.sum(round).check(stored)
	case !errors.Is(err, sql.ErrNoRows):
		return row, err
	}
	var played bool
	err = q.QueryRowContext(ctx, "SELECT count(*) FROM generation WHERE run = ? AND number = ?", key, round).Scan(&played)
	if played {
		err = damagedf("who played is not there")
	}
	return playedRow{[]byte("[]"), []byte("[]"), []byte("[]")}, err
}

// contestants lists who plays in a tournament or a verification.
func contestants(ctx context.Context, q querier, key int64) ([]engines.Agent, error) {
	rows, err := q.QueryContext(ctx, "SELECT number, name, player, weights, settings, time_limit, sum FROM contestant WHERE run = ? ORDER BY number", key)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var field []engines.Agent
	for rows.Next() {
		var number int
		var row contestantRow
		var limit sql.NullString
		var stored sql.NullInt64
		if err := rows.Scan(&number, &row.name, &row.player, &row.weights, &row.settings, &limit, &stored); err != nil {
			return nil, err
		}
		row.limit = limit.String
		a, err := row.agent()
		if err = errors.Join(row.sum(number).check(stored), err); err != nil {
			return nil, fmt.Errorf("agent %s: %w", row.name, err)
		}
		if number != len(field) {
			return nil, damagedf("agent %d of its field is not there", len(field)+1)
		}
		field = append(field, a)
	}
	return field, rows.Err()
}

func (row *contestantRow) agent() (engines.Agent, error) {
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
