package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/engines/othello"
)

// patient is the time for an expected answer on a busy machine. brief is the time for an
// answer that must not come.
const (
	patient = 2 * time.Minute
	brief   = 250 * time.Millisecond
)

// mark is an environment variable of all processes that the tests start.
var mark = fmt.Sprintf("LANISTA_MARK=%d", os.Getpid())

// testProgram returns the test binary as a program in a mode. TestMain fails if a process is
// left at the end.
func testProgram(t testing.TB, mode string) Program {
	t.Helper()
	p := Program{
		Name: strings.ReplaceAll(mode, " ", "-"), Command: []string{os.Args[0]}, Env: []string{hostileVariable + "=" + mode, mark, "GORACE=atexit_sleep_ms=0"},
		Timeouts: protocol.Timeouts{Start: patient, Reply: patient, Move: patient, Quit: patient},
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

// left returns the environments of the processes that tests have started and that still run after
// a patient wait.
func left() (environments []string) {
	for until := time.Now().Add(patient); ; time.Sleep(5 * time.Millisecond) {
		environments = nil
		all, _ := os.ReadDir("/proc") // filepath.Glob would read the folder of every process
		for _, entry := range all {
			text, err := os.ReadFile("/proc/" + entry.Name() + "/environ")
			if err == nil && bytes.Contains(text, []byte(mark+"\x00")) {
				environments = append(environments, strings.ReplaceAll(string(text), "\x00", " "))
			}
		}
		if len(environments) == 0 || time.Now().After(until) {
			return environments
		}
	}
}

// newTestPrograms returns programs that are closed when the test ends.
func newTestPrograms(t testing.TB, list ...Program) *Programs {
	t.Helper()
	ps, err := NewPrograms(list, Options{Lanista: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ps.Close(); err != nil {
			t.Error(err)
		}
		if len(ps.pool.live) > 0 {
			t.Errorf("%d processes live", len(ps.pool.live))
		}
	})
	return ps
}

// newTestTable returns a table of Othello whose player is a program.
func newTestTable(t testing.TB, p Program, settings engines.Settings) engines.Engine {
	t.Helper()
	table, err := newTestPrograms(t, p).Table(t.Context(), othello.New(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.With(settings)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// play plays one game against the player that takes the first legal move.
func play(t testing.TB, e engines.Engine) (engines.Record, error) {
	t.Helper()
	arena, err := engines.NewArena(e, engines.ArenaOptions{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	return arena.Play(t.Context(), []engines.Agent{{Name: "bot"}, {Name: "first", Player: "first"}}, 7)
}

func TestPrograms(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"slow start":   "no answer to hello within WAIT, the limit timeouts.start; a ludus program answers every request with one line of JSON and flushes its output",
		"welcome":      `no answer to hello within WAIT, the limit timeouts.start; it printed "Welcome to my bot 1.0"; a ludus program answers every request with one line of JSON and flushes its output`,
		"prompt":       `no answer to hello within WAIT, the limit timeouts.start; it printed "name? " without the end of the line, \n; a ludus program answers every request with one line of JSON and flushes its output`,
		"buffered":     "no answer to hello within WAIT, the limit timeouts.start; it answered when its input was closed: flush the output after every answer and read the input line by line, or raise the limit if it starts slowly",
		"deaf":         "", // it depends on who is quicker
		"exit at once": "it ended before it was ready (exit status 3): cannot find model.bin",
		"old":          "it speaks version 7 of ludus; version 1 was offered",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := testProgram(t, mode)
			wait := brief // longer where the machine had no time to let it speak
			for err := startError(t, p, wait); ; err = startError(t, p, wait) {
				if want == "" || err.Error() == "programs."+p.Name+": "+strings.ReplaceAll(want, "WAIT", wait.String()) {
					return
				}
				if wait *= 4; wait > patient {
					t.Fatal(err)
				}
			}
		})
	}
}

// startError returns the error of a program that is not ready within wait.
func startError(t *testing.T, p Program, wait time.Duration) error {
	t.Helper()
	p.Timeouts.Start = wait
	_, err := newTestPrograms(t, p).Table(t.Context(), othello.New(), p.Name)
	var start *StartError
	if !errors.As(err, &start) {
		t.Fatalf("got %v", err)
	}
	var fault *engines.Fault
	if errors.As(err, &fault) {
		t.Error("the error is a fault")
	}
	return err
}

// A forfeit by silence quotes what the program printed in place of an answer.
func TestStallsQuoteTheOutput(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"sleep":       "no answer within WAIT, the limit timeouts.move",
		"list":        `no answer within WAIT, the limit timeouts.move; it printed "[1,2,3]"; an answer begins with {`,
		"half a line": `no answer within WAIT, the limit timeouts.move; it printed "{\"id\":`,
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			for wait := brief; ; wait *= 4 { // longer where the machine had no time to let it print
				p := testProgram(t, mode)
				p.Timeouts.Move = wait
				r, err := play(t, newTestTable(t, p, nil))
				if err != nil || r.Forfeit == nil {
					t.Fatal(r, err)
				}
				if strings.HasPrefix(r.Forfeit.Reason, strings.ReplaceAll(want, "WAIT", wait.String())) && (mode != "half a line" || strings.HasSuffix(r.Forfeit.Reason, ` without the end of the line, \n`)) {
					return
				}
				if wait > patient {
					t.Fatal(r.Forfeit.Reason)
				}
			}
		})
	}
}

// The error for an unknown player lists all players of the table.
func TestUnknownPlayerOfATable(t *testing.T) {
	t.Parallel()
	table, err := newTestPrograms(t, testProgram(t, "well")).Table(t.Context(), othello.New(), "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engines.NewPlayer(t.Context(), table, engines.Agent{Player: "swell"}); err == nil || err.Error() != `unknown player "swell" (did you mean well?)` {
		t.Error(err)
	}
	for _, name := range []string{"nobody", "well", "own", "random", "first"} {
		p, err := engines.NewPlayer(t.Context(), table, engines.Agent{Player: name})
		if name == "nobody" && (err == nil || err.Error() != `unknown player "nobody" (have well, own, random, first)`) || name != "nobody" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			_ = engines.Close(p)
		}
	}
}

// lateGame plays a game of a new program with a limit of 500 ms a move. On a busy machine, any move may
// be late, and a game in which the process of the test stood still is played again without the late
// move. Therefore lateGame repeats games, at most twenty times, until one is forfeited in the given way.
func lateGame(t *testing.T, p Program, kind engines.ForfeitKind) (engines.Record, engines.Engine) {
	t.Helper()
	for try := 1; ; try++ {
		e := newTestTable(t, p, engines.Settings{"limit": "movetime 500ms"})
		r, err := play(t, e)
		if err != nil {
			t.Fatal(err)
		}
		if r.Forfeit != nil && r.Forfeit.Kind == kind || try == 20 {
			judge(t, r, kind)
			return r, e
		}
	}
}

func TestLateMoves(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "late")
	p.Margin = time.Millisecond
	_, e := lateGame(t, p, engines.ForfeitTimeout)
	// The process was kept, and its third move is over. On a busy machine, any other may be late.
	r, err := play(t, e)
	for try := 0; err == nil && r.Forfeit != nil && r.Forfeit.Kind == engines.ForfeitTimeout && try < 20; try++ {
		r, err = play(t, e)
	}
	if err != nil || r.Forfeit != nil {
		t.Errorf("the game after: %+v, %v", r, err)
	}
	p = testProgram(t, "late and gone")
	p.Timeouts.Reply, p.Timeouts.Quit = brief, brief
	lateGame(t, p, engines.ForfeitStalled)
	r, _ = lateGame(t, testProgram(t, "late crash"), engines.ForfeitCrashed)
	if f := r.Forfeit; !strings.HasPrefix(f.Evidence.Status, "exit status ") || !strings.Contains(f.Reason, "; then "+f.Evidence.Status) || !strings.Contains(f.Evidence.Stderr, "panic: on purpose") {
		t.Errorf("a program that ended after its limit: %q, status %q, standard error %q", f.Reason, f.Evidence.Status, f.Evidence.Stderr)
	}
	lateGame(t, testProgram(t, "late nonsense"), engines.ForfeitTimeout) // although the late answer breaks the protocol
}

// A game in which a program ends is played once more with a new process.
func TestOnceMore(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "crash once")
	p.Env = append(p.Env, "LANISTA_ONCE="+filepath.Join(t.TempDir(), "crashed"))
	table := newTestTable(t, p, nil)
	r, err := play(t, table)
	if err != nil || r.Forfeit != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	again := table.(*Table).programs.Repeated(p.Name)
	if again.Games != 1 || !strings.HasPrefix(again.First, "crashed: exit status ") {
		t.Errorf("repeated: %+v", again)
	}
	// It crashed at its third request for a move, of which it has answered two.
	if len(again.Input) != 2 || !strings.Contains(again.Input[0], `"ply":2,`) || !strings.HasPrefix(again.Input[1], `{"id":5,"do":"move",`) || !strings.Contains(again.Input[1], `"ply":4,`) {
		t.Errorf("last input: %q", again.Input)
	}
	if want, err := play(t, newTestTable(t, testProgram(t, "well"), nil)); err != nil || fmt.Sprint(r) != fmt.Sprint(want) {
		t.Errorf("the game is not the one without the crash: %v", err)
	}
}

func TestResignation(t *testing.T) {
	t.Parallel()
	r, err := play(t, newTestTable(t, testProgram(t, "resign"), nil))
	if err != nil || r.Forfeit != nil || r.Ending != engines.Resigned || r.Outcome != engines.Loser(2, 0) {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestQuitIsForced(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "ignores quit")
	p.Timeouts.Quit = 20 * time.Millisecond
	if r, err := play(t, newTestTable(t, p, nil)); err != nil || r.Forfeit != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestCancelledGame(t *testing.T) {
	t.Parallel()
	p := testProgram(t, "sleep")
	arena, err := engines.NewArena(newTestTable(t, p, nil), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), brief)
	defer cancel()
	_, err = arena.Play(ctx, []engines.Agent{{Name: "bot"}, {Name: "first", Player: "first"}}, 7)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// A failure keeps its kind under a limit of time, also if the program is given up only after the
// time is over.
func TestKindsUnderATimeLimit(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]engines.ForfeitKind{
		"closed output": engines.ForfeitCrashed, "closed input": engines.ForfeitStalled,
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			for limit := 500 * time.Millisecond; ; limit *= 4 {
				r, err := play(t, newTestTable(t, testProgram(t, mode), engines.Settings{"limit": "movetime " + limit.String()}))
				if err != nil {
					t.Fatal(err)
				}
				if r.Forfeit != nil && r.Forfeit.Kind == engines.ForfeitTimeout && limit < 20*time.Second {
					continue // on a busy machine, the time was over before the program failed
				}
				judge(t, r, want)
				return
			}
		})
	}
}

// The margin of a program does not apply to its opponents.
func TestMarginsOfTwoPrograms(t *testing.T) {
	t.Parallel()
	late, patient := testProgram(t, "late"), testProgram(t, "well")
	late.Name, late.Margin = "late", time.Millisecond
	patient.Name, patient.Margin = "patient", time.Hour
	limit := engines.Settings{"limit": "movetime 500ms"}
	for try := 1; ; try++ { // a game in which this process stood still is played again without the late move
		table, err := newTestPrograms(t, late, patient).Table(t.Context(), othello.New(), "")
		if err != nil {
			t.Fatal(err)
		}
		arena, err := engines.NewArena(table, engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := arena.Play(t.Context(), []engines.Agent{{Name: "late", Player: "late", Settings: limit}, {Name: "patient", Player: "patient", Settings: limit}}, 7)
		if err != nil {
			t.Fatal(err)
		}
		if r.Forfeit != nil || try == 20 {
			judge(t, r, engines.ForfeitTimeout)
			return
		}
	}
}
