package gtp

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/boardtest"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
)

// transcript collects what a program is told, without the seconds.
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
		Declared: weights, Set: "set {name} {value}", Setup: []string{"note once"}, EachGame: []string{"note game"},
	})
	d, err := s.Hello(t.Context())
	if err != nil || d.Name != "Lanista's board program" || len(d.Weights) != 2 || d.Games[0] != "othello" {
		t.Fatalf("it is %+v, %v", d, err)
	}
	err = s.Begin(t.Context(), driver.Game{Seat: 1, Seats: 2, Seed: 1<<31 + 77, Space: weights, Weights: engines.Weights{7.5, -1}})
	if err != nil {
		t.Fatal(err)
	}
	g := table(t, "start")
	for _, reply := range []string{"f5", "e3"} {
		play(t, g, reply)
		c, err := s.Choose(t.Context(), driver.Turn{Position: g, Seat: 1})
		if err != nil {
			t.Fatal(err)
		}
		play(t, g, c.Move)
	}
	if err := s.Fence(t.Context()); err != nil {
		t.Error(err)
	}
	s.Quit()
	if !s.Process.End(timeouts.Quit) {
		t.Error("it did not quit")
	}
	want := []string{
		"1 protocol_version", "2 name", "3 list_commands", "4 note once",
		"5 boardsize 8", "6 clear_board", "7 set_random_seed 77", "8 set corner 7.5", "9 set discs -1", "10 note game",
		"11 play b f5", "12 genmove w", "13 play b e3", "14 genmove w", "15 name", "16 quit",
	}
	if diff := cmp.Diff(want, w.told()); diff != "" {
		t.Error(diff)
	}
}

func play(t testing.TB, g engines.Game, text string) {
	t.Helper()
	m, err := g.ParseMove(text)
	if err == nil {
		err = g.Apply(m)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A game with every mode of answers, passes in it, is the same game.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	var first []string
	for _, mode := range []boardtest.Mode{boardtest.Sound, boardtest.Unnumbered, boardtest.Blank, boardtest.Passes, boardtest.Chatty} {
		s := open(t, mode, driver.Options{Declared: weights, Set: "set {name} {value}"})
		var games []string
		for seat := range 2 {
			err := s.Begin(t.Context(), driver.Game{Seat: seat, Seats: 2, Space: weights, Weights: engines.Weights{0, -1}})
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, whole(t, s, seat))
		}
		if first == nil {
			first = games
		}
		if diff := cmp.Diff(first, games); diff != "" {
			t.Errorf("%s: %s", mode, diff)
		}
	}
	if !strings.Contains(first[0]+first[1], "pass") {
		t.Errorf("nobody passes in %v", first)
	}
}

// whole plays a game against random moves and writes it down.
func whole(t *testing.T, s *Session, seat int) string {
	t.Helper()
	g, rng := table(t, "start"), engines.Rand(uint64(seat)+5)
	var text []string
	for !g.Over() {
		moves := g.Moves(nil)
		move := g.FormatMove(moves[rng.IntN(len(moves))])
		if g.Turn() == seat {
			c, err := s.Choose(t.Context(), driver.Turn{Position: g, Seat: seat})
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

func TestFailures(t *testing.T) {
	t.Parallel()
	short := timeouts
	short.Move = 100 * time.Millisecond
	for mode, want := range map[boardtest.Mode]engines.ForfeitKind{
		boardtest.Refuses: engines.ForfeitError,
		boardtest.Ahead:   engines.ForfeitMalformed,
		boardtest.Empty:   engines.ForfeitMalformed,
		boardtest.Crash:   engines.ForfeitCrashed,
		boardtest.Sleeps:  engines.ForfeitStalled,
	} {
		o := driver.Options{}
		if mode == boardtest.Sleeps {
			o.Timeouts = short
		}
		s := open(t, mode, o)
		c, err := s.third(t)
		var fault *engines.Fault
		if !errors.As(err, &fault) || fault.Kind != want {
			t.Errorf("%s: %+v, %v", mode, c, err)
		}
	}
	c, err := open(t, boardtest.Resigns, driver.Options{}).third(t)
	if err != nil || !c.Resign {
		t.Errorf("resigns: %+v, %v", c, err)
	}
	c, err = open(t, boardtest.Illegal, driver.Options{}).third(t)
	if err != nil || c.Move != "z9" {
		t.Errorf("illegal: %+v, %v", c, err)
	}
}

// third plays up to the program's third move.
func (s *Session) third(t *testing.T) (c driver.Choice, err error) {
	t.Helper()
	if err := s.Begin(t.Context(), driver.Game{Seats: 2}); err != nil {
		return c, err
	}
	g := table(t, "start")
	for range 5 {
		if g.Turn() == 0 {
			if c, err = s.Choose(t.Context(), driver.Turn{Position: g}); err != nil || c.Resign || c.Move == "z9" {
				return c, err
			}
			play(t, g, c.Move)
			continue
		}
		play(t, g, g.FormatMove(g.Moves(nil)[0]))
	}
	return c, nil
}

func TestHandshake(t *testing.T) {
	t.Parallel()
	short := timeouts
	short.Start = 100 * time.Millisecond
	for mode, want := range map[boardtest.Mode]string{
		boardtest.Old:  "it speaks version 1 of GTP; 2 is needed",
		boardtest.Deaf: "no answer to protocol_version within 100ms; a program that speaks GTP answers = and an empty line",
	} {
		s := openCommand(t, proc.Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=" + string(mode)}}, driver.Options{Timeouts: short})
		if mode == boardtest.Old {
			s.Timeouts = timeouts
		}
		if _, err := s.Hello(t.Context()); err == nil || err.Error() != want {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// A program that comes late is waited for, and its answer dropped; one that was not
// asked before the time was over owes none.
func TestLate(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"=6 D3", "= D3"} {
		wait := 10 * time.Millisecond // longer where the machine had no time to ask
		for ; late(t, answer, wait) == 0; wait *= 4 {
			if wait > time.Second {
				t.Fatal("it is never late")
			}
		}
		if n := late(t, answer, 0); n != 0 {
			t.Errorf("%s: late %d times, and it was asked nothing", answer, n)
		}
	}
}

// late says how often a program was late that takes a second for a move and has so
// much time.
func late(t *testing.T, answer string, wait time.Duration) int {
	t.Helper()
	script := `while read -r id word rest; do
		case $word in
		protocol_version) printf '= 2\n\n' ;;
		genmove) sleep 1; printf '` + answer + `\n\n' ;;
		*) printf '=\n\n' ;;
		esac; done`
	s := openCommand(t, proc.Command{Args: []string{"/bin/sh", "-c", script}}, driver.Options{})
	if _, err := s.Hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(t.Context(), driver.Game{Seats: 2, Limit: engines.Limit{Move: time.Millisecond}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), wait)
	defer cancel()
	if _, err := s.Choose(ctx, driver.Turn{Position: table(t, "start")}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if err := s.Fence(t.Context()); err != nil {
		t.Error(err)
	}
	return s.Heard().Late
}

func TestClock(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openCommand(t, proc.Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=sound"}, Trace: &w}, driver.Options{})
	if _, err := s.Hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, l := range []engines.Limit{{Move: 1500 * time.Millisecond}, {Clock: time.Minute, Add: time.Second}} {
		if err := s.Begin(t.Context(), driver.Game{Seats: 2, Limit: l}); err != nil {
			t.Fatal(err)
		}
		turn := driver.Turn{Position: table(t, "start")}
		if l.Clock > 0 {
			turn.Left = []time.Duration{59 * time.Second, time.Minute}
		}
		if _, err := s.Choose(t.Context(), turn); err != nil {
			t.Fatal(err)
		}
	}
	told := strings.Join(w.told(), "\n")
	for _, want := range []string{" time_settings 0 1 1\n", " time_settings 60 0 0\n", " time_left b 59 0\n"} {
		if !strings.Contains(told, want) {
			t.Errorf("no %q in %s", want, told)
		}
	}
}

func TestOtherStarts(t *testing.T) {
	t.Parallel()
	s := open(t, boardtest.Sound, driver.Options{})
	if err := s.Begin(t.Context(), driver.Game{Seats: 2}); err != nil {
		t.Fatal(err)
	}
	_, err := s.Choose(t.Context(), driver.Turn{Position: table(t, "--------------------------OOO------XO--------------------------- X")})
	var unplayable *engines.UnplayableError
	if !errors.As(err, &unplayable) {
		t.Errorf("got %v", err)
	}
}

func TestReadAnswer(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]answer{
		"=":              {done: true},
		"=8":             {done: true, numbered: true, number: 8},
		"=8 D6":          {done: true, numbered: true, number: 8, text: "D6"},
		"= 17 D3":        {done: true, numbered: true, number: 17, text: "D3"},
		"= 2":            {done: true, text: "2"},
		"= 99 D3":        {done: true, text: "99 D3"},
		"= D3":           {done: true, text: "D3"},
		"=D3":            {done: true, text: "D3"},
		"?8 wrong color": {numbered: true, number: 8, text: "wrong color"},
		"? no":           {text: "no"},
	} {
		if got, ok := readAnswer([]byte(line), 20); !ok || got != want {
			t.Errorf("%q: %+v, %v", line, got, ok)
		}
	}
	if _, ok := readAnswer([]byte("Edax 4.6"), 20); ok {
		t.Error("a banner is an answer")
	}
}

func FuzzReadAnswer(f *testing.F) {
	for _, line := range []string{"=8 D6", "= 17 D3", "?1", "=", "=999999999999 x", "= \t 3  f5 "} {
		f.Add([]byte(line), 20)
	}
	f.Fuzz(func(t *testing.T, line []byte, last int) {
		a, ok := readAnswer(line, last)
		if ok && a.text != strings.TrimSpace(a.text) || a.number < 0 || a.number != 0 && !a.numbered {
			t.Errorf("%q: %+v", line, a)
		}
	})
}
