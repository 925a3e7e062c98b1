package protocol

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
	"github.com/lanista/lanista/engines/external/programtest"
)

// openPondering starts an engine that ponders and begins a game of the given limit. The lines sent
// to the engine are in the transcript.
func openPondering(t *testing.T, limit, ponder string) (*uciSession, *transcript) {
	t.Helper()
	w := new(transcript)
	s := openCommand[*uciSession](t, process.Command{Args: []string{os.Args[0]}, Env: []string{uciVariable + "=" + string(programtest.Ponders)}, Trace: w}, Options{
		Options: []Option{{Name: "Ponder", Value: ponder}}, Tuned: []string{},
	})
	d, err := s.Hello(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	beginUCI(t, s, d, limit)
	return s, w
}

// chooseTimed requests a move of White with some time left, and makes it.
func chooseTimed(t *testing.T, s *uciSession, g engines.Game, toGo int) (own string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), timeouts.Move)
	defer cancel()
	c, err := s.Choose(ctx, Turn{Position: g, Left: []time.Duration{5 * time.Second, 4 * time.Second}, Add: []time.Duration{time.Second, 0}, ToGo: toGo})
	if err != nil {
		t.Fatal(err)
	}
	play(t, g, c.Move)
	return c.Move
}

// An engine that ponders searches on the reply that it expects. If the opponent plays that reply, the
// engine goes on with its search, otherwise it is stopped and asked anew.
func TestUCIPonder(t *testing.T) {
	t.Parallel()
	s, w := openPondering(t, "clock 40/10s+1s", "true")
	g := chessGame(t)
	first := chooseTimed(t, s, g, 40)
	hit := s.pondering.reply
	if hit == "" {
		t.Fatalf("it does not ponder: %s", w)
	}
	play(t, g, hit)
	second := chooseTimed(t, s, g, 39)
	miss := "h7h6"
	if s.pondering.reply == miss {
		miss = "a7a6"
	}
	expected := s.pondering.reply
	play(t, g, miss)
	chooseTimed(t, s, g, 1)
	if err := s.End(t.Context(), engines.Outcome{}, ""); err != nil || s.pondering.reply != "" {
		t.Errorf("it ponders after the end of the game: %v", err)
	}
	moves := func(list ...string) string { return "position startpos moves " + strings.Join(list, " ") }
	want := []string{
		"position startpos", "go wtime 5000 btime 4000 winc 1000 binc 0 movestogo 40",
		moves(first, hit), "go ponder wtime N btime 4000 winc 1000 binc 0 movestogo 39",
		"ponderhit", moves(first, hit, second, expected), "go ponder wtime N btime 4000 winc 1000 binc 0 movestogo 38",
		"stop", moves(first, hit, second, miss), "go wtime 5000 btime 4000 winc 1000 binc 0 movestogo 1",
	}
	sent := w.sent()
	end := len(sent) - 3 // the engine ponders once more and is stopped
	if sent[len(sent)-1] != "stop" {
		t.Errorf("the last line is %q", sent[len(sent)-1])
	}
	for i, line := range want {
		got := sent[end-len(want)+i]
		var left int
		if _, err := fmt.Sscanf(got, "go ponder wtime %d", &left); err == nil {
			if left > 6000 || left < 1000 {
				t.Errorf("%d ms are left of 5000 and 1000 more", left)
			}
			got = strings.Replace(got, fmt.Sprint("wtime ", left), "wtime N", 1)
		}
		if got != line {
			t.Errorf("line %d: %q, want %q", i, got, line)
		}
	}
	if period := sent[len(sent)-2]; !strings.HasSuffix(period, "movestogo 40") || !strings.HasPrefix(period, "go ponder wtime 1") {
		t.Errorf("at the end of a period of 10 s it is sent %q", period)
	}
}

// An engine ponders neither without the option nor without a clock.
func TestUCIPonderOnlyOnRequest(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ limit, ponder string }{{"clock 10s", "false"}, {"depth 1", "true"}, {"movetime 1s", "true"}} {
		s, w := openPondering(t, test.limit, test.ponder)
		chooseTimed(t, s, chessGame(t), 0)
		if s.pondering.reply != "" || strings.Contains(w.String(), "go ponder") {
			t.Errorf("limit %s, Ponder %s: %s", test.limit, test.ponder, w)
		}
	}
}

// A pondering engine that is asked late can be stopped, and a new game begins without its old search.
func TestUCIPonderingIsStopped(t *testing.T) {
	t.Parallel()
	s, w := openPondering(t, "clock 10s", "true")
	g := chessGame(t)
	chooseTimed(t, s, g, 0)
	if err := s.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(w.String(), "> stop") || s.Stray().Late != 0 {
		t.Errorf("late %d: %s", s.Stray().Late, w)
	}
	chooseTimed(t, s, chessGame(t), 0)
	if s.pondering.reply == "" {
		t.Fatal("it does not ponder again")
	}
	if err := s.Begin(t.Context(), Game{Limit: engines.Limit{Clock: time.Second}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Choose(ctx, Turn{Position: chessGame(t)}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
