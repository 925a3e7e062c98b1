package serve

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// textScene is the scene of a game that has none of its own.
type textScene struct {
	Text string `json:"text" doc:"the position as lines of text"`
}

// sceneOf returns what a page draws of a position: the game's own scene, or its drawing
// in text.
func sceneOf(e engines.Engine, g engines.Game) (any, error) {
	s, ok := engines.As[show.SceneProvider](e)
	if !ok {
		return textScene{show.Illustrate(e, engines.View(g, g.Turn()))}, nil
	}
	scene, err := s.Scene(g)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	return scene, nil
}

// layoutOf returns the constant part of a game's scenes; it is empty if there is none.
func layoutOf(e engines.Engine) any {
	if s, ok := engines.As[show.SceneProvider](e); ok {
		return s.Layout()
	}
	return struct{}{}
}
