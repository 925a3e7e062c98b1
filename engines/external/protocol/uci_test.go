package protocol

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
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/programtest"
	"github.com/lanista/lanista/keys"
)

// Every weight is sent before the first game, also a default, which the option Style may have changed.
// Afterwards only changes are sent. Options and choices are spelled as the engine declares them.
func TestUCIConversation(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openCommand[*uciSession](t, process.Command{Args: []string{os.Args[0]}, Env: []string{uciVariable + "=sound"}, Trace: &w}, Options{
		Options: []Option{{Name: "Style", Value: "risky"}, {Name: "threads", Value: "2"}},
		Tuned:   []string{"Material", "pawn advance", "Text Weight"},
		Setup:   []string{"debug off"}, EachGame: []string{"debug on"},
	})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "Lanista's test engine (sound)" || d.NeedsLimit == "" || len(d.Offers) != 6 || len(d.Weights) != 3 {
		t.Errorf("it is %+v", d)
	}
	if want := (engines.Weight{Name: "Pawn Advance", Doc: "an option of the program", Min: -50, Max: 50, Default: 10, Kind: engines.Integer}); !d.Weights[1].Equal(want) {
		t.Errorf("weight %+v", d.Weights[1])
	}
	game := Game{Space: d.Weights, Weights: engines.Weights{100, 12, 0.123456789}, Limit: engines.Limit{Depth: 2}}
	for range 2 { // the second game has no new weights
		if err := s.Begin(t.Context(), game); err != nil {
			t.Fatal(err)
		}
	}
	g := chessGame(t, "e2e4")
	c, err := s.Choose(t.Context(), Turn{Position: g})
	if err != nil || c.Score == nil || c.Depth != 1 || c.Nodes != 30 {
		t.Errorf("it chose %+v, %v", c, err)
	}
	m, err := g.ParseMove(c.Move)
	if err := errors.Join(err, g.Apply(m)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Choose(t.Context(), Turn{Position: g}); err != nil {
		t.Fatal(err)
	}
	s.Quit()
	if !s.options.Process.End(timeouts.Quit) {
		t.Error("it did not end")
	}
	want := []string{
		"uci", "setoption name Threads value 2", "setoption name OwnBook value false", "setoption name Style value Risky", "debug off", "isready",
		"setoption name Material value 100", "setoption name Pawn Advance value 12", "setoption name Text Weight value 0.123457", "setoption name Clear Hash", "debug on", "ucinewgame", "isready",
		"setoption name Clear Hash", "debug on", "ucinewgame", "isready",
		"position startpos moves e2e4", "go depth 2", "position startpos moves e2e4 " + c.Move, "go depth 2", "quit",
	}
	sent := w.sent()
	if len(sent) > 19 { // the last line of the position ends with the second player's move
		sent[19] = strings.Join(strings.Fields(sent[19])[:5], " ")
	}
	if !slices.Equal(sent, want) {
		t.Errorf("sent\n%s\nwant\n%s", strings.Join(sent, "\n"), strings.Join(want, "\n"))
	}
}

// The weights that a process is started for are sent before the first isready, and not again.
func TestUCIEarlyWeights(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openCommand[*uciSession](t, process.Command{Args: []string{os.Args[0]}, Env: []string{uciVariable + "=once"}, Trace: &w}, Options{
		Tuned: []string{"Material", "Pawn Advance"}, Weights: engines.Weights{70, 10},
	})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(t.Context(), Game{Space: d.Weights, Weights: engines.Weights{70, 11}, Limit: engines.Limit{Depth: 1}}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"uci", "setoption name Threads value 1", "setoption name OwnBook value false", "setoption name Material value 70", "setoption name Pawn Advance value 10", "isready",
		"setoption name Pawn Advance value 11", "setoption name Clear Hash", "ucinewgame", "isready",
	}
	if sent := w.sent(); !slices.Equal(sent, want) {
		t.Errorf("sent\n%s\nwant\n%s", strings.Join(sent, "\n"), strings.Join(want, "\n"))
	}
}

func TestUCIWrongOptions(t *testing.T) {
	t.Parallel()
	s := openTest[*uciSession](t, uciVariable, programtest.Sound, Options{Options: []Option{
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
		`options: Threads of Lanista's test engine (sound): 9 is not within [1, 8]`,
		`options: OwnBook of Lanista's test engine (sound): "maybe" is not true or false`,
		`options: Lanista's test engine (sound) has no option "OwnBok"; did you mean "OwnBook"?`,
		`options: Material of Lanista's test engine (sound): "1.5" is not a whole number`,
		`options: Style of Lanista's test engine (sound): "Wild" is not one of Solid, Risky`,
		`options: Clear Hash of Lanista's test engine (sound): "yes": a button can only be pressed (press)`,
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("mistakes\n%s", strings.Join(got, "\n"))
	}
}

// A value of several lines would be further commands to the engine.
func TestUCIValuesAreOneLine(t *testing.T) {
	t.Parallel()
	o, ok := parseOption("name Log File type string default <empty>")
	if !ok {
		t.Fatal("no option")
	}
	for _, value := range []string{"log.txt\nquit", "log.txt\r", "\n"} {
		if err := o.accept(value); err == nil {
			t.Errorf("%q is accepted", value)
		}
	}
	if err := o.accept("a file.txt"); err != nil {
		t.Error(err)
	}
}

// An engine whose option UCI_Chess960 is on by default is set to the variant of the game, and once only.
func TestUCIVariantByDefault(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		initial string
		games   []bool
		want    string
	}{
		{"true", []bool{false, false}, "setoption name UCI_Chess960 value false\n"},
		{"true", []bool{true}, ""},
		{"false", []bool{false, true}, "setoption name UCI_Chess960 value true\n"},
	} {
		s := &uciSession{}
		o, _ := parseOption("name UCI_Chess960 type check default " + c.initial)
		s.offer(o)
		var d Description
		s.chooseWeights(&d)
		for _, chess960 := range c.games {
			s.putVariant(chess960)
		}
		if got := string(s.io.out); got != c.want || !d.Chess960 {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// The range of a weight contains no number outside of the range of its option, also if the ends of this
// range are no float64, and the config may set every number of the range.
func TestUCIRangesBeyondFloats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, least, most string }{
		{"name A type spin default 9223372036854775807 min -9223372036854775808 max 9223372036854775807", "-9223372036854775808", "9223372036854774784"},
		{"name A type spin default 0 min -9007199254740995 max 9007199254740995", "-9007199254740994", "9007199254740994"},
		{"name A type spin default 9007199254740997 min 9007199254740993 max 9007199254740999", "9007199254740994", "9007199254740998"},
		{"name A type spin default 1 min -2147483648 max 2147483647", "-2147483648", "2147483647"},
	} {
		o, _ := parseOption(c.line)
		w, err := o.weight()
		if err != nil {
			t.Fatal(err)
		}
		if least, most := formatValue(&w, w.Min), formatValue(&w, w.Max); least != c.least || most != c.most {
			t.Errorf("%s: a weight from %s to %s, want %s to %s", c.line, least, most, c.least, c.most)
		}
		if err := errors.Join(o.accept(o.min), o.accept(o.max), o.accept(formatValue(&w, w.Default))); err != nil {
			t.Errorf("%s: %v", c.line, err)
		}
	}
	o, _ := parseOption("name A type spin default 0 min 0 max 9223372036854775806")
	if err := o.accept("9223372036854775807"); err == nil {
		t.Error("a number above the maximum is accepted")
	}
}

// A number with a default outside its range is no weight, and its declaration is a mistake. An option
// of type button is no weight without being a mistake. Options of type combo and check have choices.
func TestUCIUnfitOptions(t *testing.T) {
	t.Parallel()
	s := &uciSession{options: Options{Tuned: []string{"bad", "Style", "Path", "King Safety"}}}
	for _, line := range []string{
		"name Bad type spin default 500 min 0 max 100", "name Style type combo default A var a var b", "name Clear type button", "name Book type check default true", "name Odd type check",
		"name Path type string default /tmp/x", "name LMR Base type string default -0.75", "name King Safety type spin default 5 min 0 max 9", "name Hash type spin default 16 min 1 max 99",
		"name UCI_Chess960 type check default false", "name UCI_ShowWDL type check default false",
	} {
		o, ok := parseOption(line)
		if !ok {
			t.Fatal(line)
		}
		s.offered = append(s.offered, o)
	}
	var d Description
	s.chooseWeights(&d)
	if want := []string{`option "Bad": 500 is not within [0, 100]`}; !slices.Equal(d.Mistakes, want) {
		t.Errorf("mistakes %q, want %q", d.Mistakes, want)
	}
	if len(d.Unfit) != 4 || !strings.Contains(d.Unfit["UCI_Chess960"], "setting chess960") || d.Unfit["Clear"] == "" || d.Unfit["Bad"] == "" || d.Unfit["Odd"] == "" {
		t.Errorf("unfit %v", d.Unfit)
	}
	for name, want := range map[string]string{"Style": "a of a, b", "Book": "true of false, true"} {
		i := d.Offers.Index(name)
		if i < 0 || d.Offers[i].Format(d.Offers[i].Default)+" of "+strings.Join(d.Offers[i].Choices, ", ") != want {
			t.Errorf("%s is offered as %+v, want %s", name, d.Offers, want)
		}
	}
	var tunable []string
	for _, w := range d.Offers {
		if Tunable(w) {
			tunable = append(tunable, w.Name)
		}
	}
	if want := []string{"Style", "Book", "LMR Base", "King Safety"}; !slices.Equal(tunable, want) {
		t.Errorf("tunable %q, want %q", tunable, want)
	}
}

func TestUCIDeaf(t *testing.T) {
	t.Parallel()
	short := timeouts
	short.Start = 100 * time.Millisecond
	s := openTest[*uciSession](t, uciVariable, programtest.Deaf, Options{Timeouts: short})
	_, err := s.Hello(t.Context())
	if err == nil || !strings.Contains(err.Error(), "no uciok within 100ms, the limit timeouts.start") {
		t.Error(err)
	}
}

// An engine that is not ready for a new game in time loses it, and the error names the limit.
func TestUCINotReadyForAGame(t *testing.T) {
	t.Parallel()
	const script = `while read -r word rest; do
	case $word in
	uci) echo uciok ;;
	isready) [ -n "$new" ] || echo readyok ;;
	ucinewgame) new=yes ;;
	quit) exit ;;
	esac
done`
	limits := timeouts
	limits.Reply = 50 * time.Millisecond
	s := openCommand[*uciSession](t, process.Command{Args: []string{"/bin/sh", "-c", script}}, Options{Timeouts: limits})
	if _, err := s.Hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := s.Begin(t.Context(), Game{Limit: engines.Limit{Depth: 1}})
	var fault *engines.Fault
	if !errors.As(err, &fault) || fault.Kind != engines.ForfeitStalled || err.Error() != "no answer within 50ms, the limit timeouts.reply" {
		t.Errorf("%v", err)
	}
}

// A second declaration of an option replaces the first one.
func TestUCIRepeatedOption(t *testing.T) {
	t.Parallel()
	var s uciSession
	for _, line := range []string{"name A type spin default 1 min 0 max 9", "name B type check default true", "name a type spin default 2 min 0 max 9"} {
		o, ok := parseOption(line)
		if !ok {
			t.Fatal(line)
		}
		s.offer(o)
	}
	if len(s.offered) != 2 || s.offered[0].text != "2" || s.offered[1].name != "B" {
		t.Errorf("options %+v", s.offered)
	}
}

// The error of an engine that never gets ready states what is missing, and for how long.
func TestUCINeverReady(t *testing.T) {
	t.Parallel()
	const script = "read -r line; echo uciok; exec sleep 60"
	for _, which := range []string{"start", "reply"} { // the longer limit
		for start := 3 * time.Second; ; start *= 4 { // a busy machine needs longer to print "uciok"
			short := timeouts
			if short.Start, short.Reply = start, time.Millisecond; which == "reply" {
				short.Reply = start + 100*time.Millisecond
			}
			s := openCommand[*uciSession](t, process.Command{Args: []string{"/bin/sh", "-c", script}}, Options{Timeouts: short})
			_, err := s.Hello(t.Context())
			if want := fmt.Sprintf("no readyok within %v, the limit timeouts.%s; ", max(short.Start, short.Reply), which); err != nil && strings.HasPrefix(err.Error(), want) {
				break
			} else if start > timeouts.Start {
				t.Fatalf("%v, want %s", err, want)
			}
		}
	}
}

// helloUCI starts an engine and does the handshake.
func helloUCI(t testing.TB, mode programtest.Mode, o Options) (*uciSession, Description) {
	t.Helper()
	s := openTest[*uciSession](t, uciVariable, mode, o)
	d, err := s.Hello(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s, d
}

// beginUCI begins a game with the default weights.
func beginUCI(t testing.TB, s *uciSession, d Description, limit string) {
	t.Helper()
	l, err := engines.ParseLimit(limit)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Begin(context.Background(), Game{Game: "chess", Seats: 2, Space: d.Weights, Weights: d.Weights.Default(), Limit: l})
	if err != nil {
		t.Fatal(err)
	}
}

func TestNotUCI(t *testing.T) {
	t.Parallel()
	short := timeouts
	for short.Start = 300 * time.Millisecond; ; short.Start *= 4 { // a busy machine needs longer
		s := openCommand[*uciSession](t, process.Command{Args: []string{"/bin/cat"}}, Options{Timeouts: short})
		_, err := s.Hello(t.Context())
		switch {
		case err != nil && strings.Contains(err.Error(), `it printed "uci"`):
			return
		case short.Start > timeouts.Start:
			t.Fatal(err)
		}
	}
}

// misbehaving plays up to the third move of an engine and returns the last answer.
func misbehaving(t *testing.T, mode programtest.Mode, limit string) (*uciSession, Description, Choice, error) {
	t.Helper()
	short := timeouts
	if mode == programtest.Sleeps || mode == programtest.NoNodes {
		short.Move = 300 * time.Millisecond
	}
	s, d := helloUCI(t, mode, Options{Timeouts: short, Tuned: []string{"Material"}})
	beginUCI(t, s, d, limit)
	g := chessGame(t)
	var c Choice
	var err error
	for range 3 {
		if c, err = s.Choose(t.Context(), Turn{Position: g}); err != nil {
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

func TestUCIMisbehaviour(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode  programtest.Mode
		limit string
		kind  engines.ForfeitKind // 0: no forfeit
		text  string
	}{
		{programtest.Sound, "nodes 100", 0, ""},
		{programtest.Chatty, "depth 1", 0, ""},
		{programtest.Shouts, "depth 1", 0, ""},
		{programtest.NoNodes, "nodes 100", engines.ForfeitStalled, "no answer within 300ms, the limit timeouts.move"},
		{programtest.NoNodes, "depth 1", 0, ""},
		{programtest.None, "depth 1", engines.ForfeitIllegal, `its best move is "(none)"`},
		{programtest.Null, "depth 1", engines.ForfeitIllegal, `its best move is "0000"`},
		{programtest.BookPlayer, "depth 1", engines.ForfeitIllegal, "not a move such as e2e4"},
		{programtest.Crash, "depth 1", engines.ForfeitCrashed, "exit status 3"},
		{programtest.Sleeps, "depth 1", engines.ForfeitStalled, ""},
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

// A second answer is noticed before the next position or at the next game.
func TestUCITwoAnswers(t *testing.T) {
	t.Parallel()
	s, d, _, err := misbehaving(t, programtest.Twice, "depth 1")
	if err != nil {
		t.Fatal(err)
	}
	err = s.Begin(t.Context(), Game{Space: d.Weights, Weights: d.Weights.Default(), Limit: engines.Limit{Depth: 1}})
	var fault *engines.Fault
	if !errors.As(err, &fault) || fault.Kind != engines.ForfeitMalformed {
		t.Errorf("%v", err)
	}
}

// After the time is over an engine is stopped and can play on, also if it never received "go".
func TestUCIStop(t *testing.T) {
	t.Parallel()
	wait := 50 * time.Millisecond // a busy machine needs longer
	for ; stopped(t, wait) == 0; wait *= 4 {
		if wait > timeouts.Move {
			t.Fatal("the answer is never late")
		}
	}
	if late := stopped(t, 0); late != 0 {
		t.Errorf("late %d times without a request", late)
	}
}

// stopped returns the number of late answers of an engine that searches without end and
// has wait for a move.
func stopped(t *testing.T, wait time.Duration) (late int) {
	t.Helper()
	s, d := helloUCI(t, programtest.NoNodes, Options{Tuned: []string{"Material"}})
	beginUCI(t, s, d, "nodes 5")
	ctx, cancel := context.WithTimeout(t.Context(), wait)
	defer cancel()
	g := chessGame(t)
	if _, err := s.Choose(ctx, Turn{Position: g}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if err := s.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	late = s.Stray().Late
	beginUCI(t, s, d, "depth 1")
	if _, err := s.Choose(t.Context(), Turn{Position: g}); err != nil {
		t.Error(err)
	}
	return late
}

func TestUCIGoLimit(t *testing.T) {
	t.Parallel()
	for limit, want := range map[string]string{
		"depth 4":         "depth 4",
		"nodes 2000":      "nodes 2000",
		"movetime 50ms":   "movetime 50",
		"clock 10s+100ms": "wtime 10000 btime 10000 winc 100 binc 100",
		"clock 10s+0s":    "wtime 10000 btime 10000 winc 0 binc 0",
	} {
		l, err := engines.ParseLimit(limit)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(appendGoLimit(nil, l, &Turn{})); got != want {
			t.Errorf("%s: go %s, want go %s", limit, got, want)
		}
	}
	turn := &Turn{Left: []time.Duration{time.Second, 0}, Add: []time.Duration{time.Millisecond, 0}}
	if got := string(appendGoLimit(nil, engines.Limit{Clock: time.Minute}, turn)); got != "wtime 1000 btime 1 winc 1 binc 0" {
		t.Errorf("go %s", got)
	}
	turn.ToGo = 7
	if got := string(appendGoLimit(nil, engines.Limit{Clock: time.Minute, Moves: 40}, turn)); got != "wtime 1000 btime 1 winc 1 binc 0 movestogo 7" {
		t.Errorf("go %s", got)
	}
}

func TestUCIOptions(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"name Passed Pawns type spin default 100 min 0 max 400":          "Passed Pawns spin 100 0 400 []",
		"name type of type play type combo default a b var a b var c":    "type of type play combo a b   [a b c]",
		"name Type of Game type combo default min var min var max":       "Type of Game combo min   [min max]",
		"name A type combo default default var default var var":          "A combo default   [default var]",
		"name A type combo default var var var var a":                    "A combo var   [var a]",
		"name A type combo default var a var b":                          "A combo    [a b]",
		"name A type string default max of min":                          "A string max of min   []",
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

func TestUCISearch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		lines string
		want  string // score, depth, nodes
	}{
		{"info depth 2 score cp -27 time 1 nodes 158 pv d7d5", "-27 2 158"},
		{"info depth 1 score cp 5 nodes 3\ninfo depth 2 score cp 9 upperbound nodes 4", "5 1 4"},
		{"info depth 1 multipv 1 score cp 5\ninfo depth 1 multipv 2 score cp 50", "5 1 0"},
		{"info depth 9 score mate 3", "9.99999995e+08 9 0"},
		{"info depth 9 score mate -3", "-9.99999994e+08 9 0"},
		{"info depth 9 score mate 0", "-1e+09 9 0"},
		{"info depth 9 score mate 2147483647", "9.9999e+08 9 0"},
		{"info depth 9 score mate -2147483648", "-9.9999e+08 9 0"},
		{"info string score cp 30", "none 0 0"},
		{"info currmove e2e4 currmovenumber 1\ninfo nodes 77", "none 0 77"},
		{"infos depth 1 score cp 5", "none 0 0"},
		{"info depth 1 score cp x", "none 0 0"},
	} {
		var found uciSearch
		for line := range strings.Lines(test.lines) {
			if err := found.read(cutWord([]byte(strings.TrimSpace(line)))); err != nil {
				t.Fatal(err)
			}
		}
		score := "none"
		if found.scored {
			score = fmt.Sprint(found.score)
		}
		if got := fmt.Sprint(score, " ", found.depth, " ", found.nodes); got != test.want {
			t.Errorf("%q: %s, want %s", test.lines, got, test.want)
		}
	}
}

func FuzzUCILines(f *testing.F) {
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
		var found uciSearch
		if err := found.read([]byte("info"), []byte(line)); err != nil {
			t.Error(err)
		}
		if c, err := found.choice([]byte(line)); (err == nil) != (len(c.Move) == 4 || len(c.Move) == 5) {
			t.Errorf("%q is move %q, %v", line, c.Move, err)
		}
	})
}
