package pages_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/lanista/lanista/results/internal/pages"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// database makes a file with tables of every kind: with and without a rowid, deep, with long rows,
// with indexes, deleted rows and a free list. With wal the newest rows are in the log alone, and
// the caller must copy the files before it closes the database.
func database(t testing.TB, page int, wal bool) (*sql.DB, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.db")
	db, err := sql.Open("sqlite", path)
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	exec := func(text string, args ...any) {
		t.Helper()
		_, err := db.Exec(text, args...)
		must(t, err)
	}
	exec(fmt.Sprintf("PRAGMA page_size = %d", page))
	exec("CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER, x REAL, s TEXT, b BLOB)")
	exec("CREATE INDEX ai ON a (s)")
	exec("CREATE TABLE w (k INTEGER, l INTEGER, s TEXT, PRIMARY KEY (k, l)) WITHOUT ROWID")
	exec("CREATE TABLE gone (s TEXT)")
	rng := rand.New(rand.NewPCG(1, 2))
	text := func(longest int) string { return strings.Repeat("text", rng.IntN(longest)/4+1) }
	fill := func(from, to int) {
		exec("BEGIN")
		for i := from; i < to; i++ {
			longest := 60
			if i%37 == 0 {
				longest = 20_000
			}
			exec("INSERT INTO a VALUES (?, ?, ?, ?, ?)", i, rng.Int64()>>rng.IntN(64)*int64(1-i%2*2), rng.NormFloat64(), text(longest), []byte(text(longest)))
			exec("INSERT INTO w VALUES (?, ?, ?)", i%7, i, text(longest))
			exec("INSERT INTO gone VALUES (?)", text(longest))
		}
		exec("INSERT INTO a VALUES (?, NULL, 2.0, '', x'')", to+1_000_000)
		exec("COMMIT")
	}
	fill(0, 600)
	exec("DELETE FROM a WHERE id % 5 = 1")
	exec("DELETE FROM gone")
	if wal {
		exec("PRAGMA journal_mode = WAL")
		exec("PRAGMA wal_autocheckpoint = 0")
	}
	fill(2000, 2300)
	exec("UPDATE a SET s = 'changed' WHERE id % 11 = 0")
	return db, path
}

// selected returns the rows of a table as SQLite reads them.
func selected(t testing.TB, db *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := db.Query(query)
	must(t, err)
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	must(t, err)
	for rows.Next() {
		values, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		must(t, rows.Scan(to...))
		list = append(list, shown(values))
	}
	must(t, rows.Err())
	slices.Sort(list)
	return list
}

func shown(values []any) string {
	var b strings.Builder
	for _, v := range values {
		if x, ok := v.(float64); ok && x == float64(int64(x)) { // stored as an integer
			v = int64(x)
		}
		fmt.Fprintf(&b, "%T %v|", v, v)
	}
	return b.String()
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	must(t, err)
	must(t, os.WriteFile(to, data, 0o600))
}

// tableRows returns the rows of each table as the package reads them.
func tableRows(f *pages.File, problems *int) map[string][]string {
	out := map[string][]string{}
	tables, _ := f.Tables()
	for _, table := range tables {
		for row, err := range f.Rows(table.Root) {
			if err != nil {
				*problems++
				continue
			}
			if !row.Indexed && table.Name == "a" {
				row.Values[0] = row.Rowid
			}
			out[table.Name] = append(out[table.Name], shown(row.Values))
		}
		slices.Sort(out[table.Name])
	}
	return out
}

// TestRowsAreThoseOfSQLite compares the rows of files of several page sizes, with and without
// committed rows in a log, with those that SQLite reads.
func TestRowsAreThoseOfSQLite(t *testing.T) {
	for _, page := range []int{512, 4096, 65536} {
		for _, wal := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d wal=%v", page, wal), func(t *testing.T) {
				t.Parallel()
				if wal != (page == 4096) && os.Getenv("LANISTA_EXHAUSTIVE") == "" {
					t.Skip("every size of pages has one of the two: with LANISTA_EXHAUSTIVE=1")
				}
				db, path := database(t, page, wal)
				to := filepath.Join(t.TempDir(), "copy.db")
				copyFile(t, path, to)
				if wal {
					copyFile(t, path+"-wal", to+"-wal")
				}
				f, err := pages.Open(to)
				must(t, err)
				defer func() { must(t, f.Close()) }()
				problems := 0
				got := tableRows(f, &problems)
				for _, table := range []string{"a", "w", "gone"} {
					if want := selected(t, db, "SELECT * FROM "+table); !slices.Equal(got[table], want) {
						t.Errorf("%s: %d rows, want %d", table, len(got[table]), len(want))
					}
				}
				if problems > 0 || !f.FreeListRead() {
					t.Errorf("%d problems in a sound file; free list read: %v", problems, f.FreeListRead())
				}
				orphans := 0
				for row := range f.Orphans() {
					if !row.Indexed {
						orphans++ // the index ai is not a table and left over
					}
				}
				if orphans > 0 {
					t.Errorf("%d rows of a sound file are detached", orphans)
				}
			})
		}
	}
}

// TestAnUncommittedTransactionIsNotRead cuts a log in the middle of its last transaction.
func TestAnUncommittedTransactionIsNotRead(t *testing.T) {
	db, path := database(t, 4096, true)
	before := selected(t, db, "SELECT * FROM w")
	_, err := db.Exec("UPDATE w SET s = s || 'later'")
	must(t, err)
	to := filepath.Join(t.TempDir(), "copy.db")
	copyFile(t, path, to)
	log, err := os.ReadFile(path + "-wal")
	must(t, err)
	must(t, os.WriteFile(to+"-wal", log[:len(log)-5000], 0o600))
	f, err := pages.Open(to)
	must(t, err)
	defer func() { must(t, f.Close()) }()
	problems := 0
	if got := tableRows(f, &problems)["w"]; !slices.Equal(got, before) {
		t.Errorf("%d rows, want the %d of the last commit", len(got), len(before))
	}
}

// TestRowsOfACutFile checks that every row of the pages before a cut is found, also where the
// pages that lead to it are lost. A row counts as left if its last byte is before the cut.
func TestRowsOfACutFile(t *testing.T) {
	db, path := database(t, 512, false)
	want := map[string]bool{}
	for _, table := range []string{"a", "w"} {
		for _, row := range selected(t, db, "SELECT * FROM "+table) {
			want[row] = true
		}
	}
	sound, err := os.ReadFile(path)
	must(t, err)
	left := len(want)
	for _, cut := range []int{90, 70, 50, 10} {
		to := filepath.Join(t.TempDir(), "cut.db")
		must(t, os.WriteFile(to, sound[:len(sound)/512*cut/100*512], 0o600))
		f, err := pages.Open(to)
		must(t, err)
		problems, found := 0, map[string]bool{}
		for _, rows := range tableRows(f, &problems) {
			for _, row := range rows {
				found[row] = true
			}
		}
		attached := len(found)
		for row := range f.Orphans() {
			if len(row.Values) == 5 {
				row.Values[0] = row.Rowid
			}
			found[shown(row.Values)] = true
		}
		n := 0
		for row := range found {
			if want[row] {
				n++
			}
		}
		must(t, f.Close())
		t.Logf("%d%% of the file: %d of %d rows, %d of them from the roots", cut, n, len(want), attached)
		if n > left || n < len(want)*cut/100/2 {
			t.Errorf("%d%% of the file: %d of %d rows", cut, n, len(want))
		}
		left = n
	}
}

func FuzzOpen(f *testing.F) {
	for _, page := range []int{512, 4096} {
		_, path := database(f, page, false)
		data, err := os.ReadFile(path)
		must(f, err)
		f.Add(data[:min(len(data), 40_000)], []byte{})
	}
	_, path := database(f, 512, true)
	log, err := os.ReadFile(path + "-wal")
	must(f, err)
	f.Add([]byte{}, log[:min(len(log), 20_000)])
	f.Fuzz(func(t *testing.T, data, log []byte) {
		if len(data)+len(log) > 1<<18 {
			return
		}
		file, err := pages.New(bytes.NewReader(data), int64(len(data)), bytes.NewReader(log), int64(len(log)))
		if err != nil {
			return
		}
		problems, rows := 0, 0
		for _, list := range tableRows(file, &problems) {
			rows += len(list)
		}
		for range file.Orphans() {
			rows++
		}
		left, _ := file.Size()
		if most := int(left) * 65536; rows+problems > most {
			t.Errorf("%d rows and %d problems in %d pages", rows, problems, left)
		}
	})
}
