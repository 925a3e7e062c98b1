package protocol

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/programtest"
	"github.com/lanista/lanista/engines/goban"
)

func TestGTPConversation(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openCommand[*gtpSession](t, process.Command{Args: []string{os.Args[0]}, Env: []string{gtpVariable + "=sound"}, Trace: &w}, Options{
		Declared: othelloWeights, Set: "set {name} {value}", Setup: []string{"note once"}, EachGame: []string{"note game"},
	})
	d, err := s.Hello(t.Context())
	if err != nil || d.Name != "Lanista's board program" || len(d.Weights) != 2 || d.Games != nil {
		t.Fatalf("it is %+v, %v", d, err)
	}
	err = s.Begin(t.Context(), Game{Game: "othello", Seat: 1, Seats: 2, Seed: 1<<31 + 77, Space: othelloWeights, Weights: engines.Weights{7.5, -1}})
	if err != nil {
		t.Fatal(err)
	}
	g := othelloGame(t, "start")
	for _, reply := range []string{"f5", "e3"} {
		play(t, g, reply)
		c, err := s.Choose(t.Context(), Turn{Position: g, Seat: 1})
		if err != nil {
			t.Fatal(err)
		}
		play(t, g, c.Move)
	}
	if err := s.Sync(t.Context()); err != nil {
		t.Error(err)
	}
	s.Quit()
	if !s.options.Process.End(timeouts.Quit) {
		t.Error("it did not quit")
	}
	want := []string{
		"1 protocol_version", "2 name", "3 list_commands", "4 note once",
		"5 boardsize 8", "6 clear_board", "7 set_random_seed 77", "8 set corner 7.5", "9 set discs -1", "10 note game",
		"11 play b f5", "12 genmove w", "13 play b e3", "14 genmove w", "15 name", "16 quit",
	}
	if diff := cmp.Diff(want, w.sent()); diff != "" {
		t.Error(diff)
	}
}

// goScript is a Go program that answers genmove with the next vertex of a list.
const goScript = `
set -- E5 c3 PASS resign
while read -r id word rest; do
	case $word in
	protocol_version) echo "=$id 2" ;;
	list_commands) printf '=%s komi\nfinal_score\n' $id ;;
	genmove) echo "=$id $1"; shift ;;
	final_score) echo "=$id W+2.5" ;;
	*) echo "=$id" ;;
	esac
	echo
done`

// A program that refuses list_commands receives the komi, which GTP requires it to know. One that lists
// its commands without komi does not.
func TestGTPWithoutAList(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string][]string{
		`echo "?$id unknown command"`:      {"boardsize 9", "clear_board", "komi 7.5"},
		`printf '=%s genmove\nplay\n' $id`: {"boardsize 9", "clear_board"},
	} {
		var w transcript
		script := "while read -r id word rest; do case $word in protocol_version) echo \"=$id 2\" ;; list_commands) " + answer + " ;; *) echo \"=$id\" ;; esac; echo; done"
		s := openCommand[*gtpSession](t, process.Command{Args: []string{"/bin/sh", "-c", script}, Trace: &w}, Options{})
		if _, err := s.Hello(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.Begin(t.Context(), Game{Game: "go", Settings: engines.Settings{"size": "9", "komi": "7.5"}, Seats: 2}); err != nil {
			t.Fatal(err)
		}
		var sent []string
		for _, line := range w.sent()[3:] {
			_, command, _ := strings.Cut(line, " ")
			sent = append(sent, command)
		}
		if diff := cmp.Diff(want, sent); diff != "" {
			t.Errorf("%s: %s", answer, diff)
		}
	}
}

// In Go, the size and komi of the game are sent, and every pass. A game from which moves were taken
// back begins again.
func TestGTPOfGo(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openCommand[*gtpSession](t, process.Command{Args: []string{"/bin/sh", "-c", goScript}, Trace: &w}, Options{})
	if _, err := s.Hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(t.Context(), Game{Game: "go", Settings: engines.Settings{"size": "5", "komi": "0.5"}, Seat: 1, Seats: 2}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		moves []string
		want  Choice
	}{
		{[]string{"C3"}, Choice{Move: "e5"}},
		{[]string{"C3", "E5", "pass"}, Choice{Move: "c3"}},
		{[]string{"C3", "E5", "A1"}, Choice{Move: "pass"}},
		{[]string{"C3", "E5", "A1", "pass", "B2"}, Choice{Resign: true}},
	} {
		got, err := s.Choose(t.Context(), Turn{Position: goGame(t, c.moves...), Seat: 1})
		if err != nil || got != c.want {
			t.Errorf("%v: %+v, %v", c.moves, got, err)
		}
	}
	score, err := s.Score(t.Context(), goGame(t, "C3", "pass", "pass"))
	if err != nil || score != "W+2.5" {
		t.Errorf("score %q, %v", score, err)
	}
	want := []string{
		"1 protocol_version", "2 name", "3 list_commands",
		"4 boardsize 5", "5 clear_board", "6 komi 0.5", "7 play b C3", "8 genmove w",
		"9 play b pass", "10 genmove w",
		"11 boardsize 5", "12 clear_board", "13 komi 0.5", "14 play b C3", "15 play w E5", "16 play b A1", "17 genmove w",
		"18 play b B2", "19 genmove w",
		"20 boardsize 5", "21 clear_board", "22 komi 0.5", "23 play b C3", "24 play w pass", "25 play b pass", "26 final_score",
	}
	if diff := cmp.Diff(want, w.sent()); diff != "" {
		t.Error(diff)
	}
}

// goGame returns a game of Go on 5 x 5 points after some moves.
func goGame(t testing.TB, moves ...string) engines.Game {
	t.Helper()
	e, err := goban.New().With(engines.Settings{"size": "5"})
	if err != nil {
		t.Fatal(err)
	}
	return gameAfter(t, e, "start", moves)
}

// A game whose moves are no vertices, or that has more seats than colours, cannot be played.
func TestGTPUnplayable(t *testing.T) {
	t.Parallel()
	s := greet(t, openTest[*gtpSession](t, gtpVariable, programtest.Sound, Options{}))
	var unplayable *engines.UnplayableError
	if err := s.Begin(t.Context(), Game{Game: "risk", Seats: 3}); !errors.As(err, &unplayable) {
		t.Errorf("three seats: %v", err)
	}
	if err := s.Begin(t.Context(), Game{Game: "other", Seats: 2}); err != nil {
		t.Fatal(err)
	}
	g := namedStart{chessGame(t, "e2e4")}
	if _, err := s.Choose(t.Context(), Turn{Position: g, Seat: 1}); !errors.As(err, &unplayable) || !strings.Contains(err.Error(), `the move "e2e4" is no vertex`) {
		t.Errorf("chess: %v", err)
	}
}

// namedStart is a game of chess whose start position has the text "start".
type namedStart struct{ game engines.Game }

func (n namedStart) Seats() int                                  { return 2 }
func (n namedStart) Turn() int                                   { return n.game.Turn() }
func (n namedStart) Moves(dst []engines.Move) []engines.Move     { return n.game.Moves(dst) }
func (n namedStart) Over() bool                                  { return false }
func (n namedStart) Outcome() engines.Outcome                    { return n.game.Outcome() }
func (n namedStart) String() string                              { return n.game.String() }
func (n namedStart) FormatMove(m engines.Move) string            { return n.game.FormatMove(m) }
func (n namedStart) ParseMove(text string) (engines.Move, error) { return n.game.ParseMove(text) }
func (n namedStart) Start() string                               { return "start" }
func (n namedStart) Played() []engines.Move                      { return n.game.(engines.History).Played() }

// Every form of answers leads to the same games, which contain passes.
func TestGTPWholeGames(t *testing.T) {
	t.Parallel()
	var first []string
	for _, mode := range []programtest.Mode{programtest.Sound, programtest.Unnumbered, programtest.Blank, programtest.Passes, programtest.Chatty} {
		s := greet(t, openTest[*gtpSession](t, gtpVariable, mode, Options{Declared: othelloWeights, Set: "set {name} {value}"}))
		var games []string
		for seat := range 2 {
			err := s.Begin(t.Context(), Game{Game: "othello", Seat: seat, Seats: 2, Space: othelloWeights, Weights: engines.Weights{0, -1}})
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, wholeGTPGame(t, s, seat))
		}
		if first == nil {
			first = games
		}
		if diff := cmp.Diff(first, games); diff != "" {
			t.Errorf("%s: %s", mode, diff)
		}
	}
	if !strings.Contains(first[0]+first[1], "pass") {
		t.Errorf("no pass in %v", first)
	}
}

// wholeGTPGame plays a game against random moves and returns its moves.
func wholeGTPGame(t *testing.T, s *gtpSession, seat int) string {
	t.Helper()
	g, rng := othelloGame(t, "start"), engines.Rand(uint64(seat)+5)
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

func TestGTPFailures(t *testing.T) {
	t.Parallel()
	short := timeouts
	short.Move = 100 * time.Millisecond
	for mode, want := range map[programtest.Mode]engines.ForfeitKind{
		programtest.Refuses: engines.ForfeitError,
		programtest.Ahead:   engines.ForfeitMalformed,
		programtest.Empty:   engines.ForfeitMalformed,
		programtest.Crash:   engines.ForfeitCrashed,
		programtest.Sleeps:  engines.ForfeitStalled,
	} {
		o := Options{}
		if mode == programtest.Sleeps {
			o.Timeouts = short
		}
		s := greet(t, openTest[*gtpSession](t, gtpVariable, mode, o))
		c, err := thirdGTPMove(t, s)
		var fault *engines.Fault
		if !errors.As(err, &fault) || fault.Kind != want {
			t.Errorf("%s: %+v, %v", mode, c, err)
		}
	}
	c, err := thirdGTPMove(t, greet(t, openTest[*gtpSession](t, gtpVariable, programtest.Resigns, Options{})))
	if err != nil || !c.Resign {
		t.Errorf("resigns: %+v, %v", c, err)
	}
	c, err = thirdGTPMove(t, greet(t, openTest[*gtpSession](t, gtpVariable, programtest.Illegal, Options{})))
	if err != nil || c.Move != "z9" {
		t.Errorf("illegal: %+v, %v", c, err)
	}
}

// thirdGTPMove plays up to the program's third move.
func thirdGTPMove(t *testing.T, s *gtpSession) (c Choice, err error) {
	t.Helper()
	if err := s.Begin(t.Context(), Game{Game: "othello", Seats: 2}); err != nil {
		return c, err
	}
	g := othelloGame(t, "start")
	for range 5 {
		if g.Turn() == 0 {
			if c, err = s.Choose(t.Context(), Turn{Position: g}); err != nil || c.Resign || c.Move == "z9" {
				return c, err
			}
			play(t, g, c.Move)
			continue
		}
		play(t, g, g.FormatMove(g.Moves(nil)[0]))
	}
	return c, nil
}

func TestGTPHandshake(t *testing.T) {
	t.Parallel()
	short := timeouts
	short.Start = 100 * time.Millisecond
	for mode, want := range map[programtest.Mode]string{
		programtest.Old:  "it speaks version 1 of GTP; 2 is needed",
		programtest.Deaf: "no answer to protocol_version within 100ms, the limit timeouts.start; a program that speaks GTP answers = and an empty line",
	} {
		s := openCommand[*gtpSession](t, process.Command{Args: []string{os.Args[0]}, Env: []string{gtpVariable + "=" + string(mode)}}, Options{Timeouts: short})
		if mode == programtest.Old {
			s.options.Timeouts = timeouts
		}
		if _, err := s.Hello(t.Context()); err == nil || err.Error() != want {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// A late answer is awaited and dropped. A program that received no request owes no answer.
func TestGTPLate(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"=6 D3", "= D3"} {
		wait := 10 * time.Millisecond // a busy machine needs longer
		for ; lateGTP(t, answer, wait) == 0; wait *= 4 {
			if wait > time.Second {
				t.Fatal("the answer is never late")
			}
		}
		if n := lateGTP(t, answer, 0); n != 0 {
			t.Errorf("%s: late %d times without a request", answer, n)
		}
	}
}

// lateGTP returns the number of late answers of a program that needs a second for a move
// and has wait.
func lateGTP(t *testing.T, answer string, wait time.Duration) int {
	t.Helper()
	script := `while read -r id word rest; do
		case $word in
		protocol_version) printf '= 2\n\n' ;;
		genmove) sleep 1; printf '` + answer + `\n\n' ;;
		*) printf '=\n\n' ;;
		esac; done`
	s := openCommand[*gtpSession](t, process.Command{Args: []string{"/bin/sh", "-c", script}}, Options{})
	if _, err := s.Hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Begin(t.Context(), Game{Game: "othello", Seats: 2, Limit: engines.Limit{Move: time.Millisecond}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), wait)
	defer cancel()
	if _, err := s.Choose(ctx, Turn{Position: othelloGame(t, "start")}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if err := s.Sync(t.Context()); err != nil {
		t.Error(err)
	}
	return s.Stray().Late
}

func TestGTPClock(t *testing.T) {
	t.Parallel()
	var w transcript
	s := openCommand[*gtpSession](t, process.Command{Args: []string{os.Args[0]}, Env: []string{gtpVariable + "=sound"}, Trace: &w}, Options{})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for limit, possible := range map[engines.Limit]bool{ // the program lists time_settings
		{Move: 999 * time.Millisecond}: false, {Move: time.Second}: true, {Clock: time.Second / 2, Add: time.Minute}: false, {Clock: time.Second}: true,
	} {
		if err := d.CheckLimit(limit); (err == nil) != possible {
			t.Errorf("%v: %v", limit, err)
		}
	}
	clock := engines.Limit{Clock: time.Minute, Add: time.Second}
	for _, c := range []struct {
		limit engines.Limit
		left  []time.Duration
	}{
		{engines.Limit{Move: 1500 * time.Millisecond}, nil},
		{clock, []time.Duration{59 * time.Second, time.Minute}},
		{clock, []time.Duration{900 * time.Millisecond, time.Minute}},
	} {
		if err := s.Begin(t.Context(), Game{Game: "othello", Seats: 2, Limit: c.limit}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Choose(t.Context(), Turn{Position: othelloGame(t, "start"), Left: c.left}); err != nil {
			t.Fatal(err)
		}
	}
	sent := strings.Join(w.sent(), "\n")
	for _, want := range []string{" time_settings 0 1 1\n", " time_settings 60 0 0\n", " time_left b 59 0\n", " time_left b 0 0\n"} {
		if !strings.Contains(sent, want) {
			t.Errorf("no %q in %s", want, sent)
		}
	}
}

func TestGTPOtherStarts(t *testing.T) {
	t.Parallel()
	s := greet(t, openTest[*gtpSession](t, gtpVariable, programtest.Sound, Options{}))
	if err := s.Begin(t.Context(), Game{Game: "othello", Seats: 2}); err != nil {
		t.Fatal(err)
	}
	_, err := s.Choose(t.Context(), Turn{Position: othelloGame(t, "--------------------------OOO------XO--------------------------- X")})
	var unplayable *engines.UnplayableError
	if !errors.As(err, &unplayable) {
		t.Errorf("got %v", err)
	}
}

func TestGTPReadAnswer(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]gtpAnswer{
		"=":              {ok: true},
		"=8":             {ok: true, numbered: true, number: 8},
		"=8 D6":          {ok: true, numbered: true, number: 8, text: "D6"},
		"= 17 D3":        {ok: true, numbered: true, number: 17, text: "D3"},
		"= 2":            {ok: true, text: "2"},
		"= 99 D3":        {ok: true, text: "99 D3"},
		"= D3":           {ok: true, text: "D3"},
		"=D3":            {ok: true, text: "D3"},
		"?8 wrong color": {numbered: true, number: 8, text: "wrong color"},
		"? no":           {text: "no"},
	} {
		if got, ok := parseGTPAnswer([]byte(line), 20); !ok || got != want {
			t.Errorf("%q: %+v, %v", line, got, ok)
		}
	}
	if _, ok := parseGTPAnswer([]byte("Edax 4.6"), 20); ok {
		t.Error("a banner is an answer")
	}
}

func FuzzGTPReadAnswer(f *testing.F) {
	for _, line := range []string{"=8 D6", "= 17 D3", "?1", "=", "=999999999999 x", "= \t 3  f5 "} {
		f.Add([]byte(line), 20)
	}
	f.Fuzz(func(t *testing.T, line []byte, last int) {
		a, ok := parseGTPAnswer(line, last)
		if ok && a.text != strings.TrimSpace(a.text) || a.number < 0 || a.number != 0 && !a.numbered {
			t.Errorf("%q: %+v", line, a)
		}
	})
}
