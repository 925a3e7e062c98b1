package show

import (
	"github.com/lanista/lanista/engines"
)

// SceneProvider is implemented by engines whose tables can be drawn from data: by a web
// page, or by any other program that draws for itself. Both values marshal to
// JSON, and their keys are part of the game's documented form.
type SceneProvider interface {
	// Scene is what a picture of a position shows, as far as every seat may see
	// it: nothing hidden is in it.
	Scene(g engines.Game) (any, error)
	// Layout is what all scenes of the engine as it is set have in common: the
	// squares of a track, the shapes of a map. It is never nil.
	Layout() any
}

// EventReporter is implemented by games that can say what a move has brought beyond what
// the move says itself: how the dice fell, the card drawn, the cells opened.
type EventReporter interface {
	// LastEvent is what the last Apply brought, in one line of plain text, "" if there
	// is nothing to say or no move has been made.
	LastEvent() string
}

// LastEvent is what the last move of a game has brought, "" where the game does not
// say; see [EventReporter].
func LastEvent(g engines.Game) string {
	if t, ok := g.(EventReporter); ok {
		return t.LastEvent()
	}
	return ""
}

// Reporter is implemented by games that can say how they stand.
type Reporter interface {
	// Status is how the game stands, in one line of plain text: discs, material, mines
	// left. Nothing hidden is in it.
	Status() string
}

// Status is how a game stands, "" where the game does not say; see [Reporter].
func Status(g engines.Game) string {
	if r, ok := g.(Reporter); ok {
		return r.Status()
	}
	return ""
}
