package workers

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

func aTask() task {
	return packed(task{
		V: version, Run: "run-1", Batch: "round-1-abc", Session: "0a1b", Attempt: 2, From: 7, To: 9, Build: Build{Version: "v1", Rules: "r"}, Game: "risk",
		Header: "0123456789ab", Pairings: []tournament.Pairing{
			{Agents: []int{0, 1}, Seed: math.MaxUint64, Games: 2},
			{Agents: []int{1, 0}, Seed: 1, Games: 1, Apart: true, Opponents: []int{2}, First: 1},
		},
	})
}

// packed returns a task with its field Packed set.
func packed(t task) task {
	t.Packed = t.Pairings.compact()
	return t
}

func aResult() result {
	games := records{
		{{Outcome: engines.ByScore(0.1, math.SmallestNonzeroFloat64), Plies: 3}, engines.ForfeitRecord(2, engines.Forfeit{Seat: 1, Reason: "gone"})},
		nil,
	}.compact()
	return result{
		V: version, Run: "run-1", Batch: "round-1-abc", From: 7, To: 9, Pairings: aTask().digest(), Worker: "host-1", Results: games,
		Errors: map[int]string{8: "the table broke"}, Games: 2, Ms: 1.5, Digest: digest(games),
	}
}

// Decoding an encoded message returns the message, to the last bit.
func TestMessagesReadBack(t *testing.T) {
	t.Parallel()
	if got, err := readTask(encode(aTask())); err != nil || !reflect.DeepEqual(got, aTask()) {
		t.Errorf("%+v, %v", got, err)
	}
	got, err := readResult(encode(aResult()))
	if err != nil || !reflect.DeepEqual(got, aResult()) {
		t.Errorf("%+v, %v", got, err)
	}
	list, err := readRecords(got.Results, aTask().Pairings)
	if err != nil || list[0][0].Outcome != engines.ByScore(0.1, math.SmallestNonzeroFloat64) || list[0][1].Forfeit.Reason != "gone" || list[1] != nil {
		t.Errorf("%+v, %v", list, err)
	}
}

// draw is the compact form of a drawn game of two seats.
var draw = []byte{0, 0, 2, 1, 1, 1}

// Decoding rejects invalid messages.
func TestMessagesAreBounded(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*task){
		"no pairings":  func(m *task) { m.Pairings = nil },
		"other number": func(m *task) { m.To++ },
		"negative":     func(m *task) { m.From, m.To = -2, 0 },
		"many orders":  func(m *task) { m.Pairings[0].Games = 1 << 30 },
		"subject":      func(m *task) { m.Run = "a.>" },
		"no header":    func(m *task) { m.Header = "" },
		"no session":   func(m *task) { m.Session = "" },
		"no version":   func(m *task) { m.V = 0 },
		"no pairing":   func(m *task) { m.Pairings = []tournament.Pairing{} },
	} {
		m := aTask()
		spoil(&m)
		if _, err := readTask(encode(packed(m))); err == nil {
			t.Errorf("a task passes: %s", name)
		}
	}
	for name, spoil := range map[string]func(*result){
		"digest":       func(m *result) { m.Digest = digest(nil) },
		"place":        func(m *result) { m.To = m.From },
		"huge":         func(m *result) { m.To = m.From + maxPairings + 1 },
		"foreign":      func(m *result) { m.Errors = map[int]string{3: "x"} },
		"long texts":   func(m *result) { m.Errors = map[int]string{8: strings.Repeat("x", maxText+1)} },
		"negative":     func(m *result) { m.Ms = -1 },
		"long worker":  func(m *result) { m.Worker = strings.Repeat("x", maxName+1) },
		"subject":      func(m *result) { m.Batch = "*" },
		"long refusal": func(m *result) { m.Refused = strings.Repeat("x", maxText+1) },
		"terminal":     func(m *result) { m.Refused = "\x1b[2J" },
		"bell":         func(m *result) { m.Errors = map[int]string{8: "\a"} },
	} {
		m := aResult()
		spoil(&m)
		if _, err := readResult(encode(m)); err == nil {
			t.Errorf("a result passes: %s", name)
		}
	}
	for name, games := range map[string][]byte{
		"too few": nil, "too many": {0, 0, 0}, "other number": append([]byte{2}, draw...),
		"no outcome": append([]byte{3, 0, 0}, draw...), "many seats": append([]byte{3, 0, 0, 9}, draw...),
		"ending": append([]byte{3, 0, 99, 2, 1, 1, 1}, draw...), "bits": append([]byte{3, 1 << 7, 0, 2, 1, 1, 1}, draw...),
		"infinite": append(binary.LittleEndian.AppendUint64([]byte{3, isScored, 0, 1}, math.Float64bits(math.Inf(1))), 1),
		"plies":    binary.AppendUvarint([]byte{3, 0, 0, 2, 1, 1}, 1<<60), "no forfeit": append([]byte{3, 0, 1, 2, 1, 1, 1}, draw...),
		"many moves": append([]byte{3, hasMoves, 0, 2, 1, 1, 1, 255, 255, 3}, draw...), "cut": {3, 0, 0, 2, 1, 1, 1, 0, 0, 2, 1},
	} {
		if _, err := readRecords(append(games, 0), aTask().Pairings); err == nil {
			t.Errorf("records pass: %s", name)
		}
	}
	if _, err := readRecords(append(append(append([]byte{3}, draw...), draw...), 0), aTask().Pairings); err != nil {
		t.Errorf("two games that were drawn, and none: %v", err)
	}
	well := status{V: version, Worker: Worker{ID: "a", Host: "h", Slots: 2, Busy: 1, Programs: []string{"bot"}}, Held: []string{"x"}}
	for name, spoil := range map[string]func(*status){
		"":          func(*status) {},
		"no name":   func(m *status) { m.ID = "" },
		"subject":   func(m *status) { m.ID = "a.b" },
		"terminal":  func(m *status) { m.Host = "\x1b]0;x\a" },
		"refusal":   func(m *status) { m.Refused = "\x1b[31m" },
		"busy":      func(m *status) { m.Busy = 3 },
		"slots":     func(m *status) { m.Slots = maxSlots + 1 },
		"held":      func(m *status) { m.Held = []string{"a", "b", "c", "d", "e"} },
		"long held": func(m *status) { m.Held = []string{strings.Repeat("x", maxText+1)} },
		"rate":      func(m *status) { m.Rate = -1 },
		"programs":  func(m *status) { m.Programs = make([]string, maxPrograms+1) },
		"program":   func(m *status) { m.Programs = []string{"a b"} },
	} {
		m := well
		spoil(&m)
		if _, err := readStatus(encode(m)); (err == nil) != (name == "") {
			t.Errorf("a sign of life (%s): %v", name, err)
		}
	}
	for name, spoil := range map[string]func(*Header){
		"":          func(*Header) {},
		"openings":  func(m *Header) { m.Openings.RandomPlies = -1 },
		"no digest": func(m *Header) { m.Game.Programs[0].Digest = "" },
		"no name":   func(m *Header) { m.Game.Programs[0].Name = "a b" },
		"many":      func(m *Header) { m.Game.Programs = make([]engines.ProgramRef, maxPrograms+1) },
		"weights":   func(m *Header) { m.Game.Programs[0].Weights = make([]string, maxWeights+1) },
		"weight":    func(m *Header) { m.Game.Programs[0].Weights = []string{strings.Repeat("x", maxName+1)} },
	} {
		m := Header{V: version, Game: engines.EngineRef{Name: "othello", Programs: []engines.ProgramRef{{Name: "bot", Digest: "0123", Weights: []string{"corner"}}}}}
		spoil(&m)
		if _, err := readHeader(m.encode()); (err == nil) != (name == "") {
			t.Errorf("a header (%s): %v", name, err)
		}
	}
	newer, older := []byte(`{"v":99,"from":"elsewhere"}`), []byte(`{"v":1,"results":[null],"pairings":[{}]}`)
	for _, err := range []error{second(readTask(newer)), second(readResult(newer)), second(readStatus(newer)), second(readHeader(newer))} {
		if !errors.Is(err, errNewer) {
			t.Errorf("a newer message: %v", err)
		}
	}
	for _, err := range []error{second(readTask(older)), second(readResult(older)), second(readStatus(older)), second(readHeader(older))} {
		if !errors.Is(err, errOlder) {
			t.Errorf("an older message: %v", err)
		}
	}
}

// The numbers and texts of messages may reach their limits, and no more.
func TestMessagesAtTheirLimits(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("x", n) }
	for name, c := range map[string]struct {
		spoil func(m *task)
		valid bool
	}{
		"the first pairing": {func(m *task) { m.From, m.To = 0, 2 }, true},
		"a negative one":    {func(m *task) { m.From, m.To = -1, 1 }, false},
		"one pairing":       {func(m *task) { m.To, m.Pairings = m.From+1, m.Pairings[:1] }, true},
		"a wrong end":       {func(m *task) { m.To-- }, false},
		"the most orders":   {func(m *task) { m.Pairings[0].Games = maxOrders }, true},
		"more orders":       {func(m *task) { m.Pairings[0].Games = maxOrders + 1 }, false},
		"no orders":         {func(m *task) { m.Pairings[1].Games = 0 }, false},
		"many exceptions":   {func(m *task) { m.Except = make([]string, maxExcept) }, true},
		"more exceptions":   {func(m *task) { m.Except = make([]string, maxExcept+1) }, false},
		"a bad run":         {func(m *task) { m.Run = "a b" }, false},
		"a bad batch":       {func(m *task) { m.Batch = "" }, false},
		"a bad session":     {func(m *task) { m.Session = "*" }, false},
		"a bad header":      {func(m *task) { m.Header = "a.b" }, false},
	} {
		m := aTask()
		c.spoil(&m)
		if _, err := readTask(encode(packed(m))); (err == nil) != c.valid {
			t.Errorf("a task (%s): %v", name, err)
		}
	}
	for name, c := range map[string]struct {
		spoil func(m *result)
		valid bool
	}{
		"the first pairing":   {func(m *result) { m.From, m.To, m.Errors = 0, 1, nil }, true},
		"a negative one":      {func(m *result) { m.From, m.To, m.Errors = -1, 1, nil }, false},
		"one pairing":         {func(m *result) { m.From = 8 }, true},
		"no pairing":          {func(m *result) { m.From, m.To, m.Errors = 8, 8, nil }, false},
		"the most pairings":   {func(m *result) { m.To = m.From + maxPairings }, true},
		"more pairings":       {func(m *result) { m.To = m.From + maxPairings + 1 }, false},
		"a bad run":           {func(m *result) { m.Run = "" }, false},
		"a bad batch":         {func(m *result) { m.Batch = "a.b" }, false},
		"a long worker":       {func(m *result) { m.Worker = long(maxName) }, true},
		"a longer worker":     {func(m *result) { m.Worker = long(maxName + 1) }, false},
		"a bell in a worker":  {func(m *result) { m.Worker = "\a" }, false},
		"a long refusal":      {func(m *result) { m.Refused = long(maxText) }, true},
		"a longer refusal":    {func(m *result) { m.Refused = long(maxText + 1) }, false},
		"a bell in a refusal": {func(m *result) { m.Refused = "\a" }, false},
		"lines in a refusal":  {func(m *result) { m.Refused = "a\n\tb" }, true},
		"a refusal":           {func(m *result) { m.Refused, m.Digest = "no such game", "" }, true},
		"all failed":          {func(m *result) { m.Errors = map[int]string{7: "a", 8: "b"} }, true},
		"one before failed":   {func(m *result) { m.Errors = map[int]string{6: "a"} }, false},
		"one after failed":    {func(m *result) { m.Errors = map[int]string{9: "a"} }, false},
		"a long error":        {func(m *result) { m.Errors = map[int]string{7: long(maxText)} }, true},
		"a longer error":      {func(m *result) { m.Errors = map[int]string{7: long(maxText + 1)} }, false},
		"nothing done":        {func(m *result) { m.Ms, m.Games, m.Task = 0, 0, 0 }, true},
		"half a millisecond":  {func(m *result) { m.Ms = 0.5 }, true},
		"a negative time":     {func(m *result) { m.Ms = -0.5 }, false},
		"negative games":      {func(m *result) { m.Games = -1 }, false},
		"a negative task":     {func(m *result) { m.Task = -1 }, false},
		"other records":       {func(m *result) { m.Results = append(m.Results, 0) }, false},
	} {
		m := aResult()
		c.spoil(&m)
		if _, err := readResult(encode(m)); (err == nil) != c.valid {
			t.Errorf("a result (%s): %v", name, err)
		}
	}
	for name, c := range map[string]struct {
		spoil func(p *engines.EngineRef)
		valid bool
	}{
		"many programs":   {func(g *engines.EngineRef) { g.Programs = slices.Repeat(g.Programs, maxPrograms) }, true},
		"more programs":   {func(g *engines.EngineRef) { g.Programs = slices.Repeat(g.Programs, maxPrograms+1) }, false},
		"many weights":    {func(g *engines.EngineRef) { g.Programs[0].Weights = make([]string, maxWeights) }, true},
		"more weights":    {func(g *engines.EngineRef) { g.Programs[0].Weights = make([]string, maxWeights+1) }, false},
		"a long weight":   {func(g *engines.EngineRef) { g.Programs[0].Weights = []string{"a", long(maxName)} }, true},
		"a longer weight": {func(g *engines.EngineRef) { g.Programs[0].Weights = []string{"a", long(maxName + 1)} }, false},
	} {
		m := Header{V: version, Game: engines.EngineRef{Name: "othello", Programs: []engines.ProgramRef{{Name: "bot", Digest: "0123"}}}}
		c.spoil(&m.Game)
		if _, err := readHeader(m.encode()); (err == nil) != c.valid {
			t.Errorf("a header (%s): %v", name, err)
		}
	}
	large := make([]byte, maxHeader+1) // of which no byte is valid
	for size, want := range map[int]bool{maxHeader: false, maxHeader + 1: true} {
		_, err := readHeader(large[:size])
		if refused := err != nil && strings.Contains(err.Error(), "the maximum is"); refused != want {
			t.Errorf("a header of %d bytes: %v", size, err)
		}
	}
}

// A message names its version, whatever else it contains and in whatever order.
func TestVersionsOfMessages(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]error{
		fmt.Sprintf(`{"v":%d}`, version+1):                    errNewer,
		fmt.Sprintf(`{"from":"elsewhere","v":%d}`, version+1): errNewer,
		fmt.Sprintf(`{"errors":{"x":[]},"v":%d}`, version-1):  errOlder,
		`{"v":1}`: errOlder,
	} {
		if err := decode([]byte(data), new(result)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", data, err, want)
		}
	}
	for data, want := range map[string]string{
		`{"v":0}`:  "invalid message: no version",
		`{"v":-1}`: "invalid message: no version",
		`{}`:       "invalid message: no version",
		fmt.Sprintf(`{"v":%d,"from":"elsewhere"}`, version):      "invalid message: json: cannot unmarshal string",
		fmt.Sprintf(`{"v":%d,"games":1}{"v":4}`, version):        "invalid message: invalid character",
		fmt.Sprintf(`{"v":%d,"games":2,"worker":"me"}`, version): "",
	} {
		var r result
		err := decode([]byte(data), &r)
		if want == "" && (err != nil || r.Games != 2 || r.Worker != "me") || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", data, err, want)
		}
	}
}

// A message is one line of JSON, in which no character is escaped for web pages.
func TestEncodedMessages(t *testing.T) {
	t.Parallel()
	if got, want := string(encode(control{V: version, Run: "<a&b>"})), fmt.Sprintf(`{"v":%d,"run":"<a&b>"}`, version); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := digest([]byte("abc")), "ba7816bf8f01cfea414140de5dae2223"; got != want { // FIPS 180-2, B.1
		t.Errorf("the digest of abc is %s, want %s", got, want)
	}
	defer func() {
		if recover() == nil {
			t.Error("a result with a time that is no number is encoded")
		}
	}()
	encode(result{Ms: math.NaN()})
}

// A cleaned text has no control characters and at most maxText bytes. It passes the checks of the
// process that receives it, even if a character would have been cut in two.
func TestCleanText(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("x", n) }
	for text, want := range map[string]string{
		"": "", "a\n\tb é": "a\n\tb é", "\x1b[2J\a\u0085": "?[2J??",
		long(maxText): long(maxText), long(maxText + 1): long(maxText-3) + "...", long(2 * maxText): long(maxText-3) + "...",
		long(maxText-4) + "€€": long(maxText-4) + "...", "x" + strings.Repeat("€", maxText): "x" + strings.Repeat("€", (maxText-4)/3) + "...",
	} {
		got := cleanText(text)
		if got != want {
			t.Errorf("a text of %d bytes becomes %q", len(text), got)
		}
		m := aResult()
		m.Refused = got
		if r, err := readResult(encode(m)); err != nil || r.Refused != got {
			t.Errorf("a refusal of %d bytes: %v", len(got), err)
		}
	}
}

// A worker may play on all of its slots, hold two tasks for each of them, and have as many slots as
// a status message allows.
func TestStatusOfABusyWorker(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]status{
		"all slots busy":        {Worker: Worker{Slots: 2, Busy: 2}},
		"two tasks for a slot":  {Worker: Worker{Slots: 1}, Held: []string{"x", "y"}},
		"the largest number":    {Worker: Worker{Slots: maxSlots}},
		"no slots and no tasks": {},
	} {
		m.V, m.ID = version, "a"
		if got, err := readStatus(encode(m)); err != nil || !reflect.DeepEqual(got.Held, m.Held) || got.Busy != m.Busy {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// The slots that played the pairings of a task are read back as they were written, in one entry for
// each pairing. Slots that do not belong to as many pairings are not attributed at all.
func TestSlotsReadBack(t *testing.T) {
	t.Parallel()
	for _, want := range [][]int{{1}, {0, 0, 3}, {2, 2, 2}, {0, 1, 0, 1}, {1, 1, 0}} {
		slots := make([]int32, len(want))
		for i, slot := range want {
			slots[i] = int32(slot)
		}
		r := &result{Slots: compactSlots(slots)}
		if got := r.slots(len(want)); !slices.Equal(got, want) {
			t.Errorf("%v is read back as %v", want, got)
		}
		for _, n := range []int{len(want) - 1, len(want) + 1} {
			if got := r.slots(n); got != nil {
				t.Errorf("the slots of %d pairings are %v for %d", len(want), got, n)
			}
		}
	}
	if data := compactSlots([]int32{0, 0}); len(data) != 0 {
		t.Errorf("one slot takes %v", data)
	}
	for name, r := range map[string]*result{"no result": nil, "one slot": {}, "cut": {Slots: []byte{1}}, "no pairings": {Slots: []byte{1, 0, 1, 2}}, "a rest": {Slots: []byte{1, 2, 0}}, "many slots": {Slots: binary.AppendUvarint(binary.AppendUvarint(nil, maxSlots+1), 2)}} {
		if got := r.slots(2); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// A header must not contain a setting that names a file.
func TestSettingsNameNoFiles(t *testing.T) {
	t.Parallel()
	known := []engines.Setting{{Name: "map", File: true, Choices: []string{"grid"}}, {Name: "depth"}}
	for value, ok := range map[string]bool{"grid": true, "/etc/passwd": false, "{}": true, "a\nb": true, "map.txt": false} {
		if err := refuseFiles(known, engines.Settings{"map": value, "depth": "2"}); (err == nil) != ok {
			t.Errorf("map %q: %v", value, err)
		}
	}
}

// Tasks grow to a second, shrink towards the end of a batch, and respect the size limit of a
// message.
func TestPace(t *testing.T) {
	t.Parallel()
	var p pace
	if n := p.size(1000, 2, 2, new(tailBatch)); n != 4 {
		t.Errorf("the first task has %d pairings", n)
	}
	took := func(tasks int, each time.Duration, bytes int) {
		for range tasks {
			p.add(10, 10*each, 10*bytes)
		}
	}
	took(1, time.Millisecond, 100)
	for _, c := range []struct{ left, workers, slots, want int }{
		{100000, 2, 2, 200},
		{200, 2, 2, 90},
		{60, 2, 2, 27},
		{20, 2, 4, 5},
		{1, 2, 2, 5},
		{100, 2, 20, 20},
		{100000, 100, 100000, 200},
		{100000, 1, 2, 200},
		{80, 1, 2, 80},
		{1, 1, 2, 5},
	} {
		if n := p.size(c.left, c.workers, c.slots, new(tailBatch)); n < c.want-1 || n > c.want+1 {
			t.Errorf("while young, with %d left for %d slots of %d workers: %d pairings, want %d", c.left, c.slots, c.workers, n, c.want)
		}
	}
	var w tailBatch
	var sizes []int
	for left := 160; left > 0; left -= sizes[len(sizes)-1] {
		sizes = append(sizes, min(left, p.size(left, 2, 2, &w)))
	}
	if want := []int{72, 72, 7, 7, 2}; !slices.Equal(sizes, want) {
		t.Errorf("the last tasks have %v pairings, want %v", sizes, want)
	}
	took(20, time.Millisecond, 100)
	if n := p.size(100000, 2, 2, new(tailBatch)); n < 999 || n > 1001 {
		t.Errorf("a full task has %d pairings", n)
	}
	if n := p.size(1600, 2, 2, new(tailBatch)); n < 599 || n > 601 {
		t.Errorf("a task of a long round has %d pairings", n)
	}
	took(100, time.Microsecond, 1000)
	if n := p.size(1<<30, 2, 2, new(tailBatch)); n > maxTaskBytes/900 {
		t.Errorf("a task of large results has %d pairings", n)
	}
	took(100, time.Minute, 100)
	if n := p.size(1000, 2, 2, new(tailBatch)); n != 1 {
		t.Errorf("a task of slow games has %d pairings", n)
	}
}

// The time of a task of one pairing is measured, too. Slow games are in such tasks.
func TestPaceOfSinglePairings(t *testing.T) {
	p := new(pace)
	p.add(1, 3*time.Second, 40)
	if got := p.estimate(2); got != 6*time.Second {
		t.Errorf("two pairings are expected to take %v", got)
	}
	p.add(0, time.Second, 40)
	p.add(1, 0, 40)
	if got := p.estimate(2); got != 6*time.Second {
		t.Errorf("two pairings are expected to take %v after measurements of nothing", got)
	}
}

// The subjects of a status message may have maxText bytes and no more.
func TestSubjectsOfAStatusAreBounded(t *testing.T) {
	for _, more := range []int{0, 1} {
		_, err := readStatus(encode(status{V: version, Worker: Worker{ID: "a", Slots: 1}, Held: []string{strings.Repeat("x", maxText+more)}}))
		if (err == nil) != (more == 0) {
			t.Errorf("a subject of %d bytes: %v", maxText+more, err)
		}
	}
}

// A pairing of more agents than any game has seats is refused, even if the rest of the message
// could be read without them.
func TestCompactPairingsAreBounded(t *testing.T) {
	for seats, want := range map[byte]error{0: nil, engines.MaxSeats + 1: errCompact, 255: errCompact} {
		data := append([]byte{1, 0, seats}, make([]byte, 8)...) // one pairing, no bits, its agents, its seed
		data = append(data, 1)                                  // games
		if p, err := readPairings(data); !errors.Is(err, want) {
			t.Errorf("%d seats: %+v, %v", seats, p, err)
		}
	}
}

func FuzzMessages(f *testing.F) {
	f.Add(encode(aTask()))
	f.Add(encode(aResult()))
	f.Add(encode(status{V: version, Worker: Worker{ID: "a", Slots: 2, Busy: 1}, Held: []string{"x"}}))
	f.Add((&Header{V: version, Run: "r", Field: []engines.Agent{{Name: "a", Weights: engines.Weights{1}}}}).encode())
	f.Add((&Header{V: version, Game: engines.EngineRef{Name: "o", Player: "b", Programs: []engines.ProgramRef{{Name: "b", Digest: "0", Weights: []string{}}}}}).encode())
	f.Add(encode(control{V: version, Run: "r", Batch: "b"}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := readTask(data); err == nil {
			if again, err := readTask(encode(m)); err != nil || !reflect.DeepEqual(again, m) {
				t.Errorf("%+v is read again as %+v, %v", m, again, err)
			}
		}
		if m, err := readResult(data); err == nil {
			_, _ = readRecords(m.Results, make(pairings, min(m.To-m.From, 1<<10)))
		}
		if m, err := readStatus(data); err == nil && (unprintable(m.Host) || unprintable(m.Refused)) {
			t.Errorf("%+v is taken", m)
		}
		_, _ = readHeader(data)
		_ = decode(data, new(control))
	})
}

func FuzzCompact(f *testing.F) {
	of := aTask().Pairings
	f.Add(of.compact())
	f.Add(aResult().Results)
	f.Add(Field{{Name: "ann", Weights: engines.Weights{0.1, -2}}, {Player: "random", Settings: engines.Settings{"depth": "2"}}}.compact())
	f.Add(records{
		{{Outcome: engines.Draw(2), Details: &engines.Details{Reason: "stalemate", Moves: []engines.Move{0, -1, math.MaxInt32}}}, {Outcome: engines.Draw(2), Details: &engines.Details{Written: []string{"e2e4", ""}}}},
		{{Outcome: engines.ByScore(3)}, {Outcome: engines.ByScore(-1)}},
	}.compact())
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := readPairings(data); err == nil {
			if again, err := readPairings(p.compact()); err != nil || !reflect.DeepEqual(again, p) {
				t.Errorf("%+v are read again as %+v, %v", p, again, err)
			}
		}
		if field, err := readField(data); err == nil {
			if again, err := readField(field.compact()); err != nil || !bytes.Equal(again.compact(), field.compact()) {
				t.Errorf("%+v is read again as %+v, %v", field, again, err)
			}
		}
		if r, err := readRecords(data, of); err == nil {
			if again, err := readRecords(r.compact(), of); err != nil || !bytes.Equal(again.compact(), r.compact()) {
				t.Errorf("%+v are read again as %+v, %v", r, again, err)
			}
		}
	})
}

// Decoding an encoded field returns the field. Weights that are not finite are rejected.
func TestFieldReadsBack(t *testing.T) {
	t.Parallel()
	field := Field{
		{Name: "ann", Weights: engines.Weights{0.1, math.SmallestNonzeroFloat64, math.Copysign(0, -1)}},
		{Name: "bob", Player: "random", Settings: engines.Settings{"depth": "2", "note": "\x00é"}, Limit: engines.Limit{Nodes: 7}},
		{},
	}
	h := Header{V: version, Run: "run", Field: field}
	if got, err := readHeader(h.encode()); err != nil || !reflect.DeepEqual(got, h) {
		t.Errorf("%+v, %v", got, err)
	}
	for name, data := range map[string][]byte{
		"infinite": append(binary.LittleEndian.AppendUint64([]byte{1, 0, 0, 1}, math.Float64bits(math.Inf(-1))), 0),
		"many":     {255, 255, 255, 255, 3}, "cut": {1, 4, 'a'}, "more": {0, 0}, "no settings": {1, 0, 0, 0, 1, '{'}, "weights": {1, 0, 0, 200, 1},
	} {
		if _, err := readField(data); err == nil {
			t.Errorf("a field passes: %s", name)
		}
	}
}
