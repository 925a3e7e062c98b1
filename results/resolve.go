package results

import (
	"context"
	"fmt"
	"strings"
)

// last stands for the newest run.
const last = "last"

// LastWeights stands for the newest run of a kind that has weights.
const LastWeights = "last run with weights"

// Resolve returns the id of the run meant by what a user typed: "last" for the
// newest, an id, a name, the beginning of an id, or its end ("3f2a"), in this
// order. It refuses what fits no run (ErrUnknownRun) or several (ErrAmbiguous).
func (s *Store) Resolve(ctx context.Context, typed string) (string, error) {
	key, err := s.resolve(ctx, typed)
	if err != nil {
		return "", err
	}
	var id string
	err = s.read.QueryRowContext(ctx, "SELECT id FROM run WHERE key = ?", key).Scan(&id)
	return id, explain(s.path, err)
}

// ambiguous says which runs fit.
type ambiguous struct{ text string }

func (a *ambiguous) Error() string { return a.text }
func (a *ambiguous) Unwrap() error { return ErrAmbiguous }

func (s *Store) resolve(ctx context.Context, typed string) (int64, error) {
	if typed == last || typed == LastWeights {
		where := "1"
		if typed == LastWeights {
			where = "kind <> 'tournament'"
		}
		keys, _, err := s.match(ctx, where+" ORDER BY key DESC LIMIT 1")
		if err == nil && len(keys) == 0 && where != "1" {
			keys, _, err = s.match(ctx, "1 ORDER BY key DESC LIMIT 1") // which then says that it has none
		}
		if err == nil && len(keys) == 0 {
			err = fmt.Errorf("%s: %w: the store is empty", s.path, ErrUnknownRun)
		}
		if err != nil {
			return 0, err
		}
		return keys[0], nil
	}
	for _, where := range []string{
		"id = ?1",
		"name = ?1 AND name <> ''",
		"substr(id, 1, length(?1)) = ?1 AND ?1 <> ''",
		"substr(id, -length(?1)) = ?1 AND ?1 <> ''",
	} {
		keys, ids, err := s.match(ctx, where, typed)
		switch {
		case err != nil:
			return 0, err
		case len(keys) == 1:
			return keys[0], nil
		case len(keys) > 1:
			return 0, &ambiguous{fmt.Sprintf("%s: %q fits several runs; type the id of one: %s", s.path, typed, strings.Join(ids, ", "))}
		}
	}
	return 0, fmt.Errorf("%s: %w: %q", s.path, ErrUnknownRun, typed)
}

func (s *Store) match(ctx context.Context, where string, args ...any) (keys []int64, ids []string, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT key, id FROM run WHERE "+where, args...)
	if err != nil {
		return nil, nil, explain(s.path, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var key int64
		var id string
		if err := rows.Scan(&key, &id); err != nil {
			return nil, nil, explain(s.path, err)
		}
		keys, ids = append(keys, key), append(ids, id)
	}
	return keys, ids, explain(s.path, rows.Err())
}

// run runs f on a run, as the store is at one moment. It names the run in the
// errors of f.
func (s *Store) run(ctx context.Context, id string, f func(q querier, key int64) error) error {
	key, err := s.resolve(ctx, id)
	if err != nil {
		return err
	}
	return s.snapshot(ctx, func(q querier) error {
		err := f(q, key)
		var id string
		if err != nil && q.QueryRowContext(ctx, "SELECT id FROM run WHERE key = ?", key).Scan(&id) == nil {
			err = inRun(id, err)
		}
		return err
	})
}
