package workers

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// Pairings have one binary form, in which only the rare parts of a pairing are optional.
func TestFormOfPairings(t *testing.T) {
	t.Parallel()
	const seed = 0x0102030405060708
	bits := []byte{8, 7, 6, 5, 4, 3, 2, 1}
	for name, c := range map[string]struct {
		pairing tournament.Pairing
		want    []byte // flags, agents, seed, games, opponents, first seat
	}{
		"against each other": {tournament.Pairing{Agents: []int{0, 300}, Seed: seed, Games: 2}, slices.Concat([]byte{0, 2, 0, 0xac, 2}, bits, []byte{2})},
		"apart":              {tournament.Pairing{Agents: []int{1}, Seed: seed, Games: 1, Apart: true}, slices.Concat([]byte{1, 1, 1}, bits, []byte{1})},
		"an opponent":        {tournament.Pairing{Agents: []int{1}, Seed: seed, Games: 1, Opponents: []int{9}}, slices.Concat([]byte{2, 1, 1}, bits, []byte{1, 1, 9})},
		"a first seat":       {tournament.Pairing{Agents: []int{1}, Seed: seed, Games: 1, First: 1}, slices.Concat([]byte{4, 1, 1}, bits, []byte{1, 1})},
		"all parts": {
			tournament.Pairing{Agents: []int{1, 2}, Seed: seed, Games: maxOrders, Apart: true, Opponents: []int{3, 4}, First: engines.MaxSeats},
			slices.Concat([]byte{7, 2, 1, 2}, bits, []byte{0x80, 0x20, 2, 3, 4, engines.MaxSeats}),
		},
		"all seats": {
			tournament.Pairing{Agents: make([]int, engines.MaxSeats), Seed: seed, Games: 1},
			slices.Concat([]byte{0, engines.MaxSeats}, make([]byte, engines.MaxSeats), bits, []byte{1}),
		},
	} {
		want := append([]byte{1}, c.want...)
		if got := (pairings{c.pairing}).compact(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if got, err := readPairings(want); err != nil || !reflect.DeepEqual(got, pairings{c.pairing}) {
			t.Errorf("%s is read as %+v, %v", name, got, err)
		}
	}
	if got := pairings(nil).compact(); !slices.Equal(got, []byte{0}) {
		t.Errorf("no pairing is %v", got)
	}
	for name, data := range map[string][]byte{
		"an unknown flag":        slices.Concat([]byte{1, 8, 1, 1}, bits, []byte{1}),
		"opponents, but none":    slices.Concat([]byte{1, 2, 1, 1}, bits, []byte{1, 0}),
		"too many games":         slices.Concat([]byte{1, 0, 1, 1}, bits, []byte{0x81, 0x20}),
		"a seat that is too far": slices.Concat([]byte{1, 4, 1, 1}, bits, []byte{1, engines.MaxSeats + 1}),
		"one of two pairings":    slices.Concat([]byte{2, 0, 1, 1}, bits, []byte{1}),
		"a rest":                 slices.Concat([]byte{1, 0, 1, 1}, bits, []byte{1, 0}),
		"a part of a seed":       append([]byte{1, 0, 1, 1}, bits[:7]...),
	} {
		if p, err := readPairings(data); !errors.Is(err, errCompact) || name != "a rest" && p != nil {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// The settings and the limit of an agent, of which most agents have none, are read back if there is
// only one of them. Agents without them take no bytes for them.
func TestFormOfAgents(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]engines.Agent{
		"one weight":   {Weights: engines.Weights{0.5}},
		"more weights": {Weights: engines.Weights{0.5, -1, 2, 3}},
		"one setting":  {Settings: engines.Settings{"depth": "2"}},
		"two settings": {Settings: engines.Settings{"depth": "2", "mood": "calm"}},
		"a limit":      {Limit: engines.Limit{Move: time.Second}},
	} {
		if got, err := readField(Field{a}.compact()); err != nil || !reflect.DeepEqual(got, Field{a}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if got := (Field{{Name: "ann"}, {}}).compact(); !slices.Equal(got, []byte{2, 3, 'a', 'n', 'n', 0, 0, 0, 0, 0, 0, 0}) {
		t.Errorf("a name and no name are %v", got)
	}
}

// The methods of a reader accept numbers up to their limits, and mark everything else as broken.
func TestReaderAtItsLimits(t *testing.T) {
	t.Parallel()
	float := func(x float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)) }
	number := func(limit int) func(r *reader) any { return func(r *reader) any { return r.number(limit) } }
	move := func(r *reader) any { return r.move() }
	finite := func(r *reader) any { return r.finite() }
	for _, c := range []struct {
		data []byte
		read func(r *reader) any
		want any // nil for invalid data
	}{
		{[]byte{5}, number(5), 5},
		{[]byte{5}, number(4), nil},
		{[]byte{0}, number(0), 0},
		{[]byte{0xac, 2}, number(300), 300},
		{[]byte{0xac}, number(300), nil},
		{nil, number(300), nil},
		{slices.Repeat([]byte{0xff}, 11), number(math.MaxInt), nil},
		{binary.AppendVarint(nil, -1), move, engines.Move(-1)},
		{binary.AppendVarint(nil, math.MaxInt32), move, engines.Move(math.MaxInt32)},
		{binary.AppendVarint(nil, math.MaxInt32+1), move, nil},
		{binary.AppendVarint(nil, math.MinInt32), move, engines.Move(math.MinInt32)},
		{binary.AppendVarint(nil, math.MinInt32-1), move, nil},
		{nil, move, nil},
		{[]byte{0x80}, move, nil},
		{float(-0.5), finite, -0.5},
		{float(math.NaN()), finite, nil},
		{float(math.Inf(1)), finite, nil},
		{float(math.Inf(-1)), finite, nil},
		{float(1)[:7], finite, nil},
		{[]byte{2, 'a', 'b'}, func(r *reader) any { return r.text() }, "ab"},
		{[]byte{3, 'a', 'b'}, func(r *reader) any { return r.text() }, nil},
		{nil, func(r *reader) any { return r.byte() }, nil},
		{[]byte{9}, func(r *reader) any { return r.byte() }, byte(9)},
	} {
		r := reader{data: slices.Clip(c.data)}
		got := c.read(&r)
		if valid := c.want != nil; valid == r.broken || valid && (got != c.want || len(r.data) > 0) || valid != (r.end() == nil) {
			t.Errorf("%v is read as %v, want %v; broken: %v, rest %v", c.data, got, c.want, r.broken, r.data)
		}
	}
}

// After an error all methods of a reader return zeros, whatever data follows.
func TestReaderReturnsZerosAfterAnError(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]reader{"no data": {}, "an error": {data: slices.Repeat([]byte{1}, 20), broken: true}} {
		for _, read := range []func(r *reader) any{
			func(r *reader) any { return r.byte() },
			func(r *reader) any { return r.bits() },
			func(r *reader) any { return r.finite() },
			func(r *reader) any { return r.number(9) },
			func(r *reader) any { return r.move() },
			func(r *reader) any { return r.text() },
			func(r *reader) any { return len(r.indices()) },
			func(r *reader) any { return len(r.cut(1)) },
			func(r *reader) any { return r.outcome(false).Seats() },
		} {
			one := r
			if got := read(&one); !reflect.ValueOf(got).IsZero() || !one.broken || one.end() == nil {
				t.Errorf("%s: %T %v, broken: %v", name, got, got, one.broken)
			}
		}
	}
	notANumber := reader{data: binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.NaN()))}
	if x := notANumber.finite(); x != 0 {
		t.Errorf("a weight that is no number is read as %v", x)
	}
}

// Decoding allocates memory in proportion to the size of a message, whatever numbers of elements the
// message contains. The test measures the allocations of the process, so it is not parallel.
func TestMemoryOfInvalidMessages(t *testing.T) {
	zeros := make([]byte, 1<<12)
	wide := make(pairings, 1<<10)
	for i := range wide {
		wide[i] = tournament.Pairing{Agents: []int{0, 1}, Games: maxOrders}
	}
	var counts []byte // of the pairings that slot 0 played
	for range 12 {
		counts = binary.AppendUvarint(append(counts, 0), 1000)
	}
	for name, read := range map[string]func() bool{
		"pairings": func() bool {
			p, err := readPairings(append(binary.AppendUvarint(nil, maxPairings), zeros...))
			return p == nil && err != nil
		},
		"agents": func() bool {
			f, err := readField(append(binary.AppendUvarint(nil, maxField), zeros...))
			return f == nil && err != nil
		},
		"weights": func() bool {
			_, err := readField(append(binary.AppendUvarint([]byte{1, 0, 0}, 1<<15), zeros...))
			return err != nil
		},
		"records": func() bool {
			r, err := readRecords(zeros, wide)
			return r == nil || err != nil
		},
		"slots": func() bool { return (&result{Slots: counts}).slots(1000) == nil },
	} {
		least := uint64(math.MaxUint64)
		for range 3 {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if !read() {
				t.Errorf("%s pass", name)
			}
			runtime.ReadMemStats(&after)
			least = min(least, after.TotalAlloc-before.TotalAlloc)
		}
		if most := uint64(200 << 10); least > most {
			t.Errorf("%s take %d bytes, want at most %d", name, least, most)
		}
	}
}

// aGame is a pairing of one game between two agents.
var aGame = pairings{{Agents: []int{0, 1}, Games: 1}}

// Every part of a game record is read back, alone and with all others. Records without optional
// parts take no bytes for them.
func TestRecordsReadBack(t *testing.T) {
	t.Parallel()
	won, reason := engines.Winner(2, 1), strings.Repeat("x", 64*maxText)
	for name, want := range map[string]engines.Record{
		"a draw":           {Outcome: engines.Draw(2)},
		"places":           {Outcome: engines.Places(1, 3, 3, 2, 5, 6, 7, 8)},
		"scores":           {Outcome: engines.ByScore(1, -2.5, 3, 0.1, 0, 1e300, 7, 8)},
		"the most plies":   {Outcome: won, Plies: maxPlies},
		"the last ending":  {Outcome: won, Ending: engines.Resigned},
		"a reason":         {Outcome: won, Details: &engines.Details{Reason: "stalemate"}},
		"a move":           {Outcome: won, Plies: 1, Details: &engines.Details{Moves: []engines.Move{-7}}},
		"two moves":        {Outcome: won, Details: &engines.Details{Moves: []engines.Move{math.MaxInt32, 0}}},
		"a written move":   {Outcome: won, Details: &engines.Details{Written: []string{"e2e4"}}},
		"two texts":        {Outcome: won, Details: &engines.Details{Written: []string{"", "pass"}}},
		"content":          {Outcome: won, Content: math.MaxUint64},
		"content of 1":     {Outcome: won, Content: 1},
		"a forfeit":        engines.ForfeitRecord(2, engines.Forfeit{Kind: engines.ForfeitTimeout, Reason: "late\n\tby 2 s"}),
		"the longest text": engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Reason: reason}),
		"all parts": {
			Outcome: engines.ByScore(0.5, 2), Plies: 2, Ending: engines.Forfeited, Forfeit: &engines.Forfeit{Reason: "gone"}, Content: 9,
			Details: &engines.Details{Reason: "mate", Moves: []engines.Move{1, 2, 3}, Written: []string{"a", "b"}},
		},
	} {
		data := records{{want}}.compact()
		if got, err := readRecords(data, aGame); err != nil || len(got) != 1 || len(got[0]) != 1 || !reflect.DeepEqual(got[0][0], want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if _, err := readRecords(data[:len(data)-1], aGame); err == nil {
			t.Errorf("%s is read without its last byte", name)
		}
	}
	game := engines.Record{Outcome: engines.Draw(2), Plies: 1, Details: &engines.Details{Moves: []engines.Move{}}}
	if got, want := (records{{game}, nil, {game, game}}).compact(), slices.Concat([]byte{2}, draw, []byte{0, 3}, draw, draw); !slices.Equal(got, want) {
		t.Errorf("draws are written as %v, want %v", got, want)
	}
	for name, data := range map[string][]byte{"no moves": {2, hasMoves, 0, 2, 1, 1, 1, 0}, "no texts": {2, hasWritten, 0, 2, 1, 1, 1, 0}, "no reason": {2, hasReason, 0, 2, 1, 1, 1, 0}} {
		if got, err := readRecords(data, aGame); err != nil || got[0][0].Details != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for _, games := range []int{1, 3} { // of the pairing's two
		want := "a pairing has records of 1 games; it has 2 games"
		if games == 3 {
			want = "a pairing has records of 3 games; it has 2 games"
		}
		_, err := readRecords(records{slices.Repeat([]engines.Record{game}, games)}.compact(), pairings{{Agents: []int{0, 1}, Games: 2}})
		if err == nil || err.Error() != want {
			t.Errorf("%d records for two games: %v", games, err)
		}
	}
}

// Values that no game record has are refused.
func TestInvalidRecordsAreRefused(t *testing.T) {
	t.Parallel()
	record := func(flags, ending byte, rest ...byte) []byte {
		return append([]byte{2, flags, ending, 2, 1, 1, 1}, rest...)
	}
	forfeit := func(reason string) []byte {
		return records{{engines.ForfeitRecord(2, engines.Forfeit{Reason: reason})}}.compact()
	}
	for name, data := range map[string][]byte{
		"an unknown flag":    record(hasContent<<1, 0),
		"an unknown ending":  record(0, byte(engines.Resigned)+1),
		"many seats":         append(append([]byte{2, 0, 0, engines.MaxSeats + 1}, slices.Repeat([]byte{1}, engines.MaxSeats+1)...), 1),
		"an endless game":    binary.AppendUvarint([]byte{2, 0, 0, 2, 1, 1}, maxPlies+1),
		"more moves":         record(hasMoves, 0, 3, 2, 2),
		"more texts":         record(hasWritten, 0, 3, 0, 0),
		"a large move":       record(hasMoves, 0, binary.AppendVarint([]byte{1}, math.MaxInt32+1)...),
		"no text of forfeit": record(hasForfeit, byte(engines.Forfeited), 1, '{'),
		"null":               record(hasForfeit, byte(engines.Forfeited), append([]byte{4}, "null"...)...),
		"without forfeit":    record(0, byte(engines.Forfeited)),
		"with forfeit":       record(hasForfeit, byte(engines.ByRules), append([]byte{2}, "{}"...)...),
		"a long reason":      forfeit(strings.Repeat("x", 64*maxText+1)),
		"a bell":             forfeit("\a"),
		"a rest":             record(0, 0, 0),
	} {
		if got, err := readRecords(data, aGame); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if _, err := readRecords(record(hasForfeit, byte(engines.Forfeited), append([]byte{2}, "{}"...)...), aGame); err != nil {
		t.Errorf("a forfeit without a reason: %v", err)
	}
}
