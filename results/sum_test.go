package results

import (
	"database/sql"
	"encoding/binary"
	"hash/crc32"
	"math"
	"strings"
	"testing"
)

// crcOf computes a checksum with the library alone: a number is eight bytes, the lowest first, and a
// text or a list of bytes is preceded by its length.
func crcOf(values ...any) sum {
	var b []byte
	for _, value := range values {
		switch x := value.(type) {
		case int:
			b = binary.LittleEndian.AppendUint64(b, uint64(x))
		case uint64:
			b = binary.LittleEndian.AppendUint64(b, x)
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		case string:
			b = append(binary.LittleEndian.AppendUint64(b, uint64(len(x))), x...)
		default:
			panic(value)
		}
	}
	return sum(crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

// TestChecksumsOfRows checks the order of the values in the checksum of every table. Stores contain
// these checksums, so the order cannot change.
func TestChecksumsOfRows(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long ", 100)
	info := Info{Kind: Fit, Name: "not in it", Engine: "risk", Strategy: "spsa", Config: "a: 1", Seed: 1 << 63, Version: "v1", Host: "here"}
	free := info
	free.ScaleFree = true
	null := func(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }
	generation := generationRow{
		number: 1, games: 2, total: 3, forfeits: 4, best: nullReal(0.5), mean: nullReal(math.NaN()), spread: nullReal(0.25),
		means: "[1]", spreads: "[2]", result: "{}", saved: "today", seconds: 1.5,
	}
	all := state{name: "n", status: "finished", ended: null("e"), verdict: null("better"), result: []byte("{}"), note: long}
	for name, test := range map[string]struct{ got, want sum }{
		"nothing":             {0, crcOf()},
		"a short text":        {sum(0).text("x"), crcOf("x")},
		"256 bytes":           {sum(0).text(long[:256]), crcOf(long[:256])},
		"257 bytes":           {sum(0).text(long[:257]), crcOf(long[:257])},
		"bytes":               {sum(0).bytes([]byte("xyz")), crcOf("xyz")},
		"a negative number":   {sum(0).int(-2), crcOf(-2)},
		"run":                 {infoSum("id", info, "[]", "now"), crcOf("id", "fit", "risk", "spsa", "v1", "here", "[]", "now", uint64(1<<63))},
		"run, scale-free":     {infoSum("id", free, "[]", "now"), crcOf("id", "fit", "risk", "spsa", "v1", "here", "[]", "now", uint64(1<<63), 1)},
		"beginning":           {beginningSum("id", info, "[]", "now"), crcOf("id", "fit", "risk", "spsa", "v1", "here", "[]", "now", uint64(1<<63), "a: 1")},
		"state":               {all.sum(), crcOf("n", "finished", "e", "{}", long, "better")},
		"progress":            {counts{1, 2, 3, 4.5, 5, 6}.sum(), crcOf(1, 2, 3, 5, 6, 4.5)},
		"generation":          {generation.sum(), crcOf(1, 2, 3, 4, 0.5, math.NaN(), 0.25, "[1]", "[2]", "{}", "today", 1.5)},
		"played":              {(&playedRow{[]byte("g"), []byte("a"), []byte("p")}).sum(7), crcOf(7, "g", "a", "p")},
		"field":               {(&fieldRow{"n", "p", "w", "s", "l"}).sum(7), crcOf(7, "n", "p", "w", "s", "l")},
		"journal":             {(&journalRow{number: 1, games: 2, seed: -3, score: 0.5, agents: []byte("a"), places: []byte("p"), forfeits: []byte("f"), extra: []byte("e")}).sum(), crcOf(1, -3, 2, 0.5, "a", "p", "f", "e")},
		"record":              {recordSum([]byte("abc")), crcOf("abc")},
		"snapshot":            {snapshotSum([]byte("abc")), crcOf("abc")},
		"grid":                {(&gridRow{"x", 1, "c", []byte("hh"), 2.5}).sum(), crcOf("x", 1, "c", "hh", 2.5)},
		"checkpoint":          {checkpointSum(3, "d"), crcOf(3, "d")},
		"failure":             {failureSum("d"), crcOf("d")},
		"dispute":             {disputeSum("r", "n"), crcOf("r", "n")},
		"worker":              {Worker{ID: "i", Host: "h", Build: "b", Slots: 2, Excluded: "x"}.sum(5), crcOf(5, "i", "h", "b", 2, "x")},
		"worker, suspect":     {Worker{ID: "i", Host: "h", Build: "b", Slots: 2, Excluded: "x", suspect: true}.sum(5), crcOf(5, "i", "h", "b", 2, 1, "x")},
		"origin":              {originSum(3, "p"), crcOf(3, "p")},
		"missing":             {missingSum("w", 1, "r"), crcOf("w", 1, "r")},
		"runText":             {runTextSum("d"), crcOf("d")},
		"explanation":         {explanationSum("f", "d"), crcOf("f", "d")},
		"explanation_pairing": {pairingSum(3, "d"), crcOf(3, "d")},
		"experiment":          {experimentSum(Experiment{Name: "n", Config: "c", Source: "s", Version: "v"}, "now"), crcOf("n", "c", "s", "v", "now")},
		"experiment_run":      {experimentRunSum("p", "m"), crcOf("p", "m")},
	} {
		if test.got != test.want {
			t.Errorf("%s: %#x, want %#x", name, test.got, test.want)
		}
	}
	for _, stored := range []sql.NullInt64{{}, {Int64: 5, Valid: true}} {
		if err := sum(5).check(stored); err != nil {
			t.Errorf("%+v: %v", stored, err)
		}
	}
	if err := sum(5).check(sql.NullInt64{Int64: 6, Valid: true}); err == nil {
		t.Error("another checksum is accepted")
	}
}
