package results

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/results/internal/pages"
)

// storedRows returns a row of every table of a store, as it is stored in the file, and the types of
// the columns according to the schema.
func storedRows(t *testing.T) (rows map[string][]any, types map[string][]string) {
	t.Helper()
	s := fullStore(t)
	must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error {
		key, err := column[int64](ctx, tx, "SELECT max(key) FROM run")
		must(t, err)
		must(t, saveMissing(ctx, tx, key[0], "a round", true))
		must(t, saveContinued(ctx, tx, key[0], Continuation{From: "{games: 20}", To: "{games: 40}", Rounds: 2, Games: 20}))
		must(t, execute(ctx, tx, "UPDATE run SET note = 'a note' WHERE key = 1"))
		return updateStateSum(ctx, tx, 1)
	}))
	types = make(map[string][]string)
	for i := range tableForms {
		name := tableForms[i].name
		var err error
		types[name], err = column[string](t.Context(), s.read, "SELECT type || CASE WHEN \"notnull\" OR pk THEN '' ELSE ' NULL' END FROM pragma_table_info(?) ORDER BY cid", name)
		must(t, err)
	}
	must(t, s.Close())
	f, err := pages.Open(s.Path())
	must(t, err)
	defer func() { must(t, f.Close()) }()
	rows = make(map[string][]any)
	tables, _ := f.Tables()
	for _, table := range tables {
		for row, err := range f.Rows(table.Root) {
			must(t, err)
			i := slices.IndexFunc(tableForms, func(f tableForm) bool { return f.name == table.Name })
			if i < 0 || rows[table.Name] != nil {
				continue
			}
			values := slices.Clone(row.Values)
			if tableForms[i].alias {
				values[0] = row.Rowid
			}
			rows[table.Name] = values
		}
	}
	return rows, types
}

// stateColumns are the columns of the table run that may change after the run has begun.
var stateColumns = []int{runName, runStatus, runEnded, runResult, runNote, runVerdict}

// TestColumnsOfTheStateOfARun compares the column numbers of the table run with the schema. Each
// column of the state, and no other, must change the checksum of the state.
func TestColumnsOfTheStateOfARun(t *testing.T) {
	t.Parallel()
	names, err := column[string](t.Context(), testStore(t).read, "SELECT name FROM pragma_table_info('run') ORDER BY cid")
	must(t, err)
	for i, want := range map[int]string{
		runName: "name", runStatus: "status", runEnded: "ended", runResult: "result", runNote: "note", runVerdict: "verdict", runStateSum: "state_sum",
	} {
		if i >= len(names) || names[i] != want {
			t.Errorf("column %d of %q is not %s", i, names, want)
		}
	}
	rows, _ := storedRows(t)
	sound := stateOf(&storedRow{values: rows["run"]})
	for c, value := range rows["run"] {
		altered := slices.Clone(rows["run"])
		if altered[c] = "x"; value == "x" {
			t.Fatalf("column %d does not change", c)
		}
		r := &storedRow{values: altered}
		s := stateOf(r)
		if got, want := s.sum() != sound.sum(), slices.Contains(stateColumns, c); got != want || r.wrong {
			t.Errorf("column %s is in the state: %v, want %v", names[c], got, want)
		}
	}
}

// TestRowsAreRecognizedByTheirTypes replaces each value of a row by one of every other type. The row
// must be refused unless the schema accepts the type.
func TestRowsAreRecognizedByTheirTypes(t *testing.T) {
	t.Parallel()
	rows, types := storedRows(t)
	for i := range tableForms {
		f := &tableForms[i]
		values := rows[f.name]
		if values == nil || len(values) != len(types[f.name]) {
			t.Errorf("%s: %d values for the columns %q", f.name, len(values), types[f.name])
			continue
		}
		sound := slices.Clone(values)
		if !f.valid(sound, true) && f.sum != nil || !f.valid(sound, false) {
			t.Errorf("%s: its row is refused: %v", f.name, sound)
		}
		if f.valid(sound[1:], false) || f.valid(append(slices.Clone(sound), int64(1)), false) {
			t.Errorf("%s: a row of another length is recognized", f.name)
		}
		if f.sum != nil {
			for wrong, strict := range map[any]bool{int64(1): false, "1": false, nil: true} {
				sound[f.checksum()] = wrong
				if f.valid(sound, strict) {
					t.Errorf("%s: recognized with the checksum %v", f.name, wrong)
				}
			}
			sound[f.checksum()] = nil // the checksum of an old row; only types count
			if !f.valid(sound, false) {
				t.Errorf("%s: refused without a checksum", f.name)
			}
		}
		for c, typ := range types[f.name] { // a damaged state of a run is replaced
			if f.sum != nil && c >= f.checksum() || f.name == "run" && slices.Contains(stateColumns, c) || f.alias && c == 0 { // the rowid is always a number
				continue
			}
			for name, other := range map[string]any{"INTEGER": int64(0), "REAL": 0.5, "TEXT": anyText(sound), "BLOB": []byte{1}, "NULL": nil} {
				if strings.Contains(typ, name) || name == "INTEGER" && strings.HasPrefix(typ, "REAL") || name == "NULL" && strings.Contains(typ, " NULL") {
					continue
				}
				was := sound[c]
				sound[c] = other
				if f.valid(sound, false) {
					t.Errorf("%s: recognized although column %d, %s, is of the type %s", f.name, c, typ, name)
				}
				sound[c] = was
			}
		}
	}
}

// anyText returns the first text of a row.
func anyText(values []any) any {
	if i := slices.IndexFunc(values, func(x any) bool { _, ok := x.(string); return ok }); i >= 0 {
		return values[i]
	}
	return "text"
}

// TestEveryColumnIsInTheChecksum alters each value of a row. The checksum must not match any more,
// except for the columns that say to what a row belongs and those with a checksum of their own.
func TestEveryColumnIsInTheChecksum(t *testing.T) {
	t.Parallel()
	rows, _ := storedRows(t)
	without := map[string][]int{
		"run":            append([]int{0, runStateSum}, stateColumns...), // the state has its own checksum
		"progress":       {0, 7, 8, 9, 10, 11},                           // the lease
		"generation":     {0},
		"played":         {0},
		"field":          {0},
		"journal":        {0},
		"record":         {0, 1, 2},
		"snapshot":       {0, 1},
		"grid":           {0, 3, 4}, // the best points follow from the others
		"checkpoint":     {0},
		"failure":        {0, 1, 2, 3}, // and of the data
		"dispute":        {0},
		"worker":         {0},
		"origin":         {0, 1},
		"missing":        {0},
		"continued":      {0},
		"processor":      {0},
		"rules":          {0},
		"explanation":    {0},
		"experiment":     {0},
		"experiment_run": {0, 2},
		"beginning":      {0},

		"explanation_pairing": {0},
	}
	for i := range tableForms {
		f := &tableForms[i]
		if f.sum == nil {
			continue
		}
		for c, value := range rows[f.name] {
			if c == f.checksum() {
				continue
			}
			altered := slices.Clone(rows[f.name])
			switch x := value.(type) {
			case int64:
				altered[c] = x + 1
				if x == 1 {
					altered[c] = int64(0)
				}
			case float64:
				altered[c] = x + 0.25
			case string:
				altered[c] = x + " "
			case []byte:
				altered[c] = append(slices.Clone(x), 0)
			default:
				if value != nil {
					t.Fatalf("%s: column %d is %T", f.name, c, value)
				}
				altered[c] = "x"
				if f.name == "generation" {
					altered[c] = 0.5
				}
			}
			if got, want := f.valid(altered, true), slices.Contains(without[f.name], c); got != want {
				t.Errorf("%s: recognized %v with %v in column %d instead of %v", f.name, got, altered[c], c, value)
			}
		}
	}
}

// Columns that are 0 or 1, and texts by which rows of one form are told apart.
func TestRowsOfOtherTablesAreRefused(t *testing.T) {
	t.Parallel()
	rows, _ := storedRows(t)
	for _, test := range []struct {
		table  string
		column int
		value  any
		want   bool
	}{
		{"run", 12, int64(0), true},
		{"run", 12, int64(1), true},
		{"run", 12, int64(2), false},
		{"run", 6, "another config", false},
		{"beginning", 10, int64(0), true},
		{"beginning", 10, int64(2), false},
		{"worker", 6, int64(1), true},
		{"worker", 6, int64(2), false},
		{"checkpoint", 2, "{}", true},
		{"checkpoint", 2, "[]", false},
		{"explanation_pairing", 2, "[]", true},
		{"explanation_pairing", 2, "{}", false},
		{"continued", 1, "[]", true},
		{"continued", 1, "{}", false},
		{"processor", 1, "amd64 v3, arm64", true},
		{"processor", 1, "[]", false},
		{"rules", 1, `""`, true},
		{"rules", 1, "[]", false},
		{"explanation", 1, "[]", true},
		{"explanation", 1, "{}", false},
		{"dispute", 2, "2026-11-28T10:00:00Z", true},
		{"dispute", 2, "[]", false},
		{"tag", 1, "word", true},
		{"tag", 1, "two words", false},
		{"generation", 5, nil, true},
		{"generation", 11, int64(2), true}, // SQLite stores a number without a fraction like this
	} {
		i := slices.IndexFunc(tableForms, func(f tableForm) bool { return f.name == test.table })
		f, values := &tableForms[i], slices.Clone(rows[test.table])
		values[test.column] = test.value
		if f.sum != nil {
			values[f.checksum()] = nil
		}
		if got := f.valid(values, false); got != test.want {
			t.Errorf("%s: recognized %v with %v in column %d", test.table, got, test.value, test.column)
		}
	}
	if knownTable("none") || !knownTable("run") || !knownTable("experiment_run") {
		t.Error("the tables are not known by their names")
	}
}

// The contents of a run are in all tables but three, and a table comes after those to which its foreign
// keys refer: a run is copied in this order and deleted in the reverse one.
func TestContentTables(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	defer func() { must(t, s.Close()) }()
	names, err := column[string](t.Context(), s.read, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	must(t, err)
	var list []string
	for _, table := range contentTables() {
		list = append(list, table.name)
	}
	for _, name := range names {
		at := slices.Index(list, name)
		if others := []string{"run", "experiment", "experiment_run"}; slices.Contains(others, name) == (at >= 0) {
			t.Errorf("%s: in the list of tables: %t", name, at >= 0)
		}
		referred, err := column[string](t.Context(), s.read, "SELECT \"table\" FROM pragma_foreign_key_list(?)", name)
		must(t, err)
		for _, other := range referred {
			if at >= 0 && slices.Index(list, other) > at {
				t.Errorf("%s comes before %s, to which it refers", name, other)
			}
		}
	}
}
