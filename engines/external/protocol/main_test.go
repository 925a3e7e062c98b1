package protocol

import (
	"bufio"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/programtest"
	"github.com/lanista/lanista/engines/othello"
)

// Environment variables that make the test binary a program in the mode of their value.
const (
	uciVariable    = "LANISTA_UCI_ENGINE"
	gtpVariable    = "LANISTA_GTP_PROGRAM"
	nboardVariable = "LANISTA_NBOARD_PROGRAM"
	// echoVariable makes the test binary a program that answers every line with its value.
	echoVariable = "LANISTA_ECHO"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv(uciVariable); mode != "" {
		os.Exit(programtest.UCI(chess.New(), programtest.Mode(mode), os.Stdin, os.Stdout))
	}
	if mode := os.Getenv(gtpVariable); mode != "" {
		os.Exit(programtest.GTP(othello.New(), programtest.Mode(mode), os.Stdin, os.Stdout))
	}
	if mode := os.Getenv(nboardVariable); mode != "" {
		os.Exit(programtest.NBoard(othello.New(), programtest.Mode(mode), os.Stdin, os.Stdout))
	}
	if answer := os.Getenv(echoVariable); answer != "" {
		in := bufio.NewReader(os.Stdin)
		for {
			if _, err := in.ReadSlice('\n'); err != nil {
				return
			}
			_, _ = os.Stdout.WriteString(answer + "\n")
		}
	}
	os.Exit(m.Run())
}

// timeouts are long enough for a busy machine.
var timeouts = Timeouts{Start: 30 * time.Second, Reply: 20 * time.Second, Move: 30 * time.Second, Quit: 10 * time.Second}

// openCommand starts a command and returns a session in the protocol of S.
func openCommand[S Session](t testing.TB, c process.Command, o Options) S {
	t.Helper()
	p, err := process.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.End(0) })
	o.Process = p
	if o.Timeouts == (Timeouts{}) {
		o.Timeouts = timeouts
	}
	for _, name := range Names() {
		if s, ok := Open(name, o).(S); ok {
			return s
		}
	}
	t.Fatal("no protocol has such sessions")
	panic("unreachable")
}

// openTest starts the test binary as a program in a mode, without the handshake.
func openTest[S Session](t testing.TB, variable string, mode programtest.Mode, o Options) S {
	t.Helper()
	return openCommand[S](t, process.Command{Args: []string{os.Args[0]}, Env: []string{variable + "=" + string(mode)}}, o)
}

// greet does the handshake and returns the session.
func greet[S Session](t testing.TB, s S) S {
	t.Helper()
	if _, err := s.Hello(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}

// transcript is a trace that collects the lines sent to a program, without their times.
type transcript struct{ strings.Builder }

func (w *transcript) sent() []string {
	var out []string
	for line := range strings.Lines(w.String()) {
		if _, rest, ok := strings.Cut(line, " > "); ok {
			out = append(out, strings.TrimSpace(rest))
		}
	}
	return out
}

// othelloWeights are the weights of the Othello programs.
var othelloWeights = engines.Space{{Name: "corner", Min: 0, Max: 50, Default: 10}, {Name: "discs", Min: -5, Max: 5, Default: 1}}

// othelloGame returns a game from a position after some moves.
func othelloGame(t testing.TB, position string, moves ...string) engines.Game {
	t.Helper()
	return gameAfter(t, othello.New(), position, moves)
}

// chessGame returns a game from the start position after some moves.
func chessGame(t testing.TB, moves ...string) engines.Game {
	t.Helper()
	return gameAfter(t, chess.New(), "start", moves)
}

func gameAfter(t testing.TB, e engines.Engine, position string, moves []string) engines.Game {
	t.Helper()
	g, err := e.ParseGame(position, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		play(t, g, text)
	}
	return g
}

// play makes a move.
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
