package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Runs returns all runs of the store, oldest first. The summaries lack the fields that [Store.List]
// does not set.
func (s *Store) Runs(ctx context.Context) ([]Summary, error) {
	return s.List(ctx, Query{Sort: Oldest})
}

// List returns the runs that match a query, in the order of the query. If the query selects all
// runs and one of them cannot be found, List returns the others and an error. List does not set
// Config, Rules, Space and Field of a run; see [Store.Info].
func (s *Store) List(ctx context.Context, query Query) ([]Summary, error) {
	after := int64(0)
	if query.After != "" {
		key, err := s.resolve(ctx, query.After)
		if err != nil {
			return nil, err
		}
		after = key
	}
	var list []Summary
	err := s.snapshot(ctx, func(q querier) (err error) {
		where, args := query.where()
		if after > 0 {
			condition, keys := query.Sort.after(after)
			where, args = append(where, condition), append(args, keys...)
		}
		rest := ""
		if len(where) > 0 {
			rest = " WHERE " + strings.Join(where, " AND ")
		}
		matches := func(s Summary) bool { return query.Status == "" || s.Status == query.Status }
		list, err = summaries(ctx, q, matches, query.Limit, query.members(), rest+" ORDER BY "+query.Sort.sql(), args...)
		if err == nil && query.selectsAll() {
			err = checkCount(ctx, q, len(list))
		}
		return err
	})
	return list, err
}

// checkCount returns an error if found, the number of runs that could be read, differs from the
// number of rows in the table run or in the table progress.
func checkCount(ctx context.Context, q querier, found int) error {
	var runs, progress int
	err := q.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM progress)").Scan(&runs, &progress)
	if err == nil && (runs != found || progress != found) {
		err = damagedf("%d runs can be read; %d were written", found, max(runs, progress))
	}
	return err
}

// Count returns the number of all runs that match a query, without the restrictions query.Limit and
// query.After. before is the number of runs up to and including the run query.After, in the order
// query.Sort. It is 0 if query.After is "".
func (s *Store) Count(ctx context.Context, query Query) (all, before int, err error) {
	first := query.After
	query.After, query.Limit = "", 0
	if query.Status == Running || query.Status == Interrupted { // see Query.where
		list, err := s.List(ctx, query)
		at := slices.IndexFunc(list, func(run Summary) bool { return run.ID == first })
		return len(list), at + 1, err
	}
	from := int64(0)
	if first != "" {
		if from, err = s.resolve(ctx, first); err != nil {
			return 0, 0, err
		}
	}
	err = s.snapshot(ctx, func(q querier) error {
		where, args := query.where()
		after, keys := "TRUE", []any(nil)
		if from > 0 {
			after, keys = query.Sort.after(from)
		}
		text := "SELECT count(*), count(CASE WHEN NOT (" + after + ") THEN 1 END) FROM run AS r"
		if len(where) > 0 {
			text += " WHERE " + strings.Join(where, " AND ")
		}
		return q.QueryRowContext(ctx, text, append(keys, args...)...).Scan(&all, &before)
	})
	return all, before, err
}

// Progress returns the progress of the fifty newest runs and of all runs that are being written or
// whose writer was killed, newest first.
func (s *Store) Progress(ctx context.Context) ([]Progress, error) {
	var list []Progress
	err := s.snapshot(ctx, func(q querier) (err error) {
		list, err = progress(ctx, q)
		return err
	})
	return list, err
}

// Labels returns a number for every run, by the run's id. The number changes if the name, the note
// or the tags of the run change; see [Summary.Labels].
func (s *Store) Labels(ctx context.Context) (map[string]uint64, error) {
	labels := make(map[string]uint64)
	err := s.snapshot(ctx, func(q querier) error {
		return eachRow(ctx, q, "SELECT id, name, note, (SELECT coalesce(group_concat(tag, ' '), '') FROM tag WHERE tag.run = run.key) FROM run", nil, func(rows *sql.Rows) error {
			var id, name, note, tags string
			if err := rows.Scan(&id, &name, &note, &tags); err != nil {
				return err
			}
			labels[id] = labelsOf(name, note, strings.Fields(tags))
			return nil
		})
	})
	return labels, err
}

// labelsOf returns a hash of the name, the note and the tags of a run. The order of the tags does
// not matter.
func labelsOf(name, note string, tags []string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%q %q %q", name, note, slices.Sorted(slices.Values(tags)))
	return h.Sum64()
}

// Resolve returns the id of the run that a user's text names. The text may be "last" for the newest
// run, [LastWeights], an id, a name, the beginning of an id, or its end ("3f2a"). These are tried
// in this order. Resolve returns ErrUnknownRun if no run matches and ErrAmbiguous if several do.
func (s *Store) Resolve(ctx context.Context, typed string) (string, error) {
	key, err := s.resolve(ctx, typed)
	if err != nil {
		return "", err
	}
	var id string
	err = s.read.QueryRowContext(ctx, "SELECT id FROM run WHERE key = ?", key).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeleted
	}
	return id, explain(s.path, err)
}

// resolve returns the database key of the run to which a user's text refers; see [Store.Resolve].
func (s *Store) resolve(ctx context.Context, typed string) (int64, error) {
	if typed == last || typed == LastWeights {
		where := "1"
		if typed == LastWeights {
			where = "kind <> 'tournament'"
		}
		keys, _, err := s.match(ctx, where+" ORDER BY key DESC LIMIT 1")
		if err == nil && len(keys) == 0 && where != "1" {
			keys, _, err = s.match(ctx, "1 ORDER BY key DESC LIMIT 1") // a tournament; the caller reports that it has no weights
		}
		if err == nil && len(keys) == 0 {
			err = fmt.Errorf("%s: %w", s.path, ErrNoRuns)
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
		keys, ids, err := s.match(ctx, where+" ORDER BY key", typed)
		switch {
		case err != nil:
			return 0, err
		case len(keys) == 1:
			return keys[0], nil
		case len(keys) > 1:
			return 0, &ambiguous{fmt.Sprintf("%s: %q matches %d runs; use the id of one: %s", s.path, typed, len(ids), newest(ids))}
		}
	}
	return 0, s.unknownRun(ctx, typed)
}

// newest returns a text with the newest five of the given ids and the number of the others. The ids
// are in the order of age, oldest first.
func newest(ids []string) string {
	const most = 5
	if len(ids) <= most {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s or one of %d older runs", strings.Join(ids[len(ids)-most:], ", "), len(ids)-most)
}

// unknownRun returns the error for a text that names no run. The error suggests the most similar
// name or id.
func (s *Store) unknownRun(ctx context.Context, typed string) error {
	names, err := column[string](ctx, s.read, "SELECT name FROM run WHERE name <> '' UNION SELECT id FROM run")
	if err != nil {
		return explain(s.path, err)
	}
	meant := keys.Nearest(append([]string{last}, names...), typed)
	if meant != "" {
		meant = fmt.Sprintf(" (did you mean %s?)", meant)
	}
	return fmt.Errorf("%s: %w: %q%s", s.path, ErrUnknownRun, typed, meant)
}

func (s *Store) match(ctx context.Context, where string, args ...any) (keys []int64, ids []string, err error) {
	if err := s.opened(); err != nil {
		return nil, nil, err
	}
	err = eachRow(ctx, s.read, "SELECT key, id FROM run WHERE "+where, args, func(rows *sql.Rows) error {
		var key int64
		var id string
		err := rows.Scan(&key, &id)
		keys, ids = append(keys, key), append(ids, id)
		return err
	})
	return keys, ids, explain(s.path, err)
}

// run calls f with the database key of a run and a consistent snapshot of the store. It adds the
// run's id to an error of f.
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

// fromRun calls read with the database key of a run and a consistent snapshot of the store, and
// returns its results; see [Store.run].
func fromRun[T any](ctx context.Context, s *Store, id string, read func(q querier, key int64) (T, error)) (x T, err error) {
	err = s.run(ctx, id, func(q querier, key int64) (err error) {
		x, err = read(q, key)
		return err
	})
	return x, err
}

const last = "last"

// LastWeights is a text that [Store.Resolve] accepts for the newest run that is not a tournament,
// and thus has weights. If all runs are tournaments, it stands for the newest of these.
const LastWeights = "last run with weights"

// WithWeights prepares a user's text that selects a run whose weights are needed. It replaces
// "last" by [LastWeights], so that tournaments are skipped. Any other text is returned unchanged.
func WithWeights(typed string) string {
	if typed == last {
		return LastWeights
	}
	return typed
}

// ambiguous is an error for a text that matches several runs. Its message lists the runs. It wraps
// [ErrAmbiguous].
type ambiguous struct{ text string }

func (a *ambiguous) Error() string { return a.text }

func (a *ambiguous) Unwrap() error { return ErrAmbiguous }
