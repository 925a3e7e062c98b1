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

// scenes checks that scenes marshal, do not change the game, depend on the position alone, and
// show nothing hidden.
func (p *probe) scenes() error {
	scener, ok := engines.As[show.SceneProvider](p.engine)
	if !ok {
		p.note("the engine has no scenes: a page shows its positions as text")
		return nil
	}
	layout, err := json.Marshal(scener.Layout())
	if err != nil || len(layout) == 0 || string(layout) == "null" {
		return fmt.Errorf("its layout is %s: %w", layout, err)
	}
	return p.along(func(at place) error {
		text := at.game.String()
		first, err := sceneOf(scener, at.game)
		if err != nil {
			return err
		}
		if now := at.game.String(); now != text {
			return fmt.Errorf("its scene has changed the game to %s", now)
		}
		if copied, err := sceneOf(scener, at.game.Clone()); err != nil || !bytes.Equal(first, copied) {
			return errors.Join(fmt.Errorf("its scene is %s, that of its clone %s", first, copied), err)
		}
		if err := p.edits(at, first); err != nil {
			return err
		}
		if _, hidden := at.game.(engines.Hidden); !hidden || at.game.Over() {
			return nil
		}
		one, err := p.sceneOfText(scener, text, at.seed)
		if err != nil {
			return err
		}
		other, err := p.sceneOfText(scener, text, at.seed+1)
		if err != nil {
			return err
		}
		if !bytes.Equal(one, other) {
			return fmt.Errorf("the position read with another seed has the scene %s, not %s: something hidden shows", other, one)
		}
		return nil
	})
}

// edits checks that an unchanged scene is written as a position with the same seat to move, and
// that unknown tools return an error.
func (p *probe) edits(at place, scene []byte) error {
	e, ok := engines.As[show.Editor](p.engine)
	if !ok || at.game.Over() {
		return nil
	}
	edited, err := e.Edit(scene, show.Edit{Turn: at.game.Turn()})
	if err != nil {
		return fmt.Errorf("its scene %s cannot be set up: %w", scene, err)
	}
	read, err := p.engine.ParseGame(edited.Position, at.seed)
	if err != nil {
		return fmt.Errorf("its scene %s is written %s: %w", scene, edited.Position, err)
	}
	if read.Turn() != at.game.Turn() {
		return fmt.Errorf("its scene is written %s: seat %d is to move, not %d", edited.Position, read.Turn(), at.game.Turn())
	}
	if _, err := e.Edit(scene, show.Edit{Tool: "nonsense"}); err == nil {
		return errors.New("it takes a tool that nobody has")
	}
	return nil
}

func (p *probe) sceneOfText(s show.SceneProvider, text string, seed uint64) ([]byte, error) {
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

// events checks that the text of the last event is one line, and "" before the first move.
func (p *probe) events() error {
	return p.along(func(at place) error {
		t, ok := at.game.(show.EventReporter)
		if !ok {
			return nil
		}
		told := t.LastEvent()
		if strings.ContainsAny(told, "\n\r") {
			return fmt.Errorf("it tells %q, more than a line", told)
		}
		if at.ply == 0 && told != "" {
			return fmt.Errorf("it tells %q before the first move", told)
		}
		if copied := show.LastEvent(at.game.Clone()); copied != told {
			return fmt.Errorf("it tells %q, its clone %q", told, copied)
		}
		return nil
	})
}
