package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// checkScenes tests the scenes, the data for pictures of positions. A scene must marshal to JSON,
// must not change the game, must depend on the position alone, and must show nothing hidden.
func checkScenes(p *probe) error {
	scener, ok := engines.As[show.SceneProvider](p.engine)
	if !ok {
		p.note("the engine does not implement SceneProvider: a page shows positions as text")
		return nil
	}
	layout, err := json.Marshal(scener.Layout())
	if err != nil {
		return fmt.Errorf("method Layout: %w", err)
	}
	if string(layout) == "null" {
		return errors.New("method Layout returns null; an empty object is struct{}{}")
	}
	return p.visitPositions(func(at place) error {
		text := at.game.String()
		first, err := sceneOf(scener, at.game)
		if err != nil {
			return err
		}
		if now := at.game.String(); now != text {
			return fmt.Errorf("method Scene has changed the game to %s", now)
		}
		if copied, err := sceneOf(scener, at.game.Clone()); err != nil || !bytes.Equal(first, copied) {
			return errors.Join(fmt.Errorf("the scene is %s, but %s of a clone", first, copied), err)
		}
		if err := checkEdits(p, at, first); err != nil {
			return err
		}
		if _, hidden := at.game.(engines.Hidden); !hidden || at.game.Over() {
			return nil
		}
		one, err := sceneOfText(p, scener, text, at.seed)
		if err != nil {
			return err
		}
		other, err := sceneOfText(p, scener, text, at.seed+1)
		if err != nil {
			return err
		}
		if !bytes.Equal(one, other) {
			return fmt.Errorf("the scene is %s, but %s with another seed: it contains hidden information", one, other)
		}
		return nil
	})
}

// checkEdits tests the editor of positions ([show.Editor]). An edit without changes must return a
// position with the same seat to move. An edit with an unknown tool must return an error.
func checkEdits(p *probe, at place, scene []byte) error {
	e, ok := engines.As[show.Editor](p.engine)
	if !ok || at.game.Over() {
		return nil
	}
	edited, err := e.Edit(scene, show.Edit{Turn: at.game.Turn()})
	if err != nil {
		return fmt.Errorf("method Edit of the unchanged scene %s: %w", scene, err)
	}
	read, err := p.engine.ParseGame(edited.Position, at.seed)
	if err != nil {
		return fmt.Errorf("method Edit of the scene %s returns the position %s: %w", scene, edited.Position, err)
	}
	if read.Turn() != at.game.Turn() {
		return fmt.Errorf("method Edit returns the position %s with seat %d to move, not %d", edited.Position, read.Turn(), at.game.Turn())
	}
	if _, err := e.Edit(scene, show.Edit{Tool: "nonsense"}); err == nil {
		return errors.New("method Edit accepts the unknown tool \"nonsense\"")
	}
	return nil
}

func sceneOfText(p *probe, s show.SceneProvider, text string, seed uint64) ([]byte, error) {
	g, err := p.engine.ParseGame(text, seed)
	if err != nil {
		return nil, err
	}
	return sceneOf(s, g)
}

func sceneOf(s show.SceneProvider, g engines.Game) ([]byte, error) {
	scene, err := s.Scene(g)
	if err != nil {
		return nil, fmt.Errorf("its scene: %w", err)
	}
	out, err := json.Marshal(scene)
	if err != nil {
		return nil, fmt.Errorf("its scene: %w", err)
	}
	return out, nil
}

// checkEvents tests the text that describes the last event of a game. It must be one line, "" before
// the first move, and the same for a clone.
func checkEvents(p *probe) error {
	return p.visitPositions(func(at place) error {
		t, ok := at.game.(show.EventReporter)
		if !ok {
			return nil
		}
		told := t.LastEvent()
		if strings.ContainsAny(told, "\n\r") {
			return fmt.Errorf("method LastEvent returns more than one line: %q", told)
		}
		if at.ply == 0 && told != "" {
			return fmt.Errorf("method LastEvent returns %q before the first move", told)
		}
		if copied := show.LastEvent(at.game.Clone()); copied != told {
			return fmt.Errorf("method LastEvent returns %q, but %q of a clone", told, copied)
		}
		return nil
	})
}
