package protocol

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/keys"
)

// xboardScript is an engine that answers "go" and every move with the next move of a list.
const xboardScript = `
set -- e7e5 b8c6 g8f6 f8c5 d7d6
active=no
while read -r word rest; do
	case $word in
	protover) echo 'Welcome'; echo 'feature myname="Script 1.0" ping=1 setboard=1 san=1 smp=1 memory=1 done=0'
		echo 'feature option="King Safety -spin 100 0 400" option="Mobility -slider 5 -10 10"'
		echo 'feature option="Text - Weight -string 1.5" option="Style -combo solid /// *risky" option="Learn -check 1" option="Clear -button" done=1' ;;
	ping) echo "pong $rest" ;;
	force) active=no ;;
	go) active=yes; echo ' 3 -15 1 174 e7e5 g1f3'; echo "move $1"; shift ;;
	[a-h][1-8]*) if [ $active = yes ]; then echo " 4. 100002 1 90 $1"; echo "3. ... $1"; shift; fi ;;
	quit) exit ;;
	esac
done`

func openXBoard(t testing.TB, w *transcript, o Options) *xboardSession {
	t.Helper()
	return openCommand[*xboardSession](t, process.Command{Args: []string{"/bin/sh", "-c", xboardScript}, Trace: w}, o)
}

// Combo and check options of an xboard engine are weights if the config names them, like those of UCI.
func TestXBoardChoices(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openXBoard(t, &w, Options{Tuned: []string{"style", "Learn", "Clear", "Absent"}})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Weights) != 2 || d.Weights[0].Format(d.Weights[0].Default) != "risky" || d.Weights[1].Format(d.Weights[1].Default) != "true" {
		t.Fatalf("weights %+v", d.Weights)
	}
	if !strings.Contains(d.Unfit["Clear"], "type button") {
		t.Errorf("unfit %v", d.Unfit)
	}
	for _, v := range []engines.Weights{{1, 1}, {0, 0}, {0, 1}} {
		if err := s.Begin(t.Context(), Game{Seats: 2, Space: d.Weights, Weights: v, Limit: engines.Limit{Depth: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	var options []string
	for _, line := range w.sent() {
		if rest, ok := strings.CutPrefix(line, "option "); ok {
			options = append(options, rest)
		}
	}
	if want := []string{"Style=risky", "Learn=1", "Style=solid", "Learn=0", "Learn=1"}; !slices.Equal(options, want) {
		t.Errorf("options sent: %q, want %q", options, want)
	}
}

func TestXBoardConversation(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openXBoard(t, &w, Options{
		Options: []Option{{"style", "Solid"}, {"Learn", "false"}, {"memory", "16"}, {"Clear", "press"}},
		Tuned:   []string{"king safety", "Mobility", "Text - Weight"},
		Setup:   []string{"random off"}, EachGame: []string{"variant normal"},
	})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "Script 1.0" || d.NeedsLimit != "" || len(d.Offers) != 5 || len(d.Unfit) != 1 || len(d.Weights) != 3 || d.OneGame || !d.Centipawns {
		t.Errorf("it is %+v", d)
	}
	if want := (engines.Weight{Name: "King Safety", Doc: "an option of the program", Min: 0, Max: 400, Default: 100, Kind: engines.Integer}); !d.Weights[0].Equal(want) {
		t.Errorf("weight %+v", d.Weights[0])
	}
	game := Game{Seat: 1, Seats: 2, Space: d.Weights, Weights: engines.Weights{120, 5, 0.25}, Limit: engines.Limit{Clock: 90 * time.Second, Add: 100 * time.Millisecond}}
	for range 2 { // the second game has no new weights
		if err := s.Begin(t.Context(), game); err != nil {
			t.Fatal(err)
		}
	}
	g := chessGame(t, "e2e4")
	left := []time.Duration{80 * time.Second, 70*time.Second + 5*time.Millisecond}
	c, err := s.Choose(t.Context(), Turn{Position: g, Seat: 1, Left: left})
	if err != nil || c.Move != "e7e5" || c.Score == nil || *c.Score != -15 || c.Depth != 3 || c.Nodes != 174 {
		t.Errorf("it chose %+v, %v", c, err)
	}
	play(t, g, c.Move)
	play(t, g, "g1f3")
	c, err = s.Choose(t.Context(), Turn{Position: g, Seat: 1, Left: left})
	if err != nil || c.Move != "b8c6" || c.Score == nil || *c.Score != engines.MateEval-3 {
		t.Errorf("it chose %+v, %v", c, err)
	}
	g = chessGame(t, "e2e4", "e7e5", "b1c3") // two moves were taken back
	if c, err = s.Choose(t.Context(), Turn{Position: g, Seat: 1, Left: left}); err != nil || c.Move != "g8f6" {
		t.Errorf("it chose %+v, %v", c, err)
	}
	if err := s.End(t.Context(), engines.Winner(2, 1), "a {reason}"); err != nil {
		t.Error(err)
	}
	if err := s.Sync(t.Context()); err != nil {
		t.Error(err)
	}
	s.Quit()
	if !s.options.Process.End(timeouts.Quit) {
		t.Error("it did not quit")
	}
	want := []string{
		"xboard", "protover 2",
		"accepted myname", "accepted ping", "accepted setboard", "rejected san", "accepted smp", "accepted memory", "accepted done",
		"accepted option", "accepted option", "accepted option", "accepted option", "accepted option", "accepted option", "accepted done",
		"cores 1", "option Style=solid", "option Learn=0", "memory 16", "option Clear", "random off", "ping 1",
		"option King Safety=120", "option Mobility=5", "option Text - Weight=0.25",
		"new", "force", "easy", "post", "level 0 1:30 0.1", "variant normal", "ping 2",
		"new", "force", "easy", "post", "level 0 1:30 0.1", "variant normal", "ping 3",
		"e2e4", "time 7000", "otim 8000", "go",
		"time 7000", "otim 8000", "g1f3",
		"new", "force", "easy", "post", "level 0 1:30 0.1", "variant normal", "e2e4", "e7e5", "b1c3", "time 7000", "otim 8000", "go",
		"result 0-1 {a  reason }", "force", "ping 4", "quit",
	}
	sent := w.sent()
	nudged := func(line string, rest []string) bool { return line == "easy" && len(rest) > 0 && rest[0] != "post" }
	var got []string
	for i, line := range sent {
		if !nudged(line, sent[i+1:]) { // a slow machine
			got = append(got, line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The weights that a process is started for are sent before the first game, and not again.
func TestXBoardEarlyWeights(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openXBoard(t, &w, Options{Tuned: []string{"Mobility"}, Weights: engines.Weights{-3}})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(t.Context(), Game{Seats: 2, Space: d.Weights, Weights: engines.Weights{-3}, Limit: engines.Limit{Depth: 4}}); err != nil {
		t.Fatal(err)
	}
	sent := strings.Join(w.sent(), "\n")
	if want := "option Mobility=-3\nping 1\nnew\nforce\neasy\npost\nst 86400\nsd 4\nping 2"; !strings.HasSuffix(sent, want) || d.NeedsLimit == "" {
		t.Errorf("sent %s, %+v", sent, d)
	}
}

func TestXBoardMistakesOfOptions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		option Option
		want   string
	}{
		{Option{"King Safty", "3"}, `Script 1.0 has no option "King Safty"; did you mean "King Safety"?`},
		{Option{"King Safety", "401"}, "King Safety of Script 1.0: 401 is not within [0, 400]"},
		{Option{"Style", "wild"}, `Style of Script 1.0: "wild" is not one of solid, risky`},
		{Option{"Learn", "1"}, `Learn of Script 1.0: "1" is not true or false`},
		{Option{"cores", "0"}, "cores of Script 1.0: 0 is not within [1, 1024]"},
	} {
		var w transcript
		_, err := openXBoard(t, &w, Options{Options: []Option{c.option}}).Hello(t.Context())
		var mistake *keys.KeyError
		if !errors.As(err, &mistake) || mistake.Path != "options" || mistake.Err.Error() != c.want {
			t.Errorf("%v: %v", c.option, err)
		}
	}
}

// A search is stopped when its time is over, and its move is dropped.
func TestXBoardLate(t *testing.T) {
	t.Parallel()
	for _, pings := range []string{"1", "0"} {
		wait := 20 * time.Millisecond // a busy machine needs longer, because the engine must receive "go"
		for ; lateXBoard(t, pings, wait) != 1; wait *= 4 {
			if wait > timeouts.Move {
				t.Fatalf("ping=%s: the move is never late", pings)
			}
		}
	}
}

// lateXBoard returns the number of late moves of an engine that moves when it is stopped and has wait
// for a move. pings is the value of the engine's feature ping.
func lateXBoard(t *testing.T, pings string, wait time.Duration) int {
	t.Helper()
	script := `while read -r word rest; do
		case $word in
		protover) echo "feature ping=` + pings + ` done=1" ;;
		ping) [ -n "$late" ] && echo move e7e5; late=; echo "pong $rest" ;;
		go) late=yes ;;
		'?') [ ` + pings + ` = 0 ] && echo move e7e5 ;;
		esac; done`
	s := greet(t, openCommand[*xboardSession](t, process.Command{Args: []string{"/bin/sh", "-c", script}}, Options{}))
	if err := s.Begin(t.Context(), Game{Seats: 2, Limit: engines.Limit{Move: time.Second}}); err != nil {
		t.Fatal(err)
	}
	position := chessGame(t)
	ctx, cancel := context.WithTimeout(t.Context(), wait)
	defer cancel()
	if _, err := s.Choose(ctx, Turn{Position: position}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if err := s.Sync(t.Context()); err != nil {
		t.Errorf("ping=%s: %v", pings, err)
	}
	return s.Stray().Late
}

// An engine that refuses a legal move, or to think, fails at once. A message about another move does
// not count, since engines also report what they cannot play themselves.
func TestXBoardRefusals(t *testing.T) {
	t.Parallel()
	for answer, refused := range map[string]bool{
		"Illegal move: e2e4": true, "illegal move (in check): e2e4": true, "ERROR (unknown command): e2e4": true, "Error (illegal position): go": true,
		"Illegal move: a2a3": false, "Illegal move": false, "Error": false, "error: gone": false,
	} {
		script := `while read -r word rest; do
			case $word in
			protover) echo "feature ping=1 done=1" ;;
			ping) echo "pong $rest" ;;
			go) echo "` + answer + `"; echo move e7e5 ;;
			esac; done`
		s := greet(t, openCommand[*xboardSession](t, process.Command{Args: []string{"/bin/sh", "-c", script}}, Options{}))
		if err := s.Begin(t.Context(), Game{Seat: 1, Seats: 2, Limit: engines.Limit{Clock: time.Minute}}); err != nil {
			t.Fatal(err)
		}
		c, err := s.Choose(t.Context(), Turn{Position: chessGame(t, "e2e4"), Seat: 1})
		if fault, ok := errors.AsType[*engines.Fault](err); ok != refused || ok && fault.Kind != engines.ForfeitError || !refused && (err != nil || c.Move != "e7e5") {
			t.Errorf("%q: %+v, %v", answer, c, err)
		}
	}
}

func TestXBoardFeatures(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]xboardFeature{
		`ping=1 setboard=0`:             {{"ping", "1"}, {"setboard", "0"}},
		`myname="A = B" done=1`:         {{"myname", "A = B"}, {"done", "1"}},
		`stray words option="a -spin 1`: {{"option", "a -spin 1"}},
		`variants=""  time=1 `:          {{"variants", ""}, {"time", "1"}},
		`nothing`:                       nil,
	} {
		if diff := cmp.Diff(want, parseFeatures(text), cmp.AllowUnexported(xboardFeature{})); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestXBoardOptions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]xboardOption{
		"Resign Threshold -spin 800 200 1200":        {uciOption{name: "Resign Threshold", kind: spinOption, text: "800", min: "200", max: "1200"}, "option Resign Threshold="},
		"King - Safety -slider -5 -10 10":            {uciOption{name: "King - Safety", kind: spinOption, text: "-5", min: "-10", max: "10"}, "option King - Safety="},
		"Ini File -file /usr/share/x -y.ini":         {uciOption{name: "Ini File", kind: stringOption, text: "/usr/share/x -y.ini"}, "option Ini File="},
		"Style -combo FIDE -- a /// *A -- min /// b": {uciOption{name: "Style", kind: comboOption, text: "A -- min", choices: []string{"FIDE -- a", "A -- min", "b"}}, "option Style="},
		"Resign -check 0":                            {uciOption{name: "Resign", kind: checkOption, text: "false"}, "option Resign="},
		"Clear Hash -button":                         {uciOption{name: "Clear Hash", kind: buttonOption}, "option Clear Hash"},
		"Save -save":                                 {uciOption{name: "Save", kind: buttonOption}, "option Save"},
	} {
		got, ok := parseXBoardOption(text)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(xboardOption{}, uciOption{})); diff != "" || !ok {
			t.Errorf("%s: %v, %s", text, ok, diff)
		}
	}
	for _, text := range []string{"", "a", "a -other 1", " -spin 1 2 3", "a -spin 1 2", "-check 1"} {
		if o, ok := parseXBoardOption(text); ok {
			t.Errorf("%q: %+v", text, o)
		}
	}
}

func TestXBoardMoves(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"move e7e8Q": "e7e8q", "move E2E4": "e2e4", "move e7e8=q": "e7e8q", "move O-O": "O-O", "move Nf3": "Nf3", "12. ... e7e5": "e7e5",
		"1. e2e4": "-", "moves e2e4": "-", "move": "", "1-0 {x}": "-", "12 ... e7e5": "-",
	} {
		got, isMove := parseXBoardMove([]byte(line))
		if !isMove {
			got = "-"
		}
		if got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

// Every limit is sent in the form that the description of the protocol gives.
func TestXBoardLimits(t *testing.T) {
	t.Parallel()
	for want, l := range map[string]engines.Limit{
		"":                    {},
		"st 86400\nsd 6\n":    {Depth: 6},
		"st 1\nnps 500\n":     {Nodes: 500},
		"st 3\n":              {Move: 3 * time.Second},
		"level 0 5 0\n":       {Clock: 5 * time.Minute},
		"level 40 0:10 0\n":   {Clock: 10 * time.Second, Moves: 40},
		"level 0 0:10 0.25\n": {Clock: 10 * time.Second, Add: 250 * time.Millisecond},
		"level 0 0:01 0\n":    {Clock: 200 * time.Millisecond},
		"level 0 61:01 12\n":  {Clock: time.Hour + 61*time.Second, Add: 12 * time.Second},
	} {
		if got := string(appendXBoardLimit(nil, l)); got != want {
			t.Errorf("%v: %q, want %q", l, got, want)
		}
	}
}

// An engine counts moves to a mate. A player that reports scores counts plies.
func TestXBoardMates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"100001": engines.MateEval - 1, "100002": engines.MateEval - 3, "100000": engines.MateEval,
		"-100001": -engines.MateEval + 2, "-100002": -engines.MateEval + 4, "-100000": -engines.MateEval,
		"99999": 99999, "2147483647": engines.MateEval - 10_000, "-2147483648": -engines.MateEval + 10_000, "inf": engines.MateEval - 10_000,
	} {
		var c Choice
		if parseThinking([]byte("9 "+text+" 1 2 e2e4"), &c); c.Score == nil || *c.Score != want {
			t.Errorf("%s: %v, want %v", text, c.Score, want)
		}
	}
}

// An option that an engine declares twice has its second declaration, as in UCI.
func TestXBoardOptionsDeclaredTwice(t *testing.T) {
	t.Parallel()
	s := newXBoard(Options{}).(*xboardSession)
	for _, option := range []string{"Style -spin 1 0 10", "Hash -spin 4 1 64", "style -spin 2 0 20"} {
		s.accept(xboardFeature{"option", option})
	}
	var d Description
	s.chooseWeights(&d)
	if len(d.Weights) != 2 || d.Weights[0].Name != "style" || d.Weights[0].Max != 20 || d.Weights[1].Name != "Hash" {
		t.Errorf("%+v", d.Weights)
	}
}

func FuzzXBoardLines(f *testing.F) {
	for _, line := range []string{`feature option="a -spin 1 2 3" done=1`, "move e2e4", " 9 100003 1 2 e2e4", "Error (x): sd", "1. ... e4", "a -combo /// *"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, feature := range parseFeatures(line) {
			if o, ok := parseXBoardOption(feature.value); ok && o.declared.name == "" {
				t.Errorf("%q: an option without a name", line)
			}
		}
		if move, isMove := parseXBoardMove([]byte(line)); !isMove && move != "" || strings.ContainsAny(move, " \t") {
			t.Errorf("%q: move %q", line, move)
		}
		var c Choice
		parseThinking([]byte(line), &c)
		if c.Score != nil && len(bytes.Fields([]byte(line))) < 4 {
			t.Errorf("%q: a score", line)
		}
		_ = refusedText([]byte(line))
	})
}

// TestXBoardHelloFlood checks the limit of bytes before the features of an xboard engine, which prints
// few lines of nearly the greatest length.
func TestXBoardHelloFlood(t *testing.T) {
	t.Parallel()
	script := `line=$(printf '%01000000d' 0); for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do echo "$line"; done; exec sleep 60`
	s := openCommand[*xboardSession](t, process.Command{Args: []string{"/bin/sh", "-c", script}}, Options{})
	_, err := s.Hello(t.Context())
	if fault := new(engines.Fault); !errors.As(err, &fault) || fault.Kind != engines.ForfeitMalformed || !strings.Contains(err.Error(), "16777216 bytes before feature done=1") {
		t.Errorf("%v", err)
	}
}

// The error of an engine that announces ping and does not answer it in the handshake names the limit.
func TestXBoardHelloWithoutPong(t *testing.T) {
	t.Parallel()
	for start := 2 * time.Second; ; start *= 4 { // a busy machine needs longer
		s := openCommand[*xboardSession](t, process.Command{Args: []string{"/bin/sh", "-c", "echo 'feature ping=1 done=1'; exec sleep 60"}}, Options{
			Timeouts: Timeouts{Start: start, Reply: time.Minute, Move: time.Minute, Quit: time.Second},
		})
		_, err := s.Hello(t.Context())
		want := fmt.Sprintf("no pong within %v, the limit timeouts.start; an engine with the feature ping answers ping when it has processed its options", start)
		switch {
		case err != nil && err.Error() == want:
			return
		case start > timeouts.Start:
			t.Fatal(err)
		}
	}
}
