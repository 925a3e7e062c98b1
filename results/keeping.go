package results

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// What a user does to keep a store in order. None of it changes what a run has
// found, and a run that is being written may be tagged, noted and renamed.

// Tag gives words to a run, by which it can be found again. A word that it has
// already is left as it is. Words have no blanks and commas in them.
func (s *Store) Tag(ctx context.Context, id string, tags ...string) error {
	if err := checkTags(tags); err != nil {
		return err
	}
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		return tag(ctx, tx, key, tags)
	})
}

// checkTags refuses what is no tag.
func checkTags(tags []string) error {
	for _, tag := range tags {
		if tag == "" || utf8.RuneCountInString(tag) > longestName || strings.ContainsFunc(tag, func(r rune) bool { return r == ',' || unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
			return fmt.Errorf("%.40q is not a tag: a word without blanks and commas is needed, of %d characters at most", tag, longestName)
		}
	}
	return nil
}

func tag(ctx context.Context, tx transaction, key int64, tags []string) error {
	for _, tag := range tags {
		if _, err := tx.ExecContext(ctx, "INSERT INTO tag (run, tag) VALUES (?, ?) ON CONFLICT DO NOTHING", key, tag); err != nil {
			return err
		}
	}
	return nil
}

// Untag takes words from a run. A word that it does not have is an error.
func (s *Store) Untag(ctx context.Context, id string, tags ...string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		for _, tag := range tags {
			res, err := tx.ExecContext(ctx, "DELETE FROM tag WHERE run = ? AND tag = ?", key, tag)
			if err != nil {
				return err
			}
			if n, err := res.RowsAffected(); err != nil || n == 0 {
				return fmt.Errorf("the run has no tag %q", tag)
			}
		}
		return nil
	})
}

// Note writes a text of the user's beside a run, in place of the one before; an
// empty one removes it.
func (s *Store) Note(ctx context.Context, id, text string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if _, err := tx.ExecContext(ctx, "UPDATE run SET note = ? WHERE key = ?", text, key); err != nil {
			return err
		}
		return seal(ctx, tx, key)
	})
}

// Rename gives a run another name; an empty one takes its name away. A name that
// another run has is refused (ErrNameTaken).
func (s *Store) Rename(ctx context.Context, id, name string) error {
	if err := CheckName(name); err != nil {
		return fmt.Errorf("a run cannot be named %.40q: %w", name, err)
	}
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		if err := free(ctx, tx, name, key); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE run SET name = ? WHERE key = ?", name, key); err != nil {
			return err
		}
		return seal(ctx, tx, key)
	})
}

// longestName is the length of a name, in characters: it stands in tables.
const longestName = 100

// CheckName says what is wrong with a name for a run; "" is none, and right.
func CheckName(name string) error {
	switch {
	case name == last || name == LastWeights:
		return errors.New("it stands for the newest run")
	case utf8.RuneCountInString(name) > longestName:
		return fmt.Errorf("it has more than %d characters", longestName)
	case name != strings.TrimSpace(name):
		return errors.New("it begins or ends with a blank")
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return errors.New("it contains invisible characters")
	}
	return nil
}

// ErrNameTaken says that another run of the store has a name already.
var ErrNameTaken = errors.New("the name is taken")

// free refuses a name that a run other than the one with this key has, or has as its
// id, which would be found in its place.
func free(ctx context.Context, tx transaction, name string, key int64) error {
	taken, err := column[string](ctx, tx, "SELECT id FROM run WHERE (name = ?1 AND name <> '' OR id = ?1) AND key <> ?2", name, key)
	if err == nil && len(taken) > 0 {
		err = fmt.Errorf("%w: %q is that of run %s", ErrNameTaken, name, strings.Join(taken, ", "))
	}
	return err
}

// Delete removes a run and all that is stored of it. A run that is being written
// (ErrInUse) is refused. The room that it took is used again by later runs.
func (s *Store) Delete(ctx context.Context, id string) error {
	return s.change(ctx, id, func(ctx context.Context, tx transaction, key int64) error {
		held, err := findLease(ctx, tx, key)
		if err != nil {
			return err
		}
		if held.alive(hostname(), time.Now()) {
			return fmt.Errorf("%w (process %d on %s)", ErrInUse, held.pid, held.host)
		}
		tables := []string{"record", "snapshot", "played", "generation", "cluster", "contestant", "grid", "tag", "progress"}
		for _, table := range []string{"failure", "checkpoint", "dispute"} { // in the stores that need them
			if there, err := hasTable(ctx, tx, table); err != nil {
				return err
			} else if there {
				tables = append(tables, table)
			}
		}
		for _, table := range tables {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE run = ?", key); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM run WHERE key = ?", key)
		return err
	})
}

// change runs f on a run in one transaction, and names the run in its errors.
func (s *Store) change(ctx context.Context, id string, f func(ctx context.Context, tx transaction, key int64) error) error {
	id, err := s.Resolve(ctx, id)
	if err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, tx transaction) error {
		var key int64
		if err := tx.QueryRowContext(ctx, "SELECT key FROM run WHERE id = ?", id).Scan(&key); err != nil {
			return inRun(id, err)
		}
		return inRun(id, f(ctx, tx, key))
	})
}

// among gives the places of runs in a list by their keys, and the condition of a query
// whose rows belong to them: to the only one, or to any run, whose place is then to be
// looked up.
func among(list []Summary) (place map[int64]int, where string, args []any) {
	place = make(map[int64]int, len(list))
	for i, s := range list {
		place[s.key] = i
	}
	if len(list) == 1 {
		where, args = " WHERE run = ?", []any{list[0].key}
	}
	return place, where, args
}

// addTags adds the tags of some runs.
func addTags(ctx context.Context, q querier, list []Summary) error {
	if len(list) == 0 {
		return nil
	}
	place, where, args := among(list)
	rows, err := q.QueryContext(ctx, "SELECT run, tag FROM tag"+where+" ORDER BY run, tag", args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var key int64
		var tag string
		if err := rows.Scan(&key, &tag); err != nil {
			return err
		}
		if i, ok := place[key]; ok {
			list[i].Tags = append(list[i].Tags, tag)
		}
	}
	return rows.Err()
}

// column reads a column of a short table.
func column[T any](ctx context.Context, q querier, query string, args ...any) (list []T, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var x T
		if err := rows.Scan(&x); err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, rows.Err()
}
