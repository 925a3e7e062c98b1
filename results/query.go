package results

import (
	"context"
	"slices"
	"strings"
)

// Query chooses runs. What is zero does not choose.
type Query struct {
	Kind     Kind
	Engine   string
	Strategy string
	Status   Status
	Tag      string
	Text     string // somewhere in the id, the name or the note, whatever the case
	// After names a run: only what comes after it is listed, the next page.
	After string
	Sort  Order // "" is Newest
	Limit int   // at most so many; 0 means all
}

// List lists the runs of the store that a query chooses, in its order.
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
		list, err = summaries(ctx, q, query.chosen, query.Limit, rest+" ORDER BY "+query.Sort.sql(), args...)
		return err
	})
	return list, err
}

// Count says how many runs a query chooses, whatever its limit and wherever it begins,
// and how many of them come before the run where it begins, that run included.
func (s *Store) Count(ctx context.Context, query Query) (all, before int, err error) {
	first := query.After
	query.After, query.Limit = "", 0
	if query.Status != "" { // which no matter of SQL is
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

// where says in SQL what can be said in it.
func (q Query) where() (where []string, args []any) {
	add := func(condition string, value string) {
		if value != "" {
			where, args = append(where, condition), append(args, value)
		}
	}
	add("kind = ?", string(q.Kind))
	add("engine = ?", q.Engine)
	add("strategy = ?", q.Strategy)
	add("EXISTS (SELECT 1 FROM tag WHERE tag.run = r.key AND tag = ?)", q.Tag)
	add("instr(lower(r.id || char(10) || name || char(10) || note), lower(?)) > 0", q.Text)
	return where, args
}

// chosen says the rest: whether a process is alive is no matter of SQL.
func (q Query) chosen(s Summary) bool { return q.Status == "" || s.Status == q.Status }
