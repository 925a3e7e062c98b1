package results

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/lanista/lanista/results/internal/pages"
)

// Recovery is the report of [Recover] on a damaged store.
type Recovery struct {
	Runs      []RecoveredRun `json:"runs"` // recovered runs, oldest first
	Complete  int            `json:"complete" doc:"runs of which nothing is lost"`
	Lost      int            `json:"lost" doc:"runs of which rows are left but not the config; they are not in the new store"`
	Pages     int            `json:"pages" doc:"pages that are left in the file"`
	Declared  int            `json:"declared_pages,omitempty" doc:"pages that the file should have; absent if its header is lost"`
	Rows      int            `json:"rows" doc:"rows that were read with the right checksum"`
	Detached  int            `json:"detached_rows" doc:"rows on pages to which no other page refers"`
	Damaged   int            `json:"damaged" doc:"pages and rows that cannot be read"`
	Uncertain bool           `json:"uncertain,omitempty" doc:"the list of free pages is lost, so detached rows may be those of deleted runs"`
}

// RecoveredRun is a run in the new store that [Recover] has written.
type RecoveredRun struct {
	ID      string `json:"id"`
	Missing string `json:"missing,omitempty" doc:"what is lost of it"`
}

// Recover reads all remaining data of the store at path and writes it to a new store at the path
// to. It does not change the file at path, which may be damaged, truncated, or without its header.
// Every row is verified by its checksum. Incomplete runs are marked; see [Summary].Missing. Recover
// returns an error if the new file already exists, or if no run could be read.
func Recover(ctx context.Context, path, to string) (Recovery, error) {
	if _, err := os.Lstat(to); err == nil {
		return Recovery{}, existsError(to)
	}
	f, err := pages.Open(path)
	if err != nil {
		return Recovery{}, err
	}
	defer func() { _ = f.Close() }()
	if err := reserve(to); err != nil {
		return Recovery{}, err
	}
	r, err := recoverInto(ctx, f, to)
	if err == nil && len(r.Runs) == 0 {
		err = fmt.Errorf("%s: no run can be read", path)
	}
	if err != nil {
		err = errors.Join(err, removeStore(to))
	}
	return r, err
}

func existsError(path string) error {
	return fmt.Errorf("%s: %w; name a new file", path, os.ErrExist)
}

// reserve creates the empty file of a new store. It returns an error if the path is already in use,
// also by a symbolic link. A failed recovery can therefore remove the file safely.
func reserve(path string) error {
	if _, err := fileExists(path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, os.ErrExist):
		return existsError(path)
	case err != nil:
		return fmt.Errorf("%w", err)
	}
	return f.Close()
}

// removeStore removes the file of a store and the additional files of SQLite.
func removeStore(path string) error {
	var errs []error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + suffix); err != nil && !os.IsNotExist(err) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// recoverInto creates a store at the path to. It writes all rows that can be read from f to it, in
// one transaction.
func recoverInto(ctx context.Context, f *pages.File, to string) (Recovery, error) {
	var r Recovery
	store, err := Open(to)
	if err != nil {
		return r, err
	}
	err = store.transact(ctx, func(_ context.Context, tx transaction) error {
		if _, err := tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = 1"); err != nil {
			return err
		}
		for _, f := range tableForms {
			if err := execute(ctx, tx, f.script); err != nil {
				return err
			}
		}
		w := rowWriter{tx: store.write.conn, inserts: map[string]*sql.Stmt{}, damaged: map[string]bool{}}
		defer w.close()
		if err := w.readAll(ctx, f, &r); err != nil {
			return err
		}
		if err := restoreRuns(ctx, tx, w.doubtful); err != nil {
			return err
		}
		if err := w.removeStrays(ctx, &r); err != nil {
			return err
		}
		if r.Runs, err = markMissing(ctx, tx, w.mayLack); err != nil {
			return err
		}
		for _, run := range r.Runs {
			if run.Missing == "" {
				r.Complete++
			}
		}
		return dropEmptyTables(ctx, tx)
	})
	return r, errors.Join(err, store.Close())
}

// rowWriter copies rows of a damaged file into a new store.
type rowWriter struct {
	tx      *sql.Conn // connection with an open transaction
	inserts map[string]*sql.Stmt
	// doubtful contains the keys of runs that may have been deleted. It is used if the list of free
	// pages is lost, for runs whose rows were found only on pages to which no other page refers.
	doubtful []int64
	// damaged contains the tables that could not be read completely.
	damaged map[string]bool
	// anyDamaged is true if every table may lack rows, because the schema is damaged and so are other
	// pages.
	anyDamaged bool
}

// mayLack reports whether the new store may lack rows of a table, because the table could not be
// read completely from the damaged file.
func (w *rowWriter) mayLack(table string) bool { return w.anyDamaged || w.damaged[table] }

func (w *rowWriter) close() {
	for _, stmt := range w.inserts {
		_ = stmt.Close()
	}
}

// readAll writes all rows of the damaged file f to the new store. First it writes the rows of
// tables whose pages are linked to their root page. Then it writes the rows on pages that no other
// page refers to.
func (w *rowWriter) readAll(ctx context.Context, f *pages.File, r *Recovery) error {
	left, declared := f.Size()
	r.Pages, r.Declared = int(left), int(declared)
	freeListLost := !f.FreeListRead()
	tables, wholeSchema := f.Tables()
	for _, table := range tables {
		for row, err := range f.Rows(table.Root) {
			if err != nil {
				r.Damaged++
				w.damaged[table.Name] = true
				continue
			}
			form := formOf(row, table.Name, false)
			if form == nil {
				if knownTable(table.Name) {
					r.Damaged++
					w.damaged[table.Name] = true
				}
				continue
			}
			if _, err := w.write(ctx, form, row); err != nil {
				return err
			}
			r.Rows++
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for row := range f.Orphans() {
		form := formOf(row, "", true)
		if form == nil {
			continue // a row of an index, or nothing that was stored
		}
		if form.name == "beginning" && freeListLost {
			w.doubtful = append(w.doubtful, row.Rowid)
		}
		added, err := w.write(ctx, form, row)
		if err != nil {
			return err
		}
		if added {
			r.Rows++
			r.Detached++
			r.Uncertain = freeListLost
		}
	}
	w.anyDamaged = !wholeSchema && (f.Unreadable() > 0 || r.Damaged > 0)
	return ctx.Err()
}

func knownTable(name string) bool {
	return slices.ContainsFunc(tableForms, func(f tableForm) bool { return f.name == name })
}

// formOf returns the description of the table to which a row belongs, or nil if there is none. If
// name is not "", it considers only the table with this name. If strict is true, it ignores rows
// without a checksum.
func formOf(row pages.Row, name string, strict bool) *tableForm {
	for i := range tableForms {
		f := &tableForms[i]
		if f.indexed != row.Indexed || name != "" && f.name != name || len(row.Values) != f.columns || f.alias != (row.Values[0] == nil) {
			continue
		}
		values := row.Values
		if f.alias {
			values = append([]any{row.Rowid}, row.Values[1:]...)
		}
		if f.valid(values, strict) {
			return f
		}
	}
	return nil
}

// write inserts a row into the new store, unless the table already has a row with the same key.
// added reports whether it did.
func (w *rowWriter) write(ctx context.Context, f *tableForm, row pages.Row) (added bool, err error) {
	insert := w.inserts[f.name]
	if insert == nil {
		text := "INSERT INTO " + f.name + " VALUES (?" + strings.Repeat(", ?", f.columns-1) + ") ON CONFLICT DO NOTHING"
		if insert, err = w.tx.PrepareContext(ctx, text); err != nil {
			return false, err
		}
		w.inserts[f.name] = insert
	}
	values := append([]any{}, row.Values...)
	if f.alias {
		values[0] = row.Rowid
	}
	if f.name == "run" {
		forgetDamagedState(values)
	}
	res, err := insert.ExecContext(ctx, values...)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// lostNote is the temporary note of a recovered run whose changeable data, such as its result, is
// lost. markMissing replaces it. Notes of users never contain its NUL character.
const lostNote = "\x00lost"

// forgetDamagedState resets the changeable columns of a run's row, such as the result, if their
// checksum does not match.
func forgetDamagedState(values []any) {
	r := &storedRow{values: values}
	s := stateOf(r)
	stored, ok := values[runStateSum].(int64)
	if !ok {
		values[runStateSum] = nil
	}
	if !r.wrong && (!ok || stored == int64(s.sum())) && knownStatus(s.status) {
		return
	}
	values[runName], values[runStatus], values[runNote] = "", string(Interrupted), lostNote
	values[runEnded], values[runResult], values[runVerdict] = nil, nil, nil
}

func knownStatus(status string) bool {
	return status == string(Running) || status == string(Interrupted) || status == string(Finished)
}

// removeStrays deletes rows of runs that are missing in the table run, and rows that refer to
// missing experiments. It sets r.Lost to the number of the missing runs.
func (w *rowWriter) removeStrays(ctx context.Context, r *Recovery) error {
	var lost []string
	for i := range tableForms {
		if f := &tableForms[i]; f.run >= 0 && f.name != "run" {
			lost = append(lost, "SELECT run FROM "+f.name)
		}
	}
	err := w.tx.QueryRowContext(ctx, "SELECT count(*) FROM ("+strings.Join(lost, " UNION ")+") WHERE run NOT IN (SELECT key FROM run)").Scan(&r.Lost)
	if err != nil {
		return err
	}
	for i := range tableForms {
		if f := &tableForms[i]; f.run >= 0 && f.name != "run" {
			if err := execute(ctx, w.tx, "DELETE FROM "+f.name+" WHERE run NOT IN (SELECT key FROM run)"); err != nil {
				return err
			}
		}
	}
	return execute(ctx, w.tx, "DELETE FROM experiment_run WHERE experiment NOT IN (SELECT key FROM experiment)")
}

// dropEmptyTables removes those empty tables that a store creates only when needed.
func dropEmptyTables(ctx context.Context, tx transaction) error {
	for _, f := range slices.Backward(tableForms) {
		if f.script == "" {
			continue
		}
		var n int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1 FROM "+f.name+" LIMIT 1)").Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			if err := execute(ctx, tx, "DROP TABLE "+f.name); err != nil {
				return err
			}
		}
	}
	return nil
}
