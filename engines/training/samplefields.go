package training

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// SampleFields names the parts of the records of a file and states what they mean. In a table
// (CSV) they are the columns of the header: one position per line, fields separated by commas,
// semicolons or tabs, and quoted if they contain a separator; lines that begin with # are
// comments. In JSON lines they are the keys of the objects. In an EPD, Result, Score and Game
// are operations. Other fields are ignored, and so is the case of letters.
type SampleFields struct {
	// Position, Result, Score and Game are the names of the fields. The default values are
	// position or fen, result, score and game; in an EPD c9 and ce, and no game.
	Position, Result, Score, Game string
	// ByScore reads outcomes from the scores: the first seat's points less the
	// second's, or in games of one seat its points. Otherwise they come from the results.
	//
	// A result is 1-0, 0-1 or 1/2-1/2, the points of the seats in their order (of more
	// seats 1-0-0), or a number: 1, 0.5 or 0, the points of the first of two seats. Records
	// with the result * and positions of games that are over are ignored.
	ByScore bool
	// Perspective is the side to which numbers, results and scores, refer. The default value
	// is [First]; for the operation ce of an EPD it is [Mover], as its standard has it.
	Perspective Perspective
}

// Perspective is a side to which the numbers of a file refer.
type Perspective string

// The perspectives: the first seat, and the side that is to move.
const (
	First Perspective = "first"
	Mover Perspective = "mover"
)

// The default names of the fields.
const (
	defaultPosition = "position"
	defaultFEN      = "fen" // the second default name of a position
	defaultResult   = "result"
	defaultScore    = "score"
	defaultGame     = "game"
)

// named reports whether a field is named.
func (f SampleFields) named() bool {
	return f.Position != "" || f.Result != "" || f.Score != "" || f.Game != ""
}

// mover reports whether numbers refer to the side to move.
func (f SampleFields) mover() bool { return f.Perspective == Mover }

// position returns the index and the name of the field of positions in a header, -1 if there is
// none.
func (f SampleFields) position(header []string) (at int, name string) {
	for _, name := range []string{f.Position, defaultPosition, defaultFEN} {
		if name == "" {
			continue
		}
		if at := column(header, name); at >= 0 || name == f.Position {
			return at, name
		}
	}
	return -1, defaultPosition
}

// outcome returns the name of the field of outcomes, and the key that names it.
func (f SampleFields) outcome() (name, key string) {
	name, key = f.Result, defaultResult
	if f.ByScore {
		name, key = f.Score, defaultScore
	}
	if name == "" {
		name = key
	}
	return name, key
}

// errNoGame is the error of a record without a game in a file that names games.
var errNoGame = errors.New("the position has no game")

// Games numbers games by their names, in the order of their first appearance.
type Games map[string]int

// Number returns the number of a game.
func (g Games) Number(name string) int {
	n, known := g[name]
	if !known {
		n = len(g)
		g[strings.Clone(name)] = n
	}
	return n
}

// labels parses the records of a file.
type labels struct {
	fields SampleFields
	engine engines.Engine
	games  Games
}

func newLabels(e engines.Engine, f SampleFields) *labels {
	return &labels{fields: f, engine: e, games: make(Games)}
}

// sample parses a record and calls each with its position, unless the game is over or has no
// result. game is the name of the game, "" if it is not known.
func (l *labels) sample(position, label, game string, line int, each func(Sample) error) error {
	label = strings.TrimSpace(label)
	if label == "*" && !l.fields.ByScore {
		return nil
	}
	g, err := l.engine.ParseGame(strings.TrimSpace(position), 0)
	if err != nil {
		return err
	}
	if g.Over() {
		return nil
	}
	j := Sample{Position: g, Game: NoGame, Line: line}
	if j.Outcome, err = l.outcome(label, g); err != nil {
		return err
	}
	if game != "" {
		j.Game = l.games.Number(game)
	}
	return each(j)
}

// outcome parses the outcome of a position.
func (l *labels) outcome(label string, g engines.Position) (engines.Outcome, error) {
	if l.fields.ByScore {
		return l.scored(label, g)
	}
	return l.result(label, g)
}

// ParseOutcome parses the result of a game, or its score if f.ByScore is set, as the fields of
// f have it, for a position of the game.
func (f SampleFields) ParseOutcome(text string, p engines.Position) (engines.Outcome, error) {
	return (&labels{fields: f}).outcome(strings.TrimSpace(text), p)
}

// result parses a result.
func (l *labels) result(text string, g engines.Position) (engines.Outcome, error) {
	seats := g.Seats()
	if seats == 1 {
		return engines.Outcome{}, errors.New("a game of one seat has a score and no result")
	}
	parts := strings.Split(text, "-")
	if len(parts) == 1 && seats == 2 {
		points, ok := points(text)
		if ok && (points == 0 || points == 0.5 || points == 1) {
			if l.fields.mover() && g.Turn() == 1 {
				points = 1 - points
			}
			return byPoints(points, 1-points), nil
		}
	}
	list, sum := make([]float64, len(parts)), 0.0
	for i, part := range parts {
		points, ok := points(part)
		if !ok || points < 0 {
			list = nil
			break
		}
		list[i] = points
		sum += points
	}
	if len(list) == seats && math.Abs(sum-1) < 1e-3 {
		return byPoints(list...), nil
	}
	accepted := "1-0, 0-1, 1/2-1/2, or 1, 0.5 and 0 for the first seat, or * for none"
	switch {
	case seats > 2:
		accepted = fmt.Sprintf("the points of the %d seats, such as 1%s, or * for none", seats, strings.Repeat("-0", seats-1))
	case l.fields.mover():
		accepted = "1-0, 0-1, 1/2-1/2, or 1, 0.5 and 0 for the side to move, or * for none"
	}
	return engines.Outcome{}, fmt.Errorf("result: %.20q is none of %s", text, accepted)
}

// points parses the points of a seat.
func points(text string) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	if above, below, fraction := strings.Cut(text, "/"); fraction {
		a, bad := strconv.Atoi(above)
		b, worse := strconv.Atoi(below)
		return float64(a) / float64(b), bad == nil && worse == nil && b > 0
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// byPoints returns the outcome in which more points are better.
func byPoints(points ...float64) engines.Outcome {
	places := make([]int, len(points))
	for i, mine := range points {
		for _, other := range points {
			if other > mine {
				places[i]++
			}
		}
	}
	return engines.Places(places...)
}

// scored parses a score.
func (l *labels) scored(text string, g engines.Position) (engines.Outcome, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return engines.Outcome{}, fmt.Errorf("score: %.20q is not a number", text)
	}
	switch g.Seats() {
	case 1:
		return engines.ByScore(x), nil
	case 2:
		if l.fields.mover() && g.Turn() == 1 {
			x = -x
		}
		return engines.ByScore(x/2, -x/2), nil
	}
	return engines.Outcome{}, fmt.Errorf("a column of scores is for games of one or two seats, not of %d", g.Seats())
}
