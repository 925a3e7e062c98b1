package training

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// SampleFields names the fields of a file of positions and states what they mean. Fields are the
// columns of a table (CSV), the keys of the objects in JSON lines, or in an EPD the operations for
// Result, Score and Game. Other fields are ignored, and case is ignored too.
//
// A table has a header, then one position per line, and is separated by commas, semicolons or tabs.
// A field that contains a separator is quoted. Lines that begin with # are comments. If the
// separator is not a comma, results and scores may have decimal commas.
type SampleFields struct {
	// Position, Result, Score and Game are the names of the fields. The default values are
	// position or fen, result, score and game. In an EPD the defaults are c9 for Result and ce
	// for Score, and there is no game.
	Position, Result, Score, Game string
	// ByScore derives outcomes from the scores. A score is the first seat's points minus the
	// second's, or the points themselves in games of one seat. Otherwise outcomes come from the
	// results.
	//
	// A result is 1-0, 0-1 or 1/2-1/2, the points of the seats in their order (with more seats
	// 1-0-0). It may also be a number: 1, 0.5 or 0, the points of the first of two seats. Records
	// with the result * and positions of games that are over are ignored.
	ByScore bool
	// Perspective is the side from whose view numbers, both results and scores, are given. The
	// default value is [First]. For the operation ce of an EPD it is [Mover], as in its standard.
	Perspective Perspective
}

// Perspective is the side from whose view the results and scores in a file are given.
type Perspective string

// These are the sides from whose view results and scores in a file can be given: the first seat,
// or the side to move.
const (
	First Perspective = "first"
	Mover Perspective = "mover"
)

// These are the default names of the fields in a file of positions.
const (
	defaultPosition = "position"
	defaultFEN      = "fen" // the second default name of a position
	defaultResult   = "result"
	defaultScore    = "score"
	defaultGame     = "game"
)

// named reports whether f sets the name of at least one field.
func (f SampleFields) named() bool {
	return f.Position != "" || f.Result != "" || f.Score != "" || f.Game != ""
}

func (f SampleFields) mover() bool { return f.Perspective == Mover }

// position returns the index in header of the field that contains the positions, and the name of
// this field. The index is -1 if the header does not have it.
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

// outcome returns the name of the field that contains outcomes, and the config key that sets this
// name.
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

// errNoGame is returned if the file has a field for the name of a position's game, and this field is
// empty.
var errNoGame = errors.New("the position has no game")

// Games assigns numbers to games by name, from 0 in the order in which they first appear.
type Games map[string]int

// Number returns the number of the game with the given name, and adds the game if it is new.
func (g Games) Number(name string) int {
	n, known := g[name]
	if !known {
		n = len(g)
		g[strings.Clone(name)] = n
	}
	return n
}

// labels parses the records of a file of positions with known outcomes. A record is a position
// with the result or the score of its game.
type labels struct {
	SampleFile
	engine engines.Engine
	games  Games
}

func newLabels(e engines.Engine, f SampleFile) *labels {
	return &labels{SampleFile: f, engine: e, games: make(Games)}
}

// sample parses a record and calls visit with its position. It omits positions of games that are
// over, and records without a result. game is the name of the game, or "" if it is unknown.
func (l *labels) sample(position, label, game string, line int, visit func(Sample) error) error {
	label = strings.TrimSpace(label)
	if label == "*" && !l.Fields.ByScore {
		l.omit(line, NoResult)
		return nil
	}
	g, err := l.engine.ParseGame(strings.TrimSpace(position), 0)
	if err != nil {
		return err
	}
	if g.Over() {
		l.omit(line, GameOver)
		return nil
	}
	j := Sample{Position: g, Game: NoGame, Line: line}
	if j.Outcome, err = l.Fields.ParseOutcome(label, g); err != nil {
		return err
	}
	if game != "" {
		j.Game = l.games.Number(game)
	}
	return visit(j)
}

// ParseOutcome parses the result of a game, or its score if f.ByScore is set. p is a position of
// the game, which determines the number of seats and the side to move.
func (f SampleFields) ParseOutcome(text string, p engines.Position) (engines.Outcome, error) {
	if text = strings.TrimSpace(text); f.ByScore {
		return f.scored(text, p)
	}
	return f.result(text, p)
}

func (f SampleFields) result(text string, g engines.Position) (engines.Outcome, error) {
	seats := g.Seats()
	if seats == 1 {
		return engines.Outcome{}, errors.New("a game of one seat has a score and no result")
	}
	parts := strings.Split(text, "-")
	if len(parts) == 1 && seats == 2 {
		points, ok := points(text)
		if ok && (points == 0 || points == 0.5 || points == 1) {
			if f.mover() && g.Turn() == 1 {
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
	case f.mover():
		accepted = "1-0, 0-1, 1/2-1/2, or 1, 0.5 and 0 for the side to move, or * for none"
	}
	return engines.Outcome{}, fmt.Errorf("result: %.20q is none of %s", text, accepted)
}

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

func byPoints(points ...float64) engines.Outcome {
	return engines.Ranked(len(points), func(a, b int) bool { return points[a] > points[b] })
}

func (f SampleFields) scored(text string, g engines.Position) (engines.Outcome, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return engines.Outcome{}, fmt.Errorf("score: %.20q is not a number", text)
	}
	switch g.Seats() {
	case 1:
		return engines.ByScore(x), nil
	case 2:
		if f.mover() && g.Turn() == 1 {
			x = -x
		}
		return engines.ByScore(x/2, -x/2), nil
	}
	return engines.Outcome{}, fmt.Errorf("a column of scores is for games of one or two seats, not of %d", g.Seats())
}
