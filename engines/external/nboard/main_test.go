package nboard

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/boardtest"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
	"github.com/lanista/lanista/engines/othello"
)

// modeVariable makes the test binary a program.
const modeVariable = "LANISTA_NBOARD_PROGRAM"

func TestMain(m *testing.M) {
	if mode := os.Getenv(modeVariable); mode != "" {
		os.Exit(boardtest.NBoard(othello.New(), boardtest.Mode(mode), os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// timeouts are long enough for a busy machine.
var timeouts = driver.Timeouts{Start: 30 * time.Second, Reply: 20 * time.Second, Move: 30 * time.Second, Quit: 10 * time.Second}

// weights are those of the program.
var weights = engines.Space{{Name: "corner", Min: 0, Max: 50, Default: 10}, {Name: "discs", Min: -5, Max: 5, Default: 1}}

func openCommand(t testing.TB, c proc.Command, o driver.Options) *Session {
	t.Helper()
	p, err := proc.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.End(0) })
	o.Process = p
	if o.Timeouts == (driver.Timeouts{}) {
		o.Timeouts = timeouts
	}
	return New(o).(*Session)
}

// open starts the program of the tests in some mode and does the handshake.
func open(t testing.TB, mode boardtest.Mode, o driver.Options) *Session {
	t.Helper()
	s := openCommand(t, proc.Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=" + string(mode)}}, o)
	if _, err := s.Hello(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}

// table is a game from a position.
func table(t testing.TB, position string, moves ...string) engines.Game {
	t.Helper()
	g, err := othello.New().ParseGame(position, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		play(t, g, m)
	}
	return g
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
