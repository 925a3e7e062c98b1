package show

import (
	"github.com/lanista/lanista/engines"
)

// SceneProvider is implemented by engines whose positions can be drawn as pictures, for example
// by a web page. Scene and Layout return values that marshal to JSON. Each game documents the
// keys.
type SceneProvider interface {
	// Scene returns the data for a picture of a position. It contains no hidden information.
	Scene(g engines.Game) (any, error)
	// Layout returns the data that all scenes share under the engine's settings, such as the
	// shapes of a map. It is never nil.
	Layout() any
}

// EventReporter is implemented by games that describe what happened after a move, such as the
// dice, the card drawn or the cells opened.
type EventReporter interface {
	// LastEvent describes what happened in the last Apply, in one line of plain text. It returns
	// "" if there is nothing to add to the move itself, or before the first move.
	LastEvent() string
}

// LastEvent describes what happened after the last move of a game. It returns "" if the game is
// no [EventReporter].
func LastEvent(g engines.Game) string {
	if t, ok := g.(EventReporter); ok {
		return t.LastEvent()
	}
	return ""
}

// Reporter is implemented by games that summarize their position in words.
type Reporter interface {
	// Status summarizes the position in one line of plain text, such as discs, material or mines
	// left. It contains no hidden information.
	Status() string
}

// Status summarizes the position of a game, or returns "" if the game is no [Reporter].
func Status(g engines.Game) string {
	if r, ok := g.(Reporter); ok {
		return r.Status()
	}
	return ""
}

// MoveDescriber is implemented by games that can describe a move in words that people use. Such
// games have a notation of moves that is short or numeric.
type MoveDescriber interface {
	// DescribeMove describes a legal move of the position in a few words of plain text, such as
	// "Nf3" or "to 49, pays 10". It contains nothing that depends on chance during the move.
	DescribeMove(m engines.Move) string
}

// DescribeMove describes a legal move of a game in words, or returns "" if the game is no
// [MoveDescriber].
func DescribeMove(g engines.Game, m engines.Move) string {
	if d, ok := g.(MoveDescriber); ok {
		return d.DescribeMove(m)
	}
	return ""
}
