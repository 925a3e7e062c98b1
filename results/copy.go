package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

var (
	// ErrStored reports that a store already contains a run that is to be copied to it.
	ErrStored = errors.New("the store already contains the run")
	// ErrSameStore reports that a store is to be copied to itself.
	ErrSameStore = errors.New("both are the same file")
)

// Copied describes what [Copy] has done. Runs are identified by their ids.
type Copied struct {
	Runs     []string // runs that have been copied, those in Replaced included
	Replaced []string // runs of which the target had an earlier state
	Present  []string // runs that the target already contained and that are unchanged there
	Total    int      // number of runs in the target
}

// Copy copies runs of the store at from to the store at to, which it creates if it does not exist.
// Each of names is any text that [Store.Resolve] accepts.
//
// If names is empty, Copy copies the experiments and all runs that the target does not contain. It
// replaces a run of the target if the source has more of this run: further rounds or pairings, the result,
// more of its explanation, or what an incomplete run lacks. It leaves all other runs of the target unchanged.
//
// Copy reads from one snapshot of the store and verifies every checksum, so the copy is consistent
// even if other processes write runs meanwhile. These processes do not have to wait. If a run is
// being written, its copy is an interrupted run, which can be resumed in the new store.
//
// After an error, nothing is copied. Copy returns ErrStored if the target already contains one of
// names, ErrNameTaken if another run there has the same name, and ErrSameStore for one file under both names.
func Copy(ctx context.Context, from, to string, names ...string) (Copied, error) {
	source, err := OpenReadOnly(from)
	if err != nil {
		return Copied{}, err
	}
	defer func() { _ = source.Close() }()
	keys := make([]int64, len(names))
	for i, name := range names {
		if keys[i], err = source.resolve(ctx, name); err != nil {
			return Copied{}, err
		}
	}
	_, statErr := os.Lstat(to)
	created := errors.Is(statErr, os.ErrNotExist)
	if a, err := os.Stat(from); err == nil && !created {
		if b, err := os.Stat(to); err == nil && os.SameFile(a, b) {
			return Copied{}, fmt.Errorf("%w: %s and %s", ErrSameStore, from, to)
		}
	}
	target, err := Open(to)
	if err != nil {
		return Copied{}, err
	}
	var done Copied
	var failed error // of the target
	var unread error // an error of the source in the transaction of the target
	err = source.snapshot(ctx, func(q querier) (err error) {
		if len(names) == 0 {
			if keys, err = column[int64](ctx, q, "SELECT key FROM run ORDER BY key"); err != nil {
				return err
			}
		}
		err = target.transact(ctx, func(_ context.Context, tx transaction) error {
			c := runCopy{q: q, tx: tx, keys: make(map[int64]int64, len(keys)), replaced: make(map[int64]bool)}
			err := c.all(ctx, keys, len(names) == 0, &done)
			if _, ok := errors.AsType[*sourceError](err); ok {
				unread = err
			}
			return err
		})
		if unread != nil {
			return unread
		}
		failed = err
		return nil
	})
	if err = errors.Join(err, failed); err != nil && created {
		return Copied{}, errors.Join(err, removeEmpty(target))
	}
	if err = errors.Join(err, target.Close()); err != nil {
		if created {
			err = errors.Join(err, removeStore(to))
		}
		return Copied{}, err
	}
	return done, nil
}

// removeEmpty closes a new store and removes its files, unless another process has stored a run.
func removeEmpty(s *Store) error {
	runs := 0
	_ = s.snapshot(context.Background(), func(q querier) error { // on a full disk the store may be unreadable
		return q.QueryRowContext(context.Background(), "SELECT count(*) FROM run").Scan(&runs)
	})
	err := s.Close()
	if runs == 0 {
		err = errors.Join(err, removeStore(s.path))
	}
	return err
}

// sourceError is an error of the store that runs are copied from.
type sourceError struct{ err error }

func (e *sourceError) Error() string { return e.err.Error() }

func (e *sourceError) Unwrap() error { return e.err }

// ofSource marks err as an error of the store that runs are copied from. It returns nil if err is nil.
func ofSource(err error) error {
	if err == nil {
		return nil
	}
	return &sourceError{err}
}

// runCopy copies runs from a snapshot of one store into a transaction of another.
type runCopy struct {
	q    querier
	tx   transaction
	keys map[int64]int64 // keys in the target, by key in the source

	replaced map[int64]bool // by key in the source
}

// all copies the runs with the given keys by [runCopy.run], which adds them to done. If update is
// true, it also copies the experiments.
func (c *runCopy) all(ctx context.Context, keys []int64, update bool, done *Copied) error {
	for _, key := range keys {
		if err := c.run(ctx, key, update, done); err != nil {
			return err
		}
	}
	if update {
		if err := c.experiments(ctx); err != nil {
			return err
		}
	}
	return c.tx.QueryRowContext(ctx, "SELECT count(*) FROM run").Scan(&done.Total)
}

// run copies one run to the target store under a new key, and adds it to done. If the target
// already contains the run, the result depends on update. If update is false, run returns
// ErrStored. Otherwise run replaces the stored run if it is at an earlier state than the source. A
// replaced run keeps its key.
func (c *runCopy) run(ctx context.Context, key int64, update bool, done *Copied) error {
	rec, err := readWhole(ctx, c.q, key)
	if err != nil {
		return ofSource(err)
	}
	if _, twice := c.keys[key]; twice {
		return fmt.Errorf("run %s is named twice", rec.ID)
	}
	stored, err := column[int64](ctx, c.tx, "SELECT key FROM run WHERE id = ?", rec.ID)
	if err != nil {
		return err
	}
	var newKey any // NULL: the next one
	if len(stored) > 0 {
		if !update {
			return inRun(rec.ID, ErrStored)
		}
		earlier, err := c.earlier(ctx, stored[0], &rec)
		if err != nil {
			return inRun(rec.ID, err)
		}
		if !earlier {
			c.keys[key] = stored[0]
			done.Present = append(done.Present, rec.ID)
			return nil
		}
		if _, err := c.tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = 1"); err != nil {
			return err
		}
		if err := deleteContents(ctx, c.tx, stored[0]); err != nil {
			return inRun(rec.ID, err)
		}
		newKey, c.replaced[key] = stored[0], true
		done.Replaced = append(done.Replaced, rec.ID)
	}
	if err := checkNameFree(ctx, c.tx, rec.Name, 0); err != nil {
		if errors.Is(err, ErrNameTaken) {
			err = fmt.Errorf("%w; nothing is copied until one of the two has another name ('lanista runs rename')", err)
		}
		return inRun(rec.ID, err)
	}
	if err := c.rows(ctx, "run", "key", key, newKey); err != nil {
		return inRun(rec.ID, err)
	}
	var copied int64
	if err := c.tx.QueryRowContext(ctx, "SELECT key FROM run WHERE id = ?", rec.ID).Scan(&copied); err != nil {
		return err
	}
	c.keys[key] = copied
	for _, table := range contentTables() {
		there, err := hasTable(ctx, c.q, table.name)
		if err != nil {
			return ofSource(err)
		}
		if !there {
			continue
		}
		if err := execute(ctx, c.tx, table.script); err != nil {
			return err
		}
		if err := c.rows(ctx, table.name, "run", key, copied); err != nil {
			return inRun(rec.ID, err)
		}
	}
	if err := setLease(ctx, c.tx, copied, lease{}); err != nil {
		return err
	}
	if _, err := c.tx.ExecContext(ctx, "UPDATE run SET status = 'interrupted' WHERE key = ? AND status = 'running'", copied); err != nil {
		return err
	}
	done.Runs = append(done.Runs, rec.ID)
	return updateStateSum(ctx, c.tx, copied)
}

// earlier reports whether the target store contains an earlier state of a run than the source, for
// example fewer rounds or no result. key is the key of the run in the target, and rec the run in
// the source. earlier returns false while a process is writing the run in the target.
func (c *runCopy) earlier(ctx context.Context, key int64, rec *Record) (bool, error) {
	held, err := findLease(ctx, c.tx, key)
	if err != nil || held.alive(hostname(), time.Now()) {
		return false, err
	}
	there, err := summary(ctx, c.tx, key)
	switch {
	case err != nil:
		return false, err
	case (rec.Missing == "") != (there.Missing == ""):
		return rec.Missing == "", nil
	case rec.Rounds != there.Rounds:
		return rec.Rounds > there.Rounds, nil
	case there.Status != Finished:
		return rec.Status == Finished || rec.Pairings > there.Pairings, nil
	case rec.Status != Finished && rec.Kind != Tournament: // its verification begins again
		return false, nil
	case rec.Status != Finished || rec.Pairings != there.Pairings: // it was continued with more cycles, or verified again with more games
		return rec.Pairings > there.Pairings, nil
	}
	explained, err := explanationSize(ctx, c.q, rec.key)
	if err != nil {
		return false, ofSource(err)
	}
	before, err := explanationSize(ctx, c.tx, key)
	return explained > before, err
}

// explanationSize returns how many pairings of a run's explanation are stored, plus 1 if the
// explanation is finished.
func explanationSize(ctx context.Context, q querier, key int64) (size int, err error) {
	for table, where := range map[string]string{"explanation": "data <> ''", "explanation_pairing": "TRUE"} {
		there, err := hasTable(ctx, q, table)
		if err != nil {
			return 0, err
		}
		if !there {
			continue
		}
		n, err := column[int](ctx, q, "SELECT count(*) FROM "+table+" WHERE run = ? AND "+where, key)
		if err != nil {
			return 0, err
		}
		size += n[0]
	}
	return size, nil
}

// rows copies the rows of a table in which the named column has the value key. In the copies the
// column has the value newKey.
func (c *runCopy) rows(ctx context.Context, table, column string, key int64, newKey any) (err error) {
	rows, err := c.q.QueryContext(ctx, "SELECT * FROM "+table+" WHERE "+column+" = ?", key)
	if err != nil {
		return ofSource(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	// The columns are named, because the schema of another version may have them in another order.
	insert := "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ")"
	values, to := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return ofSource(err)
		}
		for i, name := range columns {
			if name == column {
				values[i] = newKey
			}
		}
		if _, err := c.tx.ExecContext(ctx, insert, values...); err != nil {
			return err
		}
	}
	return ofSource(rows.Err())
}

func (c *runCopy) experiments(ctx context.Context) error {
	list, err := experiments(ctx, c.q, " ORDER BY key")
	if err != nil || len(list) == 0 {
		return ofSource(err)
	}
	if err := execute(ctx, c.tx, experimentTables); err != nil {
		return err
	}
	for _, e := range list {
		there, err := experiments(ctx, c.tx, " WHERE name = ?", e.Name)
		if err != nil {
			return err
		}
		if len(there) > 0 && (there[0].Config != e.Config || !there[0].Started.Equal(e.Started)) {
			return fmt.Errorf("experiment %s: the store already contains another experiment of this name", e.Name)
		}
		if len(there) == 0 {
			if err := insertExperiment(ctx, c.tx, e); err != nil {
				return err
			}
		}
		if err := c.members(ctx, e.Name); err != nil {
			return err
		}
	}
	return nil
}

// members copies the rows that state which runs belong to an experiment. A row also contains the
// ratings of the run's result in the experiment's match. If the target already has the row, members
// adds missing ratings. It replaces existing ratings only if the run was replaced.
func (c *runCopy) members(ctx context.Context, experiment string) error {
	var failed error // of the target
	err := eachRow(ctx, c.q, "SELECT place, run, match, sum FROM experiment_run WHERE experiment = (SELECT key FROM experiment WHERE name = ?)", []any{experiment}, func(rows *sql.Rows) error {
		var place string
		var run int64
		var match, sum any
		if err := rows.Scan(&place, &run, &match, &sum); err != nil {
			return err
		}
		_, failed = c.tx.ExecContext(ctx, "INSERT INTO experiment_run (experiment, place, run, match, sum) SELECT key, ?, ?, ?, ? FROM experiment WHERE name = ?"+
			" ON CONFLICT (experiment, place) DO UPDATE SET match = excluded.match, sum = excluded.sum WHERE run = excluded.run AND (match IS NULL OR excluded.match IS NOT NULL AND ?)",
			place, c.keys[run], match, sum, experiment, c.replaced[run])
		return failed
	})
	if failed != nil {
		return err
	}
	return ofSource(err)
}
