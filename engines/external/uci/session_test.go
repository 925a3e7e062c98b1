package uci

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
	"github.com/lanista/lanista/engines/external/uci/ucitest"
	"github.com/lanista/lanista/keys"
)

// transcript collects what an engine is told, without the seconds.
type transcript struct{ strings.Builder }

func (w *transcript) told() []string {
	var out []string
	for line := range strings.Lines(w.String()) {
		if _, rest, ok := strings.Cut(line, " > "); ok {
			out = append(out, strings.TrimSpace(rest))
		}
	}
	return out
}

func TestConversation(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openCommand(t, proc.Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=sound"}, Trace: &w}, driver.Options{
		Options: []driver.Option{{Name: "Style", Value: "Risky"}, {Name: "threads", Value: "2"}},
		Tuned:   []string{"Material", "pawn advance", "Text Weight"},
		Setup:   []string{"debug off"}, EachGame: []string{"debug on"},
	})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "Lanista's test engine (sound)" || d.NeedsLimit == "" || len(d.Offers) != 4 || len(d.Weights) != 3 {
		t.Errorf("it is %+v", d)
	}
	if want := (engines.Weight{Name: "Pawn Advance", Doc: "an option of the program", Min: -50, Max: 50, Default: 10, Kind: engines.Integer}); d.Weights[1] != want {
		t.Errorf("weight %+v", d.Weights[1])
	}
	game := driver.Game{Space: d.Weights, Weights: engines.Weights{100, 12, 0.123456789}, Limit: engines.Limit{Depth: 2}}
	for range 2 { // the second game has nothing new to set
		if err := s.Begin(t.Context(), game); err != nil {
			t.Fatal(err)
		}
	}
	g := table(t, "e2e4")
	c, err := s.Choose(t.Context(), driver.Turn{Position: g})
	if err != nil || c.Score == nil || c.Depth != 1 || c.Nodes != 30 {
		t.Errorf("it chose %+v, %v", c, err)
	}
	m, err := g.ParseMove(c.Move)
	if err := errors.Join(err, g.Apply(m)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Choose(t.Context(), driver.Turn{Position: g}); err != nil {
		t.Fatal(err)
	}
	s.Quit()
	if !s.Process.End(timeouts.Quit) {
		t.Error("it did not end")
	}
	want := []string{
		"uci", "setoption name Threads value 2", "setoption name OwnBook value false", "setoption name Style value Risky", "debug off", "isready",
		"setoption name Pawn Advance value 12", "setoption name Text Weight value 0.123457", "setoption name Clear Hash", "debug on", "ucinewgame", "isready",
		"setoption name Clear Hash", "debug on", "ucinewgame", "isready",
		"position startpos moves e2e4", "go depth 2", "position startpos moves e2e4 " + c.Move, "go depth 2", "quit",
	}
	told := w.told()
	if len(told) > 13 { // the last line of the position ends with the second player's move
		told[18] = strings.Join(strings.Fields(told[18])[:5], " ")
	}
	if !slices.Equal(told, want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

// The weights that a process is started for are told before it is first asked whether it
// is ready, and not again.
func TestEarlyWeights(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openCommand(t, proc.Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=once"}, Trace: &w}, driver.Options{
		Tuned: []string{"Material", "Pawn Advance"}, Weights: engines.Weights{70, 10},
	})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(t.Context(), driver.Game{Space: d.Weights, Weights: engines.Weights{70, 11}, Limit: engines.Limit{Depth: 1}}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"uci", "setoption name Threads value 1", "setoption name OwnBook value false", "setoption name Material value 70", "isready",
		"setoption name Pawn Advance value 11", "setoption name Clear Hash", "ucinewgame", "isready",
	}
	if told := w.told(); !slices.Equal(told, want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

func TestWrongOptions(t *testing.T) {
	t.Parallel()
	s := open(t, ucitest.Sound, driver.Options{Options: []driver.Option{
		{Name: "OwnBok", Value: "true"},
		{Name: "OwnBook", Value: "maybe"},
		{Name: "Threads", Value: "9"},
		{Name: "Material", Value: "1.5"},
		{Name: "Style", Value: "Wild"},
		{Name: "Clear Hash", Value: "yes"},
	}})
	_, err := s.Hello(t.Context())
	var got []string
	for _, e := range keys.All(err) {
		got = append(got, e.Error())
	}
	want := []string{
		`options: Threads: 9 is not within [1, 8]`,
		`options: OwnBook: "maybe" is not true or false`,
		`options: there is no option "OwnBok"; did you mean "OwnBook"?`,
		`options: Material: "1.5" is not a whole number`,
		`options: Style: "Wild" is not one of Solid, Risky`,
		`options: Clear Hash: "yes": a button can only be pressed (press)`,
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("mistakes\n%s", strings.Join(got, "\n"))
	}
}

func TestDeaf(t *testing.T) {
	t.Parallel()
	short := timeouts
	short.Start = 100 * time.Millisecond
	s := open(t, ucitest.Deaf, driver.Options{Timeouts: short})
	_, err := s.Hello(t.Context())
	if err == nil || !strings.Contains(err.Error(), "no uciok within 100ms") {
		t.Error(err)
	}
}

func TestNotUCI(t *testing.T) {
	t.Parallel()
	short := timeouts
	for short.Start = 300 * time.Millisecond; ; short.Start *= 4 { // a busy machine needs longer
		s := openCommand(t, proc.Command{Args: []string{"/bin/cat"}}, driver.Options{Timeouts: short})
		_, err := s.Hello(t.Context())
		switch {
		case err != nil && strings.Contains(err.Error(), `it printed "uci"`):
			return
		case short.Start > timeouts.Start:
			t.Fatal(err)
		}
	}
}

// misbehaving plays up to the third move of an engine and returns what comes of it.
func misbehaving(t *testing.T, mode ucitest.Mode, limit string) (*Session, driver.Description, driver.Choice, error) {
	t.Helper()
	short := timeouts
	if mode == ucitest.Sleeps || mode == ucitest.NoNodes {
		short.Move = 300 * time.Millisecond
	}
	s, d := hello(t, mode, driver.Options{Timeouts: short, Tuned: []string{"Material"}})
	begin(t, s, d, limit)
	g := table(t)
	var c driver.Choice
	var err error
	for range 3 {
		if c, err = s.Choose(t.Context(), driver.Turn{Position: g}); err != nil {
			return s, d, c, err
		}
		m, bad := g.ParseMove(c.Move)
		if bad != nil {
			return s, d, c, bad
		}
		if err := g.Apply(m); err != nil {
			return s, d, c, err
		}
	}
	return s, d, c, err
}

func TestMisbehaviour(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode  ucitest.Mode
		limit string
		kind  engines.ForfeitKind // 0: it plays on
		text  string
	}{
		{ucitest.Sound, "nodes 100", 0, ""},
		{ucitest.Chatty, "depth 1", 0, ""},
		{ucitest.Shouts, "depth 1", 0, ""},
		{ucitest.NoNodes, "nodes 100", engines.ForfeitStalled, "no answer within 300ms"},
		{ucitest.NoNodes, "depth 1", 0, ""},
		{ucitest.None, "depth 1", engines.ForfeitIllegal, `its best move is "(none)"`},
		{ucitest.Null, "depth 1", engines.ForfeitIllegal, `its best move is "0000"`},
		{ucitest.BookPlayer, "depth 1", engines.ForfeitIllegal, "which is none"},
		{ucitest.Crash, "depth 1", engines.ForfeitCrashed, "exit status 3"},
		{ucitest.Sleeps, "depth 1", engines.ForfeitStalled, ""},
	} {
		t.Run(string(test.mode)+" "+test.limit, func(t *testing.T) {
			t.Parallel()
			_, _, c, err := misbehaving(t, test.mode, test.limit)
			var fault *engines.Fault
			switch {
			case test.kind == 0 && err != nil:
				t.Error(err)
			case test.kind != 0 && (!errors.As(err, &fault) || fault.Kind != test.kind || !strings.Contains(err.Error(), test.text)):
				t.Errorf("%q: %v, want it %v: %s", c.Move, err, test.kind, test.text)
			}
		})
	}
}

// A second answer is found before the next position, or at the next game.
func TestTwoAnswers(t *testing.T) {
	t.Parallel()
	s, d, _, err := misbehaving(t, ucitest.Twice, "depth 1")
	if err != nil {
		t.Fatal(err)
	}
	err = s.Begin(t.Context(), driver.Game{Space: d.Weights, Weights: d.Weights.Default(), Limit: engines.Limit{Depth: 1}})
	var fault *engines.Fault
	if !errors.As(err, &fault) || fault.Kind != engines.ForfeitMalformed {
		t.Errorf("%v", err)
	}
}

// An engine that is late is stopped and can play on, and so can one that was not told
// to go before the time was over.
func TestStop(t *testing.T) {
	t.Parallel()
	wait := 50 * time.Millisecond // longer where the machine had no time to send anything
	for ; stopped(t, wait) == 0; wait *= 4 {
		if wait > timeouts.Move {
			t.Fatal("it is never late")
		}
	}
	if late := stopped(t, 0); late != 0 {
		t.Errorf("late %d times, and it was asked nothing", late)
	}
}

// stopped says how often an engine was late that thinks for ever and has so much time.
func stopped(t *testing.T, wait time.Duration) (late int) {
	t.Helper()
	s, d := hello(t, ucitest.NoNodes, driver.Options{Tuned: []string{"Material"}})
	begin(t, s, d, "nodes 5")
	ctx, cancel := context.WithTimeout(t.Context(), wait)
	defer cancel()
	g := table(t)
	if _, err := s.Choose(ctx, driver.Turn{Position: g}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if err := s.Fence(t.Context()); err != nil {
		t.Fatal(err)
	}
	late = s.Heard().Late
	begin(t, s, d, "depth 1")
	if _, err := s.Choose(t.Context(), driver.Turn{Position: g}); err != nil {
		t.Error(err)
	}
	return late
}

func TestAppendLimit(t *testing.T) {
	t.Parallel()
	for limit, want := range map[string]string{
		"depth 4":         "depth 4",
		"nodes 2000":      "nodes 2000",
		"movetime 50ms":   "movetime 50",
		"clock 10s+100ms": "wtime 10000 btime 10000 winc 100 binc 100",
	} {
		l, err := engines.ParseLimit(limit)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(appendLimit(nil, l, &driver.Turn{})); got != want {
			t.Errorf("%s: go %s, want go %s", limit, got, want)
		}
	}
	turn := &driver.Turn{Left: []time.Duration{time.Second, 0}, Add: []time.Duration{time.Millisecond, 0}}
	if got := string(appendLimit(nil, engines.Limit{Clock: time.Minute}, turn)); got != "wtime 1000 btime 1 winc 1 binc 0" {
		t.Errorf("go %s", got)
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"name Passed Pawns type spin default 100 min 0 max 400":          "Passed Pawns spin 100 0 400 []",
		"name type of type play type combo default a b var a b var c":    "type of type play combo a b   [a b c]",
		"name OwnBook type check default true":                           "OwnBook check true   []",
		"name Book File type string default <empty>":                     "Book File string    []",
		"name Clear Hash type button":                                    "Clear Hash button    []",
		"name Hash type spin min 1 max 1024 default 16":                  "Hash spin 16 1 1024 []",
		"name SyzygyPath type string default":                            "SyzygyPath string    []",
		"name Log type string default a file.txt":                        "Log string a file.txt   []",
		"name UCI_EngineAbout type string default Toga II by T. Gaksch.": "UCI_EngineAbout string Toga II by T. Gaksch.   []",
	} {
		o, ok := parseOption(line)
		if got := fmt.Sprint(o.name, " ", o.kind, " ", o.text, " ", o.min, " ", o.max, " ", o.choices); !ok || got != want {
			t.Errorf("%q: %q, %v, want %q", line, got, ok, want)
		}
	}
	for _, line := range []string{"", "name", "name A", "name A type", "name A type sort default 1", "type spin", "name  type spin default 1"} {
		if o, ok := parseOption(line); ok {
			t.Errorf("%q is option %+v", line, o)
		}
	}
}

func TestThoughts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		lines string
		want  string // score, depth, nodes
	}{
		{"info depth 2 score cp -27 time 1 nodes 158 pv d7d5", "-27 2 158"},
		{"info depth 1 score cp 5 nodes 3\ninfo depth 2 score cp 9 upperbound nodes 4", "5 1 4"},
		{"info depth 1 multipv 1 score cp 5\ninfo depth 1 multipv 2 score cp 50", "5 1 0"},
		{"info depth 9 score mate 3", "9.99999997e+08 9 0"},
		{"info depth 9 score mate -3", "-9.99999997e+08 9 0"},
		{"info depth 9 score mate 0", "-1e+09 9 0"},
		{"info string score cp 30", "none 0 0"},
		{"info currmove e2e4 currmovenumber 1\ninfo nodes 77", "none 0 77"},
		{"infos depth 1 score cp 5", "none 0 0"},
		{"info depth 1 score cp x", "none 0 0"},
	} {
		var heard thought
		for line := range strings.Lines(test.lines) {
			if err := heard.hear(cut([]byte(strings.TrimSpace(line)))); err != nil {
				t.Fatal(err)
			}
		}
		score := "none"
		if heard.scored {
			score = fmt.Sprint(heard.score)
		}
		if got := fmt.Sprint(score, " ", heard.depth, " ", heard.nodes); got != test.want {
			t.Errorf("%q: %s, want %s", test.lines, got, test.want)
		}
	}
}

func FuzzLines(f *testing.F) {
	for _, line := range []string{
		"name Passed Pawns type spin default 100 min 0 max 400", "depth 2 score cp -27 nodes 158 pv d7d5", "e2e4 ponder e7e5",
		"name x type combo var var var", "multipv 2 score mate -3 lowerbound", "(none)",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if o, ok := parseOption(line); ok {
			if o.name == "" || strings.Contains(o.set("1"), "\n\n") {
				t.Errorf("%q is option %+v", line, o)
			}
			_ = o.accept(line)
			if w, err := o.weight(); err == nil && w.Valid() != nil {
				t.Errorf("%q is weight %+v", line, w)
			}
		}
		var heard thought
		if err := heard.hear([]byte("info"), []byte(line)); err != nil {
			t.Error(err)
		}
		if c, err := heard.choice([]byte(line)); (err == nil) != (len(c.Move) == 4 || len(c.Move) == 5) {
			t.Errorf("%q is move %q, %v", line, c.Move, err)
		}
	})
}
