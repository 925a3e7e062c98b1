package protocol

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
)

// xboardSession is a session with a chess engine in the Chess Engine Communication Protocol
// (CECP) of XBoard and WinBoard.
//
// Options are weights by the rules of [uciSession]. A slider is like a spin there, and a reset or
// save like a button.
//
// An example; ">" marks lines to the engine:
//
//	> xboard
//	> protover 2
//	< feature myname="Fairy-Max 5.0b" ping=1 setboard=0 done=0
//	> accepted ping                              a line for every feature
//	< feature option="Resign Threshold -spin 800 200 1200" done=1
//	> ping 1
//	< pong 1
//	> option Resign Threshold=900                weights that differ from those sent last
//	> new
//	> force
//	> easy
//	> post
//	> st 86400
//	> sd 3
//	> ping 2
//	< pong 2
//	> e2e4                                       "usermove e2e4" if the engine requests it
//	> go
//	<  3 -15 0 174 d7d5 e4d5 d8d5
//	< move d7d5
//	> e4d5                                       the engine answers without "go"
//	< move d8d5
//	> result 1/2-1/2 {adjudication}
//	> force
//
// An engine that does not support protover 2 receives no options, and the session then waits for
// no pong. The session never sends a signal to the engine, and it ignores offers of a draw.
//
// Source: T. Mann and H. G. Muller, Chess Engine Communication Protocol, version 2, and the
// behaviour of the engines in Debian.
type xboardSession struct {
	options  Options
	io       textIO
	features xboardFeatures
	offered  []xboardOption
	tuned    []xboardOption // the options of the weights, in the order of the weights
	sent     []string       // the values of the weights sent last; "" before the first game
	ping     int            // number of the last ping
	limit    engines.Limit
	seat     int

	started   bool         // the moves of a game were sent, and "go"
	sentMoves int          // moves of the game that were sent or made by the engine
	own       engines.Move // the engine's last move
	recent    []string     // the moves sent last, for messages that refuse one
	thinking  bool         // the engine was requested to move and has not answered yet
	claim     string       // the result that the engine has claimed since its last move, or ""
}

func newXBoard(o Options) Session {
	return &xboardSession{options: o, io: textIO{process: o.Process}, features: xboardDefaults()}
}

// Stray returns the number of output lines that did not belong to an answer.
func (s *xboardSession) Stray() Stray { return s.io.stray }

// fence sends the collected lines. If the engine supports ping, fence waits until the engine has
// processed them. It passes all lines before the answer to see.
func (s *xboardSession) fence(ctx context.Context, limit time.Duration, see func(line []byte) error) error {
	deadline := time.Now().Add(limit)
	if !s.features.ping {
		return s.io.send(ctx, deadline, limit)
	}
	s.ping++
	s.io.put("ping ", strconv.Itoa(s.ping))
	if err := s.io.send(ctx, deadline, limit); err != nil {
		return err
	}
	expected := "pong " + strconv.Itoa(s.ping)
	return s.io.read(ctx, deadline, limit, expected, func(line []byte) (bool, error) {
		word, rest := cutWord(line)
		if string(word) != "pong" {
			return false, see(line)
		}
		n, ok := parseDigits(bytes.TrimSpace(rest))
		switch {
		case !ok || n > s.ping:
			return false, malformed("%q, and the last ping was %d", Printable(string(line)), s.ping)
		case n < s.ping: // some engines answer twice
			return false, nil
		}
		return true, nil
	})
}

// Begin sends the weights that have changed since the last game, and starts a new game.
func (s *xboardSession) Begin(ctx context.Context, g Game) error {
	s.limit, s.seat = g.Limit, g.Seat
	putWeights(&s.io, s.tuned, s.sent, g.Space, g.Weights)
	s.putNewGame()
	s.io.putAll(setLines(s.options.Set, g.Space, g.Weights))
	if err := s.fence(ctx, s.options.Timeouts.Reply, s.seeIdle); err != nil {
		return limitedBy("timeouts.reply", err)
	}
	s.claim = "" // of the last game
	return nil
}

// putNewGame queues the commands that start a new game. The command force among them keeps the
// engine from moving before it is asked for a move.
func (s *xboardSession) putNewGame() {
	s.started, s.sentMoves, s.claim = false, 0, ""
	s.recent = s.recent[:0]
	s.io.put("new")
	s.io.put("force")
	s.io.put("easy")
	s.io.put("post")
	s.io.out = appendXBoardLimit(s.io.out, s.limit)
	s.io.putAll(s.options.EachGame)
}

// End sends the result of the game.
func (s *xboardSession) End(ctx context.Context, o engines.Outcome, why string) error {
	result := "1/2-1/2"
	switch {
	case o.Drawn():
	case o.Place(0) == 1:
		result = "1-0"
	case o.Place(1) == 1:
		result = "0-1"
	}
	s.started = false
	s.io.put("result ", result, " {", strings.Map(withoutBraces, Printable(why)), "}")
	s.io.put("force")
	limit := s.options.Timeouts.Reply
	return s.io.send(ctx, time.Now().Add(limit), limit)
}

// withoutBraces replaces a brace by a blank. In the protocol, braces enclose a comment, so the text
// of a comment must not contain any.
func withoutBraces(r rune) rune {
	if r == '{' || r == '}' {
		return ' '
	}
	return r
}

// Sync requests the engine to end a running search and discards its move. If the engine supports
// ping, Sync then waits until the engine has processed everything.
func (s *xboardSession) Sync(ctx context.Context) error {
	limit := s.options.Timeouts.Reply
	s.io.out = s.io.out[:0]
	if s.thinking {
		s.io.put("?")
	}
	s.thinking = s.thinking && !s.features.ping
	s.started = false
	late := func(line []byte) error {
		if move, _ := parseXBoardMove(line); move != "" {
			s.io.stray.Late++
		}
		return nil
	}
	if err := s.fence(ctx, limit, late); err != nil || !s.thinking {
		return err
	}
	s.thinking = false
	return s.io.read(ctx, time.Now().Add(limit), limit, "a move", func(line []byte) (bool, error) {
		move, _ := parseXBoardMove(line)
		return move != "", late(line)
	})
}

// Quit requests the engine to exit.
func (s *xboardSession) Quit() { s.io.quit("quit\n", s.options.Timeouts.Quit) }
