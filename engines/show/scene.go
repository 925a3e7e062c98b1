package show

import (
	"github.com/lanista/lanista/engines"
)

// SceneProvider is implemented by engines whose positions can be drawn from data, for example
// by a web page. Both values marshal to JSON; their keys are documented with the game.
type SceneProvider interface {
	// Scene returns the data of a picture of a position, without hidden information.
	Scene(g engines.Game) (any, error)
	// Layout returns the data that all scenes of the engine as set have in common, such as
	// the shapes of a map. It is never nil.
	Layout() any
}

// EventReporter is implemented by games that describe the result of a move: the dice, the
// card drawn, the cells opened.
type EventReporter interface {
	// LastEvent describes the result of the last Apply in one line of plain text. It returns
	// "" if there is nothing to add to the move, or before the first move.
	LastEvent() string
}

// LastEvent describes the result of the last move of a game, or returns "" if the game is no
// [EventReporter].
func LastEvent(g engines.Game) string {
	if t, ok := g.(EventReporter); ok {
		return t.LastEvent()
	}
	return ""
}

// Reporter is implemented by games that summarize their state.
type Reporter interface {
	// Status summarizes the position in one line of plain text, such as discs, material or
	// mines left, without hidden information.
	Status() string
}

// Status summarizes the position of a game, or returns "" if the game is no [Reporter].
func Status(g engines.Game) string {
	if r, ok := g.(Reporter); ok {
		return r.Status()
	}
	return ""
}

// MoveDescriber is implemented by games whose notation of moves is short or numeric, and that
// can describe a move in words that people use.
type MoveDescriber interface {
	// DescribeMove describes a legal move of the position in a few words of plain text, such as
	// "Nf3" or "to 49, pays 10". It contains nothing that the move's chance decides.
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
