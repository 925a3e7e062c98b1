package protocol

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/lanista/lanista/engines"
)

// appendGoLimit appends the arguments of the UCI command go, which starts a search, for a limit
// of depth, nodes or time.
func appendGoLimit(out []byte, l engines.Limit, t *Turn) []byte {
	put := func(word string, n int64) {
		out = strconv.AppendInt(append(append(out, word...), ' '), n, 10)
	}
	switch {
	case l.Depth > 0:
		put("depth", int64(l.Depth))
	case l.Nodes > 0:
		out = strconv.AppendUint(append(out, "nodes "...), l.Nodes, 10)
	case l.Move > 0:
		put("movetime", atLeastOne(l.Move))
	default:
		for i, word := range []string{"wtime", " btime"} {
			left := l.Clock
			if i < len(t.Left) {
				left = t.Left[i]
			}
			put(word, atLeastOne(left))
		}
		for i, word := range []string{" winc", " binc"} {
			add := l.Add
			if i < len(t.Add) {
				add = t.Add[i]
			}
			put(word, add.Milliseconds())
		}
		if t.ToGo > 0 {
			put(" movestogo", int64(t.ToGo))
		}
	}
	return out
}

// atLeastOne returns a duration in milliseconds, at least 1. Engines interpret 0 in different
// ways.
func atLeastOne(d time.Duration) int64 { return max(1, d.Milliseconds()) }

// uciSearch collects the depth, nodes and score that an engine reports during a search.
type uciSearch struct {
	score  float64 // hundredths of a pawn, or a mate
	scored bool
	depth  int
	nodes  uint64
}

// read parses a line that reports on the search. For "info" lines it keeps the last exact score
// of the first variation.
func (t *uciSearch) read(first, rest []byte) error {
	if string(first) != "info" {
		return nil
	}
	var now uciSearch
	bound, other := false, false
	for len(rest) > 0 {
		var word, value []byte
		word, rest = cutWord(rest)
		switch string(word) {
		case "string", "pv", "refutation", "currline": // moves or free text follow
			rest = nil
		case "depth":
			value, rest = cutWord(rest)
			now.depth = int(parseCount(value))
		case "nodes":
			value, rest = cutWord(rest)
			now.nodes = parseCount(value)
		case "multipv":
			value, rest = cutWord(rest)
			other = string(value) != "1"
		case "score":
			word, rest = cutWord(rest)
			value, rest = cutWord(rest)
			now.score, now.scored = parseScore(word, value)
		case "upperbound", "lowerbound":
			bound = true
		}
	}
	if now.nodes > 0 {
		t.nodes = now.nodes
	}
	if now.scored && !bound && !other {
		t.score, t.scored, t.depth = now.score, true, now.depth
	}
	return nil
}

// parseScore parses the score "cp N" (hundredths of a pawn) or "mate N" (moves to mate). N is
// negative if the engine is worse or will be mated. ok is false for another form.
func parseScore(unit, value []byte) (score float64, ok bool) {
	n, err := strconv.ParseInt(string(value), 10, 32)
	switch {
	case err != nil:
		return 0, false
	case string(unit) == "cp":
		return float64(n), true
	case string(unit) == "mate" && n > 0: // the n-th move of the side to move gives mate
		return mateScore(float64(2*n - 1)), true
	case string(unit) == "mate":
		return -mateScore(float64(-2 * n)), true
	}
	return 0, false
}

// mateScore returns the score of the side that gives mate in the given number of plies. It counts at
// most 10,000 plies, so that a number that an engine uses for infinity does not change the sign.
func mateScore(plies float64) float64 {
	const most = 10_000
	return engines.MateEval - min(plies, most)
}

// parseCount parses a non-negative number. It returns 0 for any other text.
func parseCount(text []byte) uint64 {
	n, err := strconv.ParseUint(string(text), 10, 63)
	if err != nil {
		return 0
	}
	return n
}

// choice returns the engine's answer for a "bestmove" line. For a text that does not have the form
// of a move, such as (none) or 0000, it returns an *[engines.Fault] of the kind ForfeitIllegal.
func (t *uciSearch) choice(rest []byte) (Choice, error) {
	text, _ := cutWord(rest)
	if len(text) == 0 {
		return Choice{}, malformed("bestmove without a move")
	}
	move := bytes.ToLower(text)
	if !isUCIMove(move) {
		return Choice{}, &engines.Fault{Kind: engines.ForfeitIllegal, Err: fmt.Errorf("its best move is %q, not a move such as e2e4", Printable(string(text)))}
	}
	c := Choice{Move: string(move), Depth: t.depth, Nodes: t.nodes}
	if t.scored {
		c.Score = &t.score
	}
	return c, nil
}

// ponderMove returns the reply that an engine expects, which follows the word ponder in a "bestmove"
// line. It returns "" if there is none.
func ponderMove(rest []byte) string {
	_, rest = cutWord(rest)
	word, rest := cutWord(rest)
	reply, _ := cutWord(rest)
	if reply = bytes.ToLower(reply); string(word) != "ponder" || !isUCIMove(reply) {
		return ""
	}
	return string(reply)
}

// isUCIMove reports whether text has the form of a UCI move, such as e2e4. The game's parser
// would also accept other notations, which an engine must not send.
func isUCIMove(text []byte) bool {
	square := func(b []byte) bool { return b[0] >= 'a' && b[0] <= 'h' && b[1] >= '1' && b[1] <= '8' }
	return (len(text) == 4 || len(text) == 5) && square(text) && square(text[2:])
}
