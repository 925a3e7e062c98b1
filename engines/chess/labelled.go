package chess

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// labelledPosition is one line of a text file of chess positions, each with the result of its game
// or with a score. The line begins with a FEN of four or six fields. One of three kinds of label
// follows it:
//
//   - EPD operations: c9 "1-0"; states the result, and ce 35; a score for the side to move.
//   - A result after a separator or a blank, such as [1.0], ;1-0 or 0.5.
//   - A score for White and a result, such as | 35 | 0.5.
//
// Scores are in centipawns. A result that is a number is White's points: 1, 0.5 or 0.
type labelledPosition struct {
	position []string // fields of the FEN
	label    string   // the text behind it
}

// fenFields is the number of fields in a FEN without its two move counts.
const fenFields = 4

// separators contains the characters that may follow a FEN. No FEN contains one of them.
const separators = ";,|[\""

// splitLabel splits a line of a file into the FEN of the position and its label, the text with its
// result or score.
func splitLabel(text string) (labelledPosition, error) {
	head, tail := text, ""
	if at := strings.IndexAny(text, separators); at >= 0 {
		head, tail = text[:at], text[at:]
	}
	words := strings.Fields(head)
	if !isPosition(text) || len(words) < fenFields {
		return labelledPosition{}, errors.New("the line must be a FEN followed by a result")
	}
	counts := words[fenFields:]
	for n := 0; n < 2 && len(counts) > 0 && isCount(counts[0]) && (len(counts) > 1 || n == 1 || strings.Trim(tail, separators) != ""); n++ {
		counts = counts[1:]
	}
	return labelledPosition{words[:fenFields], strings.TrimSpace(strings.Join(counts, " ") + " " + tail)}, nil
}

// operation returns the operand of the named EPD operation, without quotes. ok is false if the
// line does not have it.
func (l labelledPosition) operation(name string) (operand string, ok bool) {
	for _, operation := range outsideQuotes(l.label, ';') {
		code, operand, _ := strings.Cut(strings.TrimSpace(operation), " ")
		if strings.EqualFold(code, name) {
			return strings.Trim(strings.TrimSpace(operand), `"`), true
		}
	}
	return "", false
}

// outcome returns the outcome that the label of a position states. known is false if the label
// states that the outcome is unknown.
func (l labelledPosition) outcome(f training.SampleFields, g *game) (o engines.Outcome, known bool, err error) {
	if f.ByScore {
		return l.scored(f, g)
	}
	name := f.Result
	if name == "" {
		name = "c9"
	}
	text, ok := l.operation(name)
	switch {
	case !ok && f.Result != "":
		return o, false, fmt.Errorf("there is no operation %q with the result of the position", f.Result)
	case !ok:
		text = l.label
		if o, ok := resultIn(text); ok {
			return o, true, nil
		}
		text = strings.Trim(text[strings.LastIndexAny(text, separators)+1:], " ]")
	}
	if text == "*" {
		return o, false, nil
	}
	if o, ok := resultIn(text); ok {
		return o, true, nil
	}
	if o, err = f.ParseOutcome(text, g); err != nil {
		return o, false, errors.New(`no result after the position; write it as c9 "1-0", 1/2-1/2, [0.5] or ; 1`)
	}
	return o, true, nil
}

// mateScore is the smallest score, in centipawns, that means a mate. In an EPD, a mate has the
// score 32767 minus the number of plies to it.
const mateScore = 30_000

// scored converts the score next to a position to an outcome. known is false if the score means a
// mate.
func (l labelledPosition) scored(f training.SampleFields, g *game) (o engines.Outcome, known bool, err error) {
	name := f.Score
	if name == "" {
		name = "ce"
	}
	text, ok := l.operation(name)
	switch {
	case ok && f.Perspective == "":
		f.Perspective = training.Mover
	case !ok && f.Score == "" && strings.HasPrefix(l.label, "|"):
		text, _, _ = strings.Cut(l.label[1:], "|")
	case !ok:
		return o, false, fmt.Errorf("there is no operation %q with the score of the position", name)
	}
	text = strings.TrimSpace(text)
	if x, err := strconv.ParseFloat(text, 64); err == nil && math.Abs(x) >= mateScore {
		return o, false, nil
	}
	o, err = f.ParseOutcome(text, g)
	return o, err == nil, err
}

// results lists the notations of game results. white and black are the places of the players, both
// 1 in a draw.
var results = []struct {
	text         string
	white, black int
}{
	{"1/2-1/2", 1, 1}, {"1-0", 1, 2}, {"0-1", 2, 1}, {"[1.0]", 1, 2}, {"[0.5]", 1, 1}, {"[0.0]", 2, 1}, {"[1]", 1, 2}, {"[0]", 2, 1},
}

// resultIn returns the first result of a game, such as 1-0, in the text that follows a position in a
// file. ok is false if there is none. A result next to a digit, a hyphen or a slash does not count,
// because it is a part of something else, such as the date 2021-01-05.
func resultIn(text string) (o engines.Outcome, ok bool) {
	const other = "0123456789-/"
	for at := range len(text) {
		for _, r := range results {
			rest, found := strings.CutPrefix(text[at:], r.text)
			if !found || r.text[0] != '[' && (at > 0 && strings.IndexByte(other, text[at-1]) >= 0 || rest != "" && strings.IndexByte(other, rest[0]) >= 0) {
				continue
			}
			return engines.Places(r.white, r.black), true
		}
	}
	return o, false
}
