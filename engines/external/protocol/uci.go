package protocol

import (
	"context"
	"time"

	"github.com/lanista/lanista/engines"
)

// uciSession is a session with a chess engine in the Universal Chess Interface (UCI).
//
// Options of the types spin, check, combo and string that the config names as weights are weights
// (uciOption.weight). For the type string the config must give the range. If Options.Tuned is nil,
// because there is no config or the names follow from a source such as a stored run, the weights are
// all options of type spin that the config does not set (chooseWeights). Other options are settings
// of the program.
//
// An example; ">" marks lines to the engine:
//
//	> uci
//	< id name Toga II 3.0
//	< option name Passed Pawns type spin default 100 min 0 max 400
//	< uciok
//	> setoption name OwnBook value false
//	> isready
//	< readyok
//	> setoption name Passed Pawns value 182     weights that differ from those sent last
//	> ucinewgame
//	> isready
//	< readyok
//	> position startpos moves e2e4              both lines together
//	> go depth 2
//	< info depth 2 score cp -27 nodes 158 pv d7d5 b1c3
//	< bestmove d7d5 ponder b1c3
//
// Sources: the description of the protocol by R. Huber and S. Meyer-Kahlen, 2006, and the
// behaviour of the engines in Debian.
type uciSession struct {
	options  Options
	io       textIO
	offered  []uciOption
	tuned    []uciOption // the options of the weights, in the order of the weights
	sent     []string    // the values of the weights sent last; "" before the first game
	clear    []byte      // the line that clears the hash table, if the engine has one
	limit    engines.Limit
	thinking bool // "go" was sent and not answered yet

	pondering ponderSearch
	chess960  bool   // the engine plays Chess960
	position  []byte // the position line, as far as it was sent
	sentMoves int    // moves in it
}

func newUCI(o Options) Session {
	return &uciSession{options: o, io: textIO{process: o.Process, free: "info"}}
}

// Stray returns the number of output lines that did not belong to an answer.
func (s *uciSession) Stray() Stray { return s.io.stray }

// read reads lines until one begins with the given word, and returns the rest of that line. It
// calls see with all lines before it.
func (s *uciSession) read(ctx context.Context, deadline time.Time, limit time.Duration, word string, see func(first, rest []byte) error) (after []byte, err error) {
	s.io.await = word
	err = s.io.read(ctx, deadline, limit, word, func(line []byte) (bool, error) {
		first, rest := cutWord(line)
		if string(first) == word {
			after = rest
			return true, nil
		}
		return false, see(first, rest)
	})
	return after, err
}

// cutWord splits a line after its first word.
func cutWord(line []byte) (first, rest []byte) {
	from := 0
	for from < len(line) && isBlank(line[from]) {
		from++
	}
	to := from
	for to < len(line) && !isBlank(line[to]) {
		to++
	}
	if to == len(line) {
		return line[from:], nil
	}
	after := to
	for after < len(line) && isBlank(line[after]) {
		after++
	}
	return line[from:to], line[after:]
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// refuseMove returns an error if a line is an unexpected "bestmove". It ignores all other lines.
// first is the first word of the line, and rest is the text after it.
func refuseMove(first, rest []byte) error {
	if string(first) == "bestmove" {
		return malformed("a best move that was not asked for: %s", Printable(string(rest)))
	}
	return nil
}

// ready sends the collected lines and the command isready. It waits until the engine has
// processed them.
func (s *uciSession) ready(ctx context.Context, limit time.Duration) error {
	s.io.put("isready")
	deadline := time.Now().Add(limit)
	if err := s.io.send(ctx, deadline, limit); err != nil {
		return err
	}
	_, err := s.read(ctx, deadline, limit, "readyok", refuseMove)
	return err
}

// Begin sends the weights that have changed since the last game, and starts a new game.
func (s *uciSession) Begin(ctx context.Context, g Game) error {
	if err := s.stopPondering(ctx); err != nil {
		return err
	}
	s.limit = g.Limit
	s.position, s.sentMoves = s.position[:0], 0
	s.putVariant(g.Settings[variantSetting] == "true")
	putWeights(&s.io, s.tuned, s.sent, g.Space, g.Weights)
	s.io.out = append(s.io.out, s.clear...)
	s.io.putAll(s.options.EachGame)
	s.io.put("ucinewgame")
	return limitedBy("timeouts.reply", s.ready(ctx, s.options.Timeouts.Reply))
}

// Choose requests the engine's move.
func (s *uciSession) Choose(ctx context.Context, t Turn) (Choice, error) {
	begun := time.Now()
	if s.expected(t.Position) {
		s.pondering.reply = ""
		s.updatePosition(t.Position) // the engine has it already
		s.io.put("ponderhit")
	} else {
		if err := s.stopPondering(ctx); err != nil {
			return Choice{}, err
		}
		if err := s.io.readPending(ctx, func(line []byte) error { return refuseMove(cutWord(line)) }); err != nil {
			return Choice{}, err
		}
		s.updatePosition(t.Position)
		out := append(append(s.io.out, s.position...), "\ngo "...)
		s.io.out = append(appendGoLimit(out, s.limit, &t), '\n')
	}
	limit := s.options.moveTime(s.limit, &t)
	deadline := time.Now().Add(limit)
	if err := s.io.send(ctx, deadline, limit); err != nil {
		return Choice{}, err
	}
	s.thinking = true
	var found uciSearch
	rest, err := s.read(ctx, deadline, limit, "bestmove", found.read)
	if err != nil {
		return Choice{}, limitedBy(moveLimit(s.limit), err)
	}
	s.thinking = false
	c, err := found.choice(rest)
	if err == nil {
		err = s.ponder(ctx, &t, c, ponderMove(rest), begun)
	}
	return c, err
}

// startFEN is the start position of chess, which UCI calls startpos, in Forsyth-Edwards notation.
const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// updatePosition adds the moves since the last request to s.position, the UCI command position that
// is sent before a search. If p does not keep its moves, the command contains the position itself
// as FEN.
func (s *uciSession) updatePosition(p engines.Position) {
	h, ok := p.(engines.History)
	if !ok {
		s.position = append(append(s.position[:0], "position fen "...), p.String()...)
		return
	}
	if len(s.position) == 0 {
		s.position = append(s.position, "position "...)
		if start := h.Start(); start == startFEN {
			s.position = append(s.position, "startpos"...)
		} else {
			s.position = append(append(s.position, "fen "...), start...)
		}
	}
	moves := h.Played()
	for _, m := range moves[s.sentMoves:] {
		if s.sentMoves == 0 {
			s.position = append(s.position, " moves"...)
		}
		s.position = append(append(s.position, ' '), p.FormatMove(m)...)
		s.sentMoves++
	}
}

// End is called after a game. If the engine still searches during the opponent's turn, End stops
// this search. It sends nothing else, because UCI has no message for the end of a game.
func (s *uciSession) End(ctx context.Context, _ engines.Outcome, _ string) error {
	return s.stopPondering(ctx)
}

// Sync stops a running search and discards its answer. It then waits until the engine is ready.
func (s *uciSession) Sync(ctx context.Context) error {
	limit := s.options.Timeouts.Reply
	if err := s.stopPondering(ctx); err != nil {
		return err
	}
	if s.thinking {
		s.io.out = s.io.out[:0]
		s.io.put("stop")
		deadline := time.Now().Add(limit)
		if err := s.io.send(ctx, deadline, limit); err != nil {
			return err
		}
		ignore := func(_, _ []byte) error { return nil }
		if _, err := s.read(ctx, deadline, limit, "bestmove", ignore); err != nil {
			return err
		}
		s.thinking = false
		s.io.stray.Late++
	}
	return s.ready(ctx, limit)
}

// Quit requests the engine to exit.
func (s *uciSession) Quit() { s.io.quit("quit\n", s.options.Timeouts.Quit) }
