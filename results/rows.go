package results

import (
	"database/sql"
	"slices"
	"strings"
	"time"
)

// contentTables returns the tables with the contents of runs. It leaves out the table run itself,
// and the table experiment_run, which lists the runs of experiments. A table comes after those to
// which its foreign keys refer.
func contentTables() []tableForm {
	return slices.DeleteFunc(slices.Clone(tableForms), func(f tableForm) bool {
		return f.run < 0 || f.name == "run" || f.name == "experiment_run"
	})
}

// storedRow contains the values of a database row as stored in the file, in the order of the
// columns. Its methods return the value of a column. They set wrong if the value does not have the
// type of the column, which shows that the row belongs to another table.
type storedRow struct {
	values []any
	wrong  bool
}

func (r *storedRow) int(i int) int64 {
	x, ok := r.values[i].(int64)
	r.wrong = r.wrong || !ok
	return x
}

// keys checks that the given columns contain integers, such as the key of a run. It sets r.wrong if
// one does not.
func (r *storedRow) keys(columns ...int) {
	for _, i := range columns {
		r.int(i)
	}
}

func (r *storedRow) number(i int) int { return int(r.int(i)) }

// real returns the number in column i. SQLite stores a number without a fraction as an integer.
func (r *storedRow) real(i int) float64 {
	if x, ok := r.values[i].(float64); ok {
		return x
	}
	return float64(r.int(i))
}

func (r *storedRow) nullReal(i int) sql.NullFloat64 {
	if r.values[i] == nil {
		return sql.NullFloat64{}
	}
	return sql.NullFloat64{Float64: r.real(i), Valid: true}
}

func (r *storedRow) text(i int) string {
	x, ok := r.values[i].(string)
	r.wrong = r.wrong || !ok
	return x
}

func (r *storedRow) nullText(i int) sql.NullString {
	if r.values[i] == nil {
		return sql.NullString{}
	}
	return sql.NullString{String: r.text(i), Valid: true}
}

func (r *storedRow) bytes(i int) []byte {
	x, ok := r.values[i].([]byte)
	r.wrong = r.wrong || !ok
	return x
}

// tableForm describes a table and its rows as they are stored in the file. It is used to recognise
// a row of the table without the schema, and to verify its checksum.
type tableForm struct {
	name    string
	columns int
	indexed bool                 // the table has no rowid, so it is stored on index pages
	alias   bool                 // the first column is the rowid, which is stored apart from the values
	run     int                  // column with the key of the run; -1 if none
	script  string               // SQL that creates the table when a store first needs it; "" if every store has it
	sum     func(*storedRow) sum // checksum of the values; nil for a table without checksums, such as tag
}

// tableForms describes every table of a store. A table comes after those to which its foreign keys
// refer. The checksum is the last column of a row, except in the table run, where another column
// follows. The table of tags has no checksums.
var tableForms = []tableForm{
	{"run", 21, false, true, 0, "", func(r *storedRow) sum {
		i := Info{
			Kind: Kind(r.text(2)), Engine: r.text(4), Strategy: r.text(5), Seed: uint64(r.int(8)),
			Version: r.text(9), Host: r.text(10), ScaleFree: r.int(12) != 0,
		}
		r.wrong = r.wrong || r.text(7) != Hash(r.text(6)) || r.int(12)&^1 != 0
		return infoSum(r.text(1), i, r.text(11), r.text(14))
	}},
	{"progress", 13, false, true, 0, "", func(r *storedRow) sum {
		r.keys(10, 11)
		for _, i := range [...]int{7, 8, 9} {
			r.text(i)
		}
		return counts{r.number(1), r.number(2), r.number(3), r.real(4), r.number(5), r.number(6)}.sum()
	}},
	{"tag", 2, true, false, 0, "", nil},
	{"generation", 14, true, false, 0, "", func(r *storedRow) sum {
		row := generationRow{
			r.number(1), r.number(2), r.number(3), r.number(4), r.nullReal(5), r.nullReal(6), r.nullReal(7),
			r.nullText(8).String, r.nullText(9).String, r.text(10), r.text(12), r.real(11),
		}
		return row.sum()
	}},
	{"played", 6, false, false, 0, "", func(r *storedRow) sum {
		row := playedRow{[]byte(r.text(2)), []byte(r.text(3)), []byte(r.text(4))}
		return row.sum(r.number(1))
	}},
	{"field", 8, true, false, 0, "", func(r *storedRow) sum {
		row := fieldRow{r.text(2), r.text(3), r.text(4), r.text(5), r.text(6)}
		return row.sum(r.number(1))
	}},
	{"journal", 10, true, false, 0, "", func(r *storedRow) sum {
		row := journalRow{
			number: r.number(1), agents: []byte(r.text(2)), seed: r.int(3), games: r.number(4), score: r.real(5),
			places: []byte(r.text(6)), forfeits: []byte(r.nullText(7).String), extra: []byte(r.nullText(8).String),
		}
		return row.sum()
	}},
	{"record", 5, true, false, 0, "", func(r *storedRow) sum {
		r.keys(1, 2)
		return recordSum(r.bytes(3))
	}},
	{"snapshot", 4, false, false, 0, "", func(r *storedRow) sum {
		r.keys(1)
		return snapshotSum(r.bytes(2))
	}},
	{"grid", 9, false, true, 0, "", func(r *storedRow) sum {
		r.keys(3, 4)
		row := gridRow{r.text(1), r.number(2), r.text(5), r.bytes(6), r.real(7)}
		return row.sum()
	}},
	{"checkpoint", 4, true, false, 0, checkpointTable, func(r *storedRow) sum {
		r.wrong = r.wrong || !strings.HasPrefix(r.text(2), "{") // the row of a pairing has the same form
		return checkpointSum(r.number(1), r.text(2))
	}},
	{"failure", 6, true, false, 0, failureTable, func(r *storedRow) sum {
		r.keys(1, 2, 3)
		return failureSum(r.text(4))
	}},
	{"dispute", 4, false, true, 0, disputeTable, func(r *storedRow) sum {
		_, err := time.Parse(time.RFC3339, r.text(2))
		r.wrong = r.wrong || err != nil // the row of an explanation has the same form
		return disputeSum(r.text(1), r.text(2))
	}},
	{"worker", 9, true, false, 0, workerTable, func(r *storedRow) sum {
		w := Worker{ID: r.text(2), Host: r.text(3), Build: r.text(4), Slots: r.number(5), suspect: r.int(6) != 0, Excluded: r.text(7)}
		r.wrong = r.wrong || r.int(6)&^1 != 0
		return w.sum(r.number(1))
	}},
	{"origin", 5, true, false, 0, originTable, func(r *storedRow) sum {
		r.keys(1)
		return originSum(r.number(2), r.text(3))
	}},
	{"missing", 5, false, true, 0, missingTable, func(r *storedRow) sum { return missingSum(r.text(1), r.number(2), r.text(3)) }},
	{"continued", 3, false, true, 0, continuations.script, func(r *storedRow) sum {
		r.wrong = r.wrong || !strings.HasPrefix(r.text(1), "[")
		return runTextSum(r.text(1))
	}},
	{"processor", 3, false, true, 0, processorKinds.script, func(r *storedRow) sum {
		r.wrong = r.wrong || !isProcessors.MatchString(r.text(1))
		return runTextSum(r.text(1))
	}},
	{"rules", 3, false, true, 0, rules.script, func(r *storedRow) sum {
		r.wrong = r.wrong || !strings.HasPrefix(r.text(1), `"`)
		return runTextSum(r.text(1))
	}},
	{"explanation", 4, false, true, 0, explanationTables, func(r *storedRow) sum {
		r.wrong = r.wrong || !strings.HasPrefix(r.text(1), "[")
		return explanationSum(r.text(1), r.text(2))
	}},
	{"explanation_pairing", 4, true, false, 0, explanationTables, func(r *storedRow) sum {
		r.wrong = r.wrong || !strings.HasPrefix(r.text(2), "[")
		return pairingSum(r.number(1), r.text(2))
	}},
	{"beginning", 13, false, true, 0, beginningTable, func(r *storedRow) sum {
		i := Info{
			Kind: Kind(r.text(2)), Engine: r.text(3), Strategy: r.text(4), Config: r.text(5), Seed: uint64(r.int(6)),
			Version: r.text(7), Host: r.text(8), ScaleFree: r.int(10) != 0,
		}
		r.wrong = r.wrong || r.int(10)&^1 != 0
		return beginningSum(r.text(1), i, r.text(9), r.text(11))
	}},
	{"experiment", 7, false, true, -1, experimentTables, func(r *storedRow) sum {
		return experimentSum(Experiment{Name: r.text(1), Config: r.text(2), Source: r.text(3), Version: r.text(4)}, r.text(5))
	}},
	{"experiment_run", 5, true, false, 2, experimentTables, func(r *storedRow) sum {
		r.keys(0)
		return experimentRunSum(r.text(1), r.nullText(3).String)
	}},
}

// These are indices of columns of the table run: the columns that may change after a run has begun,
// and the column with their checksum.
const (
	runName     = 3
	runStatus   = 13
	runEnded    = 15
	runResult   = 16
	runNote     = 17
	runVerdict  = 18
	runStateSum = 20
)

// stateOf returns the columns of a row of the table run that may change after the run has begun.
func stateOf(r *storedRow) state {
	return state{
		name: r.text(runName), status: r.text(runStatus), ended: r.nullText(runEnded), verdict: r.nullText(runVerdict),
		result: []byte(r.nullText(runResult).String), note: r.text(runNote),
	}
}

// checksum returns the index of the column with the checksum of a row.
func (f *tableForm) checksum() int {
	if f.name == "run" {
		return f.columns - 2
	}
	return f.columns - 1
}

// valid reports whether values can be a row of the table: their types and their checksum must
// match. If strict is true, a row without a checksum is invalid. Rows of the table of tags never
// have one.
func (f *tableForm) valid(values []any, strict bool) bool {
	if len(values) != f.columns {
		return false
	}
	r := &storedRow{values: values}
	if f.sum == nil { // a tag
		r.keys(0)
		return checkTags([]string{r.text(1)}) == nil && !r.wrong
	}
	if f.run >= 0 {
		r.keys(f.run)
	}
	s := f.sum(r)
	if r.wrong {
		return false
	}
	stored, ok := values[f.checksum()].(int64)
	if !ok {
		return !strict && values[f.checksum()] == nil
	}
	return stored == int64(s)
}
