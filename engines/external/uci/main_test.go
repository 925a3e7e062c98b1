package uci

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
	"github.com/lanista/lanista/engines/external/uci/ucitest"
)

// modeVariable makes the test binary an engine.
const modeVariable = "LANISTA_UCI_ENGINE"

func TestMain(m *testing.M) {
	if mode := os.Getenv(modeVariable); mode != "" {
		os.Exit(ucitest.Run(chess.New(), ucitest.Mode(mode), os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// timeouts are long enough for a busy machine.
var timeouts = driver.Timeouts{Start: 30 * time.Second, Reply: 20 * time.Second, Move: 30 * time.Second, Quit: 10 * time.Second}

// open starts the engine of the tests in some mode.
func open(t testing.TB, mode ucitest.Mode, o driver.Options) *Session {
	t.Helper()
	return openCommand(t, proc.Command{Args: []string{os.Args[0]}, Env: []string{modeVariable + "=" + string(mode)}}, o)
}

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

// hello opens an engine and does the handshake.
func hello(t testing.TB, mode ucitest.Mode, o driver.Options) (*Session, driver.Description) {
	t.Helper()
	s := open(t, mode, o)
	d, err := s.Hello(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return s, d
}

// begin begins a game with the default weights.
func begin(t testing.TB, s *Session, d driver.Description, limit string) {
	t.Helper()
	l, err := engines.ParseLimit(limit)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Begin(context.Background(), driver.Game{Game: "chess", Seats: 2, Space: d.Weights, Weights: d.Weights.Default(), Limit: l})
	if err != nil {
		t.Fatal(err)
	}
}

// table is a game from the start, or from where moves have led.
func table(t testing.TB, moves ...string) engines.Game {
	t.Helper()
	g, err := chess.New().ParseGame("start", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range moves {
		m, err := g.ParseMove(text)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}
