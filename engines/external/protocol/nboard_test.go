package protocol

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/programtest"
)

// ntest is a script that answers like NTest in TestNBoardConversation. It ends when it
// receives another line.
const ntest = `say() { while read -r line && [ "$line" != . ]; do printf '%s\n' "$line"; done; }
hear() { read -r line; [ "$line" = "$1" ] || exit 5; }
printf 'Ntest version as of Jan 1 2026\n\n---- Heights ----\nmidgame : 12\n'
hear 'nboard 2'; hear 'note once'; hear 'ping 1'
printf 'status Loading book\nstatus\n\nset myname Ntest2\npong 1\n'
hear 'set depth 2'; hear 'set eval corner=7.5'; hear 'set eval discs=-1'; hear 'note game'; hear 'ping 2'
printf '%s\n' '---- Heights ----' 'midgame : 2' '100%% WLD: 13' 'pong 2'
hear 'set game (;GM[Othello]PC[lanista]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)'
hear 'ping 3'
printf 'pong 3\n'
hear go
printf '%s\n' 'status Thinking' 'search C3       -0.98 0   1' '  2 (58 empty)	C4/-1.34	C3/-2.41		5e-05s elapsed' status '=== C4/-1.34/0.00'
hear 'move C4'; hear 'move D3'; hear 'ping 4'
printf 'pong 4\n'
hear go
printf '%s\n' 'nodestats 1234 0.05' '=== PA'
hear 'ping 5'; printf 'pong 5\n'
hear quit`

func TestNBoardConversation(t *testing.T) {
	t.Parallel()
	s := openCommand[*nboardSession](t, process.Command{Args: []string{"/bin/sh", "-c", ntest}}, Options{
		Declared: othelloWeights, Set: "set eval {name}={value}", Setup: []string{"note once"}, EachGame: []string{"note game"},
	})
	d, err := s.Hello(t.Context())
	if err != nil || d.Name != "Ntest2" || len(d.Weights) != 2 || d.NeedsLimit == "" {
		t.Fatalf("it is %+v, %v", d, err)
	}
	err = s.Begin(t.Context(), Game{Seats: 2, Space: othelloWeights, Weights: engines.Weights{7.5, -1}, Limit: engines.Limit{Depth: 2}})
	if err != nil {
		t.Fatal(err)
	}
	g := othelloGame(t, "start", "f5", "d6")
	c, err := s.Choose(t.Context(), Turn{Position: g})
	if err != nil || c.Move != "c4" || c.Score == nil || *c.Score != -1.34/64 {
		t.Errorf("it chose %+v, %v", c, err)
	}
	play(t, g, "c4")
	play(t, g, "d3")
	c, err = s.Choose(t.Context(), Turn{Position: g})
	if err != nil || c.Move != "pa" || c.Nodes != 1234 || c.Score != nil {
		t.Errorf("it chose %+v, %v", c, err)
	}
	if err := s.Sync(t.Context()); err != nil {
		t.Error(err)
	}
	if h := s.Stray(); h.Lines != 0 {
		t.Errorf("stray lines %+v", h)
	}
	s.Quit()
	if !s.options.Process.End(timeouts.Quit) {
		t.Error("it did not quit")
	}
}

// Games with passes, from the start and from another position.
func TestNBoardWholeGames(t *testing.T) {
	t.Parallel()
	s := greet(t, openTest[*nboardSession](t, nboardVariable, programtest.Sound, Options{Declared: othelloWeights, Set: "set weight {name} {value}"}))
	text := ""
	for _, start := range []string{"start", "--------------------------OOO------XO--------------------------- X"} {
		for seat := range 2 {
			err := s.Begin(t.Context(), Game{Seat: seat, Seats: 2, Space: othelloWeights, Weights: engines.Weights{0, -1}, Limit: engines.Limit{Depth: 1}})
			if err != nil {
				t.Fatal(err)
			}
			text += wholeNBoardGame(t, s, othelloGame(t, start), seat)
		}
	}
	if !strings.Contains(text, "pa") {
		t.Errorf("no pass in %s", text)
	}
}

// wholeNBoardGame plays a game against random moves and returns its moves.
func wholeNBoardGame(t *testing.T, s *nboardSession, g engines.Game, seat int) string {
	t.Helper()
	rng := engines.Rand(uint64(seat) + 5)
	var text []string
	for !g.Over() {
		moves := g.Moves(nil)
		move := g.FormatMove(moves[rng.IntN(len(moves))])
		if g.Turn() == seat {
			c, err := s.Choose(t.Context(), Turn{Position: g, Seat: seat})
			if err != nil {
				t.Fatal(err)
			}
			move = c.Move
		}
		play(t, g, move)
		text = append(text, move)
	}
	return strings.Join(text, " ")
}

func TestNBoardFailures(t *testing.T) {
	t.Parallel()
	for mode, want := range map[programtest.Mode]engines.ForfeitKind{
		programtest.Empty:  engines.ForfeitMalformed,
		programtest.Crash:  engines.ForfeitCrashed,
		programtest.Sleeps: engines.ForfeitStalled,
	} {
		o := Options{}
		if mode == programtest.Sleeps {
			o.Timeouts = timeouts
			o.Timeouts.Move = 100 * time.Millisecond
		}
		s := greet(t, openTest[*nboardSession](t, nboardVariable, mode, o))
		if err := s.Begin(t.Context(), Game{Seats: 2, Limit: engines.Limit{Depth: 1}}); err != nil {
			t.Fatal(err)
		}
		g := othelloGame(t, "start")
		var err error
		for err == nil && !g.Over() {
			var c Choice
			if c, err = s.Choose(t.Context(), Turn{Position: g}); err == nil {
				play(t, g, c.Move)
				play(t, g, g.FormatMove(g.Moves(nil)[0]))
			}
		}
		var fault *engines.Fault
		if !errors.As(err, &fault) || fault.Kind != want {
			t.Errorf("%s: %v", mode, err)
		}
		if mode == programtest.Sleeps {
			if err := s.Sync(t.Context()); err != nil {
				t.Errorf("no pong: %v", err)
			}
		}
	}
	short := timeouts
	short.Start = 100 * time.Millisecond
	s := openCommand[*nboardSession](t, process.Command{Args: []string{os.Args[0]}, Env: []string{nboardVariable + "=deaf"}}, Options{Timeouts: short})
	if _, err := s.Hello(t.Context()); err == nil || err.Error() != "no pong within 100ms, the limit timeouts.start; a program that speaks NBoard answers ping with pong" {
		t.Errorf("deaf: %v", err)
	}
}

func TestNBoardReadMove(t *testing.T) {
	t.Parallel()
	type read struct {
		Move  string
		Score float64
	}
	for text, want := range map[string]read{
		" C4/-1.34/0.00": {"c4", -1.34 / 64},
		" d6 -1.00 0.0":  {"d6", -9},
		"f5":             {"f5", -9},
		" PA":            {"pa", -9},
		" pass":          {"pass", -9},
		" h8/64":         {"h8", 1},
		" h8//0.1":       {"h8", -9},
		" h8/nan/0.1":    {"h8", -9},
		" h8/1e9/0.1":    {"h8", -9},
	} {
		move, score, err := parseNBoardMove(text)
		got := read{move, -9}
		if score != nil {
			got.Score = *score
		}
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	if _, _, err := parseNBoardMove(" "); err == nil {
		t.Error("no move is a move")
	}
}

func FuzzNBoardReadMove(f *testing.F) {
	for _, text := range []string{" C4/-1.34/0.00", "/", " PA", "a1/ 3 /", "a1/1e400"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		move, score, err := parseNBoardMove(text)
		if (err == nil) != (move != "") || strings.ContainsAny(move, "/ \t") {
			t.Errorf("%q: %q, %v", text, move, err)
		}
		if score != nil && (*score < -1 || *score > 1) {
			t.Errorf("%q: score %v", text, *score)
		}
		parseNodestats([]byte(text))
	})
}

func TestNBoardFormatGame(t *testing.T) {
	t.Parallel()
	g := othelloGame(t, "--------------------------OOO------XO--------------------------- O")
	play(t, g, g.FormatMove(g.Moves(nil)[0]))
	h := g.(engines.History)
	got, err := formatGame(h.Start(), h.Played(), g)
	if err != nil || !strings.HasPrefix(got, "(;GM[Othello]") || !strings.Contains(got, "BO[8 --------------------------OOO------*O--------------------------- O]W[") {
		t.Errorf("%s, %v", got, err)
	}
	back := othelloGame(t, got)
	if diff := cmp.Diff(g.String(), back.String()); diff != "" {
		t.Error(diff)
	}
	if _, err := formatGame("rnbqkbnr w", nil, g); err == nil {
		t.Error("a game of chess is written")
	}
}

// TestNTest plays the same games twice with NTest, if it is installed.
func TestNTest(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("ntest")
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		t.Skip("ntest is not in PATH: nothing is tested with it")
	}
	var games [2]string
	for i := range games {
		s := openCommand[*nboardSession](t, process.Command{Args: []string{path, "x"}, Dir: filepath.Dir(path)}, Options{})
		if _, err := s.Hello(t.Context()); err != nil {
			t.Fatal(err)
		}
		for seat := range 2 {
			if err := s.Begin(t.Context(), Game{Seat: seat, Seats: 2, Limit: engines.Limit{Depth: 2}}); err != nil {
				t.Fatal(err)
			}
			games[i] += wholeNBoardGame(t, s, othelloGame(t, "start"), seat) + "\n"
		}
		s.Quit()
		if !s.options.Process.End(timeouts.Quit) {
			t.Error("it did not quit")
		}
	}
	if games[0] != games[1] {
		t.Errorf("it played\n%s and then\n%s", games[0], games[1])
	}
}
