package results

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// format1 copies the store that the first version wrote.
func format1(t *testing.T) (path string) {
	t.Helper()
	data, err := os.ReadFile("testdata/store-v1.db")
	must(t, err)
	path = filepath.Join(t.TempDir(), "runs.db")
	must(t, os.WriteFile(path, data, 0o600))
	return path
}

// everything reads all that a store says of its runs.
func everything(t *testing.T, s *Store) (records []Record, populations, fields, pairings []any) {
	t.Helper()
	list, err := s.Runs(t.Context())
	must(t, err)
	for _, sum := range list {
		rec, err := s.Get(t.Context(), sum.ID)
		must(t, err)
		records = append(records, rec)
		for n := range len(rec.Generations) + 1 {
			members, err := s.Population(t.Context(), sum.ID, n)
			must(t, err)
			field, err := s.Field(t.Context(), sum.ID, n)
			must(t, err)
			populations, fields = append(populations, members), append(fields, field)
			for r, err := range s.Pairings(t.Context(), sum.ID, n) {
				must(t, err)
				pairings = append(pairings, r)
			}
		}
	}
	return records, populations, fields, pairings
}

// A store of format 1 says the same whether it is read as it is or after it has
// been brought to the newest format; reading leaves it as it is.
func TestFormat1(t *testing.T) {
	path := format1(t)
	before, err := os.ReadFile(path)
	must(t, err)
	old, err := OpenReadOnly(path)
	must(t, err)
	records, populations, fields, pairings := everything(t, old)
	if err := old.Tag(t.Context(), "last", "x"); err == nil {
		t.Error("a store that is read was written")
	}
	must(t, old.Close())
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("reading changed the file: %v", err)
	}
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Errorf("reading left %v", left)
	}

	s, err := Open(path)
	must(t, err)
	defer func() { must(t, s.Close()) }()
	again, populations2, fields2, pairings2 := everything(t, s)
	same := cmp.Options{sameOutcome, sameFloat, cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(Summary{})}
	for _, pair := range [][2]any{{records, again}, {populations, populations2}, {fields, fields2}, {pairings, pairings2}} {
		if diff := cmp.Diff(pair[0], pair[1], same); diff != "" {
			t.Error(diff)
		}
	}
	if len(records) != 7 || len(pairings) < 300 {
		t.Errorf("%d runs with %d pairings", len(records), len(pairings))
	}
}

// What format 1 said in other words.
func TestFormat1SaysMore(t *testing.T) {
	s, err := Open(format1(t))
	must(t, err)
	defer func() { must(t, s.Close()) }()
	finished, err := s.Get(t.Context(), "finished")
	must(t, err)
	if v := finished.Verdict(); v == nil || v.Text != "not shown to be better than default: +12 Elo [-49, +73]" {
		t.Errorf("verdict: %+v", v)
	}
	if row := finished.Answer.Standings[0]; row.Agent != "default" || math.Round(float64(row.Rating)) != 12 || math.Round(row.Interval.Low) != -49 {
		t.Errorf("standing: %+v", row)
	}
	pool, err := s.Get(t.Context(), "pool")
	must(t, err)
	if g := pool.Generations[9]; pool.Games != 160 || g.Games != 16 || g.Total != 160 {
		t.Errorf("a comparison against opponents is two games: %d, of them %d in the last round", pool.Games, g.Games)
	}
	run, point, err := s.Resume(t.Context(), "pool", "")
	must(t, err)
	if point.Games != 160 || point.Round != 10 {
		t.Errorf("resumes at %+v", point)
	}
	must(t, run.Close())
	var words []string
	for _, word := range []string{"finished", "auto", "cup"} {
		var v sql.NullString
		must(t, s.read.QueryRow("SELECT verdict FROM run WHERE name = ?", word).Scan(&v))
		words = append(words, v.String)
	}
	if diff := cmp.Diff([]string{"not shown", "", ""}, words); diff != "" {
		t.Error(diff)
	}
}

func TestGamesPerCount(t *testing.T) {
	for config, want := range map[string]int{
		"strategy: {name: spsa}\n":                                                1,
		"strategy: {name: spsa}\nopponents: []\n":                                 1,
		"strategy: {name: spsa}\nopponents: [{name: a}]\n":                        2,
		"strategy: {name: genetic, grouping: groups}\nopponents: [{name: a}]\n":   2,
		"strategy: {name: genetic, grouping: gauntlet}\nopponents: [{name: a}]\n": 1,
		"[no config": 1,
	} {
		if got := gamesPerCount(config); got != want {
			t.Errorf("%q: %d", config, got)
		}
	}
}

// A store that was brought to the newest format has the tables of one that was
// made in it.
func TestMigrationMakesTheSchema(t *testing.T) {
	columns := func(s *Store) map[string][]string {
		out := make(map[string][]string)
		names, err := column[string](t.Context(), s.read, `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name`)
		must(t, err)
		for _, name := range names {
			out[name], err = column[string](t.Context(), s.read,
				`SELECT format('%s %s notnull %s default %s key %s', name, type, "notnull", dflt_value, pk) FROM pragma_table_xinfo(?) ORDER BY name`, name)
			must(t, err)
			refs, err := column[string](t.Context(), s.read, `SELECT format('%s to %s', "from", "table") FROM pragma_foreign_key_list(?) ORDER BY id, seq`, name)
			must(t, err)
			out[name] = append(out[name], refs...)
		}
		return out
	}
	migrated, err := Open(format1(t))
	must(t, err)
	defer func() { must(t, migrated.Close()) }()
	if diff := cmp.Diff(columns(testStore(t)), columns(migrated)); diff != "" {
		t.Error(diff)
	}
	must(t, sound(t.Context(), migrated.read))
}

// A migration that fails leaves the store in its old format, to the row.
func TestFailedMigration(t *testing.T) {
	path := format1(t)
	broken := errors.New("broken")
	step := upgrades[1]
	step.by = func(ctx context.Context, tx transaction) error { return errors.Join(fromFormat1(ctx, tx), broken) }
	if err := migrate(t.Context(), path, steps{1: step}); !errors.Is(err, broken) {
		t.Fatalf("migrated: %v", err)
	}
	old, err := OpenReadOnly(path)
	must(t, err)
	defer func() { must(t, old.Close()) }()
	var format int
	must(t, old.read.QueryRow("PRAGMA user_version").Scan(&format))
	if list, err := old.Runs(t.Context()); err != nil || len(list) != 7 || format != 1 {
		t.Errorf("format %d, %d runs, %v", format, len(list), err)
	}
}

// A damaged run of format 1 keeps the store from being brought to format 2, and
// is named.
func TestMigrationOfADamagedStore(t *testing.T) {
	path := format1(t)
	db, err := sql.Open("sqlite", path)
	must(t, err)
	_, err = db.Exec("UPDATE run SET answer = '{' WHERE name = 'finished'")
	must(t, err)
	must(t, db.Close())
	s, err := Open(path)
	if err == nil {
		_ = s.Close()
	}
	if !errors.Is(err, ErrDamaged) || !bytes.Contains([]byte(err.Error()), []byte("from format 1 to 2: run risk-")) {
		t.Error(err)
	}
}

// A reader that has a store of format 1 open reads on while another process
// brings it to format 2.
func TestReaderOutlivesMigration(t *testing.T) {
	path := format1(t)
	old, err := OpenReadOnly(path)
	must(t, err)
	defer func() { must(t, old.Close()) }()
	if _, err := old.Get(t.Context(), "pool"); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	must(t, err)
	must(t, s.Note(t.Context(), "pool", "new"))
	rec, err := old.Get(t.Context(), "pool")
	must(t, err)
	if rec.Note != "new" || rec.Games != 160 {
		t.Errorf("%+v", rec.Summary)
	}
	must(t, s.Close())
}

// A store that the first version is writing stays as it is until that has ended.
func TestMigrationWaitsForTheWriter(t *testing.T) {
	path := format1(t)
	db, err := sql.Open("sqlite", path)
	must(t, err)
	_, err = db.Exec("UPDATE lease SET beat = ?, host = 'elsewhere'", time.Now().UnixMilli())
	must(t, err)
	if s, err := Open(path); !errors.Is(err, ErrInUse) {
		_ = s.Close()
		t.Fatalf("opened: %v", err)
	}
	_, err = db.Exec("UPDATE lease SET beat = ?", time.Now().Add(-2*leaseStale).UnixMilli())
	must(t, err)
	must(t, db.Close())
	s, err := Open(path)
	must(t, err)
	must(t, s.Close())
}
