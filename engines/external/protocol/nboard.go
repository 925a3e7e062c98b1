package protocol

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
)

// nboardSession is a session with an Othello program in the NBoard protocol, version 2. The
// protocol cannot declare weights. The config lists them, and the line that sets one.
//
// An example; ">" marks lines to the program:
//
//	> nboard 2
//	> ping 1
//	< set myname NTest
//	< pong 1
//	> set depth 2
//	> ping 2
//	< pong 2
//	> set game (;GM[Othello]...BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)
//	> ping 3
//	< pong 3
//	> go
//	< === C4/-1.34/0.00
//	> move C4
//	> move C3
//	> ping 4
//	< pong 4
//	> go
//
// The only limit of the protocol is depth. A program applies it in the middle of a game and not
// near the end. Output before a pong is ignored.
//
// Sources: C. Welty, NBoard Protocol, and the behaviour of NTest.
type nboardSession struct {
	options   Options
	io        textIO
	ping      int  // number of the last ping
	sent      bool // the game was sent
	sentMoves int  // moves that were sent
	list      []engines.Move
}

func newNBoard(o Options) Session {
	return &nboardSession{options: o, io: textIO{process: o.Process}}
}

// Stray returns the number of output lines that did not belong to an answer.
func (s *nboardSession) Stray() Stray { return s.io.stray }

// Hello performs the handshake and returns a description of the program.
func (s *nboardSession) Hello(ctx context.Context) (Description, error) {
	d := Description{Games: []string{"othello"}, Weights: s.options.Declared, NeedsLimit: "an NBoard program needs one (depth N)", DepthOnly: true}
	s.io.put("nboard 2")
	s.io.putAll(s.options.Setup)
	err := s.pingPong(ctx, s.options.Timeouts.Start, func(line []byte) {
		if name, ok := bytes.CutPrefix(line, []byte("set myname ")); ok {
			d.Name = Printable(strings.TrimSpace(string(name)))
		} else if len(line) > 0 {
			s.io.stray.add(line)
		}
	})
	if err != nil {
		return d, explainSilence(err, s.options, s.io.stray.First, "pong", "a program that speaks NBoard answers ping with pong")
	}
	s.io.stray = Stray{} // a banner before the handshake is common
	return d, nil
}

// pingPong sends the collected lines and a ping. It waits at most for the time limit until the
// program answers the ping with a pong. It calls see with every line that the program prints before
// this pong.
func (s *nboardSession) pingPong(ctx context.Context, limit time.Duration, see func(line []byte)) error {
	s.ping++
	n := strconv.Itoa(s.ping)
	s.io.put("ping ", n)
	deadline := time.Now().Add(limit)
	if err := s.io.send(ctx, deadline, limit); err != nil {
		return err
	}
	pong := []byte("pong " + n)
	return s.io.read(ctx, deadline, limit, string(pong), func(line []byte) (bool, error) {
		if line = bytes.TrimSpace(line); bytes.Equal(line, pong) {
			return true, nil
		}
		see(line)
		return false, nil
	})
}

// Begin sends the limit and the weights for a game.
func (s *nboardSession) Begin(ctx context.Context, g Game) error {
	s.sent, s.sentMoves = false, 0
	s.io.put("set depth ", strconv.Itoa(g.Limit.Depth))
	s.io.putAll(setLines(s.options.Set, g.Space, g.Weights))
	s.io.putAll(s.options.EachGame)
	return s.pingPong(ctx, s.options.Timeouts.Reply, ignoreLine)
}

// ignoreLine ignores a line that the program prints before a pong. It is a value for the argument
// see of [nboardSession.pingPong].
func ignoreLine([]byte) {}

// Choose sends the moves since the last request and requests the program's move.
func (s *nboardSession) Choose(ctx context.Context, t Turn) (Choice, error) {
	if err := s.putMoves(t.Position); err != nil {
		return Choice{}, err
	}
	if err := s.pingPong(ctx, s.options.Timeouts.Reply, ignoreLine); err != nil {
		return Choice{}, err
	}
	s.io.put("go")
	limit := s.options.Timeouts.Move
	deadline := time.Now().Add(limit)
	if err := s.io.send(ctx, deadline, limit); err != nil {
		return Choice{}, err
	}
	var choice Choice
	err := s.io.read(ctx, deadline, limit, "===", func(line []byte) (bool, error) {
		answer, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("==="))
		if !ok {
			if nodes, ok := parseNodestats(line); ok {
				choice.Nodes = nodes
			}
			return false, nil
		}
		move, score, err := parseNBoardMove(string(answer))
		choice.Move, choice.Score = move, score
		return true, err
	})
	return choice, err
}

// putMoves queues the lines that bring the program to position p. For the first request of a game
// they contain the whole game, and later the moves since the last request.
func (s *nboardSession) putMoves(p engines.Position) error {
	h, ok := p.(engines.History)
	if !ok {
		return &engines.UnplayableError{Err: errors.New("the game does not report its moves, and NBoard needs them")}
	}
	s.list = h.Played()
	if !s.sent {
		text, err := formatGame(h.Start(), s.list, p)
		if err != nil {
			return &engines.UnplayableError{Err: err}
		}
		s.sent = true
		s.io.put("set game ", text)
	} else {
		for _, m := range s.list[s.sentMoves:] {
			s.io.put("move ", formatNBoardMove(p.FormatMove(m)))
		}
	}
	s.sentMoves = len(s.list)
	return nil
}

// End does nothing, because the protocol has no message for the end of a game.
func (s *nboardSession) End(context.Context, engines.Outcome, string) error { return nil }

// Sync sends a ping, which also stops a search, and waits for the answer.
func (s *nboardSession) Sync(ctx context.Context) error {
	late := false
	err := s.pingPong(ctx, s.options.Timeouts.Reply, func(line []byte) { late = late || bytes.HasPrefix(line, []byte("===")) })
	if late {
		s.io.stray.Late++
	}
	return err
}

// Quit requests the program to exit.
func (s *nboardSession) Quit() { s.io.quit("quit\n", s.options.Timeouts.Quit) }
