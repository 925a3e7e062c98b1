package protocol

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
)

// endless is a time in seconds that is longer than any game. As a time limit, it switches off the
// engine's own clock for games with a limit of depth.
const endless = 86_400

// limitError returns an error for a limit that the protocol or the engine does not support.
func (s *xboardSession) limitError(l engines.Limit) error {
	switch {
	case l.Nodes > 0 && !s.features.nps:
		return errors.New("the engine has no limit of nodes (feature nps=1); use depth N")
	case l.Move%time.Second != 0:
		return fmt.Errorf("the protocol xboard counts the time of a move in whole seconds, not %v; use movetime 1s, depth N or clock 10s+100ms", l.Move)
	}
	return nil
}

// appendXBoardLimit appends the lines that set a limit of depth, nodes or time. It appends none
// for the empty limit.
func appendXBoardLimit(out []byte, l engines.Limit) []byte {
	switch {
	case l.Depth > 0:
		out = fmt.Appendf(out, "st %d\nsd %d\n", endless, l.Depth)
	case l.Nodes > 0: // N nodes a second, and a second
		out = fmt.Appendf(out, "st 1\nnps %d\n", l.Nodes)
	case l.Move > 0:
		out = fmt.Appendf(out, "st %d\n", int(l.Move/time.Second))
	case l.Clock > 0:
		base := max(time.Second, l.Clock.Round(time.Second))
		out = fmt.Appendf(out, "level %d %d", l.Moves, int(base/time.Minute))
		if rest := int(base % time.Minute / time.Second); rest > 0 {
			out = fmt.Appendf(out, ":%02d", rest)
		}
		out = fmt.Appendf(out, " %s\n", strconv.FormatFloat(l.Add.Seconds(), 'f', -1, 64))
	}
	return out
}

// limitCommand returns the name of the xboard command that sets the limit l, such as "st" for a
// time per move. It returns "" if there is no limit.
func limitCommand(l engines.Limit) string {
	switch {
	case l.Depth > 0:
		return "sd"
	case l.Nodes > 0:
		return "nps"
	case l.Move > 0:
		return "st"
	case l.Clock > 0:
		return "level"
	}
	return ""
}

// Choose sends the moves since the last request and requests the engine's move.
func (s *xboardSession) Choose(ctx context.Context, t Turn) (Choice, error) {
	if err := s.io.readPending(ctx, s.seeIdle); err != nil {
		return Choice{}, err
	}
	if s.claimsLoss() {
		return Choice{Resign: true}, nil
	}
	if err := s.putMoves(t); err != nil {
		return Choice{}, err
	}
	limit := s.options.moveTime(s.limit, &t)
	deadline := time.Now().Add(limit)
	s.thinking = true
	if err := s.io.send(ctx, deadline, limit); err != nil {
		return Choice{}, err
	}
	choice, err := s.readChoice(ctx, deadline, limit)
	if err != nil {
		return choice, err
	}
	s.thinking = false
	if m, err := t.Position.ParseMove(choice.Move); err == nil && !choice.Resign {
		s.own = m
		s.sentMoves++
	}
	return choice, nil
}

// readChoice reads lines until the engine moves or resigns. An engine that has claimed the end of
// the game may still move. If the search has no limit of time, readChoice waits for this move only
// as long as for other answers.
func (s *xboardSession) readChoice(ctx context.Context, deadline time.Time, limit time.Duration) (Choice, error) {
	var found Choice
	var before unanswered
	for {
		if s.claim != "" && !s.limit.Timed() {
			if short := time.Now().Add(s.options.Timeouts.Reply); short.Before(deadline) {
				deadline = short
			}
		}
		line, err := s.options.Process.Line(ctx, deadline)
		switch {
		case errors.Is(err, process.ErrTime) && s.claim != "":
			return found, malformed("it claims %q in a game that is not over, and makes no move", Printable(s.claim))
		case err != nil:
			return found, limitedBy(moveLimit(s.limit), processFault(err, limit))
		}
		move, isMove := parseXBoardMove(line)
		switch {
		case isMove && move == "":
			return found, malformed("%q without a move", Printable(string(line)))
		case isMove:
			s.claim = ""
			found.Move = move
			return found, nil
		}
		if err := before.add(line, "a move"); err != nil {
			return found, err
		}
		if err := s.see(line); err != nil {
			return found, err
		}
		if s.claimsLoss() {
			found.Resign = true
			return found, nil
		}
		parseThinking(line, &found)
	}
}

// claimsLoss reports whether the engine has resigned, or has claimed a result in which it loses. A
// claim of an engine without ping does not count, because it may belong to the previous game.
func (s *xboardSession) claimsLoss() bool {
	return s.claim == "resign" || s.features.ping && strings.HasPrefix(s.claim, [...]string{"0-1", "1-0"}[s.seat&1])
}

// putMoves queues the lines that send the engine the moves that it has not received yet, and the
// remaining times. The last line makes the engine think. If moves were taken back, putMoves begins
// the game again. It returns an error if the game does not report its moves, or if the engine
// cannot set up the start position.
func (s *xboardSession) putMoves(t Turn) error {
	p := t.Position
	h, ok := p.(engines.History)
	if !ok {
		return &engines.UnplayableError{Err: errors.New("the game does not report its moves, and the protocol xboard needs them")}
	}
	moves := h.Played()
	s.recent = s.recent[:0]
	if s.started && len(moves) == s.sentMoves+1 && s.sentMoves > 0 && moves[s.sentMoves-1] == s.own {
		s.putClocks(t)
		s.putMove(p.FormatMove(moves[s.sentMoves]))
		s.sentMoves++
		return nil
	}
	if s.started { // moves were taken back
		s.putNewGame()
	}
	if start := h.Start(); start != startFEN {
		if !s.features.setboard {
			return &engines.UnplayableError{Err: errors.New("the game begins at a position of its own, and the engine cannot set one up (feature setboard=1)")}
		}
		s.io.put("setboard ", start)
	}
	for _, m := range moves {
		s.putMove(p.FormatMove(m))
	}
	s.started, s.sentMoves = true, len(moves)
	s.putClocks(t)
	s.io.put("go")
	return nil
}

// putMove adds the line that reports a move of the game to the engine.
func (s *xboardSession) putMove(text string) {
	s.recent = append(s.recent, text)
	if s.features.usermove {
		text = "usermove " + text
	}
	s.io.put(text)
}

// putClocks adds the remaining times, in hundredths of a second, if the game has clocks.
func (s *xboardSession) putClocks(t Turn) {
	if !s.features.time || s.limit.Clock == 0 || len(t.Left) < 2 {
		return
	}
	for i, word := range [...]string{"time ", "otim "} {
		left := t.Left[(t.Seat+i)%2]
		s.io.put(word, strconv.FormatInt(max(1, int64(left/(10*time.Millisecond))), 10))
	}
}

// seeIdle handles a line that the engine prints while it must not move. It returns an error for a
// move, and passes every other line to [xboardSession.see].
func (s *xboardSession) seeIdle(line []byte) error {
	if _, isMove := parseXBoardMove(line); isMove {
		return malformed("a move that was not asked for: %s", Printable(string(line)))
	}
	return s.see(line)
}

// see evaluates a line of output that is not a move. It stores the result of a game that the engine
// reports, such as 1-0. It returns an error if the engine refuses a move, a start position or a
// limit. All other lines are ignored, because engines print messages for people.
func (s *xboardSession) see(line []byte) error {
	text := strings.TrimSpace(string(line))
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "1-0", "0-1", "1/2-1/2", "resign":
		s.claim = text
		return nil
	case "tellusererror": // the answer to setboard
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(rest)), "illegal position") {
			return reported(text)
		}
	}
	object := refusedText(line)
	command, argument, _ := strings.Cut(object, " ")
	switch {
	case object == "":
	case slices.Contains(s.recent, object), object == "go", command == "usermove" && s.features.usermove && (argument == "" || slices.Contains(s.recent, argument)):
		return reported(text)
	case command == limitCommand(s.limit):
		return &engines.UnplayableError{Err: fmt.Errorf("it answers %q to the limit %v; use another limit, or limit: none and a command of the engine in each_game", Printable(text), s.limit)}
	}
	return nil
}

// refusedText returns the move or the command that a line such as "Illegal move: e2e5" or
// "Error (unknown command): sd" refuses. Case is ignored in the words before the colon. It returns ""
// for other lines.
func refusedText(line []byte) string {
	text := strings.TrimSpace(string(line))
	for _, prefix := range []string{"Illegal move", "Invalid move", "Error"} {
		if len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) {
			_, object, _ := strings.Cut(text[len(prefix):], ":")
			return strings.TrimSpace(object)
		}
	}
	return ""
}

// parseXBoardMove parses a line with a move: "move e7e5" or, as old engines write it,
// "1. ... e7e5". Coordinates become lower case. isMove is false for other lines.
func parseXBoardMove(line []byte) (move string, isMove bool) {
	word, rest := cutWord(line)
	if string(word) != "move" {
		number, dotted := bytes.CutSuffix(word, []byte("."))
		dots, after := cutWord(rest)
		if _, ok := parseDigits(number); !ok || !dotted || string(dots) != "..." {
			return "", false
		}
		rest = after
	}
	text, _ := cutWord(rest)
	if coordinates := bytes.ToLower(bytes.ReplaceAll(text, []byte("="), nil)); isUCIMove(coordinates) {
		text = coordinates
	}
	return string(text), true
}

// xboardMate is the smallest score with which an engine announces a mate. The score for a mate in N
// moves is xboardMate + N.
const xboardMate = 100_000

// parseThinking parses a line of thinking output: the depth, the score in hundredths of a pawn,
// the time, the nodes, and moves. It ignores other lines.
func parseThinking(line []byte, found *Choice) {
	fields := strings.Fields(string(line))
	if len(fields) < 4 {
		return
	}
	depth, err := strconv.Atoi(strings.TrimRight(fields[0], ".&+-?!"))
	if err != nil {
		return
	}
	score, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return
	}
	switch {
	case score >= xboardMate: // N moves of the engine and N-1 replies
		score = mateScore(max(0, 2*(score-xboardMate)-1))
	case score <= -xboardMate:
		score = -mateScore(-2 * (score + xboardMate))
	}
	found.Depth, found.Score = depth, &score
	if nodes := parseCount([]byte(fields[3])); nodes > 0 {
		found.Nodes = nodes
	}
}
