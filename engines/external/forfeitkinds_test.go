package external

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/othello"
)

// plays is the key of programs that do not forfeit.
const plays = engines.ForfeitKind(255)

var hostileKinds = map[engines.ForfeitKind][]string{
	plays:                    {"banner", "noise", "twice", "stderr", "crlf", "float id", "mark", "late", "other case"},
	engines.ForfeitCrashed:   {"crash", "exit 0", "segfault", "exit on new", "closed output", "grandchild", "daemon"},
	engines.ForfeitStalled:   {"sleep", "half a line", "closed input", "old id", "list", "utf-16"},
	engines.ForfeitMalformed: {"later id", "zero id", "half id", "text id", "no id", "NaN", "pretty", "two objects", "long", "no move", "null move", "number", "chatter"},
	engines.ForfeitIllegal:   {"z9", "not legal"},
	engines.ForfeitError:     {"error"},
}

var hostileEngineKinds = map[engines.ForfeitKind][]string{
	plays:                    {"banner", "noise", "stderr", "crlf", "capitals", "ponder", "many infos"},
	engines.ForfeitCrashed:   {"crash", "exit 0", "segfault", "exit on new", "exit after a move", "closed output", "grandchild", "daemon"},
	engines.ForfeitStalled:   {"sleep", "half a line", "closed input", "utf-16", "thinks on", "infos for ever", "flood"},
	engines.ForfeitMalformed: {"twice", "no word", "long", "chatter"},
	engines.ForfeitIllegal:   {"none", "null", "not legal", "short", "king takes rook"},
}

var hostileXBoardKinds = map[engines.ForfeitKind][]string{
	plays:                    {"banner", "noise", "stderr", "crlf", "capitals", "old form", "starts slowly", "claims and moves", "earlier pong"},
	engines.ForfeitCrashed:   {"crash", "exit 0", "segfault", "exit on new", "exit on ping", "exit on usermove", "exit on force", "exit on go", "exit after a move", "closed output", "grandchild", "daemon"},
	engines.ForfeitStalled:   {"sleep", "half a line", "closed input", "utf-16", "thinks on", "no pong", "half a pong"},
	engines.ForfeitMalformed: {"twice", "moves on", "no word", "long", "chatter", "flood", "later pong", "pong without number", "claims a win", "claims a draw"},
	engines.ForfeitIllegal:   {"null", "not legal", "gibberish"},
	engines.ForfeitError:     {"refuses a move", "does not know usermove"},
}

func TestForfeitKinds(t *testing.T) {
	t.Parallel()
	besideHealthy(t, othello.New(), nil, hostileKinds, func(mode string) Program { return testProgram(t, mode) })
}

func TestForfeitKindsOfEngines(t *testing.T) {
	t.Parallel()
	settings := engines.Settings{"limit": "depth 1", "max_plies": "24", "random_plies": "4"}
	besideHealthy(t, chess.New(), settings, ofTheProtocol(hostileEngineKinds), func(mode string) Program { return testEngine(t, mode) })
}

func TestForfeitKindsOfXBoardEngines(t *testing.T) {
	t.Parallel()
	settings := engines.Settings{"limit": "depth 1", "max_plies": "24", "random_plies": "4"}
	besideHealthy(t, chess.New(), settings, ofTheProtocol(hostileXBoardKinds), func(mode string) Program { return testXBoard(t, mode) })
}

// testXBoard returns the test binary as an xboard engine in a mode.
func testXBoard(t testing.TB, mode string) Program {
	t.Helper()
	p := testProgram(t, mode)
	p.Env[0] = hostileXBoardVariable + "=" + mode
	p.Protocol, p.Tuned = "xboard", []string{"Nth"}
	return p
}

// testEngine returns the test binary as a chess engine in a mode.
func testEngine(t testing.TB, mode string) Program {
	t.Helper()
	p := testProgram(t, mode)
	p.Env[0] = hostileEngineVariable + "=" + mode
	p.Protocol, p.Tuned = "uci", []string{"Nth"}
	return p
}

// ofTheProtocol returns the modes of programs that depend on their protocol, and a crash and a
// program that sleeps. In the long form it returns all modes. Faults of processes and lines are the
// same in all protocols, and TestForfeitKinds tests them.
func ofTheProtocol(modes map[engines.ForfeitKind][]string) map[engines.ForfeitKind][]string {
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		return modes
	}
	list := make(map[engines.ForfeitKind][]string)
	for kind, names := range modes {
		list[kind] = slices.DeleteFunc(slices.Clone(names), func(mode string) bool {
			return mode != "crash" && mode != "sleep" && slices.Contains(hostileKinds[kind], mode)
		})
	}
	return list
}

// besideHealthy plays a game in every mode while a healthy program plays as many games on
// another worker of the same run. It checks that the healthy program's games do not change.
func besideHealthy(t *testing.T, game engines.Engine, settings engines.Settings, modes map[engines.ForfeitKind][]string, program func(string) Program) {
	t.Helper()
	well := program("well")
	list := []Program{well}
	for kind, names := range modes {
		for _, mode := range names {
			p := program(mode)
			if kind == engines.ForfeitStalled {
				p.Timeouts.Move, p.Timeouts.Quit = brief/3, brief
			}
			switch mode {
			case "no pong", "half a pong":
				p.Timeouts.Reply = brief
			case "claims a win", "claims a draw":
				p.Timeouts.Move = 4 * brief
			}
			list = append(list, p)
		}
	}
	table, err := newTestPrograms(t, list...).Table(t.Context(), game, well.Name)
	if err != nil {
		t.Fatal(err)
	}
	e, err := table.With(settings)
	if err != nil {
		t.Fatal(err)
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{Moves: true})
	if err != nil {
		t.Fatal(err)
	}
	first := engines.Agent{Name: "first", Player: "first"}
	want, err := arena.Play(t.Context(), []engines.Agent{{Name: "bot"}, first}, 7)
	if err != nil || want.Forfeit != nil {
		t.Fatalf("%+v, %v", want, err)
	}
	begin, healthy := make(chan struct{}), make(chan error)
	go func() { healthy <- playOn(t, arena, first, want, begin) }()
	t.Run("beside", func(t *testing.T) {
		for kind, names := range modes {
			for _, mode := range names {
				t.Run(mode, func(t *testing.T) {
					t.Parallel()
					begin <- struct{}{}
					bad := engines.Agent{Name: "bad", Player: strings.ReplaceAll(mode, " ", "-")}
					r, err := arena.Play(t.Context(), []engines.Agent{bad, first}, 7)
					if err != nil {
						t.Fatal(err)
					}
					judge(t, r, kind)
				})
			}
		}
	})
	close(begin)
	if err := <-healthy; err != nil {
		t.Error(err)
	}
}

// An answer that comes during the turn of the opponent answers no request, whatever the next request
// is.
func TestAnswersDuringTheOpponentsTurn(t *testing.T) {
	t.Parallel()
	for protocol, program := range map[string]func(testing.TB, string) Program{"ludus": testProgram, "uci": testEngine, "xboard": testXBoard} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			game, slow, settings := engines.Engine(chess.New()), testEngine(t, "slow"), engines.Settings{"limit": "depth 1", "max_plies": "24", "random_plies": "4"}
			if protocol == "ludus" {
				game, slow, settings = othello.New(), testProgram(t, "slow"), nil
			}
			bad := program(t, "twice slowly")
			turn := turnVariable + "=" + t.TempDir()
			bad.Env, slow.Env = append(bad.Env, turn), append(slow.Env, turn)
			table, err := newTestPrograms(t, bad, slow).Table(t.Context(), game, "")
			if err != nil {
				t.Fatal(err)
			}
			e, err := table.With(settings)
			if err != nil {
				t.Fatal(err)
			}
			arena, err := engines.NewArena(e, engines.ArenaOptions{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := arena.Play(t.Context(), []engines.Agent{{Name: "bad", Player: bad.Name}, {Name: "slow", Player: slow.Name}}, 7)
			if err != nil {
				t.Fatal(err)
			}
			judge(t, r, engines.ForfeitMalformed)
		})
	}
}

// playOn plays the same game in one fork of an arena for every value of begin, until begin is
// closed. It returns an error if a game differs from the first.
func playOn(t *testing.T, arena engines.Arena, first engines.Agent, want engines.Record, begin <-chan struct{}) error {
	one := arena.(engines.PerGoroutine).Fork()
	var failed error
	for range begin {
		r, err := one.Play(t.Context(), []engines.Agent{{Name: "bot"}, first}, 7)
		if err == nil && fmt.Sprint(r) != fmt.Sprint(want) {
			err = fmt.Errorf("a healthy program's game came out as %+v, and alone as %+v", r, want)
		}
		failed = cmp.Or(failed, err)
	}
	return errors.Join(failed, engines.Close(one))
}

// judge checks the kind of forfeit of a game.
func judge(t *testing.T, r engines.Record, kind engines.ForfeitKind) {
	t.Helper()
	if kind == plays {
		if r.Forfeit != nil {
			t.Errorf("forfeited: %s: %s", r.Forfeit.Kind, r.Forfeit.Reason)
		}
		return
	}
	if r.Forfeit == nil || r.Forfeit.Kind != kind || r.Forfeit.Seat != 0 || r.Ending != engines.Forfeited {
		t.Fatalf("%+v, want a forfeit of seat 0 of kind %v", r, kind)
	}
	e := r.Forfeit.Evidence
	if e == nil || len(e.Lines) == 0 || e.Seed != 7 || len(e.Weights) != 1 || e.Program == "" || len(e.Agents) != 2 {
		t.Errorf("evidence %+v", e)
	}
	if strings.ContainsRune(r.Forfeit.Reason, '\x1b') {
		t.Errorf("a control character in %q", r.Forfeit.Reason)
	}
}
