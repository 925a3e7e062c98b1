package uci

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// mateScore is what a mate at hand is worth; one that is moves away is worth as
// much less.
const mateScore = 1e9

// thought is what an engine has said while it thought.
type thought struct {
	score  float64 // hundredths of a pawn, or a mate
	scored bool
	depth  int
	nodes  uint64
}

// hear reads a line of information. What counts is the last score of the first
// variation that is no mere bound.
func (t *thought) hear(first, rest []byte) error {
	if string(first) != "info" {
		return nil
	}
	var now thought
	bound, other := false, false
	for len(rest) > 0 {
		var word, value []byte
		word, rest = cut(rest)
		switch string(word) {
		case "string", "pv", "refutation", "currline": // the rest is moves, or anything
			rest = nil
		case "depth":
			value, rest = cut(rest)
			now.depth = int(positive(value))
		case "nodes":
			value, rest = cut(rest)
			now.nodes = positive(value)
		case "multipv":
			value, rest = cut(rest)
			other = string(value) != "1"
		case "score":
			word, rest = cut(rest)
			value, rest = cut(rest)
			now.score, now.scored = readScore(word, value)
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

// readScore reads "cp N" or "mate N", N below 0 if the engine is mated.
func readScore(unit, value []byte) (score float64, ok bool) {
	n, err := strconv.ParseInt(string(value), 10, 32)
	switch {
	case err != nil:
		return 0, false
	case string(unit) == "cp":
		return float64(n), true
	case string(unit) == "mate" && n > 0:
		return mateScore - float64(n), true
	case string(unit) == "mate":
		return -mateScore - float64(n), true
	}
	return 0, false
}

// positive reads a number; what is none counts as 0.
func positive(text []byte) uint64 {
	n, err := strconv.ParseUint(string(text), 10, 63)
	if err != nil {
		return 0
	}
	return n
}

// choice is the answer that a line "bestmove ..." is, with what was said before. An
// answer that is no move of the protocol, (none) and 0000 among them, is illegal.
func (t *thought) choice(rest []byte) (driver.Choice, error) {
	text, _ := cut(rest)
	if len(text) == 0 {
		return driver.Choice{}, driver.Malformed("bestmove without a move")
	}
	move := bytes.ToLower(text)
	if !isMove(move) {
		return driver.Choice{}, &engines.Fault{Kind: engines.ForfeitIllegal, Err: fmt.Errorf("its best move is %q, which is none", driver.Printable(string(text)))}
	}
	c := driver.Choice{Move: string(move), Depth: t.depth, Nodes: t.nodes}
	if t.scored {
		c.Score = &t.score
	}
	return c, nil
}

// isMove reports whether a text has the form of a move: other notations that the
// game would read are not the protocol's.
func isMove(text []byte) bool {
	square := func(b []byte) bool { return b[0] >= 'a' && b[0] <= 'h' && b[1] >= '1' && b[1] <= '8' }
	return (len(text) == 4 || len(text) == 5) && square(text) && square(text[2:])
}
